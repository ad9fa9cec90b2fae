/* SPDX-License-Identifier: Apache-2.0 */
#include "wire/idling.h"

#include <sched.h>
#include <time.h>

enum { SPINS_A_READING = 8 };

int64_t idling_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t idling_first_spin(void) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    return sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) < 2 ? 0 : IDLING_SPIN_MOST;
}

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

bool idling_spin(int64_t spin, struct idling *idling) {
    /* A reading of the clock takes as long as a look, so the clock is read only now and then. */
    if (spin == 0 || (idling->spins++ % SPINS_A_READING == 0 && idling_now() - idling->since >= spin))
        return false;
    relax();
    return true;
}

int64_t idling_next_spin(int64_t spin, const struct idling *idling) {
    if (!idling->armed) /* Spinning was enough. More questions would only delay the work that has come. */
        return IDLING_SPIN_MOST;
    if (idling_now() - idling->since < IDLING_SPIN_MOST)
        return idling_first_spin();
    return spin / 2 < IDLING_SPIN_LEAST ? 0 : spin / 2;
}
