/* SPDX-License-Identifier: Apache-2.0 */
/* A map to places from numbers of 64 bits, which clients may choose. */
#ifndef SLIPWAY_EXCHANGE_MAP_H
#define SLIPWAY_EXCHANGE_MAP_H

#include <stddef.h>
#include <stdint.h>

/* A map. All zero is empty. The slot of a key differs between processes, without visible effect. A slot has 12 bytes;
 * at most 2 of 3 slots are taken. */
struct xch_map {
    uint64_t *keys;
    uint32_t *places; /* XCH_NONE: the slot is free */
    size_t slots, count;
};

/* Returns the place of KEY, or XCH_NONE. */
uint32_t xch_map_find(const struct xch_map *map, uint64_t key);

/* Adds KEY, which is not in the map. Returns 0, or -1 without memory. */
int xch_map_add(struct xch_map *map, uint64_t key, uint32_t place);

/* Removes KEY; a map without KEY stays as it is. */
void xch_map_remove(struct xch_map *map, uint64_t key);

void xch_map_free(struct xch_map *map);

/* Returns the key of this process for its hashes: SW_SIPHASH_KEY_BYTES (base/siphash.h), constant for the process. */
const uint8_t *xch_hash_key(void);

/* Returns KEY with its bits mixed, for digests: the last step of splitmix64 (Steele, Lea and Flood, OOPSLA 2014). The
 * mixing is reversible by anyone. */
uint64_t xch_mix(uint64_t key);

#endif
