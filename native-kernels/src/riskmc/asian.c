/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/riskmc.h"

#include <math.h>
#include <stdlib.h>

void rmc_path_factors(uint64_t seed, uint32_t instrument, struct rmc_motion motion, size_t paths, double *factors) {
    const double step = motion.years / RMC_FIXINGS;
    const double drift = (motion.rate - 0.5 * motion.vol * motion.vol) * step, deviation = motion.vol * sqrt(step);
    for (size_t p = 0; p < paths; p++) {
        double log_price = 0, sum = 0;
        for (uint32_t pair = 0; pair < RMC_FIXINGS / 2; pair++) {
            double z[2];
            rmc_normal_pair(seed, RMC_FOR_PATH, instrument, pair, (uint32_t)p, z);
            log_price += drift + deviation * z[0];
            sum += exp(log_price);
            log_price += drift + deviation * z[1];
            sum += exp(log_price);
        }
        factors[p] = sum / RMC_FIXINGS;
    }
}

double rmc_asian_plain(rmc_option option, double spot, double strike, double discount, const double *factors,
                       size_t paths) {
    const double sign = option == RMC_CALL ? 1.0 : -1.0;
    double sum = 0;
    for (size_t p = 0; p < paths; p++)
        sum += fmax(sign * (spot * factors[p] - strike), 0.0);
    return discount * sum / (double)paths;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void rmc_sort_factors(double *factors, size_t paths, double *sums) {
    qsort(factors, paths, sizeof *factors, ascending);
    sums[0] = 0;
    for (size_t p = 0; p < paths; p++)
        sums[p + 1] = sums[p] + factors[p];
}

/* Counts the ascending factors that are at most LIMIT. No branch of the loop depends on the data. */
static size_t count_up_to(const double *sorted, size_t paths, double limit) {
    const double *base = sorted;
    size_t left = paths;
    while (left > 1) {
        const size_t half = left / 2;
        base = base[half - 1] <= limit ? base + half : base;
        left -= half;
    }
    return (size_t)(base - sorted) + (*base <= limit ? 1 : 0);
}

double rmc_asian_sorted(rmc_option option, double spot, double strike, double discount, struct rmc_sorted factors) {
    const size_t n = factors.paths;
    const size_t below = count_up_to(factors.sorted, n, strike / spot);
    const double payoffs = option == RMC_CALL
                               ? spot * (factors.sums[n] - factors.sums[below]) - strike * (double)(n - below)
                               : strike * (double)below - spot * factors.sums[below];
    return discount * fmax(payoffs, 0.0) / (double)n;
}
