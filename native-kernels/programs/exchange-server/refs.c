/* SPDX-License-Identifier: Apache-2.0 */
#include "refs.h"

#include "base/rows.h"
#include "exchange/ledger.h"

#include <stdlib.h>

bool refs_know(const struct refs *refs, uint64_t hash) {
    return xch_map_find(&refs->known, hash) != XCH_NONE;
}

/* Puts a hash at the end of the ring, in place of the oldest one once the ring is full. */
static int put(struct refs *refs, uint64_t hash) {
    if (refs->count == refs->most) {
        xch_map_remove(&refs->known, refs->ring[refs->next]);
        refs->ring[refs->next] = hash;
        refs->next = (refs->next + 1) % refs->most;
        return 0;
    }
    uint64_t *const ring = sw_rows_grow(refs->ring, &refs->room, refs->count + 1, sizeof *ring);
    if (ring == NULL)
        return -1;
    refs->ring = ring;
    ring[refs->count++] = hash;
    return 0;
}

int refs_add(struct refs *refs, uint64_t hash) {
    if (refs_know(refs, hash))
        return 0;
    if (put(refs, hash) != 0)
        return -1;
    return xch_map_add(&refs->known, hash, 0);
}

void refs_free(struct refs *refs) {
    xch_map_free(&refs->known);
    free(refs->ring);
}
