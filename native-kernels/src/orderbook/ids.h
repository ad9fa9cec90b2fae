/* SPDX-License-Identifier: Apache-2.0 */
/* The slots of resting orders by the callers' ids, for books that keep ids unique. */
#ifndef SLIPWAY_ORDERBOOK_IDS_H
#define SLIPWAY_ORDERBOOK_IDS_H

#include "slots.h"

/* A table with open addressing and linear probing (Knuth, The Art of Computer Programming, vol. 3, 6.4, algorithms L
 * and R). The entries are slot numbers; the slots hold the ids. All zero is an empty table. */
struct ids {
    uint32_t *entries; /* NO_SLOT for an empty entry */
    size_t size;       /* a power of two, or 0 */
    size_t count;
};

/* Makes room for one more id. Returns false without memory; the table then stays as it was. */
bool book_ids_ready(struct ids *ids, const struct slots *slots);

/* Returns the slot of ID, or NO_SLOT. */
uint32_t book_ids_find(const struct ids *ids, const struct slots *slots, uint64_t id);

/* Adds a slot with an id that is not in the table. The caller has called book_ids_ready. */
void book_ids_add(struct ids *ids, const struct slots *slots, uint32_t slot);

/* Removes a slot of the table. */
void book_ids_remove(struct ids *ids, const struct slots *slots, uint32_t slot);

#endif
