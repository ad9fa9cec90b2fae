/* SPDX-License-Identifier: Apache-2.0 */
/* The cache of a page device. A slot has the bytes of one place, for read-ahead and for delayed writes. The bytes of a
 * place do not change while the place has a holder, so a slot stays valid until its place is taken for another
 * version. */
#ifndef SLIPWAY_PAGEDEV_CACHE_H
#define SLIPWAY_PAGEDEV_CACHE_H

#include "internal.h"
#include "table.h"

struct pgd_slot {
    void *memory; /* NULL until the slot is first used */
    uint32_t place;
    uint32_t users; /* threads that copy from the slot, fill the slot or write the slot to the disk */
    bool loading;   /* the bytes are being read */
    bool behind;    /* the bytes are not on the disk yet */
    uint64_t used;  /* the time of the last use, as a count of uses */
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

/* Returns a slot for a place without a slot, marked as loading, with one user. Takes the least recently used slot.
 * Returns NULL if all slots are in use, or, with BEHIND, if half of the slots wait for the disk already. */
struct pgd_slot *pgd_cache_take(struct pgd_cache *cache, struct pgd_table *table, uint32_t place, bool behind);

/* Empties a slot. */
void pgd_cache_forget(struct pgd_cache *cache, struct pgd_table *table, struct pgd_slot *slot);

/* Notes a use of a slot. */
void pgd_cache_use(struct pgd_cache *cache, struct pgd_slot *slot);

void pgd_cache_free(struct pgd_cache *cache);

#endif
