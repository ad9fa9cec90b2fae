/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The portfolio and its P&L. The loops run over blocks of scenarios, then positions, then scenarios, so that the tables
 * of an instrument stay in cache for a block. Each scenario adds its positions up in their order, whatever the block
 * is; so its bits do not depend on how the scenarios are shared out.
 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 };

static rmc_err check(const struct rmc_setup *setup, struct rmc_error *error) {
    if (setup->factors == 0 || setup->position_count == 0 || setup->curve.points == 0)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "no factors, no positions or no curve");
    if (setup->paths == 0 || setup->paths > RMC_MAX_PATHS)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu paths: from 1 to %d", setup->paths, RMC_MAX_PATHS);
    if (!(setup->horizon_days > 0) || !isfinite(setup->horizon_days))
        return rmc_fail(error, RMC_ERR_ARGUMENT, "a horizon of %g days is not above zero", setup->horizon_days);
    for (size_t i = 0; i < setup->position_count; i++) {
        const struct rmc_position *at = &setup->positions[i];
        if (at->factor >= setup->factors || !isfinite(at->quantity) ||
            (at->kind != RMC_STOCK && (!(at->strike > 0) || !(at->years >= 0))))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "position %zu: factor, strike, life or quantity out of range", i);
    }
    return RMC_OK;
}

static struct rmc_motion until_expiry(const struct rmc_setup *setup, const struct rmc_position *terms, double vol) {
    return (struct rmc_motion){rmc_zero_rate(&setup->curve, terms->years), vol, terms->years};
}

static void prepare(struct instrument *to, const struct rmc_setup *setup) {
    const struct rmc_position *terms = &to->terms;
    const double spot = setup->spot[terms->factor];
    const double variance = setup->cov[terms->factor * setup->factors + terms->factor];
    to->vol = sqrt(RMC_DAYS_PER_YEAR * variance);
    to->value_today = spot;
    if (terms->kind == RMC_STOCK)
        return;
    to->horizon_years = fmax(terms->years - setup->horizon_days / RMC_DAYS_PER_YEAR, 0.0);
    to->horizon_rate = rmc_zero_rate(&setup->curve, to->horizon_years);
    to->horizon_discount = exp(-to->horizon_rate * to->horizon_years);
    to->root_time = to->vol * sqrt(to->horizon_years);
    to->log_forward0 = log(spot / terms->strike) + to->horizon_rate * to->horizon_years;
    if (terms->kind == RMC_EUROPEAN)
        to->value_today = rmc_european(terms->option, spot, terms->strike, 0, until_expiry(setup, terms, to->vol));
}

static rmc_err allocate(struct rmc_portfolio *made, const struct rmc_setup *setup, struct rmc_error *error) {
    const size_t n = setup->factors;
    made->setup = *setup;
    made->count = setup->position_count;
    made->factors = n;
    for (size_t i = 0; i < made->count; i++)
        made->asians += setup->positions[i].kind == RMC_ASIAN;
    made->table_length = 2 + 2 * setup->paths;
    made->instruments = calloc(made->count, sizeof *made->instruments);
    made->asian_position = calloc(made->asians + 1, sizeof *made->asian_position);
    made->today_rate = calloc(made->asians + 1, sizeof *made->today_rate);
    made->tables = calloc(made->asians * made->table_length + 1, sizeof *made->tables);
    made->spot = calloc(n, sizeof *made->spot);
    made->drift = calloc(n, sizeof *made->drift);
    made->root = calloc(n * n, sizeof *made->root);
    if (made->instruments == NULL || made->asian_position == NULL || made->today_rate == NULL || made->tables == NULL ||
        made->spot == NULL || made->drift == NULL || made->root == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu positions and %zu Asian options of %zu paths",
                        made->count, made->asians, setup->paths);
    return RMC_OK;
}

