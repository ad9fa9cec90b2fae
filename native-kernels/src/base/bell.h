/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A word in memory that several processes or threads share, on which they sleep until something has happened. On Linux
 * a sleeper leaves its core to the others (futex(2)), and a ring that nobody waits for costs two memory operations.
 */
#ifndef SLIPWAY_BASE_BELL_H
#define SLIPWAY_BASE_BELL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A bell that has never been rung and on which nobody sleeps is all zero. It lies in memory that all its users share.
 */
struct sw_bell {
    _Atomic uint32_t rings;
    _Atomic uint32_t sleepers;
    _Atomic uint32_t light; /* who watches makes the callers' processors look: see sw_bell_lighten */
};

/* Wakes everybody who sleeps on BELL. The caller has written the change that they wait for before. */
void sw_bell_ring(struct sw_bell *bell);

/*
 * Sleeps until BELL has been rung since its `rings` stood at SEEN, for 2 milliseconds at most. Returns at once where it
 * has been rung already. The caller first reads `rings`, then looks whether it has to wait, then calls this; so it
 * misses no ring. It looks again afterwards, for the sleep may end early.
 */
void sw_bell_wait(struct sw_bell *bell, uint32_t seen);

/* Sleeps as sw_bell_wait does, for NANOSECONDS at most. NANOSECONDS must be below one second. */
void sw_bell_nap(struct sw_bell *bell, uint32_t seen, long nanoseconds);

/*
 * What follows is for changes so frequent that even a ring that nobody waits for would cost too much. Who waits first
 * calls sw_bell_watch, then looks whether it has to wait, then calls sw_bell_sleep with what sw_bell_watch returned;
 * before it sleeps again it reads `rings` and looks anew. At last it calls sw_bell_leave. Who has made a change calls
 * sw_bell_call, which rings only where somebody watches.
 */
uint32_t sw_bell_watch(struct sw_bell *bell);
void sw_bell_sleep(struct sw_bell *bell, uint32_t seen, long nanoseconds);
void sw_bell_leave(struct sw_bell *bell);

/*
 * Makes sw_bell_call cheap: the order of the change and the look at `sleepers`, for which each caller would have to
 * wait until the change has reached the other processors, is then made by sw_bell_watch, with membarrier(2). To be
 * called by the process that watches BELL, before it does; a caller's process has called it too, for any bell, or its
 * calls stay as they were. Without such a system call nothing changes.
 */
void sw_bell_lighten(struct sw_bell *bell);

/* Whether sw_bell_watch reaches the processors of this process. */
extern atomic_bool sw_bell_is_reached;

static inline void sw_bell_call(struct sw_bell *bell) {
    /* A read that is ordered behind the change, as sw_bell_watch is before the look: one of both sees the other. */
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
