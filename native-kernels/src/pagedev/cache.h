/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cache of a page device: slots with the bytes of places, for what is read ahead and what is written behind. A
 * place's bytes do not change while anybody holds it, so a slot is right until its place is taken anew.
 */
#ifndef SLIPWAY_PAGEDEV_CACHE_H
#define SLIPWAY_PAGEDEV_CACHE_H

#include "internal.h"
#include "table.h"

struct pgd_slot {
    void *memory; /* NULL until the slot is first used */
    uint32_t place;
    uint32_t users; /* who copy out of it, fill it or write it to the disk */
    bool loading;   /* its bytes are on their way */
    bool behind;    /* its bytes are not on the disk yet */
    uint64_t used;  /* when, by a count of uses */
};

struct pgd_cache {
    struct pgd_slot *slots;
    size_t count, behind_count;
    size_t page_bytes;
    uint64_t uses;
};

pgd_err pgd_cache_new(struct pgd_cache *cache, size_t slots, size_t page_bytes, struct pgd_error *error);

/* Returns the slot of a place, or NULL. */
struct pgd_slot *pgd_cache_find(struct pgd_cache *cache, const struct pgd_table *table, uint32_t place);

/*
 * Returns a slot for a place, which has none yet: loading, with one user. Takes the one that has been used least
 * recently; NULL where all are in use, or, with BEHIND, where half of them wait for the disk already.
 */
struct pgd_slot *pgd_cache_take(struct pgd_cache *cache, struct pgd_table *table, uint32_t place, bool behind);

/* Gives a slot back to its cache as empty. */
void pgd_cache_forget(struct pgd_cache *cache, struct pgd_table *table, struct pgd_slot *slot);

/* Notes a use of a slot. */
void pgd_cache_use(struct pgd_cache *cache, struct pgd_slot *slot);

void pgd_cache_free(struct pgd_cache *cache);

#endif
