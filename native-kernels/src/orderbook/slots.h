/* SPDX-License-Identifier: Apache-2.0 */
/* The slots of resting orders in the fast version. The slot freed last is taken first. */
#ifndef SLIPWAY_ORDERBOOK_SLOTS_H
#define SLIPWAY_ORDERBOOK_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NO_SLOT = UINT32_MAX };

/* A resting order in half a cache line. A slot is taken while its generation is odd. */
struct resting {
    uint64_t id;
    int64_t volume;
    uint32_t next; /* the younger order at this price, or NO_SLOT; of a free slot: the next free slot */
    uint32_t prev; /* the older order at this price; without meaning for the oldest order */
    uint32_t level;
    uint32_t generation;
};

/* The slots of a book. All zero, except `free` (NO_SLOT), has no slots yet. */
struct slots {
    struct resting *at;
    uint32_t *owners; /* separate from the rest, because matching does not read owners */
    uint32_t room, used, free;
};

/*
 * Makes more room. Returns false without memory, or if the room is 2^32 - 1 already; the slots then stay as they were.
 */
bool book_slots_grow(struct slots *slots);

/* Makes sure that there is a free slot. */
static inline bool book_slots_ready(struct slots *slots) {
    return __builtin_expect(slots->free != NO_SLOT || slots->used < slots->room, 1) || book_slots_grow(slots);
}

/* Takes a slot. The caller has called book_slots_ready. */
static inline uint32_t book_slots_take(struct slots *slots) {
    uint32_t slot = slots->free;
    if (slot == NO_SLOT) {
        slot = slots->used++;
        slots->at[slot].generation = 1;
    } else {
        slots->free = slots->at[slot].next;
        slots->at[slot].generation++;
    }
    return slot;
}

static inline void book_slots_release(struct slots *slots, uint32_t slot) {
    slots->at[slot].generation++;
    slots->at[slot].next = slots->free;
    slots->free = slot;
}

/* Returns the slot of a handle, or NO_SLOT if no order of that handle rests. */
static inline uint32_t book_slots_of(const struct slots *slots, uint64_t handle) {
    const uint32_t slot = (uint32_t)handle, generation = (uint32_t)(handle >> 32);
    return slot < slots->used && slots->at[slot].generation == generation && generation % 2 == 1 ? slot : NO_SLOT;
}

#endif
