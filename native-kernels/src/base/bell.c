/* SPDX-License-Identifier: Apache-2.0 */
#include "base/bell.h"

#include <sched.h>

#ifdef __linux__
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void sw_bell_ring(struct sw_bell *bell) {
    atomic_fetch_add(&bell->rings, 1);
    if (atomic_load(&bell->sleepers) > 0)
        syscall(SYS_futex, &bell->rings, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void sw_bell_nap(struct sw_bell *bell, uint32_t seen, long nanoseconds) {
    const struct timespec longest = {0, nanoseconds};
    atomic_fetch_add(&bell->sleepers, 1);
    syscall(SYS_futex, &bell->rings, FUTEX_WAIT, seen, &longest, NULL, 0);
    atomic_fetch_sub(&bell->sleepers, 1);
}
#else
void sw_bell_ring(struct sw_bell *bell) {
    atomic_fetch_add(&bell->rings, 1);
}

void sw_bell_nap(struct sw_bell *bell, uint32_t seen, long nanoseconds) {
    (void)nanoseconds;
    if (atomic_load(&bell->rings) == seen)
        sched_yield();
}
#endif

void sw_bell_wait(struct sw_bell *bell, uint32_t seen) {
    sw_bell_nap(bell, seen, 2000000);
}
