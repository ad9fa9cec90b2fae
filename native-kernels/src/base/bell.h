/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A word in memory that several processes or threads share, on which they sleep until something has happened. On Linux
 * a sleeper leaves its core to the others (futex(2)), and a ring that nobody waits for costs two memory operations.
 */
#ifndef SLIPWAY_BASE_BELL_H
#define SLIPWAY_BASE_BELL_H

#include <stdatomic.h>
#include <stdint.h>

/* A bell that has never been rung and on which nobody sleeps is all zero. It lies in memory that all its users share.
 */
struct sw_bell {
    _Atomic uint32_t rings;
    _Atomic uint32_t sleepers;
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

#endif
