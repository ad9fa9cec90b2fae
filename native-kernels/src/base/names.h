/* SPDX-License-Identifier: Apache-2.0 */
/* A set of names with numbers: 0 for the first name added, and so on. */
#ifndef SLIPWAY_BASE_NAMES_H
#define SLIPWAY_BASE_NAMES_H

#include <stddef.h>
#include <stdint.h>

enum { SW_NO_NAME = UINT32_MAX };

/*
 * A set of names with numbers. All zero is an empty set. If an untrusted party chooses the names and may force
 * collisions, the owner of the set sets a random key before the first name; numbers are the same with any key.
 *
 * The set owns copies of the names. Memory: the bytes of the names and about 24 bytes for each.
 */
struct sw_names {
    char *texts; /* one after another, each with a NUL */
    size_t *starts;
    uint32_t *slots; /* open addressing; a slot holds a number, or SW_NO_NAME */
    size_t text_bytes, text_room, start_room, slot_count;
    uint32_t count;
    const uint8_t *key; /* the owner's key for SipHash (siphash.h); NULL: an unkeyed hash */
};

/* Returns the number of NAME, or SW_NO_NAME if the set does not have NAME. */
uint32_t sw_names_find(const struct sw_names *names, const char *name);

/*
 * Adds NAME, unless the set has the name, and returns the number of NAME. *IS_NEW then says whether NAME was added;
 * IS_NEW may be NULL. Returns SW_NO_NAME without memory; the set then stays as it was.
 */
uint32_t sw_names_add(struct sw_names *names, const char *name, int *is_new);

/* Returns the name with a NUMBER below names->count; valid until a name is added. */
const char *sw_names_text(const struct sw_names *names, uint32_t number);

/* Frees the names and makes the set empty. */
void sw_names_free(struct sw_names *names);

#endif
