/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the rank of the quantile. Has some slack, because 1 - 0.99 is a hair above 0.01 in binary, and ceil would
 * then take one rank too many. */
static size_t rank_of(size_t count, double tail) {
    const double exact = tail * (double)count;
    const size_t rank = (size_t)ceil(exact - 1e-9 * fmax(exact, 1.0));
    return rank < 1 ? 1 : rank;
}

/* Returns the natural logarithm of the binomial probability P(B = k), for p above 0 and below 1. */
static double log_binomial(size_t n, size_t k, double p) {
    int sign; /* lgamma would write a global variable */
    const double choose =
        lgamma_r((double)n + 1, &sign) - lgamma_r((double)k + 1, &sign) - lgamma_r((double)(n - k) + 1, &sign);
    return choose + (double)k * log(p) + (double)(n - k) * log1p(-p);
}

void rmc_quantile_ranks(size_t count, double tail, size_t *lower, size_t *rank, size_t *upper) {
    double below = 0; /* P(B < k) */
    *rank = rank_of(count, tail);
    *lower = 0;
    *upper = count + 1;
    for (size_t k = 0; k <= count; k++) {
        if (below <= 0.025)
            *lower = k;
        if (1 - below <= 0.025) {
            *upper = k;
            break;
        }
        below += exp(log_binomial(count, k, tail));
    }
}

static struct rmc_interval of_quantile(const double *sorted, size_t count, double tail, double reference) {
    size_t lower, rank, upper;
    rmc_quantile_ranks(count, tail, &lower, &rank, &upper);
    const struct rmc_interval interval = {
        reference - sorted[rank - 1],
        upper <= count ? reference - sorted[upper - 1] : NAN,
        lower >= 1 ? reference - sorted[lower - 1] : NAN,
    };
    return interval;
}

static struct rmc_interval of_tail(const double *sorted, size_t count, double tail, double reference) {
    const double mass = tail * (double)count;
    const size_t rank = rank_of(count, tail);
    const double last_weight = fmax(mass - (double)(rank - 1), 0.0);
    double sum = last_weight * sorted[rank - 1], squares = 0;
    for (size_t i = 0; i + 1 < rank; i++)
        sum += sorted[i];
    const double mean = sum / mass;
    for (size_t i = 0; i + 1 < rank; i++)
        squares += (sorted[i] - mean) * (sorted[i] - mean);
    squares += last_weight * (sorted[rank - 1] - mean) * (sorted[rank - 1] - mean);
    const double beyond = mean - sorted[rank - 1];
    const double error = 1.959963984540054 * sqrt((squares / mass + (1 - tail) * beyond * beyond) / mass);
    const struct rmc_interval interval = {reference - mean, reference - mean - error, reference - mean + error};
    return interval;
}

rmc_err rmc_measure(const double *pnl, size_t count, double confidence, struct rmc_measures *out,
                    struct rmc_error *error) {
    const double tail = 1 - confidence;
    if (!(confidence >= 0.5 && confidence < 1))
        return rmc_fail(error, RMC_ERR_ARGUMENT, "a confidence of %g is not from 0.5 to below 1", confidence);
    if (tail * (double)count < 1 - 1e-9)
        return rmc_fail(error, RMC_ERR_FEW_SCENARIOS, "%zu scenarios leave none in a tail of %g", count, tail);
    double *sorted = malloc(count * sizeof *sorted);
    if (sorted == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory to sort %zu values", count);
    memcpy(sorted, pnl, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += pnl[i];
    out->mean = sum / (double)count;
    out->var_mean = of_quantile(sorted, count, tail, out->mean);
    out->var_today = of_quantile(sorted, count, tail, 0);
    out->es_mean = of_tail(sorted, count, tail, out->mean);
    free(sorted);
    return RMC_OK;
}
