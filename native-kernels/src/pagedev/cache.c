/* SPDX-License-Identifier: Apache-2.0 */
#include "cache.h"

#include "disk.h"

#include <stdlib.h>

pgd_err pgd_cache_new(struct pgd_cache *cache, size_t slots, size_t page_bytes, struct pgd_error *error) {
    *cache = (struct pgd_cache){.count = slots, .page_bytes = page_bytes};
    if (slots == 0)
        return PGD_OK;
    cache->slots = calloc(slots, sizeof *cache->slots);
    if (cache->slots != NULL)
        return PGD_OK;
    cache->count = 0;
    return pgd_lacks_memory(error, slots * sizeof *cache->slots, "a cache of pages");
}

struct pgd_slot *pgd_cache_find(struct pgd_cache *cache, const struct pgd_table *table, uint32_t place) {
    const uint32_t slot = table->places[place].slot;
    return slot == 0 ? NULL : &cache->slots[slot - 1];
}

static struct pgd_slot *least_recent(struct pgd_cache *cache) {
    struct pgd_slot *best = NULL;
    for (size_t i = 0; i < cache->count; i++) {
        struct pgd_slot *slot = &cache->slots[i];
        if (slot->users == 0 && !slot->behind && (best == NULL || slot->used < best->used))
            best = slot;
    }
    return best;
}

struct pgd_slot *pgd_cache_take(struct pgd_cache *cache, struct pgd_table *table, uint32_t place, bool behind) {
    if (behind && cache->behind_count >= (cache->count + 1) / 2)
        return NULL;
    struct pgd_slot *slot = least_recent(cache);
    if (slot == NULL)
        return NULL;
    if (slot->memory == NULL &&
        posix_memalign(&slot->memory, PGD_BUFFER_ALIGNMENT, pgd_place_bytes(cache->page_bytes)) != 0) {
        slot->memory = NULL;
        return NULL;
    }
    pgd_cache_forget(cache, table, slot);
    table->places[place].slot = (uint32_t)(slot - cache->slots) + 1;
    slot->place = place;
    slot->users = 1;
    slot->loading = true;
    slot->behind = behind;
    cache->behind_count += behind;
    pgd_cache_use(cache, slot);
    return slot;
}

void pgd_cache_forget(struct pgd_cache *cache, struct pgd_table *table, struct pgd_slot *slot) {
    if (slot->place != PGD_NO_PLACE)
        table->places[slot->place].slot = 0;
    cache->behind_count -= slot->behind;
    *slot = (struct pgd_slot){.memory = slot->memory};
}

void pgd_cache_use(struct pgd_cache *cache, struct pgd_slot *slot) {
    slot->used = ++cache->uses;
}

void pgd_cache_free(struct pgd_cache *cache) {
    for (size_t i = 0; i < cache->count; i++)
        free(cache->slots[i].memory);
    free(cache->slots);
    *cache = (struct pgd_cache){0};
}
