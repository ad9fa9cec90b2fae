/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <string.h>

static size_t aligned(size_t bytes) {
    return (bytes + SW_PAGE - 1) / SW_PAGE * SW_PAGE;
}

/* The sizes of the parts of the window. */
struct extents {
    size_t gate, slots, failures, data_stride, raw_stride;
};

static struct extents measure(size_t members, size_t slots, size_t data_bytes, size_t raw_bytes) {
    /* One byte more than the data: the byte after a last line without LF must be readable. */
    const struct extents extents = {aligned(sizeof(struct tp_gate)), aligned(slots * sizeof(struct tp_slot)),
                                    aligned(slots * members * sizeof(struct tp_error)), aligned(data_bytes + 1),
                                    aligned(raw_bytes)};
    return extents;
}

size_t tp_ring_bytes(size_t members, size_t slots, size_t data_bytes, size_t raw_bytes) {
    const struct extents extents = measure(members, slots, data_bytes, raw_bytes);
    const size_t control = extents.gate + extents.slots + extents.failures;
    const size_t stride = extents.data_stride + extents.raw_stride;
    return stride > (SIZE_MAX / 2 - control) / slots ? 0 : control + slots * stride;
}

static void find_places(const struct extents *extents, size_t raw_bytes, struct tp_ring *ring) {
    unsigned char *at = ring->window.base;
    ring->gate = (struct tp_gate *)at;
    at += extents->gate;
    ring->slot = (struct tp_slot *)at;
    at += extents->slots;
    ring->failures = (struct tp_error *)at;
    at += extents->failures;
    ring->data = at;
    ring->data_stride = extents->data_stride;
    ring->raw = raw_bytes > 0 ? at + ring->slots * extents->data_stride : NULL;
    ring->raw_stride = extents->raw_stride;
}

tp_err tp_ring_make(const struct sw_place *place, size_t slots, size_t data_bytes, size_t raw_bytes,
                    struct tp_ring *ring, struct tp_error *error) {
    const size_t bytes = tp_ring_bytes((size_t)place->members, slots, data_bytes, raw_bytes);
    const struct extents extents = measure((size_t)place->members, slots, data_bytes, raw_bytes);
    memset(ring, 0, sizeof *ring);
    if (bytes == 0)
        tp_fail(error, TP_ERR_ARGUMENT, "a ring of %zu segments of %zu bytes does not fit in memory", slots,
                data_bytes);
    if (tp_agree(place->all, error) == TP_OK)
        tp_window(error, sw_window_new(place, bytes, &ring->window), bytes);
    if (tp_agree(place->all, error) != TP_OK) {
        tp_ring_free(ring);
        return error->code;
    }
    ring->slots = slots;
    ring->members = place->members;
    find_places(&extents, raw_bytes, ring);
    if (place->member == 0) {
        memset(ring->gate, 0, sizeof *ring->gate);
        tp_ring_start(ring);
    }
    return tp_mpi(error, sw_window_barrier(&ring->window, place->group), "a barrier of the ranks that share memory");
}

void tp_ring_free(struct tp_ring *ring) {
    sw_window_free(&ring->window);
}

void tp_ring_start(struct tp_ring *ring) {
    memset(ring->slot, 0, ring->slots * sizeof *ring->slot);
    for (size_t i = 0; i < ring->slots; i++)
        atomic_init(&ring->slot[i].failure, TP_NO_FAILURE);
}

struct tp_slot *tp_ring_slot(const struct tp_ring *ring, uint32_t turn) {
    return &ring->slot[turn % ring->slots];
}

unsigned char *tp_ring_data(const struct tp_ring *ring, uint32_t turn) {
    return ring->data + turn % ring->slots * ring->data_stride;
}

unsigned char *tp_ring_raw(const struct tp_ring *ring, uint32_t turn) {
    return ring->raw + turn % ring->slots * ring->raw_stride;
}

struct tp_error *tp_ring_failure(const struct tp_ring *ring, uint32_t turn, int member) {
    return &ring->failures[turn % ring->slots * (size_t)ring->members + (size_t)member];
}

int tp_ring_is_free(const struct tp_ring *ring, uint32_t turn) {
    const uint32_t times = (uint32_t)ring->members * (uint32_t)(turn / ring->slots);
    return atomic_load_explicit(&tp_ring_slot(ring, turn)->released, memory_order_acquire) == times;
}

int64_t tp_ring_claim(const struct tp_ring *ring, uint32_t turn, uint32_t pieces) {
    struct tp_slot *slot = tp_ring_slot(ring, turn);
    uint64_t seen = atomic_load(&slot->claim);
    for (;;) {
        const uint32_t at = (uint32_t)(seen >> 32), next = at == turn ? (uint32_t)seen : 0;
        if (at > turn || next >= pieces)
            return -1;
        if (atomic_compare_exchange_weak(&slot->claim, &seen, (uint64_t)turn << 32 | (next + 1)))
            return next;
    }
}

void tp_ring_fail(const struct tp_ring *ring, uint32_t turn, uint32_t piece, int member, const struct tp_error *error) {
    struct tp_slot *slot = tp_ring_slot(ring, turn);
    const uint64_t mine = (uint64_t)piece << 32 | (uint32_t)member;
    uint64_t seen = atomic_load(&slot->failure);
    /*
     * A member claims pieces in order: the text of the member's first failure must not be overwritten by a later one.
     */
    if (mine < seen)
        *tp_ring_failure(ring, turn, member) = *error;
    while (mine < seen && !atomic_compare_exchange_weak(&slot->failure, &seen, mine))
        ;
}

int tp_ring_done(const struct tp_ring *ring, uint32_t turn, uint32_t pieces) {
    struct tp_slot *slot = tp_ring_slot(ring, turn);
    if (atomic_fetch_add(&slot->done, 1) + 1 < pieces)
        return 0;
    atomic_store(&slot->done, 0);
    return 1;
}

void tp_ring_fill(const struct tp_ring *ring, uint32_t turn, uint64_t bytes) {
    struct tp_slot *slot = tp_ring_slot(ring, turn);
    tp_ring_data(ring, turn)[bytes] = '\0';
    slot->bytes = bytes;
    atomic_store_explicit(&slot->filled, turn + 1, memory_order_release);
    sw_bell_ring(&slot->bell);
}

void tp_ring_release(const struct tp_ring *ring, uint32_t turn) {
    struct tp_slot *slot = tp_ring_slot(ring, turn);
    const uint32_t all = (uint32_t)ring->members * (uint32_t)(turn / ring->slots + 1);
    if (atomic_fetch_add(&slot->released, 1) + 1 == all)
        sw_bell_ring(&slot->bell);
}
