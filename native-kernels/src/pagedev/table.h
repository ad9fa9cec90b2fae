/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of a data file: which place of the file holds which page. A page has up to three versions, each at a
 * separate place: the newest version, which is written but not committed; the last committed version; and the version
 * before the last committed one, until the release. A page holds the places of all versions of the page. Each read or
 * commit under way holds the places that the operation uses. A place without holders is spare. New data therefore never
 * overwrites a place that can still be read.
 *
 * Invariants, which pgd_table_check checks: each place has as many holders as there are pages and operations that hold
 * it; each spare place is in the ring of spare places exactly once; and no place is a version of two pages.
 */
#ifndef SLIPWAY_PAGEDEV_TABLE_H
#define SLIPWAY_PAGEDEV_TABLE_H

#include "internal.h"
#include "log.h"

struct pgd_versions {
    uint32_t newest, last, previous; /* places, or PGD_NO_PLACE */
};

struct pgd_place {
    uint64_t sum;        /* the checksum of the bytes, after they are written */
    uint32_t generation; /* the generation of the version at this place */
    uint32_t holders;
    uint32_t slot; /* the slot in the cache, from 1; 0: not in the cache */
    bool writing;  /* the bytes are being written */
    bool failed;   /* the write failed */
};

struct pgd_table {
    struct pgd_versions *pages;
    uint64_t page_count;
    struct pgd_place *places; /* place 0 is PGD_NO_PLACE and is not used */
    uint32_t place_count;
    uint32_t *spare; /* a ring: places that have been spare for longest are taken first */
    uint32_t spare_first, spare_count;
};

/* Makes a table of pages without versions, and spare places. Ends with pgd_table_free, also after a failure. */
pgd_err pgd_table_new(struct pgd_table *table, uint64_t pages, uint32_t places, struct pgd_error *error);

/* Adds MORE spare places. */
pgd_err pgd_table_grow(struct pgd_table *table, uint32_t more, struct pgd_error *error);

/* Takes a spare place for a version of GENERATION, and adds the caller as its holder. Returns PGD_NO_PLACE if no place
 * is spare. */
uint32_t pgd_table_take(struct pgd_table *table, uint32_t generation);

void pgd_table_hold(struct pgd_table *table, uint32_t place);
void pgd_table_drop(struct pgd_table *table, uint32_t place);

/* Returns the place of a page in GENERATION, or of its newest version for PGD_NEWEST. Returns PGD_NO_PLACE if the page
 * has no such version. */
uint32_t pgd_table_find(const struct pgd_table *table, uint64_t index, uint32_t generation);

/* Returns whether a page has any version. */
bool pgd_table_has(const struct pgd_table *table, uint64_t index);

/* Makes PLACE, which the caller holds, the newest version of a page. The page takes over the hold, and drops its former
 * newest version. */
void pgd_table_begin(struct pgd_table *table, uint64_t index, uint32_t place);

/* Makes PLACE the last committed version of a page. The page drops a former last version of the same generation. A
 * former last version of another generation becomes the previous version, until pgd_table_release. */
void pgd_table_commit(struct pgd_table *table, uint64_t index, uint32_t place);

/* Makes the previous version of a page spare, if the last version has GENERATION. Returns whether there was a previous
 * version. */
bool pgd_table_release(struct pgd_table *table, uint64_t index, uint32_t generation);

/* Applies a record of a log to a table. The holders of places are counted later, by pgd_table_settle. */
pgd_err pgd_table_replay(struct pgd_table *table, const struct pgd_log_record *record, const char *path,
                         struct pgd_error *error);

/* Counts the holders and finds the spare places, after the last record. Refuses a log that puts two pages into one
 * place. */
pgd_err pgd_table_settle(struct pgd_table *table, const char *path, struct pgd_error *error);

/* Returns whether the invariants hold while no operation is under way. Otherwise sets *WHAT to the name of a broken
 * invariant. */
bool pgd_table_check(const struct pgd_table *table, const char **what);

void pgd_table_free(struct pgd_table *table);

#endif
