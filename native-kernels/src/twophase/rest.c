/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <sched.h>

/* Calls without sleep: for a rank with a core of its own, and for a rank that shares a core. */
enum { PATIENCE = 2000, CROWDED_PATIENCE = 1, BUSY_PATIENCE = 16 };

/* First and longest sleep of a busy rank: other leaders wait for this rank, and no event wakes the rank when a message
 * comes. */
enum { FIRST_NAP_NS = 50000, LAST_NAP_NS = 1000000, NAPS_UNTIL_LONGER = 4 };

enum { CALLS_BETWEEN_PROBES = 64 };

/* Returns the length of a nap. After every few naps the length doubles. */
static long nap_ns(unsigned naps) {
    long ns = FIRST_NAP_NS;
    for (; naps >= NAPS_UNTIL_LONGER && ns < LAST_NAP_NS; naps -= NAPS_UNTIL_LONGER)
        ns *= 2;
    return ns < LAST_NAP_NS ? ns : LAST_NAP_NS;
}

static unsigned patience_of(const struct sw_place *place, int busy) {
    if (busy)
        return place->crowded ? BUSY_PATIENCE : ~0U;
    return place->crowded ? CROWDED_PATIENCE : PATIENCE;
}

/*
 * Calls MPI_Iprobe now and then: the awaited rank may be in the caller's own communication, which goes on only when
 * this rank makes an MPI call.
 */
void tp_rest(const struct sw_place *place, int busy, struct sw_bell *bell, uint32_t seen, unsigned *rests) {
    struct sw_bell silent = {0};
    const unsigned patience = patience_of(place, busy);
    const int sleeps = *rests >= patience;
    int any;
    if (!sleeps)
        sched_yield();
    else if (busy)
        sw_bell_nap(bell != NULL ? bell : &silent, bell != NULL ? seen : 0, nap_ns(*rests - patience));
    else
        sw_bell_wait(bell, seen);
    if (++*rests % CALLS_BETWEEN_PROBES == 0 || sleeps)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, place->group, &any, MPI_STATUS_IGNORE);
}
