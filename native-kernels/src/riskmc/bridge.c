/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prices inside the horizon. Time runs from 0, today, to 1, the horizon. The logarithm of a price at time u is x u +
 * B(u), where x is the move over the horizon. B is a bridge, 0 at both ends, with the covariance of the scenarios'
 * moves: the root of that covariance times independent standard bridges. The bridge is drawn close by close, and once
 * more between two closes. So the bridge depends on seed, scenario and factor, and not on the instruments that use it.
 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AT_CLOSE, WITHIN };

/* The place of a time: a part of the horizon, and a share of that part. */
struct moment {
    size_t part;
    double time;  /* from 0 to 1 */
    double share; /* 0: at the beginning of the part; 1: at the end */
    double width; /* of the part */
};

/* The rounding error of a time, in days or in shares of a part. */
static const double rounding = 1e-9;

/* Returns the time at which a part begins. */
static double begin_of(const struct rmc_portfolio *portfolio, size_t part) {
    return fmin((double)part / portfolio->setup.horizon_days, 1.0);
}

static struct moment moment_of(const struct rmc_portfolio *portfolio, double years) {
    const double horizon = portfolio->setup.horizon_days, days = fmin(years * RMC_DAYS_PER_YEAR, horizon);
    const size_t part = (size_t)fmin(floor(days + rounding), ceil(horizon - rounding) - 1);
    const double begin = begin_of(portfolio, part), width = begin_of(portfolio, part + 1) - begin;
    const double share = (days / horizon - begin) / width;
    return (struct moment){part, days / horizon, share < rounding ? 0.0 : share > 1 - rounding ? 1.0 : share, width};
}

/* Notes the part of the factor's path that one fixing needs. */
static void note(struct rmc_portfolio *portfolio, size_t factor, double years) {
    struct bridge *bridge = &portfolio->bridge;
    const struct moment moment = moment_of(portfolio, years);
    if (bridge->row[factor] == 0)
        bridge->row[factor] = ++bridge->rows;
    if (moment.part + 1 > bridge->parts)
        bridge->parts = moment.part + 1;
    if (moment.share > 0 && moment.share < 1)
        bridge->within[moment.part] = 1;
}

rmc_err rmc_bridge_plan(struct rmc_portfolio *portfolio, struct rmc_error *error) {
    struct bridge *bridge = &portfolio->bridge;
    bridge->within = calloc((size_t)ceil(portfolio->setup.horizon_days) + 1, sizeof *bridge->within);
    bridge->row = calloc(portfolio->factors, sizeof *bridge->row);
    if (bridge->within == NULL || bridge->row == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for the days of the horizon");
    for (size_t a = 0; a < portfolio->asian_count; a++) {
        const struct asian *at = &portfolio->asians[a];
        for (size_t i = 0; i < at->inside; i++)
            note(portfolio, portfolio->instruments[at->instrument].terms.factor, at->years[i]);
    }
    return RMC_OK;
}

static double *close_of(const struct rmc_portfolio *portfolio, const struct market *market, size_t row, size_t close) {
    return market->closes + ((row - 1) * (portfolio->bridge.parts + 1) + close) * RMC_BLOCK;
}

static double *within_of(const struct rmc_portfolio *portfolio, const struct market *market, size_t row, size_t part) {
    return market->within + ((row - 1) * portfolio->bridge.parts + part) * RMC_BLOCK;
}

/* Moves the standard bridges of all factors from the beginning to the end of a part. At time 1 the bridges are 0. */
static void walk(const struct rmc_portfolio *portfolio, struct market *market, size_t part) {
    const double begin = begin_of(portfolio, part), end = begin_of(portfolio, part + 1);
    const double keep = (1 - end) / (1 - begin), deviation = sqrt((end - begin) * keep);
    const uint32_t last[2] = {AT_CLOSE, (uint32_t)part};
    rmc_market_normals(portfolio, market, RMC_FOR_BRIDGE, last);
    for (size_t k = 0; k < portfolio->factors; k++)
        for (size_t s = 0; s < market->count; s++) {
            double *at = &market->walk[k * RMC_BLOCK + s];
            *at = keep * *at + deviation * market->z[k * RMC_BLOCK + s];
        }
}

static void mix_into(const struct rmc_portfolio *portfolio, size_t factor, size_t count, const double *from,
                     double *to) {
    memset(to, 0, count * sizeof *to);
    rmc_market_mix(portfolio, factor, count, from, to);
}

void rmc_bridge_draw(const struct rmc_portfolio *portfolio, struct market *market) {
    const struct bridge *bridge = &portfolio->bridge;
    const size_t n = portfolio->factors;
    memset(market->walk, 0, n * RMC_BLOCK * sizeof *market->walk);
    for (size_t row = 1; row <= bridge->rows; row++)
        memset(close_of(portfolio, market, row, 0), 0, RMC_BLOCK * sizeof(double));
    for (size_t part = 0; part < bridge->parts; part++) {
        walk(portfolio, market, part);
        for (size_t j = 0; j < n; j++)
            if (bridge->row[j] != 0)
                mix_into(portfolio, j, market->count, market->walk,
                         close_of(portfolio, market, bridge->row[j], part + 1));
        if (!bridge->within[part])
            continue;
        const uint32_t last[2] = {WITHIN, (uint32_t)part};
        rmc_market_normals(portfolio, market, RMC_FOR_BRIDGE, last);
        for (size_t j = 0; j < n; j++)
            if (bridge->row[j] != 0)
                mix_into(portfolio, j, market->count, market->z, within_of(portfolio, market, bridge->row[j], part));
    }
}

/* Adds the price of a factor at a moment to SUM in each scenario. */
static void add_price(const struct rmc_portfolio *portfolio, const struct market *market, size_t factor,
                      struct moment moment, double *sum) {
    const size_t row = portfolio->bridge.row[factor];
    const double *x = market->x + factor * RMC_BLOCK;
    const double *begin = close_of(portfolio, market, row, moment.part), *end = begin + RMC_BLOCK;
    const double *within = within_of(portfolio, market, row, moment.part);
    const double deviation = sqrt(moment.share * (1 - moment.share) * moment.width);
    for (size_t s = 0; s < market->count; s++) {
        double bridge = (1 - moment.share) * begin[s] + moment.share * end[s];
        if (deviation > 0)
            bridge += deviation * within[s];
        sum[s] += portfolio->spot[factor] * exp(x[s] * moment.time + bridge);
    }
}

void rmc_strikes(const struct rmc_portfolio *portfolio, size_t asian, const struct market *market, double *strikes) {
    const struct asian *at = &portfolio->asians[asian];
    const struct rmc_position *terms = &portfolio->instruments[at->instrument].terms;
    double sum[RMC_BLOCK] = {0};
    for (size_t i = 0; i < at->inside; i++)
        add_price(portfolio, market, terms->factor, moment_of(portfolio, at->years[i]), sum);
    for (size_t s = 0; s < market->count; s++)
        strikes[s] = terms->strike - at->realised - sum[s] / terms->schedule.fixings;
}
