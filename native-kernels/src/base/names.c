/* SPDX-License-Identifier: Apache-2.0 */
#include "base/names.h"

#include "base/rows.h"
#include "base/siphash.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static uint64_t hash_of(const struct sw_names *names, const char *name) {
    return names->key == NULL ? sw_text_hash(name) : sw_siphash(names->key, (const unsigned char *)name, strlen(name));
}

/* Returns the slot of NAME, or the empty slot at the end of the search. SLOT_COUNT is a power of two. */
static size_t find_slot(const struct sw_names *names, const uint32_t *slots, size_t slot_count, const char *name) {
    size_t at = hash_of(names, name) & (slot_count - 1);
    while (slots[at] != SW_NO_NAME && strcmp(sw_names_text(names, slots[at]), name) != 0)
        at = (at + 1) & (slot_count - 1);
    return at;
}

uint32_t sw_names_find(const struct sw_names *names, const char *name) {
    if (names->count == 0)
        return SW_NO_NAME;
    return names->slots[find_slot(names, names->slots, names->slot_count, name)];
}

/* Keeps at least half of the slots empty. Returns 0, or -1 without memory. */
static int grow_slots(struct sw_names *names) {
    if (2 * ((size_t)names->count + 1) <= names->slot_count)
        return 0;
    const size_t wanted = names->slot_count == 0 ? FIRST_SLOTS : 2 * names->slot_count;
    uint32_t *slots = malloc(wanted * sizeof *slots);
    if (slots == NULL)
        return -1;
    memset(slots, 0xff, wanted * sizeof *slots);
    for (uint32_t i = 0; i < names->count; i++)
        slots[find_slot(names, slots, wanted, sw_names_text(names, i))] = i;
    free(names->slots);
    names->slots = slots;
    names->slot_count = wanted;
    return 0;
}

uint32_t sw_names_add(struct sw_names *names, const char *name, int *is_new) {
    const size_t bytes = strlen(name) + 1;
    if (is_new != NULL)
        *is_new = 0;
    if (grow_slots(names) != 0)
        return SW_NO_NAME;
    const size_t slot = find_slot(names, names->slots, names->slot_count, name);
    if (names->slots[slot] != SW_NO_NAME)
        return names->slots[slot];
    char *texts = sw_rows_grow(names->texts, &names->text_room, names->text_bytes + bytes, 1);
    if (texts == NULL)
        return SW_NO_NAME;
    names->texts = texts;
    size_t *starts = sw_rows_grow(names->starts, &names->start_room, (size_t)names->count + 1, sizeof *starts);
    if (starts == NULL)
        return SW_NO_NAME;
    names->starts = starts;
    memcpy(texts + names->text_bytes, name, bytes);
    starts[names->count] = names->text_bytes;
    names->text_bytes += bytes;
    names->slots[slot] = names->count;
    if (is_new != NULL)
        *is_new = 1;
    return names->count++;
}

const char *sw_names_text(const struct sw_names *names, uint32_t number) {
    return names->texts + names->starts[number];
}

void sw_names_free(struct sw_names *names) {
    free(names->texts);
    free(names->starts);
    free(names->slots);
    memset(names, 0, sizeof *names);
}
