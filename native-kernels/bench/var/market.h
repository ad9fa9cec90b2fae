/* SPDX-License-Identifier: Apache-2.0 */
/* The market and the options that the programs of `slipway bench var` price. */
#ifndef SLIPWAY_BENCH_VAR_MARKET_H
#define SLIPWAY_BENCH_VAR_MARKET_H

#include "cells.h"

/* --- options in closed form --- */

/* Options on one price in scenarios that move price, volatility and rate. */
enum { SCENARIOS = 1024, STRIKES = 8, MATURITIES = 4, OPTIONS = STRIKES * MATURITIES };

struct market {
    double spot[SCENARIOS], volatility[SCENARIOS], rate[SCENARIOS];
    double strike[STRIKES], years[MATURITIES];
    double price[OPTIONS][SCENARIOS]; /* of calls, by maturity, then strike */
};

static inline void draw_market(struct market *market) {
    uint64_t state = 2;
    for (size_t i = 0; i < SCENARIOS; i++) {
        market->spot[i] = cell_uniform(&state, 80, 120);
        market->volatility[i] = cell_uniform(&state, 0.1, 0.5);
        market->rate[i] = cell_uniform(&state, 0.0, 0.08);
    }
    for (size_t k = 0; k < STRIKES; k++)
        market->strike[k] = 82.5 + 5 * (double)k;
    for (size_t m = 0; m < MATURITIES; m++)
        market->years[m] = 0.25 + 0.5 * (double)m;
}

/* The formula of Black and Scholes without the errors of double. */
static inline void price_market(struct market *market) {
    for (size_t o = 0; o < OPTIONS; o++)
        for (size_t i = 0; i < SCENARIOS; i++) {
            const long double years = market->years[o / STRIKES], spot = market->spot[i];
            const long double cash = market->strike[o % STRIKES] * expl(-market->rate[i] * years);
            const long double deviation = market->volatility[i] * sqrtl(years);
            const long double d1 = logl(spot / cash) / deviation + deviation / 2;
            market->price[o][i] = (double)(spot * reference_cdf(d1) - cash * reference_cdf(d1 - deviation));
        }
}

/* The largest error of PRICES, one after another in the order of the market's. */
static inline double largest_error(const struct market *market, const double *prices) {
    double worst = 0;
    for (size_t o = 0; o < OPTIONS; o++)
        for (size_t i = 0; i < SCENARIOS; i++)
            worst = fmax(worst, fabs(prices[o * SCENARIOS + i] - market->price[o][i]));
    return worst;
}

static inline double largest_errorf(const struct market *market, const float *prices) {
    double worst = 0;
    for (size_t o = 0; o < OPTIONS; o++)
        for (size_t i = 0; i < SCENARIOS; i++)
            worst = fmax(worst, fabs((double)prices[o * SCENARIOS + i] - market->price[o][i]));
    return worst;
}

#define ALLOWED_F64 1e-12
#define ALLOWED_F32 1e-4

/* --- Asian options --- */

/* A call on the average of FIXINGS fixings at equal steps over a year, by PATHS paths, in the first scenarios. */
enum { FIXINGS = 12, PATHS = 100, ASIAN_SCENARIOS = 256 };
#define ASIAN_STRIKE 100.0

/* The mean value over the scenarios, and the deviation of one path about it, from 50,000 paths a scenario. */
#define ASIAN_MEAN 9.403
#define ASIAN_DEVIATION 14.47

/* Returns the distance of a mean over the scenarios from the right one, in standard errors. Paths that all scenarios
 * share count as fewer independent ones. */
static inline double asian_off(double mean, double independent_paths) {
    return fabs(mean - ASIAN_MEAN) / (ASIAN_DEVIATION / sqrt(independent_paths));
}

#endif
