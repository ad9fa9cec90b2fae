/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock) {
    struct timespec t = {.tv_sec = 0};
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double sw_clock_seconds(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double sw_clock_processor_seconds(void) {
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t sw_clock_day_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
