/* SPDX-License-Identifier: Apache-2.0 */
/* A map from numbers of 64 bits, which clients may choose, to places. */
#ifndef SLIPWAY_EXCHANGE_MAP_H
#define SLIPWAY_EXCHANGE_MAP_H

#include <stddef.h>
#include <stdint.h>

/* All zero is an empty map. Where a key has its slot differs from process to process, and shows nowhere. 12 bytes a
 * slot; at most 2 of 3 slots are taken. */
struct xch_map {
    uint64_t *keys;
    uint32_t *places; /* XCH_NONE: the slot is free */
    size_t slots, count;
};

/* Returns the place of KEY, or XCH_NONE. */
uint32_t xch_map_find(const struct xch_map *map, uint64_t key);

/* Adds KEY, which the map does not have. Returns 0, or -1 without memory. */
int xch_map_add(struct xch_map *map, uint64_t key, uint32_t place);

/* Takes KEY out; a map that does not have it stays as it is. */
void xch_map_remove(struct xch_map *map, uint64_t key);

void xch_map_free(struct xch_map *map);

/* Returns the key that this process has drawn for its hashes: SW_SIPHASH_KEY_BYTES (base/siphash.h), for good. */
const uint8_t *xch_hash_key(void);

/* Returns KEY with its bits mixed, for digests; anyone can turn that back: the last step of splitmix64 (Steele, Lea and
 * Flood, OOPSLA 2014). */
uint64_t xch_mix(uint64_t key);

#endif
