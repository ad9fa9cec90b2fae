/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An Asian option with a single fixing, at its expiry: except for the error of its inner paths, its price is that of a
 * European option. So the true VaR of a short one is that of the short call of books.h.
 */
#ifndef SLIPWAY_TESTS_RISKMC_FEW_PATHS_H
#define SLIPWAY_TESTS_RISKMC_FEW_PATHS_H

#include "riskmc/asian-fixtures.h"
#include "riskmc/books.h"

static inline void add_missed(const struct rmc_measures *measures, const struct truth *truth, struct missed *missed) {
    missed->var_mean += misses(measures->var_mean, truth->var_mean);
    missed->var_today += misses(measures->var_today, truth->var_today);
    missed->es_mean += misses(measures->es_mean, truth->es_mean);
}

/* Adds up the misses at 95 % of seeds FIRST to LAST - 1, each of 2,000 scenarios and 200 paths: misses of the
 * intervals, and of the intervals without the error of the paths. */
static inline void count_missed_with_few_paths(uint64_t first, uint64_t last, struct missed *missed,
                                               struct missed *bare) {
    enum { COUNT = 2000, PATHS_OF_EACH = 200 };
    static double pnl[COUNT];
    struct truth truth[LEVELS];
    const struct rmc_position option = asian_call(110, 21, 1, -1);
    book_truth(1, truth);
    for (uint64_t seed = first; seed < last; seed++) {
        struct rmc_portfolio *portfolio = asian_portfolio(&option, 1, PATHS_OF_EACH, seed);
        struct rmc_measures measures;
        struct rmc_sample sample;
        struct rmc_inner inner;
        const struct rmc_samples samples = {&sample, 1};
        CHECK(rmc_pnl(portfolio, 0, COUNT, pnl, NULL) == RMC_OK, "pnl");
        CHECK(rmc_measure(pnl, COUNT, 0.95, &measures, NULL) == RMC_OK, "measure");
        CHECK(rmc_sample(pnl, COUNT, 0.95, &sample, NULL) == RMC_OK, "sample");
        CHECK(rmc_inner_variance(portfolio, 0, 1, samples, &inner, NULL) == RMC_OK, "inner");
        add_missed(&measures, &truth[0], bare);
        rmc_widen(&measures, inner);
        add_missed(&measures, &truth[0], missed);
        rmc_portfolio_free(portfolio);
    }
}

#endif
