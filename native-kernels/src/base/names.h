/* SPDX-License-Identifier: Apache-2.0 */
/* A set of names, each with a number: 0 for the first that was added, and so on. */
#ifndef SLIPWAY_BASE_NAMES_H
#define SLIPWAY_BASE_NAMES_H

#include <stddef.h>
#include <stdint.h>

enum { SW_NO_NAME = UINT32_MAX };

/*
 * All zero is an empty set. Where names come from somebody who may choose them to collide, the owner of the set gives
 * it a random key before the first name; numbers are the same with any key.
 *
 * The set owns copies of its names. Memory: the names' bytes and about 24 bytes for each.
 */
struct sw_names {
    char *texts; /* one after another, each with its NUL */
    size_t *starts;
    uint32_t *slots; /* open addressing; a slot holds a number, or SW_NO_NAME */
    size_t text_bytes, text_room, start_room, slot_count;
    uint32_t count;
    const uint8_t *key; /* the owner's, of SipHash (siphash.h); NULL: a hash that anyone can compute */
};

/* Returns the number of NAME, or SW_NO_NAME where the set does not have it. */
uint32_t sw_names_find(const struct sw_names *names, const char *name);

/*
 * Adds NAME, unless the set has it, and returns its number. *IS_NEW then says whether it was added; IS_NEW may be NULL.
 * Returns SW_NO_NAME without memory; the set then stays as it was.
 */
uint32_t sw_names_add(struct sw_names *names, const char *name, int *is_new);

/* Returns the name with a NUMBER below names->count; valid until a name is added. */
const char *sw_names_text(const struct sw_names *names, uint32_t number);

/* Frees the names and makes the set empty. */
void sw_names_free(struct sw_names *names);

#endif
