/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of Asian options: made once, the same in all scenarios. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>

size_t rmc_portfolio_asians(const struct rmc_portfolio *portfolio) {
    return portfolio->asian_count;
}

size_t rmc_table_length(const struct rmc_portfolio *portfolio) {
    return portfolio->table_length;
}

double *rmc_tables(struct rmc_portfolio *portfolio) {
    return portfolio->tables;
}

void rmc_use_tables(struct rmc_portfolio *portfolio, double *tables) {
    free(portfolio->own_tables);
    portfolio->own_tables = NULL;
    portfolio->tables = tables;
}

const double *rmc_table_of(const struct rmc_portfolio *portfolio, size_t asian) {
    return portfolio->tables + asian * portfolio->table_length;
}

/* Writes the path factors of the coming fixings from number FIRST on, for paths that begin BEGIN years from today. */
static void take_factors(const struct rmc_portfolio *portfolio, size_t asian, size_t first, double begin, double rate,
                         double *factors) {
    const struct asian *at = &portfolio->asians[asian];
    const struct instrument *of = &portfolio->instruments[at->instrument];
    const struct rmc_position *terms = &of->terms;
    const struct rmc_paths paths = {portfolio->setup.seed, terms->instrument, portfolio->setup.paths};
    double years[RMC_MAX_FIXINGS];
    for (size_t i = first; i < at->left; i++)
        years[i - first] = fmax(at->years[i] - begin, 0.0);
    const struct rmc_fixings fixings = {years, at->left - first, terms->schedule.fixings};
    const struct rmc_motion motion = {rate, of->vol, terms->years};
    rmc_path_factors(&paths, motion, &fixings, factors, NULL); /* cannot fail: all arguments are in range */
}

void rmc_factors_today(const struct rmc_portfolio *portfolio, size_t asian, double *factors) {
    take_factors(portfolio, asian, 0, 0, portfolio->asians[asian].today_rate, factors);
}

void rmc_factors_later(const struct rmc_portfolio *portfolio, size_t asian, double *factors) {
    const struct asian *at = &portfolio->asians[asian];
    const double horizon = portfolio->setup.horizon_days / RMC_DAYS_PER_YEAR;
    take_factors(portfolio, asian, at->inside, horizon, portfolio->instruments[at->instrument].horizon_rate, factors);
}

static void fill_table(struct rmc_portfolio *portfolio, size_t asian) {
    const size_t paths = portfolio->setup.paths;
    const struct asian *at = &portfolio->asians[asian];
    const struct rmc_position *terms = &portfolio->instruments[at->instrument].terms;
    double *table = portfolio->tables + asian * portfolio->table_length;
    double *factors = table + TABLE_FACTORS;
    rmc_factors_today(portfolio, asian, factors);
    table[TABLE_PRICE] = rmc_asian_plain(terms->option, portfolio->spot[terms->factor], terms->strike - at->realised,
                                         exp(-at->today_rate * terms->years), factors, paths);
    rmc_factors_later(portfolio, asian, factors);
    rmc_sort_factors(factors, paths, factors + paths);
    table[TABLE_FILLED] = 1;
}

rmc_err rmc_fill_paths(struct rmc_portfolio *portfolio, size_t first, size_t last, struct rmc_error *error) {
    if (first > last || last > portfolio->asian_count)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "Asian options %zu to %zu of %zu do not exist", first, last,
                        portfolio->asian_count);
    for (size_t a = first; a < last; a++)
        fill_table(portfolio, a);
    return RMC_OK;
}

rmc_err rmc_check_tables(const struct rmc_portfolio *portfolio, struct rmc_error *error) {
    for (size_t a = 0; a < portfolio->asian_count; a++)
        if (rmc_table_of(portfolio, a)[TABLE_FILLED] != 1)
            return rmc_fail(error, RMC_ERR_NOT_FILLED, "the table of Asian option %zu of %zu was never filled", a,
                            portfolio->asian_count);
    return RMC_OK;
}
