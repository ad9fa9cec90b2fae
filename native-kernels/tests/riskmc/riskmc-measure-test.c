/* SPDX-License-Identifier: Apache-2.0 */
/* Measures of P&L values, and the coverage of their intervals. */
#include "riskmc/internal.h"
#include "riskmc/stopped.h"

#include <float.h>

static void ranks_of_the_interval_are_those_of_the_binomial(void) {
    static const struct {
        size_t count;
        double tail;
        size_t lower, rank, upper;
    } rows[] = {
        /* By binomial sums in decimal arithmetic of 60 digits: P(B < l) <= .025, P(B >= u) <= .025. */
        {100, 0.05, 1, 5, 11},           {1000, 0.01, 4, 10, 18}, {10000, 0.01, 81, 100, 121},
        {100000, 0.01, 939, 1000, 1063}, {50, 0.05, 0, 3, 7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t lower, rank, upper;
        CHECK(rmc_quantile_ranks(rows[i].count, rows[i].tail, &lower, &rank, &upper) == RMC_OK, "row %zu", i);
        CHECK(lower == rows[i].lower && rank == rows[i].rank && upper == rows[i].upper, "row %zu: %zu %zu %zu", i,
              lower, rank, upper);
    }
    CHECK(rmc_quantile_ranks(0, 0.05, &(size_t){0}, &(size_t){0}, &(size_t){0}) == RMC_ERR_ARGUMENT, "no values");
    CHECK(rmc_quantile_ranks(9, NAN, &(size_t){0}, &(size_t){0}, &(size_t){0}) == RMC_ERR_ARGUMENT, "no tail");
}

static void measures_of_a_known_sample_are_exact(void) {
    double pnl[200], expected = 0;
    struct rmc_measures m;
    for (int i = 0; i < 200; i++)
        pnl[(i * 77) % 200] = i - 100; /* -100 .. 99, shuffled */
    CHECK(rmc_measure(pnl, 200, 0.95, &m, NULL) == RMC_OK, "measure");
    CHECK_NEAR(m.mean, -0.5, 1e-12);
    CHECK_NEAR(m.var_today.value, 91, 1e-12); /* the 10th smallest is -91 */
    CHECK_NEAR(m.var_mean.value, 90.5, 1e-12);
    for (int i = 0; i < 10; i++)
        expected += (100 - i) / 10.0;
    CHECK_NEAR(m.es_mean.value, expected - 0.5, 1e-9);
    CHECK(m.var_mean.lower < m.var_mean.value && m.var_mean.value < m.var_mean.upper, "interval");
    CHECK(rmc_measure(pnl, 99, 0.99, &m, NULL) == RMC_ERR_FEW_SCENARIOS, "99 at 99 %%");
    CHECK(rmc_measure(pnl, 200, 1.0, &m, NULL) == RMC_ERR_ARGUMENT, "100 %%");
    CHECK(rmc_measure(pnl, 100, 0.99, &m, NULL) == RMC_OK && isnan(m.var_mean.upper), "one in the tail: no bound");
    CHECK(isnan(m.es_mean.lower) && isnan(m.es_mean.upper), "one in the tail: no interval of its mean");
    pnl[7] = NAN;
    CHECK(rmc_measure(pnl, 200, 0.95, &m, NULL) == RMC_ERR_NOT_FINITE, "a P&L that is no number");
}

/*
 * Hull, Options, Futures, and Other Derivatives, VaR chapter: 10 million at 2 % a day, 5 million at 1 %, correlation
 * 0.3: the portfolio's deviation is 220,227 and, with the exact quantile, VaR 99 % over 10 days 1,620,114. Through our
 * covariance root: sigma^2 = |L' w|^2.
 */
static void hulls_two_asset_example_comes_out(void) {
    const double cov[4] = {4e-4, 0.3 * 2e-4, 0.3 * 2e-4, 1e-4}, w[2] = {10e6, 5e6};
    double root[4];
    CHECK(rmc_cholesky(cov, 2, root, NULL) == RMC_OK, "cholesky");
    const double x = root[0] * w[0] + root[2] * w[1], y = root[3] * w[1], sigma = sqrt(x * x + y * y);
    CHECK_NEAR(sigma, 220227.155, 0.001);
    CHECK_NEAR(sigma * 2.3263478740408408 * sqrt(10), 1620113.82, 0.02);
}

static double normal_quantile(double p) {
    double low = -10, high = 10;
    for (int i = 0; i < 200; i++) {
        const double middle = 0.5 * (low + high);
        *(rmc_normal_cdf(middle) < p ? &low : &high) = middle;
    }
    return low;
}

/* One stock, log-normal: the quantile of the P&L has the closed form w (exp(-s^2/2 + s z_a) - 1). No approximation. */
static void one_stock_has_the_var_of_its_log_normal(void) {
    enum { N = 100000 };
    static double pnl[N];
    const double cov = 4e-4, root = 0.02, spot = 50, tenor = 1, rate = 0.03, s = 0.02 * sqrt(10);
    const struct rmc_position stock = {.kind = RMC_STOCK, .quantity = 2e5};
    const struct rmc_setup setup = {&stock, 1, &spot, &cov, &root, 1, {&tenor, &rate, 1}, 10, 1, 99};
    struct rmc_portfolio *portfolio;
    struct rmc_measures m;
    double value;
    CHECK(rmc_portfolio_new(&setup, &portfolio, NULL) == RMC_OK, "portfolio");
    CHECK(rmc_value_today(portfolio, &value, NULL) == RMC_OK, "value");
    CHECK_NEAR(value, 1e7, 1e-6);
    CHECK(rmc_pnl(portfolio, 0, N, pnl, NULL) == RMC_OK, "pnl");
    CHECK(rmc_measure(pnl, N, 0.99, &m, NULL) == RMC_OK, "measure");
    const double z = normal_quantile(0.01), exact = -1e7 * (exp(-s * s / 2 + s * z) - 1);
    CHECK(m.var_today.lower <= exact && exact <= m.var_today.upper, "%g not in %g to %g", exact, m.var_today.lower,
          m.var_today.upper);
    /* Expected shortfall of a log-normal: w (1 - Phi(z - s) / a). */
    const double shortfall = 1e7 * (1 - rmc_normal_cdf(z - s) / 0.01) + m.mean;
    CHECK(m.es_mean.lower <= shortfall && shortfall <= m.es_mean.upper, "%g not in %g to %g", shortfall,
          m.es_mean.lower, m.es_mean.upper);
    rmc_portfolio_free(portfolio);
}

/*
 * Two stocks over a tenth of a day: returns so small that the log-normal sum is normal to 0.1 % of VaR, far inside the
 * interval, so the linear (delta-normal) closed form must lie in it. Over 40 seeds a 95 % interval misses about 2
 * times; more than 7 has probability 0.1 %.
 */
static void linear_portfolios_have_their_closed_form_var(void) {
    enum { N = 20000 };
    static double pnl[N];
    const double cov[4] = {4e-4, 0.6e-4, 0.6e-4, 1e-4}, spot[2] = {100, 20}, tenor = 1, rate = 0.03;
    const struct rmc_position stocks[2] = {{.kind = RMC_STOCK, .quantity = 1e5, .instrument = 1},
                                           {.kind = RMC_STOCK, .factor = 1, .quantity = 2.5e5, .instrument = 2}};
    double root[4];
    CHECK(rmc_cholesky(cov, 2, root, NULL) == RMC_OK, "cholesky");
    const double exact = 220227.15545 * sqrt(0.1) * 2.3263478740408408;
    int missed = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const struct rmc_setup setup = {stocks, 2, spot, cov, root, 2, {&tenor, &rate, 1}, 0.1, 1, seed};
        struct rmc_portfolio *portfolio;
        struct rmc_measures m;
        CHECK(rmc_portfolio_new(&setup, &portfolio, NULL) == RMC_OK, "portfolio");
        CHECK(rmc_pnl(portfolio, 0, N, pnl, NULL) == RMC_OK, "pnl");
        CHECK(rmc_measure(pnl, N, 0.99, &m, NULL) == RMC_OK, "measure");
        missed += exact < m.var_mean.lower || exact > m.var_mean.upper;
        rmc_portfolio_free(portfolio);
    }
    CHECK(missed <= 7, "the closed form is outside %d of 40 intervals", missed);
}

