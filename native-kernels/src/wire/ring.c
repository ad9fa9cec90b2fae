/* SPDX-License-Identifier: Apache-2.0 */
#include "wire/ring.h"

bool ring_fits_now(struct ring_view *view, uint64_t needed) {
    view->other = atomic_load_explicit(&view->ring->receiver.at, memory_order_acquire);
    return view->own + needed - view->other <= view->room;
}

/* Checks whether records have come since this side's last look. */
static bool is_empty(struct ring_view *view) {
    if (view->own != view->other)
        return false;
    /* The record comes from the sender's cache at the same time as the news of it. */
    __builtin_prefetch(view->data + (view->own & (view->room - 1)));
    view->other = atomic_load_explicit(&view->ring->sender.at, memory_order_acquire);
    return view->own == view->other;
}

ring_found ring_front(struct ring_view *view, const void **record, uint32_t *bytes) {
    uint32_t length;
    for (int skips = 0;; skips++) {
        if (is_empty(view))
            return RING_EMPTY;
        memcpy(&length, view->data + (view->own & (view->room - 1)), sizeof length);
        if (length != RING_SKIP)
            break;
        if (skips > 0)
            return RING_TORN;
        view->own += ring_contiguous(view, view->own);
    }
    const uint64_t cost = ring_cost(length);
    if (length == 0 || cost > ring_contiguous(view, view->own) || cost > view->other - view->own ||
        view->other - view->own > view->room)
        return RING_TORN;
    *record = view->data + (view->own & (view->room - 1)) + sizeof(uint32_t);
    *bytes = length;
    return RING_FOUND;
}
