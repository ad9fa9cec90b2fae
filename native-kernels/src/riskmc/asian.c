/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>

static rmc_err check_paths(const struct rmc_paths *paths, struct rmc_motion motion, const struct rmc_fixings *fixings,
                           struct rmc_error *error) {
    if (paths->count == 0 || paths->count > RMC_MAX_PATHS)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu paths: from 1 to %d", paths->count, RMC_MAX_PATHS);
    if (fixings->of == 0 || fixings->of > RMC_MAX_FIXINGS || fixings->count > fixings->of)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu fixings of %zu: up to %d", fixings->count, fixings->of,
                        RMC_MAX_FIXINGS);
    if (!isfinite(motion.rate) || !(motion.vol >= 0) || !isfinite(motion.vol))
        return rmc_fail(error, RMC_ERR_ARGUMENT, "a rate of %g with a volatility of %g", motion.rate, motion.vol);
    for (size_t i = 0; i < fixings->count; i++)
        if (!(fixings->years[i] >= (i > 0 ? fixings->years[i - 1] : 0)) || !isfinite(fixings->years[i]))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "the time of fixing %zu is negative or before the last one", i);
    return RMC_OK;
}

/* Returns the sum of the prices at the fixings on one path, divided by the price at the beginning. */
static double sum_of_path(const uint32_t key[2], uint32_t counter[4], struct rmc_motion motion,
                          const struct rmc_fixings *fixings) {
    const uint32_t path = counter[3];
    const size_t first = fixings->of - fixings->count;
    double log_price = 0, sum = 0, before = 0, z[2] = {0, 0};
    for (size_t i = 0; i < fixings->count; i++) {
        const size_t number = first + i;
        if (i == 0 || number % 2 == 0) {
            counter[3] = path << 12 | (uint32_t)(number / 2);
            rmc_normal_pair(key, counter, z);
        }
        const double step = fixings->years[i] - before;
        log_price += (motion.rate - 0.5 * motion.vol * motion.vol) * step + motion.vol * sqrt(step) * z[number % 2];
        sum += exp(log_price);
        before = fixings->years[i];
    }
    return sum;
}

rmc_err rmc_path_factors(const struct rmc_paths *paths, struct rmc_motion motion, const struct rmc_fixings *fixings,
                         double *factors, struct rmc_error *error) {
    const rmc_err code = check_paths(paths, motion, fixings, error);
    uint32_t key[2];
    if (code != RMC_OK)
        return code;
    rmc_key(paths->seed, RMC_FOR_PATH, key);
    for (size_t p = 0; p < paths->count; p++) {
        uint32_t counter[4] = {0, (uint32_t)(paths->instrument & 0xffffffff), (uint32_t)(paths->instrument >> 32),
                               (uint32_t)p};
        factors[p] = sum_of_path(key, counter, motion, fixings) / (double)fixings->of;
    }
    return RMC_OK;
}

double rmc_asian_plain(rmc_option option, double spot, double strike, double discount, const double *factors,
                       size_t paths) {
    const double sign = rmc_sign(option);
    double sum = 0;
    if (isnan(sign) || paths == 0)
        return NAN;
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
    if (isnan(rmc_sign(option)) || n == 0)
        return NAN;
    const size_t below = count_up_to(factors.sorted, n, strike / spot);
    const double payoffs = option == RMC_CALL
                               ? spot * (factors.sums[n] - factors.sums[below]) - strike * (double)(n - below)
                               : strike * (double)below - spot * factors.sums[below];
    return discount * fmax(payoffs, 0.0) / (double)n;
}
