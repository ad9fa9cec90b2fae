/* SPDX-License-Identifier: Apache-2.0 */
#include "base/bell.h"

#include <sched.h>

atomic_bool sw_bell_is_reached;

#ifdef __linux__
#include <limits.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void sw_bell_ring(struct sw_bell *bell) {
    atomic_fetch_add(&bell->rings, 1);
    if (atomic_load(&bell->sleepers) > 0)
        syscall(SYS_futex, &bell->rings, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void sw_bell_sleep(struct sw_bell *bell, uint32_t seen, long nanoseconds) {
    const struct timespec longest = {0, nanoseconds};
    syscall(SYS_futex, &bell->rings, FUTEX_WAIT, seen, &longest, NULL, 0);
}

void sw_bell_lighten(struct sw_bell *bell) {
    if (!atomic_load(&sw_bell_is_reached) &&
        syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0)
        atomic_store(&sw_bell_is_reached, true);
    if (atomic_load(&sw_bell_is_reached))
        atomic_store(&bell->light, 1);
}

/* Makes every running thread of the processes of sw_bell_lighten order reads behind earlier writes. */
static void order_callers(void) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
}
#else
void sw_bell_ring(struct sw_bell *bell) {
    atomic_fetch_add(&bell->rings, 1);
}

void sw_bell_sleep(struct sw_bell *bell, uint32_t seen, long nanoseconds) {
    (void)nanoseconds;
    if (atomic_load(&bell->rings) == seen)
        sched_yield();
}

void sw_bell_lighten(struct sw_bell *bell) {
    (void)bell;
}

static void order_callers(void) {
}
#endif

uint32_t sw_bell_watch(struct sw_bell *bell) {
    atomic_fetch_add(&bell->sleepers, 1);
    if (atomic_load_explicit(&bell->light, memory_order_relaxed) != 0)
        order_callers();
    return atomic_load(&bell->rings);
}

void sw_bell_leave(struct sw_bell *bell) {
    atomic_fetch_sub(&bell->sleepers, 1);
}

void sw_bell_nap(struct sw_bell *bell, uint32_t seen, long nanoseconds) {
    atomic_fetch_add(&bell->sleepers, 1);
    sw_bell_sleep(bell, seen, nanoseconds);
    atomic_fetch_sub(&bell->sleepers, 1);
}

void sw_bell_wait(struct sw_bell *bell, uint32_t seen) {
    sw_bell_nap(bell, seen, 2000000);
}
