/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The value of the portfolio, today and in scenarios. The loops run over blocks of scenarios, then instruments, then
 * scenarios, so that the tables of an instrument stay in cache for a block. Each scenario adds its instruments in the
 * same order in any block. So the bits of a scenario do not depend on the split of the scenarios among ranks.
 */
#include "internal.h"

#include <math.h>

static double value_today(const struct rmc_portfolio *portfolio) {
    double value = 0;
    for (size_t i = 0; i < portfolio->count; i++) {
        const struct instrument *at = &portfolio->instruments[i];
        const double unit =
            at->terms.kind == RMC_ASIAN ? rmc_table_of(portfolio, at->asian)[TABLE_PRICE] : at->value_today;
        value += at->terms.quantity * unit;
    }
    return value;
}

rmc_err rmc_value_today(const struct rmc_portfolio *portfolio, double *value, struct rmc_error *error) {
    const rmc_err code = rmc_check_tables(portfolio, error);
    if (code == RMC_OK)
        *value = value_today(portfolio);
    return code;
}

/*
 * Adds Black-Scholes values. All numbers that do not depend on the scenario were worked out before; log(S'/K) =
 * log(S/K) + x needs no logarithm.
 */
static void add_european(const struct instrument *at, const double *x, const double *spot, size_t count, double *sum) {
    const double sign = rmc_sign(at->terms.option);
    const double cash = at->terms.strike * at->horizon_discount;
    const double quantity = at->terms.quantity;
    if (!(at->root_time > 0)) {
        for (size_t s = 0; s < count; s++)
            sum[s] += quantity * fmax(sign * (spot[s] - cash), 0.0);
        return;
    }
    const double scale = 1.0 / at->root_time;
    for (size_t s = 0; s < count; s++) {
        const double d1 = (at->log_forward0 + x[s]) * scale + 0.5 * at->root_time;
        const double unit =
            sign * (spot[s] * rmc_normal_cdf(sign * d1) - cash * rmc_normal_cdf(sign * (d1 - at->root_time)));
        sum[s] += quantity * unit;
    }
}

static void add_asian(const struct rmc_portfolio *portfolio, const struct instrument *at, const struct market *market,
                      double *sum) {
    const size_t paths = portfolio->setup.paths;
    const double *sorted = rmc_table_of(portfolio, at->asian) + TABLE_FACTORS;
    const double *spot = market->spot + at->terms.factor * RMC_BLOCK;
    const struct rmc_sorted factors = {sorted, sorted + paths, paths};
    double strikes[RMC_BLOCK];
    rmc_strikes(portfolio, at->asian, market, strikes);
    for (size_t s = 0; s < market->count; s++)
        sum[s] +=
            at->terms.quantity * rmc_asian_sorted(at->terms.option, spot[s], strikes[s], at->horizon_discount, factors);
}

static void add_instrument(const struct rmc_portfolio *portfolio, const struct instrument *at,
                           const struct market *market, double *sum) {
    const double *x = market->x + at->terms.factor * RMC_BLOCK, *spot = market->spot + at->terms.factor * RMC_BLOCK;
    switch (at->terms.kind) {
    case RMC_STOCK:
        for (size_t s = 0; s < market->count; s++)
            sum[s] += at->terms.quantity * spot[s];
        return;
    case RMC_EUROPEAN:
        add_european(at, x, spot, market->count, sum);
        return;
    case RMC_ASIAN:
        add_asian(portfolio, at, market, sum);
        return;
    }
}

/* Values COUNT scenarios from FIRST on. */
static void value_block(const struct rmc_portfolio *portfolio, uint32_t first, size_t count, struct market *market,
                        double *sum) {
    market->count = count;
    for (size_t s = 0; s < count; s++) {
        market->scenario[s] = first + (uint32_t)s;
        sum[s] = 0;
    }
    rmc_market_draw(portfolio, market);
    for (size_t i = 0; i < portfolio->count; i++)
        add_instrument(portfolio, &portfolio->instruments[i], market, sum);
}

rmc_err rmc_pnl(const struct rmc_portfolio *portfolio, uint32_t first, uint32_t last, double *pnl,
                struct rmc_error *error) {
    struct market *market;
    if (first > last)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "scenarios from %u to %u: the first is behind the last", first, last);
    rmc_err code = rmc_check_tables(portfolio, error);
    if (code == RMC_OK)
        code = rmc_market_new(portfolio, &market, error);
    if (code != RMC_OK)
        return code;
    const double today = value_today(portfolio);
    for (uint32_t at = first; at < last && code == RMC_OK;) {
        const size_t count = last - at < RMC_BLOCK ? last - at : RMC_BLOCK;
        double *out = pnl + (at - first);
        value_block(portfolio, at, count, market, out);
        for (size_t s = 0; s < count && code == RMC_OK; s++) {
            out[s] -= today;
            if (!isfinite(out[s]))
                code = rmc_fail(error, RMC_ERR_NOT_FINITE, "scenario %zu: the P&L is not a finite number", at + s);
        }
        at += (uint32_t)count;
    }
    rmc_market_free(market);
    return code;
}
