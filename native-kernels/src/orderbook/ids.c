/* SPDX-License-Identifier: Apache-2.0 */
#include "ids.h"

#include <stdlib.h>

enum { FIRST_SIZE = 1024 };

static size_t place_of(const struct ids *ids, uint64_t id) {
    return (size_t)((id * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (ids->size - 1);
}

static size_t after(const struct ids *ids, size_t place) {
    return (place + 1) & (ids->size - 1);
}

static void put(struct ids *ids, const struct slots *slots, uint32_t slot) {
    size_t place = place_of(ids, slots->at[slot].id);
    while (ids->entries[place] != NO_SLOT)
        place = after(ids, place);
    ids->entries[place] = slot;
}

bool book_ids_ready(struct ids *ids, const struct slots *slots) {
    if (ids->count < ids->size / 2)
        return true;
    const size_t size = ids->size == 0 ? FIRST_SIZE : ids->size * 2;
    struct ids larger = {.entries = malloc(size * sizeof *larger.entries), .size = size, .count = ids->count};
    if (larger.entries == NULL)
        return false;
    for (size_t i = 0; i < size; i++)
        larger.entries[i] = NO_SLOT;
    for (size_t i = 0; i < ids->size; i++)
        if (ids->entries[i] != NO_SLOT)
            put(&larger, slots, ids->entries[i]);
    free(ids->entries);
    *ids = larger;
    return true;
}

uint32_t book_ids_find(const struct ids *ids, const struct slots *slots, uint64_t id) {
    if (ids->size == 0)
        return NO_SLOT;
    size_t place = place_of(ids, id);
    while (ids->entries[place] != NO_SLOT && slots->at[ids->entries[place]].id != id)
        place = after(ids, place);
    return ids->entries[place];
}

void book_ids_add(struct ids *ids, const struct slots *slots, uint32_t slot) {
    put(ids, slots, slot);
    ids->count++;
}

void book_ids_remove(struct ids *ids, const struct slots *slots, uint32_t slot) {
    size_t hole = place_of(ids, slots->at[slot].id);
    while (ids->entries[hole] != slot)
        hole = after(ids, hole);
    /* Moves up entries behind the hole that may stand in the hole, because each entry stands as near to its place as
     * possible. */
    for (size_t i = after(ids, hole); ids->entries[i] != NO_SLOT; i = after(ids, i)) {
        const size_t wanted = place_of(ids, slots->at[ids->entries[i]].id);
        if (((i - wanted) & (ids->size - 1)) >= ((i - hole) & (ids->size - 1))) {
            ids->entries[hole] = ids->entries[i];
            hole = i;
        }
    }
    ids->entries[hole] = NO_SLOT;
    ids->count--;
}
