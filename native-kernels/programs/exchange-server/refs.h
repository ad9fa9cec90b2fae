/* SPDX-License-Identifier: Apache-2.0 */
/* The hashes of the refs that are kept: which refs may have been used before. The store has their answers. */
#ifndef EXCHANGE_SERVER_REFS_H
#define EXCHANGE_SERVER_REFS_H

#include "exchange/map.h"

#include <stdbool.h>

struct refs {
    struct xch_map known; /* from a hash to the place in the ring of the last ref that has it */
    uint64_t *ring;       /* a hash for each ref; the oldest one is forgotten for a new one */
    size_t room, most, next, count;
};

bool refs_know(const struct refs *refs, uint64_t hash);

/* Adds the hash of one more ref. Returns 0, or -1 without memory. */
int refs_add(struct refs *refs, uint64_t hash);
void refs_free(struct refs *refs);

#endif
