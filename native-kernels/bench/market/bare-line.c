/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench-market-line: the time of a cache line's way from one core to another and back, without any stream or message,
 * as a line for market_report.py in nanoseconds. An order at a time takes this way, so no measured chain can be faster.
 * A virtual machine may move the cores between runs, and so change the way: each round measures the way.
 */
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WAYS = 100000 };

static struct {
    alignas(128) _Atomic uint32_t there;
    alignas(128) _Atomic uint32_t back;
} lines;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void keep_to(size_t core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    sched_setaffinity(0, sizeof cores, &cores);
}

static void wait_for(_Atomic uint32_t *line, uint32_t number) {
    while (atomic_load_explicit(line, memory_order_acquire) != number)
        ;
}

static void *answer(void *unused) {
    keep_to(1);
    for (uint32_t i = 1; i <= WAYS; i++) {
        wait_for(&lines.there, i);
        atomic_store_explicit(&lines.back, i, memory_order_release);
    }
    return unused;
}

static int by_size(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int main(void) {
    static int64_t times[WAYS];
    pthread_t other;
    keep_to(0);
    if (pthread_create(&other, NULL, answer, NULL) != 0) {
        fputs("bench-market-line: no thread could be started\n", stderr);
        return EXIT_FAILURE;
    }
    for (uint32_t i = 1; i <= WAYS; i++) {
        const int64_t begin = now();
        atomic_store_explicit(&lines.there, i, memory_order_release);
        wait_for(&lines.back, i);
        times[i - 1] = now() - begin;
    }
    pthread_join(other, NULL);
    qsort(times, WAYS, sizeof *times, by_size);
    printf("line bare %" PRId64 " - 0\n", times[WAYS / 2]);
    return EXIT_SUCCESS;
}
