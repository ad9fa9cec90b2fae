/* SPDX-License-Identifier: Apache-2.0 */
#include "kernel.h"

enum { SUMS = 4 }; /* several sums, so that an addition need not wait for the one before */

/* Zero times a finite number is zero, and zero times any other is not a number. So one sum of such products checks all
 * values. */
size_t KERNEL(prc_finite)(const double *values, size_t count) {
    lane_double sums[SUMS] = {lane_all(0), lane_all(0), lane_all(0), lane_all(0)};
    size_t whole = 0;
    for (; whole + SUMS * LANE_DOUBLES <= count; whole += SUMS * LANE_DOUBLES) {
        LANE_UNROLL
        for (size_t k = 0; k < SUMS; k++)
            sums[k] += lane_load(values + whole + k * LANE_DOUBLES) * 0.0;
    }
    const lane_double sum = sums[0] + sums[1] + (sums[2] + sums[3]);
    size_t place = lane_any(lane_not(lane_equal(sum, lane_all(0)))) ? 0 : whole;
    while (place < count && isfinite(values[place]))
        place++;
    return place;
}