/* The bounds of a count out of SEEDS at 5 %: less than 2 or more than 21 of 200 has a probability of 0.1 %. */
static void check_misses(const char *book, const char *measure, int missed) {
    CHECK(missed >= 2 && missed <= 21, "%s: %d of 200 intervals of %s miss the truth", book, missed, measure);
}

/* riskmc-coverage does the same with more seeds. */
static void intervals_of_convex_books_hold_the_truth(void) {
    static struct missed missed[BOOKS][LEVELS];
    count_missed(1, 201, 10000, missed);
    for (int book = 0; book < BOOKS; book++)
        for (int level = 0; level < LEVELS; level++) {
            check_misses(book_names[book], "VaR to the mean", missed[book][level].var_mean);
            check_misses(book_names[book], "VaR to today", missed[book][level].var_today);
            check_misses(book_names[book], "ES to the mean", missed[book][level].es_mean);
        }
}

/* riskmc-coverage does the same with more seeds, for all books and levels. */
static void runs_that_stop_when_precise_enough_hold_the_truth(void) {
    for (int book = 0; book < BOOKS; book += 3) { /* a long call, with an uncertain mean, and its opposite */
        struct stopped stopped = {.looks = 0};
        count_stopped(1, 201, book, 0, &stopped);
        check_misses(book_names[book], "VaR to the mean, stopped", stopped.missed.var_mean);
        CHECK(stopped.reached == 200, "%s: %d of 200 reach the width", book_names[book], stopped.reached);
        CHECK(stopped.looks > 2 * 200, "%s: %d looks are hardly any choice", book_names[book], stopped.looks);
    }
}

