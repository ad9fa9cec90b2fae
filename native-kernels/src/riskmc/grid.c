/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler vectorises this loop. */
#include "riskmc/grid.h"

#include "vecmath/lanes.h"

#include <math.h>
#include <string.h>

/* Rounds a number below 2^51 in size: the sum with 1.5 * 2^52 has the rounded integer in the lowest bits. */
static const double ROUNDER = 0x1.8p52;

static int64_t bits_of(double x) {
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

rmc_grid_result KERNEL(rmc_grid_add)(double factor, const double *values, const double *rates, double today,
                                     size_t count, int64_t *sums) {
    const int64_t origin = bits_of(ROUNDER);
    int64_t too_large = 0, beyond = 0;
    for (size_t i = 0; i < count; i++) {
        const double value = rates != NULL ? values[i] * rates[i] : values[i];
        const double amount = factor * (value - today);
        const int64_t sum = sums[i] + (bits_of(amount + ROUNDER) - origin);
        too_large |= !(fabs(amount) < RMC_GRID_AMOUNT_LIMIT);
        beyond |= sum > RMC_GRID_SUM_LIMIT || sum < -RMC_GRID_SUM_LIMIT;
        sums[i] = sum;
    }
    return too_large ? RMC_GRID_AMOUNT : beyond ? RMC_GRID_SUM : RMC_GRID_OK;
}
