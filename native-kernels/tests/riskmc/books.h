/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Books of options on one stock with VaR and expected shortfall in closed form, and the share of rmc_measure's
 * intervals that hold them. The stock stands at 100 and moves 2 % a day; the options have a strike of 110 and a life of
 * 21 days; the horizon is 10 days.
 */
#ifndef SLIPWAY_TESTS_RISKMC_BOOKS_H
#define SLIPWAY_TESTS_RISKMC_BOOKS_H

#include "slipway/riskmc.h"
#include "support/check.h"

enum { BOOKS = 4, LEVELS = 2 };
static const char *const book_names[BOOKS] = {"long call", "short call", "long straddle", "short straddle"};
static const double book_levels[LEVELS] = {0.95, 0.99};

static const double book_spot = 100, book_variance = 4e-4, book_deviation = 0.02, book_tenor = 1, book_rate = 0;

/* True measures of a book at a confidence. */
struct truth {
    double var_mean, var_today, es_mean;
};

/* The number of intervals that did not hold the truth, for each measure. */
struct missed {
    int var_mean, var_today, es_mean;
};

struct outcome {
    double pnl;
    double weight;
};

static inline int by_outcome(const void *a, const void *b) {
    const struct outcome *x = a, *y = b;
    return (x->pnl > y->pnl) - (x->pnl < y->pnl);
}

static inline double book_value(int book, double spot, double days) {
    const struct rmc_motion motion = {book_rate, sqrt(RMC_DAYS_PER_YEAR * book_variance), days / RMC_DAYS_PER_YEAR};
    const double call = rmc_european(RMC_CALL, spot, 110, 0, motion), put = rmc_european(RMC_PUT, spot, 110, 0, motion);
    return (book % 2 == 0 ? 1 : -1) * (book < 2 ? call : call + put);
}

/* Integrates over the normal that drives the stock, in steps of 1/10,000: the outcomes with their weights, in order. */
static inline void book_truth(int book, struct truth truth[LEVELS]) {
    enum { STEPS = 160001 };
    static struct outcome outcomes[STEPS];
    const double deviation = book_deviation * sqrt(10), today = book_value(book, book_spot, 21);
    double mean = 0;
    for (int i = 0; i < STEPS; i++) {
        const double z = -8 + 1e-4 * i;
        const double spot = book_spot * exp(-0.5 * deviation * deviation + deviation * z);
        outcomes[i].pnl = book_value(book, spot, 11) - today;
        outcomes[i].weight = 1e-4 * exp(-0.5 * z * z) / 2.5066282746310002;
        mean += outcomes[i].weight * outcomes[i].pnl;
    }
    qsort(outcomes, STEPS, sizeof outcomes[0], by_outcome);
    for (int level = 0; level < LEVELS; level++) {
        const double tail = 1 - book_levels[level];
        double below = 0, sum = 0;
        int i = 0;
        for (; below + outcomes[i].weight < tail; i++) {
            below += outcomes[i].weight;
            sum += outcomes[i].weight * outcomes[i].pnl;
        }
        sum += (tail - below) * outcomes[i].pnl;
        truth[level] = (struct truth){mean - outcomes[i].pnl, -outcomes[i].pnl, mean - sum / tail};
    }
}

/* Makes the portfolio of a long book. The P&L of a short book is its negative. */
static inline struct rmc_portfolio *book_portfolio(int book, uint64_t seed) {
    struct rmc_position legs[2] = {
        {.kind = RMC_EUROPEAN, .option = RMC_CALL, .strike = 110, .years = 21.0 / 252, .quantity = 1, .instrument = 1},
        {.kind = RMC_EUROPEAN, .option = RMC_PUT, .strike = 110, .years = 21.0 / 252, .quantity = 1, .instrument = 2}};
    const struct rmc_setup setup = {.positions = legs,
                                    .position_count = book < 2 ? 1 : 2,
                                    .spot = &book_spot,
                                    .cov = &book_variance,
                                    .root = &book_deviation,
                                    .factors = 1,
                                    .curve = {&book_tenor, &book_rate, 1},
                                    .horizon_days = 10,
                                    .paths = 1,
                                    .seed = seed};
    struct rmc_portfolio *portfolio;
    CHECK(rmc_portfolio_new(&setup, &portfolio, NULL) == RMC_OK, "portfolio");
    return portfolio;
}

/* Draws the P&L of a long book of COUNT scenarios. */
static inline void book_draw(int book, uint64_t seed, uint32_t count, double *pnl) {
    struct rmc_portfolio *portfolio = book_portfolio(book, seed);
    CHECK(rmc_pnl(portfolio, 0, count, pnl, NULL) == RMC_OK, "pnl");
    rmc_portfolio_free(portfolio);
}

static inline int misses(struct rmc_interval interval, double truth) {
    return !(interval.lower <= truth && truth <= interval.upper);
}

/* Adds up the misses of seeds FIRST to LAST - 1, each of COUNT scenarios. */
static inline void count_missed(uint64_t first, uint64_t last, uint32_t count, struct missed missed[BOOKS][LEVELS]) {
    double *pnl = malloc(count * sizeof *pnl);
    struct truth truth[BOOKS][LEVELS];
    for (int book = 0; book < BOOKS; book++)
        book_truth(book, truth[book]);
    for (uint64_t seed = first; seed < last; seed++)
        for (int book = 0; book < BOOKS; book++) {
            if (book % 2 == 0)
                book_draw(book, seed, count, pnl);
            for (uint32_t i = 0; book % 2 == 1 && i < count; i++)
                pnl[i] = -pnl[i];
            for (int level = 0; level < LEVELS; level++) {
                struct rmc_measures m;
                CHECK(rmc_measure(pnl, count, book_levels[level], &m, NULL) == RMC_OK, "measure");
                missed[book][level].var_mean += misses(m.var_mean, truth[book][level].var_mean);
                missed[book][level].var_today += misses(m.var_today, truth[book][level].var_today);
                missed[book][level].es_mean += misses(m.es_mean, truth[book][level].es_mean);
            }
        }
    free(pnl);
}

#endif