static void looks_follow_from_the_level_alone(void) {
    CHECK(rmc_next_look(0, 0.99, 1000000) == 20224, "%zu", rmc_next_look(0, 0.99, 1000000)); /* 79 times 256 */
    CHECK(rmc_next_look(0, 0.95, 1000000) == 4096, "%zu", rmc_next_look(0, 0.95, 1000000));
    CHECK(rmc_next_look(4096, 0.95, 1000000) == 6144, "%zu", rmc_next_look(4096, 0.95, 1000000));
    CHECK(rmc_next_look(4096, 0.95, 5000) == 5000, "%zu", rmc_next_look(4096, 0.95, 5000));
    CHECK(rmc_next_look(0, 0.99, 700) == 700, "%zu", rmc_next_look(0, 0.99, 700));
    CHECK_NEAR(rmc_relative_width((struct rmc_interval){-4, -5, -3}), 0.5, 0);
    CHECK(rmc_relative_width((struct rmc_interval){0, 0, 0}) == 0, "a book that cannot move");
    CHECK(isnan(rmc_relative_width((struct rmc_interval){1, 0, NAN})), "a bound is missing");
    CHECK(isinf(rmc_relative_width((struct rmc_interval){0, -1, 1})), "no VaR");
}

static int upwards(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Numbers of all sizes and signs, with ties and the extreme numbers. */
static void numbers_are_sorted_as_qsort_does(void) {
    enum { N = 3001 };
    static double values[N], wanted[N];
    static uint64_t keys[2 * N];
    for (int i = 0; i < N; i++)
        values[i] = ldexp((i * 7919) % 1009 - 504, (i * 31) % 2000 - 1000);
    values[17] = DBL_MAX;
    values[18] = -DBL_MAX;
    values[19] = DBL_TRUE_MIN;
    values[20] = -DBL_TRUE_MIN;
    memcpy(wanted, values, sizeof values);
    qsort(wanted, N, sizeof *wanted, upwards);
    rmc_sort(values, N, keys);
    for (int i = 0; i < N; i++)
        CHECK(values[i] == wanted[i], "place %d: %g, not %g", i, values[i], wanted[i]);
    rmc_sort(values, 0, keys);
}

static void a_book_that_cannot_move_has_no_risk_and_no_interval(void) {
    static double pnl[1000];
    struct rmc_measures m;
    CHECK(rmc_measure(pnl, 1000, 0.99, &m, NULL) == RMC_OK, "measure");
    CHECK(m.var_mean.value == 0 && m.var_mean.lower == 0 && m.var_mean.upper == 0, "VaR to the mean");
    CHECK(m.var_today.value == 0 && m.var_today.lower == 0 && m.var_today.upper == 0, "VaR to today");
    CHECK(m.es_mean.value == 0 && m.es_mean.lower == 0 && m.es_mean.upper == 0, "ES");
}

static void inner_variances_widen_each_side(void) {
    struct rmc_measures m = {0, {10, 7, 14}, {9, 9, 9}, {12, NAN, 15}}, same = m;
    const double deviation = 4 / 1.959963984540054;
    rmc_widen(&same, (struct rmc_inner){0, 0, 0});
    CHECK(memcmp(&same.var_mean, &m.var_mean, sizeof m.var_mean) == 0, "no variance changes no bit");
    rmc_widen(&m, (struct rmc_inner){deviation * deviation, deviation * deviation, deviation * deviation});
    CHECK_NEAR(m.var_mean.lower, 10 - 5, 1e-12);
    CHECK_NEAR(m.var_mean.upper, 10 + 4 * sqrt(2), 1e-12);
    CHECK_NEAR(m.var_today.lower, 9 - 4, 1e-12);
    CHECK(isnan(m.es_mean.lower), "a bound that is not there stays away");
    CHECK_NEAR(m.es_mean.upper, 12 + 5, 1e-12);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(ranks_of_the_interval_are_those_of_the_binomial),
        CASE(measures_of_a_known_sample_are_exact),
        CASE(hulls_two_asset_example_comes_out),
        CASE(one_stock_has_the_var_of_its_log_normal),
        CASE(linear_portfolios_have_their_closed_form_var),
        CASE(intervals_of_convex_books_hold_the_truth),
        CASE(runs_that_stop_when_precise_enough_hold_the_truth),
        CASE(looks_follow_from_the_level_alone),
        CASE(numbers_are_sorted_as_qsort_does),
        CASE(a_book_that_cannot_move_has_no_risk_and_no_interval),
        CASE(inner_variances_widen_each_side),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
