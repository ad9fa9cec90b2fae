/* SPDX-License-Identifier: Apache-2.0 */
#include "times.h"

#include <math.h>
#include <time.h>

double mkt_times_mean_us(const struct mkt_times *times) {
    return times->count == 0 ? 0 : (double)times->sum / (double)times->count / 1000;
}

/* Returns the largest time of a class. */
static uint64_t largest(unsigned class) {
    if (class < MKT_TIME_PARTS)
        return class;
    const unsigned shift = class / MKT_TIME_PARTS - 1, part = class % MKT_TIME_PARTS;
    return ((uint64_t)(MKT_TIME_PARTS + part + 1) << shift) - 1;
}

double mkt_times_share_us(const struct mkt_times *times, double share) {
    const uint64_t wanted = (uint64_t)ceil(share * (double)times->count);
    uint64_t seen = 0;
    for (unsigned i = 0; i < MKT_TIME_CLASSES; i++) {
        seen += times->classes[i];
        if (seen >= wanted && seen > 0)
            return (double)largest(i) / 1000;
    }
    return 0;
}

void mkt_times_join(struct mkt_times *sum, const struct mkt_times *more) {
    sum->count += more->count;
    sum->sum += more->sum;
    for (unsigned i = 0; i < MKT_TIME_CLASSES; i++)
        sum->classes[i] += more->classes[i];
}

int64_t mkt_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
