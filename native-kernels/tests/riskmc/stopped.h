/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The share of intervals that hold the truth in runs that stop when the interval of VaR to the mean is narrow enough.
 */
#ifndef SLIPWAY_TESTS_RISKMC_STOPPED_H
#define SLIPWAY_TESTS_RISKMC_STOPPED_H

#include "riskmc/books.h"
#include "slipway/riskmc_bank.h"

/* The requested widths at each level, over the VaR, which most runs reach after some looks. */
static const double stopped_widths[LEVELS] = {0.04, 0.04};
enum { STOPPED_MOST = 150000 };

struct stopped {
    struct missed missed;
    double scenarios; /* of all seeds */
    int looks, reached;
};

/* Draws the scenarios of a book from FIRST to END - 1. */
static inline void draw_further(const struct rmc_portfolio *portfolio, int book, size_t first, size_t end,
                                double *pnl) {
    CHECK(rmc_pnl(portfolio, (uint32_t)first, (uint32_t)end, pnl + first, NULL) == RMC_OK, "pnl");
    for (size_t i = first; book % 2 == 1 && i < end; i++)
        pnl[i] = -pnl[i];
}

/* Adds scenarios until the interval is narrow enough, and adds the outcome to STOPPED. */
static inline void stop_when_narrow(int book, int level, uint64_t seed, struct truth truth, struct stopped *stopped) {
    static double pnl[STOPPED_MOST];
    struct rmc_portfolio *portfolio = book_portfolio(book, seed);
    struct rmc_measures m = {0};
    size_t count = 0;
    int narrow = 0;
    while (!narrow && count < STOPPED_MOST) {
        const size_t drawn = count;
        count = rmc_next_look(drawn, book_levels[level], STOPPED_MOST);
        draw_further(portfolio, book, drawn, count, pnl);
        CHECK(rmc_measure(pnl, count, book_levels[level], &m, NULL) == RMC_OK, "measure");
        narrow = rmc_relative_width(m.var_mean) <= stopped_widths[level];
        stopped->looks++;
    }
    stopped->reached += narrow;
    stopped->scenarios += (double)count;
    stopped->missed.var_mean += misses(m.var_mean, truth.var_mean);
    stopped->missed.var_today += misses(m.var_today, truth.var_today);
    stopped->missed.es_mean += misses(m.es_mean, truth.es_mean);
    rmc_portfolio_free(portfolio);
}

/* Adds up the runs of seeds FIRST to LAST - 1 of one BOOK at one LEVEL. */
static inline void count_stopped(uint64_t first, uint64_t last, int book, int level, struct stopped *stopped) {
    struct truth truth[LEVELS];
    book_truth(book, truth);
    for (uint64_t seed = first; seed < last; seed++)
        stop_when_narrow(book, level, seed, truth[level], stopped);
}

#endif
