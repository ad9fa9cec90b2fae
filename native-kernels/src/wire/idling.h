/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a thread waits: it spins briefly, and then sleeps on its bell. How long it spins follows from how long it waited
 * before, as the Linux governor "haltpoll" does it: a wait that spinning would have covered makes it spin for up to
 * IDLING_SPIN_MOST again, a longer one halves that. With one core to run on it does not spin, for the other side could
 * not go on.
 */
#ifndef SLIPWAY_WIRE_IDLING_H
#define SLIPWAY_WIRE_IDLING_H

#include <stdbool.h>
#include <stdint.h>

enum { IDLING_SPIN_MOST = 50000, IDLING_SPIN_LEAST = 1000 }; /* nanoseconds */

/* One stay of a thread without work. All zero: it has not begun. */
struct idling {
    bool begun, armed;
    uint32_t spins, seen;
    int64_t since;
};

/* Returns the nanoseconds of a clock that never goes back. */
int64_t idling_now(void);

/* Returns for how many nanoseconds a thread spins at first. */
int64_t idling_first_spin(void);

/*
 * Spins until the next look, in a stay of at most SPIN nanoseconds. It offers the core to nobody: that asks the system,
 * which takes longer than most waits. Returns false where that time is over.
 */
bool idling_spin(int64_t spin, struct idling *idling);

/* Returns for how long to spin in the next stay, at the end of one that has begun, where it was SPIN. */
int64_t idling_next_spin(int64_t spin, const struct idling *idling);

#endif
