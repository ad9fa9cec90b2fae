/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The wait of a thread: the thread spins briefly, and then sleeps on the thread's bell. Earlier waits decide the length
 * of spinning, as in the Linux governor "haltpoll": after a wait that spinning would have covered, the thread spins for
 * up to IDLING_SPIN_MOST again; a longer wait halves the time. With a single core the thread does not spin, because the
 * other side could not go on.
 */
#ifndef SLIPWAY_WIRE_IDLING_H
#define SLIPWAY_WIRE_IDLING_H

#include <stdbool.h>
#include <stdint.h>

enum { IDLING_SPIN_MOST = 50000, IDLING_SPIN_LEAST = 1000 }; /* nanoseconds */

/* One stay of a thread without work. All zero: not started. */
struct idling {
    bool begun, armed;
    uint32_t spins, seen;
    int64_t since;
};

/* Returns the nanoseconds of a clock that never goes back. */
int64_t idling_now(void);

/* Returns the nanoseconds for which a thread spins at first. */
int64_t idling_first_spin(void);

/*
 * Spins until the next look, in a stay of at most SPIN nanoseconds. The call does not yield the core: a system call
 * takes longer than most waits. Returns false once that time is over.
 */
bool idling_spin(int64_t spin, struct idling *idling);

/* Returns the spinning time of the next stay, at the end of a stay with a spinning time of SPIN. */
int64_t idling_next_spin(int64_t spin, const struct idling *idling);

#endif
