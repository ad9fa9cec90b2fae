/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A ring: the memory between two threads or processes, with one sender and one receiver. Records lie one behind
 * another: the length in 4 bytes, the bytes, and padding to a multiple of 8. A record never lies across the end of the
 * memory: the sender skips the rest with a length of RING_SKIP. The sender advances `sender.at` and the receiver
 * `receiver.at`; both count bytes and never go back, so their difference is the number of bytes in the ring.
 *
 * Each side keeps the last seen position of the other side, and touches the other's cache line only when the ring seems
 * full or empty (as in Lee, Bu and Chandranmenon, "A lock-free, cache-efficient shared ring buffer", ANCS 2009).
 */
#ifndef SLIPWAY_WIRE_RING_H
#define SLIPWAY_WIRE_RING_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The state of a side of a ring. RING_LOST: the side failed or died; records that it had put can be taken. */
enum { RING_NONE, RING_OPEN, RING_DONE, RING_LOST };

struct ring_side {
    alignas(64) _Atomic uint64_t at;
    _Atomic uint32_t state;
};

/* A ring. All zero: empty, and not opened by either side. */
struct ring {
    struct ring_side sender, receiver;
};

#define RING_SKIP UINT32_MAX

/* One side's view of a ring, in the side's memory. */
struct ring_view {
    struct ring *ring;
    unsigned char *data;
    uint32_t room;  /* a power of two */
    uint64_t own;   /* position of this side; published only by ring_publish or ring_settle */
    uint64_t other; /* last seen position of the other side */
};

/* Returns the bytes that a record of BYTES takes. */
static inline uint64_t ring_cost(uint32_t bytes) {
    return ((uint64_t)bytes + sizeof(uint32_t) + 7) & ~(uint64_t)7;
}

/* Returns the bytes from AT to the end of the memory. */
static inline uint64_t ring_contiguous(const struct ring_view *view, uint64_t at) {
    return view->room - (at & (view->room - 1));
}

/* Reads the receiver's current position. Returns whether NEEDED bytes fit then. */
bool ring_fits_now(struct ring_view *view, uint64_t needed);

/* Returns whether a record of BYTES, at most a quarter of the room, can be put now. */
static inline bool ring_fits(struct ring_view *view, uint32_t bytes) {
    const uint64_t cost = ring_cost(bytes), rest = ring_contiguous(view, view->own);
    const uint64_t needed = cost <= rest ? cost : rest + cost;
    return view->own + needed - view->other <= view->room || ring_fits_now(view, needed);
}

/* Copies a record. Most records are a few words, for which a call would take longer than the copy. */
static inline void ring_copy(unsigned char *restrict to, const unsigned char *restrict from, size_t bytes) {
    if (bytes < 16 || bytes > 32) {
        memcpy(to, from, bytes);
        return;
    }
    memcpy(to, from, 16);
    memcpy(to + bytes - 16, from + bytes - 16, 16);
}

/* Makes room for a record of BYTES, after ring_fits has returned true. Returns the place to write the record; the
 * receiver sees the record after ring_publish. */
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

/* Puts a record, after ring_fits has returned true. The receiver sees the record after ring_publish. */
static inline void ring_put(struct ring_view *view, const void *record, uint32_t bytes) {
    ring_copy(ring_place(view, bytes), record, bytes);
}

/* Shows all put records to the receiver. */
static inline void ring_publish(struct ring_view *view) {
    atomic_store_explicit(&view->ring->sender.at, view->own, memory_order_release);
}

/* The results of ring_front. RING_TORN: the memory does not hold a sender's output. */
typedef enum { RING_FOUND, RING_EMPTY, RING_TORN } ring_found;

/* Finds the next record, which stays in place until ring_take. */
ring_found ring_front(struct ring_view *view, const void **record, uint32_t *bytes);

/* Takes out the record of BYTES that ring_front has found. */
static inline void ring_take(struct ring_view *view, uint32_t bytes) {
    view->own += ring_cost(bytes);
}

/* Gives the room of taken records to the sender. */
static inline void ring_settle(struct ring_view *view) {
    atomic_store_explicit(&view->ring->receiver.at, view->own, memory_order_release);
}

/* Returns the number of bytes taken and not settled. */
static inline uint64_t ring_unsettled(const struct ring_view *view) {
    return view->own - atomic_load_explicit(&view->ring->receiver.at, memory_order_relaxed);
}

#endif
