/* SPDX-License-Identifier: Apache-2.0 */
#include "refs.h"

#include "base/rows.h"
#include "exchange/ledger.h"

#include <stdlib.h>

bool refs_know(const struct refs *refs, uint64_t hash) {
    return xch_map_find(&refs->known, hash) != XCH_NONE;
}

/* Forgets the oldest ref; its hash stays known if a later ref has the same hash. */
static void forget_oldest(struct refs *refs) {
    const uint64_t oldest = refs->ring[refs->next];
    if (xch_map_find(&refs->known, oldest) == refs->next)
        xch_map_remove(&refs->known, oldest);
}

/* Makes room for a ref at the end of the ring, in place of the oldest one once the ring is full. */
static int make_room(struct refs *refs) {
    if (refs->count == refs->most) {
        forget_oldest(refs);
        return 0;
    }
    uint64_t *const ring = sw_rows_grow(refs->ring, &refs->room, refs->count + 1, sizeof *ring);
    if (ring == NULL)
        return -1;
    refs->ring = ring;
    refs->count++;
    return 0;
}

int refs_add(struct refs *refs, uint64_t hash) {
    if (make_room(refs) != 0)
        return -1;
    const size_t place = refs->next;
    refs->ring[place] = hash;
    refs->next = (place + 1) % refs->most;
    xch_map_remove(&refs->known, hash);
    return xch_map_add(&refs->known, hash, (uint32_t)place);
}

void refs_free(struct refs *refs) {
    xch_map_free(&refs->known);
    free(refs->ring);
}
