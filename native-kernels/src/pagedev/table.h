/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which places of a data file hold which pages. A page has up to three versions, each at a place of its own: the
 * newest, which is written but not committed; the last committed one; and the one before, until it is released. A place
 * is held by the page whose version it is and by each read and commit that is under way; when nobody holds it any more,
 * it is spare. So what is written takes another place than all that can still be read.
 *
 * Invariants, which pgd_table_check tells: each place is held as often as pages and operations say; a spare place is in
 * the ring of spare ones once; no place is a version of two pages.
 */
#ifndef SLIPWAY_PAGEDEV_TABLE_H
#define SLIPWAY_PAGEDEV_TABLE_H

#include "internal.h"
#include "log.h"

struct pgd_versions {
    uint32_t newest, last, previous; /* places, or PGD_NO_PLACE */
};

struct pgd_place {
    uint64_t sum;        /* of the bytes, once they are written */
    uint32_t generation; /* of the version that is here */
    uint32_t holders;
    uint32_t slot; /* of the cache, from 1; 0: none */
    bool writing;  /* its bytes are on their way */
    bool failed;   /* they have not come to the disk */
};

struct pgd_table {
    struct pgd_versions *pages;
    uint64_t page_count;
    struct pgd_place *places; /* [0] is none */
    uint32_t place_count;
    uint32_t *spare; /* a ring: the place that has been spare for longest is taken first */
    uint32_t spare_first, spare_count;
};

/* Makes a table of pages without versions, and spare places. Ends with pgd_table_free, also after a failure. */
pgd_err pgd_table_new(struct pgd_table *table, uint64_t pages, uint32_t places, struct pgd_error *error);

/* Adds MORE spare places. */
pgd_err pgd_table_grow(struct pgd_table *table, uint32_t more, struct pgd_error *error);

/* Takes a spare place for a version of GENERATION, and holds it once; PGD_NO_PLACE where there is none. */
uint32_t pgd_table_take(struct pgd_table *table, uint32_t generation);

void pgd_table_hold(struct pgd_table *table, uint32_t place);
void pgd_table_drop(struct pgd_table *table, uint32_t place);

/* Returns the place of a page in GENERATION, or its newest for PGD_NEWEST; PGD_NO_PLACE where it has none. */
uint32_t pgd_table_find(const struct pgd_table *table, uint64_t index, uint32_t generation);

/* Returns whether a page has any version. */
bool pgd_table_has(const struct pgd_table *table, uint64_t index);

/* Makes PLACE, which the page then holds, the newest version of a page, in the place of one that was. */
void pgd_table_begin(struct pgd_table *table, uint64_t index, uint32_t place);

/* Makes PLACE the last committed version of a page. Where the last one was of the same generation, it is spare then;
 * else it is the previous one until pgd_table_release. */
void pgd_table_commit(struct pgd_table *table, uint64_t index, uint32_t place);

/* Makes the previous version of a page spare, where its last one is of GENERATION. Returns whether there was one. */
bool pgd_table_release(struct pgd_table *table, uint64_t index, uint32_t generation);

/* Does what a record of a log says, in a table whose holders are not counted yet. */
pgd_err pgd_table_replay(struct pgd_table *table, const struct pgd_log_record *record, const char *path,
                         struct pgd_error *error);

/* After all records: counts the holders and finds the spare places. Refuses a log that puts two pages in one place. */
pgd_err pgd_table_settle(struct pgd_table *table, const char *path, struct pgd_error *error);

/* Returns whether the invariants hold, where no operation is under way; else WHAT says which one does not. */
bool pgd_table_check(const struct pgd_table *table, const char **what);

void pgd_table_free(struct pgd_table *table);

#endif
