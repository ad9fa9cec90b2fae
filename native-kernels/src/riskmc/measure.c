/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The 97.5 % quantile of the standard normal. */
#define NORMAL_975 1.959963984540054

/* Returns the rank of the quantile, with some tolerance, because 1 - 0.99 is slightly above 0.01 in binary, and ceil
 * would then take one rank too many. */
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

rmc_err rmc_quantile_ranks(size_t count, double tail, size_t *lower, size_t *rank, size_t *upper) {
    double below = 0; /* P(B < k) */
    if (count == 0 || !(tail > 0 && tail < 1))
        return RMC_ERR_ARGUMENT;
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
    return RMC_OK;
}

/* A sample of P&L values in ascending order, and the data for the measures at one confidence. */
struct ordered {
    const double *sorted;
    size_t count;
    double tail;               /* a = 1 - confidence */
    size_t lower, rank, upper; /* of the quantile, from 1 */
    double mean;
    double variance;
    double tail_mean;
};

static double quantile_of(const struct ordered *at) {
    return at->sorted[at->rank - 1];
}

static double mean_of_tail(const struct ordered *at) {
    const double mass = at->tail * (double)at->count;
    double sum = fmax(mass - (double)(at->rank - 1), 0.0) * quantile_of(at);
    for (size_t i = 0; i + 1 < at->rank; i++)
        sum += at->sorted[i];
    return sum / mass;
}

/* Returns 0 minus the quantile, with the bounds from the order statistics. */
static struct rmc_interval of_quantile(const struct ordered *at) {
    const struct rmc_interval interval = {
        0 - quantile_of(at),
        at->upper <= at->count ? 0 - at->sorted[at->upper - 1] : NAN,
        at->lower >= 1 ? 0 - at->sorted[at->lower - 1] : NAN,
    };
    return interval;
}

/* Returns one side of the interval of a difference, from the sides of both terms and their correlation. */
static double joint_side(double first, double second, double correlation) {
    const double square = first * first + second * second - 2 * correlation * first * second;
    return square < 0 ? 0 : sqrt(square); /* rounding may give a negative number; a missing side stays NAN */
}

static struct rmc_interval mean_less_quantile(const struct ordered *at) {
    const struct rmc_interval quantile = of_quantile(at);
    const double value = at->mean + quantile.value;
    const double error = NORMAL_975 * sqrt(at->variance / (double)at->count);
    const double ratio = at->variance > 0 ? (at->mean - at->tail_mean) / sqrt(at->variance) : 0;
    const double correlation = fmin(sqrt(at->tail / (1 - at->tail)) * ratio, 1.0);
    const struct rmc_interval interval = {
        value,
        value - joint_side(error, quantile.value - quantile.lower, correlation),
        value + joint_side(error, quantile.upper - quantile.value, correlation),
    };
    return interval;
}

static struct rmc_interval mean_less_tail(const struct ordered *at) {
    const double value = at->mean - at->tail_mean, quantile = quantile_of(at);
    double squares = 0;
    if (at->lower < 1)
        return (struct rmc_interval){value, NAN, NAN};
    for (size_t i = 0; i < at->count; i++) {
        const double beyond = fmin(at->sorted[i] - quantile, 0.0) / at->tail + quantile - at->tail_mean;
        const double influence = at->sorted[i] - at->mean - beyond;
        squares += influence * influence;
    }
    const double error = NORMAL_975 * sqrt(squares) / (double)at->count;
    return (struct rmc_interval){value, value - error, value + error};
}

static void measure_all(struct ordered *at, struct rmc_measures *out) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < at->count; i++)
        sum += at->sorted[i];
    at->mean = sum / (double)at->count;
    for (size_t i = 0; i < at->count; i++)
        squares += (at->sorted[i] - at->mean) * (at->sorted[i] - at->mean);
    at->variance = squares / (double)at->count;
    at->tail_mean = mean_of_tail(at);
    out->mean = at->mean;
    out->var_mean = mean_less_quantile(at);
    out->var_today = of_quantile(at);
    out->es_mean = mean_less_tail(at);
}

rmc_err rmc_check_sample(const double *pnl, size_t count, double confidence, struct rmc_error *error) {
    const double tail = 1 - confidence;
    if (!(confidence >= 0.5 && confidence < 1))
        return rmc_fail(error, RMC_ERR_ARGUMENT, "a confidence of %g is not from 0.5 to below 1", confidence);
    if (tail * (double)count < 1 - 1e-9)
        return rmc_fail(error, RMC_ERR_FEW_SCENARIOS, "%zu scenarios leave none in a tail of %g", count, tail);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(pnl[i]))
            return rmc_fail(error, RMC_ERR_NOT_FINITE, "P&L %zu is not a finite number", i);
    return RMC_OK;
}

rmc_err rmc_measure(const double *pnl, size_t count, double confidence, struct rmc_measures *out,
                    struct rmc_error *error) {
    const rmc_err code = rmc_check_sample(pnl, count, confidence, error);
    if (code != RMC_OK)
        return code;
    double *sorted = malloc(count * sizeof *sorted);
    uint64_t *keys = malloc(2 * count * sizeof *keys);
    if (sorted == NULL || keys == NULL) {
        free(sorted);
        free(keys);
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory to sort %zu values", count);
    }
    memcpy(sorted, pnl, count * sizeof *sorted);
    rmc_sort(sorted, count, keys);
    free(keys);
    struct ordered at = {.sorted = sorted, .count = count, .tail = 1 - confidence};
    rmc_quantile_ranks(count, at.tail, &at.lower, &at.rank, &at.upper);
    measure_all(&at, out);
    free(sorted);
    return RMC_OK;
}

static void widen(struct rmc_interval *interval, double variance) {
    const double inner = NORMAL_975 * sqrt(variance);
    if (variance == 0)
        return;
    interval->lower = interval->value - hypot(interval->value - interval->lower, inner);
    interval->upper = interval->value + hypot(interval->upper - interval->value, inner);
}

void rmc_widen(struct rmc_measures *measures, struct rmc_inner inner) {
    widen(&measures->var_mean, inner.var_mean);
    widen(&measures->var_today, inner.var_today);
    widen(&measures->es_mean, inner.es_mean);
}
