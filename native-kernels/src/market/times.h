/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times in nanoseconds, counted in classes. Each class is at most 1/64 of its time wide, so a percentile of any size is
 * at most 1.6 % too high. All zero: no times. Memory: 30 KiB, no allocation. The classes are those of Tene's
 * HdrHistogram: powers of two, each cut into equal parts.
 */
#ifndef SLIPWAY_MARKET_TIMES_H
#define SLIPWAY_MARKET_TIMES_H

#include <stdint.h>

enum { MKT_TIME_PARTS = 64, MKT_TIME_CLASSES = 59 * MKT_TIME_PARTS };

struct mkt_times {
    uint64_t count, sum; /* number of times, and their sum in nanoseconds */
    uint64_t classes[MKT_TIME_CLASSES];
};

/* Returns the class of a time. */
static inline unsigned mkt_time_class(uint64_t ns) {
    if (ns < MKT_TIME_PARTS)
        return (unsigned)ns;
    const unsigned power = 63u - (unsigned)__builtin_clzll(ns);
    return (power - 5) * MKT_TIME_PARTS + (unsigned)(ns >> (power - 6)) - MKT_TIME_PARTS;
}

/* Adds a time. A time below 0, as from the clocks of two hosts, counts as 0. */
static inline void mkt_times_add(struct mkt_times *times, int64_t ns) {
    const uint64_t time = ns < 0 ? 0 : (uint64_t)ns;
    times->count++;
    times->sum += time;
    times->classes[mkt_time_class(time)]++;
}

/* Returns the mean in microseconds; 0 without times. */
double mkt_times_mean_us(const struct mkt_times *times);

/* Returns the time in microseconds that SHARE (0 to 1) of the times do not exceed; 0 without times. */
double mkt_times_share_us(const struct mkt_times *times, double share);

/* Adds the times of MORE to SUM. */
void mkt_times_join(struct mkt_times *sum, const struct mkt_times *more);

/* Returns the nanoseconds of a clock that never goes back; the same clock in all processes of a host. */
int64_t mkt_now(void);

#endif
