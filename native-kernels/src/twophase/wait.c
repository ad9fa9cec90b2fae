/*
 * Sleeping on a word that ranks of one node share. Linux: futex(2), so that a waiting rank leaves its core to the
 * others; a bell that nobody waits for costs two memory operations. Elsewhere: sched_yield(2).
 */
#include "internal.h"

#include <sched.h>

#ifdef __linux__
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void tp_bell_ring(struct tp_bell *bell) {
    atomic_fetch_add(&bell->rings, 1);
    if (atomic_load(&bell->sleepers) > 0)
        syscall(SYS_futex, &bell->rings, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void tp_bell_wait(struct tp_bell *bell, uint32_t seen) {
    const struct timespec longest = {0, 2000000};
    atomic_fetch_add(&bell->sleepers, 1);
    syscall(SYS_futex, &bell->rings, FUTEX_WAIT, seen, &longest, NULL, 0);
    atomic_fetch_sub(&bell->sleepers, 1);
}
#else
void tp_bell_ring(struct tp_bell *bell) {
    atomic_fetch_add(&bell->rings, 1);
}

void tp_bell_wait(struct tp_bell *bell, uint32_t seen) {
    if (atomic_load(&bell->rings) == seen)
        sched_yield();
}
#endif
