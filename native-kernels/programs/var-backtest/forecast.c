/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The forecast of one day from the window before. Normal, ewma and t treat the P&L as the weighted sum of the
 * logarithmic moves, with a known law: VaR = quantile times volatility. Historical and filtered compute the P&L of each
 * day of the window at the prices after its moves, and take the quantile.
 */
#include "backtest.h"
#include "slipway/vecmath.h"

#include <math.h>
#include <stdlib.h>

/* Writes the weighted sums of moves of the window to SUMS. */
static void weigh(const struct market *market, size_t first, size_t window, double *sums) {
    for (size_t t = 0; t < window; t++) {
        sums[t] = 0;
        for (size_t j = 0; j < market->factors; j++)
            sums[t] += market->weights[j] * market->moves[(first + t) * market->factors + j];
    }
}

/* The variance of the weighted sum is w' C w for the covariance C of the factors, so the sum's variance is estimated
 * directly. */
static rmc_err by_law(const struct options *options, const struct market *market, size_t first, double *sums,
                      double *var, struct rmc_error *error) {
    const size_t window = (size_t)options->window, n = market->factors;
    const struct rmc_returns of_sum = {sums, window, 1}, of_factors = {market->moves + first * n, window, n};
    double variance = 0, degrees = 0, quantile = 0;
    weigh(market, first, window, sums);
    rmc_err code = options->model == MODEL_EWMA ? rmc_covariance_ewma(&of_sum, options->lambda, &variance, error)
                                                : rmc_covariance_sample(&of_sum, &variance, error);
    if (code == RMC_OK && options->model == MODEL_STUDENT)
        code = rmc_student_fit(&of_factors, &degrees, error);
    if (options->model == MODEL_STUDENT && code == RMC_OK)
        quantile = rmc_student_quantile(options->level, degrees);
    else
        vm_normal_inverse(1, &options->level, &quantile);
    *var = sqrt(variance) * quantile;
    return code;
}

/* Adds the P&L of one factor with MOVES to PNL. */
static void add_factor(double weight, const double *moves, size_t window, double *pnl) {
    for (size_t t = 0; t < window; t++)
        pnl[t] += weight * expm1(moves[t]);
}

/* Changes the moves of one factor in the window to moves of the coming day by the filtered law: each less the mean, at
 * the volatility of that day, without growth. VARIANCES is scratch. */
static rmc_err filter(const struct options *options, double *moves, double *variances, struct rmc_error *error) {
    const size_t window = (size_t)options->window;
    struct rmc_garch garch = rmc_garch_ewma(options->lambda);
    const rmc_err code = options->filter == FILTER_GARCH ? rmc_garch_fit(moves, window, &garch, NULL, error) : RMC_OK;
    double mean = 0;
    if (code != RMC_OK)
        return code;
    rmc_garch_variances(moves, window, garch, variances);
    for (size_t t = 0; t < window; t++)
        mean += moves[t] / (double)window;
    for (size_t t = 0; t < window; t++)
        moves[t] =
            variances[t] > 0 ? (moves[t] - mean) * sqrt(variances[window] / variances[t]) - 0.5 * variances[window] : 0;
    return RMC_OK;
}

/* Fills PNL with the P&L of each day of the window, filtered or historical. SCRATCH has room for 2 * window + 1. */
static rmc_err by_days(const struct options *options, const struct market *market, size_t first, double *scratch,
                       double *pnl, struct rmc_error *error) {
    const size_t window = (size_t)options->window, n = market->factors;
    rmc_err code = RMC_OK;
    for (size_t t = 0; t < window; t++)
        pnl[t] = 0;
    for (size_t j = 0; j < n && code == RMC_OK; j++) {
        for (size_t t = 0; t < window; t++)
            scratch[t] = market->moves[(first + t) * n + j];
        if (options->model == MODEL_FILTERED)
            code = filter(options, scratch, scratch + window, error);
        add_factor(market->weights[j], scratch, window, pnl);
    }
    return code;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int forecast(const struct options *options, const struct market *market, size_t first, double *scratch, double *var,
             struct sw_failure *f) {
    const size_t window = (size_t)options->window;
    struct rmc_error error;
    rmc_err code;
    if (options->model != MODEL_HISTORICAL && options->model != MODEL_FILTERED) {
        code = by_law(options, market, first, scratch, var, &error);
    } else {
        double *pnl = scratch + 2 * window + 1;
        code = by_days(options, market, first, scratch, pnl, &error);
        qsort(pnl, window, sizeof *pnl, ascending);
        /* The k-th smallest value, where k is the tail times the days, rounded up, as in rmc_measure. */
        *var = -pnl[(size_t)ceil((1 - options->level) * (double)window - 1e-9) - 1];
    }
    return code == RMC_OK ? STATUS_OK
                          : sw_fail(f, STATUS_COMPUTE, "take another model, or leave the factor out by --weights", "%s",
                                    error.text);
}
