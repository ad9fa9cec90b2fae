/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A word in memory that several processes or threads share, on which they sleep until a change. On Linux a sleeper
 * leaves the core to others (futex(2)), and a ring without sleepers costs two memory operations.
 */
#ifndef SLIPWAY_BASE_BELL_H
#define SLIPWAY_BASE_BELL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A bell in memory that all users share. A bell that was never rung and has no sleepers is all zero. */
struct sw_bell {
    _Atomic uint32_t rings;
    _Atomic uint32_t sleepers;
    _Atomic uint32_t light; /* watchers make the callers' processors look: see sw_bell_lighten */
};

/* Wakes all sleepers on BELL. The caller has written the awaited change before. */
void sw_bell_ring(struct sw_bell *bell);

/*
 * Sleeps until BELL is rung, counted from `rings` = SEEN, for at most 2 milliseconds. Returns at once if BELL has rung
 * since SEEN. The caller first reads `rings`, then checks whether waiting is needed, then calls this function, and so
 * misses no ring. The sleep may end early, so the caller checks again afterwards.
 */
void sw_bell_wait(struct sw_bell *bell, uint32_t seen);

/* Sleeps as sw_bell_wait does, for NANOSECONDS at most. NANOSECONDS must be below one second. */
void sw_bell_nap(struct sw_bell *bell, uint32_t seen, long nanoseconds);

/*
 * The following functions suit changes so frequent that even a ring without sleepers would cost too much. A waiter
 * first calls sw_bell_watch, then checks whether waiting is needed, then calls sw_bell_sleep with the result of
 * sw_bell_watch. Before another sleep the waiter reads `rings` and checks anew. At the end the waiter calls
 * sw_bell_leave. A thread that has made a change calls sw_bell_call, which rings only if there are watchers.
 */
uint32_t sw_bell_watch(struct sw_bell *bell);
void sw_bell_sleep(struct sw_bell *bell, uint32_t seen, long nanoseconds);
void sw_bell_leave(struct sw_bell *bell);

/*
 * Makes sw_bell_call cheap. A caller must order its change before its read of `sleepers`, and would wait until the
 * change has reached the other processors. After this call sw_bell_watch enforces that order with membarrier(2)
 * instead. The process that watches BELL calls this function before it watches. The process of a caller must have
 * called this function too, for any bell; otherwise the calls of that process stay as they were. Without such a system
 * call the function has no effect.
 */
void sw_bell_lighten(struct sw_bell *bell);

/* Says whether sw_bell_watch reaches the processors of this process. */
extern atomic_bool sw_bell_is_reached;

static inline void sw_bell_call(struct sw_bell *bell) {
    /* A read that is ordered behind the change, as in sw_bell_watch before the look: at least one of the two threads
     * sees the other's write. */
    uint32_t sleepers;
    if (atomic_load_explicit(&sw_bell_is_reached, memory_order_relaxed) &&
        atomic_load_explicit(&bell->light, memory_order_relaxed) != 0) {
        atomic_signal_fence(memory_order_seq_cst);
        sleepers = atomic_load_explicit(&bell->sleepers, memory_order_relaxed);
    } else {
        sleepers = atomic_fetch_add(&bell->sleepers, 0);
    }
    if (sleepers > 0)
        sw_bell_ring(bell);
}

#endif