rmc_err rmc_portfolio_new(const struct rmc_setup *setup, struct rmc_portfolio **portfolio, struct rmc_error *error) {
    *portfolio = NULL;
    rmc_err code = check(setup, error);
    if (code != RMC_OK)
        return code;
    struct rmc_portfolio *made = calloc(1, sizeof *made);
    if (made == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a portfolio");
    code = allocate(made, setup, error);
    if (code != RMC_OK) {
        rmc_portfolio_free(made);
        return code;
    }
    const size_t n = setup->factors;
    size_t asian = 0;
    for (size_t j = 0; j < n; j++) {
        made->spot[j] = setup->spot[j];
        made->drift[j] = -0.5 * setup->cov[j * n + j] * setup->horizon_days;
        for (size_t k = 0; k <= j; k++)
            made->root[j * n + k] = setup->root[j * n + k] * sqrt(setup->horizon_days);
    }
    for (size_t i = 0; i < made->count; i++) {
        struct instrument *to = &made->instruments[i];
        to->terms = setup->positions[i];
        prepare(to, setup);
        if (to->terms.kind == RMC_ASIAN) {
            to->asian = asian;
            made->asian_position[asian] = i;
            made->today_rate[asian++] = rmc_zero_rate(&setup->curve, to->terms.years);
        }
    }
    *portfolio = made;
    return RMC_OK;
}

void rmc_portfolio_free(struct rmc_portfolio *portfolio) {
    if (portfolio == NULL)
        return;
    free(portfolio->instruments);
    free(portfolio->asian_position);
    free(portfolio->today_rate);
    free(portfolio->tables);
    free(portfolio->spot);
    free(portfolio->drift);
    free(portfolio->root);
    free(portfolio);
}

size_t rmc_portfolio_asians(const struct rmc_portfolio *portfolio) {
    return portfolio->asians;
}

size_t rmc_table_length(const struct rmc_portfolio *portfolio) {
    return portfolio->table_length;
}

double *rmc_tables(struct rmc_portfolio *portfolio) {
    return portfolio->tables;
}

/* Fills the table of one Asian: its price today, then factors and sums from the horizon on. */
static void fill_table(struct rmc_portfolio *portfolio, size_t asian) {
    const size_t paths = portfolio->setup.paths, position = portfolio->asian_position[asian];
    const uint64_t seed = portfolio->setup.seed;
    const struct instrument *at = &portfolio->instruments[position];
    const struct rmc_motion today = {portfolio->today_rate[asian], at->vol, at->terms.years};
    const struct rmc_motion later = {at->horizon_rate, at->vol, at->horizon_years};
    double *table = portfolio->tables + asian * portfolio->table_length;
    double *factors = table + 1;
    rmc_path_factors(seed, (uint32_t)position, today, paths, factors);
    table[0] = rmc_asian_plain(at->terms.option, portfolio->spot[at->terms.factor], at->terms.strike,
                               exp(-today.rate * today.years), factors, paths);
    rmc_path_factors(seed, (uint32_t)position, later, paths, factors);
    rmc_sort_factors(factors, paths, factors + paths);
}

rmc_err rmc_fill_paths(struct rmc_portfolio *portfolio, size_t first, size_t last, struct rmc_error *error) {
    if (first > last || last > portfolio->asians)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "Asian options %zu to %zu of %zu do not exist", first, last,
                        portfolio->asians);
    for (size_t a = first; a < last; a++)
        fill_table(portfolio, a);
    return RMC_OK;
}

double rmc_value_today(const struct rmc_portfolio *portfolio) {
    double value = 0;
    for (size_t i = 0; i < portfolio->count; i++) {
        const struct instrument *at = &portfolio->instruments[i];
        const double unit =
            at->terms.kind == RMC_ASIAN ? portfolio->tables[at->asian * portfolio->table_length] : at->value_today;
        value += at->terms.quantity * unit;
    }
    return value;
}

/*
 * Adds Black-Scholes values. All that does not depend on the scenario was worked out before; log(S'/K) = log(S/K) + x
 * costs no logarithm.
 */
static void add_european(const struct instrument *at, const double *x, const double *spot, size_t count, double *sum) {
    const double sign = at->terms.option == RMC_CALL ? 1.0 : -1.0;
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

static void add_position(const struct rmc_portfolio *portfolio, const struct instrument *at, const double *x,
                         const double *spot, size_t count, double *sum) {
    const double quantity = at->terms.quantity;
    switch (at->terms.kind) {
    case RMC_STOCK:
        for (size_t s = 0; s < count; s++)
            sum[s] += quantity * spot[s];
        return;
    case RMC_EUROPEAN:
        add_european(at, x, spot, count, sum);
        return;
    case RMC_ASIAN: {
        const size_t paths = portfolio->setup.paths;
        const double *table = portfolio->tables + at->asian * portfolio->table_length;
        const struct rmc_sorted factors = {table + 1, table + 1 + paths, paths};
        for (size_t s = 0; s < count; s++)
            sum[s] +=
                quantity * rmc_asian_sorted(at->terms.option, spot[s], at->terms.strike, at->horizon_discount, factors);
        return;
    }
    }
}

/* Values COUNT scenarios from FIRST on. WORK has room for x and spot, factor by factor, and for z and the move. */
static void value_block(const struct rmc_portfolio *portfolio, uint32_t first, size_t count, double *work,
                        double *sum) {
    const size_t n = portfolio->factors;
    double *x = work, *spot = work + n * BLOCK, *z = work + 2 * n * BLOCK, *move = z + n;
    for (size_t s = 0; s < count; s++) {
        rmc_scenario(portfolio, first + (uint32_t)s, z, move);
        for (size_t j = 0; j < n; j++) {
            x[j * BLOCK + s] = move[j];
            spot[j * BLOCK + s] = portfolio->spot[j] * exp(move[j]);
        }
        sum[s] = 0;
    }
    for (size_t i = 0; i < portfolio->count; i++) {
        const struct instrument *at = &portfolio->instruments[i];
        add_position(portfolio, at, x + at->terms.factor * BLOCK, spot + at->terms.factor * BLOCK, count, sum);
    }
}

rmc_err rmc_pnl(const struct rmc_portfolio *portfolio, uint32_t first, uint32_t last, double *pnl,
                struct rmc_error *error) {
    if (first > last)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "scenarios from %u to %u: the first is behind the last", first, last);
    const double today = rmc_value_today(portfolio);
    double *work = malloc((2 * BLOCK + 2) * portfolio->factors * sizeof *work);
    if (work == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a block of scenarios");
    for (uint32_t at = first; at < last;) {
        const size_t count = last - at < BLOCK ? last - at : BLOCK;
        double *out = pnl + (at - first);
        value_block(portfolio, at, count, work, out);
        for (size_t s = 0; s < count; s++) {
            out[s] -= today;
            if (!isfinite(out[s])) {
                free(work);
                return rmc_fail(error, RMC_ERR_NOT_FINITE, "scenario %zu: the P&L is not a finite number", at + s);
            }
        }
        at += (uint32_t)count;
    }
    free(work);
    return RMC_OK;
}
