/*
 * A word in memory that several processes or threads share, on which they sleep until something has happened. On Linux
 * a sleeper leaves its core to the others (futex(2)), and a ring that nobody waits for costs two memory operations.
 */
#ifndef SLIPWAY_BASE_BELL_H
#define SLIPWAY_BASE_BELL_H

#include <stdatomic.h>
#include <stdint.h>

/* All zero means: never rung, nobody sleeps. */
struct sw_bell {
    _Atomic uint32_t rings;
    _Atomic uint32_t sleepers;
};

/* Wakes everybody who sleeps on BELL. Call it after the change that they wait for is written. */
void sw_bell_ring(struct sw_bell *bell);

/*
 * Sleeps until BELL has been rung since its `rings` stood at SEEN, for 2 milliseconds at most. Read `rings` first, then
 * look whether there is something to wait for, then call this: so no ring is missed.
 */
void sw_bell_wait(struct sw_bell *bell, uint32_t seen);

/* Is sw_bell_wait for NANOSECONDS at most, which must be below a second. */
void sw_bell_nap(struct sw_bell *bell, uint32_t seen, long nanoseconds);

#endif
