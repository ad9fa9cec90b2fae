/* SPDX-License-Identifier: Apache-2.0 */
/* The hashes of the kept refs, which show what refs may have been used before. The store has their answers. */
#ifndef EXCHANGE_SERVER_REFS_H
#define EXCHANGE_SERVER_REFS_H

#include "exchange/map.h"

#include <stdbool.h>

struct refs {
    struct xch_map known; /* from a hash to the place in the ring of the last ref with that hash */
    uint64_t *ring;       /* a hash for each ref; a new one replaces the oldest */
    size_t room, most, next, count;
};

bool refs_know(const struct refs *refs, uint64_t hash);

/* Adds the hash of one more ref. Returns 0, or -1 without memory. */
int refs_add(struct refs *refs, uint64_t hash);
void refs_free(struct refs *refs);

#endif
