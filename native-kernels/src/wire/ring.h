/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A ring: the memory between two threads or processes, with one sender and one receiver. Records lie in it one behind
 * another: the length in 4 bytes, the bytes, and what fills up to a multiple of 8. A record does not lie across the
 * end of the memory: the sender passes the rest over, which a length of RING_SKIP says. The sender advances `sender.at`
 * and the receiver `receiver.at`; both count bytes and never go back, so their difference is what the ring holds.
 *
 * Each side keeps what it last saw of the other, so that it touches the other's line of the cache only when the ring
 * seems full or empty (as in Lee, Bu and Chandranmenon, "A lock-free, cache-efficient shared ring buffer", ANCS 2009).
 */
#ifndef SLIPWAY_WIRE_RING_H
#define SLIPWAY_WIRE_RING_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What a side of a ring has come to. RING_LOST: it failed or died; what it had put before can be taken. */
enum { RING_NONE, RING_OPEN, RING_DONE, RING_LOST };

struct ring_side {
    alignas(64) _Atomic uint64_t at;
    _Atomic uint32_t state;
};

/* A ring that is all zero is empty, and neither side has opened it. */
struct ring {
    struct ring_side sender, receiver;
};

#define RING_SKIP UINT32_MAX

/* One side's view of a ring, in its own memory. */
struct ring_view {
    struct ring *ring;
    unsigned char *data;
    uint32_t room;  /* a power of two */
    uint64_t own;   /* where this side is; published only by ring_publish or ring_settle */
    uint64_t other; /* where the other side was when this one looked last */
};

/* Returns the bytes that a record of BYTES takes. */
static inline uint64_t ring_cost(uint32_t bytes) {
    return ((uint64_t)bytes + sizeof(uint32_t) + 7) & ~(uint64_t)7;
}

/* Returns the bytes from AT to the end of the memory. */
static inline uint64_t ring_contiguous(const struct ring_view *view, uint64_t at) {
    return view->room - (at & (view->room - 1));
}

/* Looks how far the receiver has come by now. Returns whether NEEDED bytes fit then. */
bool ring_fits_now(struct ring_view *view, uint64_t needed);

/* Returns whether a record of BYTES, at most a quarter of the room, can be put now. */
static inline bool ring_fits(struct ring_view *view, uint32_t bytes) {
    const uint64_t cost = ring_cost(bytes), rest = ring_contiguous(view, view->own);
    const uint64_t needed = cost <= rest ? cost : rest + cost;
    return view->own + needed - view->other <= view->room || ring_fits_now(view, needed);
}

/* Copies a record. Most are some words long, for which a call would take longer than the copy. */
static inline void ring_copy(unsigned char *restrict to, const unsigned char *restrict from, size_t bytes) {
    if (bytes < 16 || bytes > 32) {
        memcpy(to, from, bytes);
        return;
    }
    memcpy(to, from, 16);
    memcpy(to + bytes - 16, from + bytes - 16, 16);
}

/* Makes room for a record of BYTES, for which ring_fits has said yes. Returns where the record is to be written; the
 * receiver sees it after ring_publish. */
static inline unsigned char *ring_place(struct ring_view *view, uint32_t bytes) {
    const uint64_t cost = ring_cost(bytes), rest = ring_contiguous(view, view->own);
    if (cost > rest) {
        const uint32_t skip = RING_SKIP;
        memcpy(view->data + (view->own & (view->room - 1)), &skip, sizeof skip);
        view->own += rest;
    }
    unsigned char *at = view->data + (view->own & (view->room - 1));
    memcpy(at, &bytes, sizeof bytes);
    view->own += cost;
    return at + sizeof bytes;
}

/* Puts a record, for which ring_fits has said yes. The receiver sees it after ring_publish. */
static inline void ring_put(struct ring_view *view, const void *record, uint32_t bytes) {
    ring_copy(ring_place(view, bytes), record, bytes);
}

/* Shows the receiver all that was put. */
static inline void ring_publish(struct ring_view *view) {
    atomic_store_explicit(&view->ring->sender.at, view->own, memory_order_release);
}

/* What ring_front finds. RING_TORN: the memory does not hold what a sender writes. */
typedef enum { RING_FOUND, RING_EMPTY, RING_TORN } ring_found;

/* Finds the next record, which stays where it is until ring_take. */
ring_found ring_front(struct ring_view *view, const void **record, uint32_t *bytes);

/* Takes out the record of BYTES that ring_front has found. */
static inline void ring_take(struct ring_view *view, uint32_t bytes) {
    view->own += ring_cost(bytes);
}

/* Gives the sender the room of what was taken. */
static inline void ring_settle(struct ring_view *view) {
    atomic_store_explicit(&view->ring->receiver.at, view->own, memory_order_release);
}

/* Returns how many bytes were taken and not settled. */
static inline uint64_t ring_unsettled(const struct ring_view *view) {
    return view->own - atomic_load_explicit(&view->ring->receiver.at, memory_order_relaxed);
}

#endif
