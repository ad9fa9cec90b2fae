/* SPDX-License-Identifier: Apache-2.0 */
/* Portfolios of Asian options on stocks that stand at 100 and move 2 % a day, with a rate of 0. */
#ifndef SLIPWAY_TESTS_RISKMC_ASIAN_FIXTURES_H
#define SLIPWAY_TESTS_RISKMC_ASIAN_FIXTURES_H

#include "slipway/riskmc.h"
#include "support/check.h"

static const double asian_tenor = 1, asian_rate = 0;

/* Two stocks with a correlation of 0.6. */
static const double asian_spot[2] = {100, 100};
static const double asian_cov[4] = {4e-4, 2.4e-4, 2.4e-4, 4e-4};

/* Returns an Asian call on the first stock with FIXINGS fixings, equally spaced over DAYS. */
static inline struct rmc_position asian_call(double strike, double days, uint32_t fixings, double quantity) {
    const double years = days / RMC_DAYS_PER_YEAR;
    return (struct rmc_position){.kind = RMC_ASIAN,
                                 .option = RMC_CALL,
                                 .strike = strike,
                                 .years = years,
                                 .schedule = rmc_even_schedule(years, fixings),
                                 .quantity = quantity,
                                 .instrument = 77};
}

/* Makes a portfolio over a horizon of 10 days, with filled tables. */
static inline struct rmc_portfolio *asian_portfolio(const struct rmc_position *positions, size_t count, size_t paths,
                                                    uint64_t seed) {
    double root[4];
    struct rmc_portfolio *portfolio = NULL;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_cholesky(asian_cov, 2, root, NULL) == RMC_OK, "cholesky");
    const struct rmc_setup setup = {positions, count, asian_spot, asian_cov, root, 2, {&asian_tenor, &asian_rate, 1},
                                    10,        paths, seed};
    CHECK(rmc_portfolio_new(&setup, &portfolio, &error) == RMC_OK, "%s", error.text);
    CHECK(rmc_fill_paths(portfolio, 0, rmc_portfolio_asians(portfolio), NULL) == RMC_OK, "paths");
    return portfolio;
}

/* Writes the P&L of COUNT scenarios of such a portfolio. */
static inline void asian_pnl(const struct rmc_position *positions, size_t count, size_t paths, uint64_t seed,
                             uint32_t scenarios, double *pnl) {
    struct rmc_portfolio *portfolio = asian_portfolio(positions, count, paths, seed);
    CHECK(rmc_pnl(portfolio, 0, scenarios, pnl, NULL) == RMC_OK, "pnl");
    rmc_portfolio_free(portfolio);
}

#endif
