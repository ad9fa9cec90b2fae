/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/riskmc.h"
#include "support/check.h"

#include <stdint.h>

static void philox_matches_the_known_answers(void) {
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } rows[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < 3; i++) {
        uint32_t out[4];
        rmc_philox(rows[i].counter, rows[i].key, out);
        CHECK(memcmp(out, rows[i].out, sizeof out) == 0, "row %zu: %08x %08x", i, out[0], out[1]);
    }
}

static void normals_have_the_moments_and_tails_of_normals(void) {
    enum { N = 1000000 };
    double sums[5] = {0}, product = 0, previous = 0;
    size_t beyond = 0;
    for (uint32_t i = 0; i < N / 2; i++) {
        double z[2];
        rmc_normal_pair(42, RMC_FOR_PATH, 3, 5, i, z);
        product += z[0] * z[1] + previous * z[0];
        previous = z[1];
        for (int k = 0; k < 2; k++) {
            double power = 1;
            for (int p = 1; p <= 4; p++)
                sums[p] += power *= z[k];
            beyond += z[k] < -2.3263478740408408;
        }
    }
    /* Tolerances: 4.5 standard errors, sqrt(var(z^p) / N) with var 1, 2, 15, 96. */
    CHECK_NEAR(sums[1] / N, 0, 4.5e-3);
    CHECK_NEAR(sums[2] / N, 1, 4.5e-3 * sqrt(2));
    CHECK_NEAR(sums[3] / N, 0, 4.5e-3 * sqrt(15));
    CHECK_NEAR(sums[4] / N, 3, 4.5e-3 * sqrt(96));
    CHECK_NEAR(product / N, 0, 4.5e-3);
    CHECK_NEAR((double)beyond / N, 0.01, 4.5 * sqrt(0.01 * 0.99 / N));
}

static void every_part_of_the_counter_matters(void) {
    double base[2], other[2];
    rmc_normal_pair(1, RMC_FOR_PATH, 2, 3, 4, base);
    const struct {
        uint64_t seed;
        rmc_purpose purpose;
        uint32_t who, step, index;
    } rows[] = {{1ULL << 32 | 1, RMC_FOR_PATH, 2, 3, 4},
                {2, RMC_FOR_PATH, 2, 3, 4},
                {1, RMC_FOR_SCENARIO, 2, 3, 4},
                {1, RMC_FOR_PATH, 3, 3, 4},
                {1, RMC_FOR_PATH, 2, 4, 4},
                {1, RMC_FOR_PATH, 2, 3, 5}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rmc_normal_pair(rows[i].seed, rows[i].purpose, rows[i].who, rows[i].step, rows[i].index, other);
        CHECK(other[0] != base[0] && other[1] != base[1], "row %zu gives the same", i);
    }
}

/* Haug, The Complete Guide to Option Pricing Formulas, 1998, pp. 2-8, as in QuantLib's test suite; last row by
 * QuantLib 1.29. */
static void european_prices_match_the_published_ones(void) {
    static const struct {
        rmc_option option;
        double spot, strike, yield, rate, years, vol, value, tolerance;
    } rows[] = {
        {RMC_CALL, 60, 65, 0.00, 0.08, 0.25, 0.30, 2.1334, 1e-4},
        {RMC_PUT, 100, 95, 0.05, 0.10, 0.50, 0.20, 2.4648, 1e-4},
        {RMC_PUT, 19, 19, 0.10, 0.10, 0.75, 0.28, 1.7011, 1e-4},
        {RMC_CALL, 1.56, 1.60, 0.08, 0.06, 0.50, 0.12, 0.0291, 1e-4},
        {RMC_PUT, 75, 70, 0.05, 0.10, 0.50, 0.35, 4.0870, 1e-4},
        {RMC_CALL, 100, 100, 0, 0.05, 1, 0.20, 10.4505835722, 1e-10},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_NEAR(rmc_european(rows[i].option, rows[i].spot, rows[i].strike, rows[i].yield,
                                (struct rmc_motion){rows[i].rate, rows[i].vol, rows[i].years}),
                   rows[i].value, rows[i].tolerance);
}

static void european_limits_are_the_payoff(void) {
    CHECK_NEAR(rmc_european(RMC_CALL, 110, 100, 0, (struct rmc_motion){0.05, 0.2, 0}), 10, 0);
    CHECK_NEAR(rmc_european(RMC_PUT, 110, 100, 0, (struct rmc_motion){0.05, 0.2, 0}), 0, 0);
    CHECK_NEAR(rmc_european(RMC_CALL, 110, 100, 0, (struct rmc_motion){0.05, 0, 1}), 110 - 100 * exp(-0.05), 1e-12);
}

/*
 * Arithmetic Asian, S = K = 100, rate 5 %, volatility 20 %, 1 year, 12 fixings. The reference of QuantLib 1.29 is
 * 6.144081 with fixings on days floor(365 i / 12), which are up to a day earlier than equal spacing; that is worth
 * less than 0.02, so the tolerance is that and 3 standard errors.
 */
static void asian_price_matches_the_reference(void) {
    enum { PATHS = 400000 };
    static double factors[PATHS];
    double squares = 0;
    rmc_path_factors(7, 0, (struct rmc_motion){0.05, 0.2, 1}, PATHS, factors);
    const double price = rmc_asian_plain(RMC_CALL, 100, 100, exp(-0.05), factors, PATHS);
    for (size_t p = 0; p < PATHS; p++) {
        const double payoff = exp(-0.05) * fmax(100 * factors[p] - 100, 0);
        squares += (payoff - price) * (payoff - price);
    }
    CHECK_NEAR(price, 6.144081, 0.02 + 3 * sqrt(squares / PATHS / PATHS));
}

/* E[average of S(t)/S(0)] is the average of exp(r t) over the fixings, exactly. */
static void path_factors_have_the_mean_of_a_martingale(void) {
    enum { PATHS = 200000 };
    static double factors[PATHS];
    double sum = 0, squares = 0, expected = 0;
    rmc_path_factors(11, 5, (struct rmc_motion){0.03, 0.35, 0.75}, PATHS, factors);
    for (size_t p = 0; p < PATHS; p++) {
        sum += factors[p];
        squares += factors[p] * factors[p];
    }
    for (int i = 1; i <= RMC_FIXINGS; i++)
        expected += exp(0.03 * 0.75 * i / RMC_FIXINGS) / RMC_FIXINGS;
    const double mean = sum / PATHS;
    CHECK_NEAR(mean, expected, 4 * sqrt((squares / PATHS - mean * mean) / PATHS));
}

static void sorted_asian_price_equals_the_plain_one(void) {
    static const size_t sizes[] = {1, 2, 3, 7, 1000, 1024};
    static double plain[1024], sorted[1024], sums[1025];
    for (size_t n = 0; n < sizeof sizes / sizeof sizes[0]; n++) {
        const size_t paths = sizes[n];
        rmc_path_factors(3, (uint32_t)n, (struct rmc_motion){0.02, 0.3, 0.5}, paths, plain);
        memcpy(sorted, plain, sizeof plain);
        rmc_sort_factors(sorted, paths, sums);
        const struct rmc_sorted table = {sorted, sums, paths};
        for (int s = 0; s < 60; s++)
            for (int option = 0; option < 2; option++) {
                const double spot = s == 0 ? 100 / sorted[paths / 2] : 40 + 2.1 * s;
                const double a = rmc_asian_plain((rmc_option)option, spot, 100, 0.99, plain, paths);
                CHECK_NEAR(rmc_asian_sorted((rmc_option)option, spot, 100, 0.99, table), a, 1e-11 * (1 + a));
            }
    }
}

static void covariance_and_cholesky_agree_with_hand_results(void) {
    static const double close[] = {100, 50, 110, 50, 99, 55, 108.9, 60.5}; /* returns: +-log 1.1, 0 or log 1.1 */
    const struct rmc_panel panel = {close, 4, 2};
    const double r = log(1.1), a[3] = {r, log(0.9), r}, b[3] = {0, r, r};
    double cov[4], root[4], mean_a = (a[0] + a[1] + a[2]) / 3, mean_b = 2 * r / 3, ab = 0, aa = 0;
    for (int i = 0; i < 3; i++) {
        aa += (a[i] - mean_a) * (a[i] - mean_a) / 2;
        ab += (a[i] - mean_a) * (b[i] - mean_b) / 2;
    }
    CHECK(rmc_covariance(&panel, cov, NULL) == RMC_OK, "covariance");
    CHECK_NEAR(cov[0], aa, 1e-15);
    CHECK_NEAR(cov[1], ab, 1e-15);
    CHECK_NEAR(cov[3], r * r / 3, 1e-15);
    CHECK(rmc_cholesky(cov, 2, root, NULL) == RMC_OK, "cholesky");
    CHECK_NEAR(root[0] * root[0], cov[0], 1e-15);
    CHECK_NEAR(root[2] * root[0], cov[1], 1e-15);
    CHECK_NEAR(root[2] * root[2] + root[3] * root[3], cov[3], 1e-15);
}

static void cholesky_takes_semidefinite_and_refuses_indefinite(void) {
    static const double rank_one[9] = {1, 2, 3, 2, 4, 6, 3, 6, 9};
    static const double constant[4] = {0, 0, 0, 4};
    static const double indefinite[4] = {1, 2, 2, 1};
    static const double zero_pivot[4] = {0, 1, 1, 1};
    double root[9];
    struct rmc_error error;
    CHECK(rmc_cholesky(rank_one, 3, root, &error) == RMC_OK, "%s", error.text);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double entry = 0;
            for (int k = 0; k < 3; k++)
                entry += root[3 * i + k] * root[3 * j + k];
            CHECK_NEAR(entry, rank_one[3 * i + j], 1e-12);
        }
    CHECK(rmc_cholesky(constant, 2, root, &error) == RMC_OK && root[3] == 2, "%s", error.text);
    CHECK(rmc_cholesky(indefinite, 2, root, &error) == RMC_ERR_NOT_PSD, "taken");
    CHECK(rmc_cholesky(zero_pivot, 2, root, &error) == RMC_ERR_NOT_PSD, "taken");
}

static void refuses_panels_without_a_covariance(void) {
    static const double close[] = {1, 2, 0, 4};
    double cov[4];
    CHECK(rmc_covariance(&(struct rmc_panel){close, 2, 1}, cov, NULL) == RMC_ERR_PANEL, "2 days");
    CHECK(rmc_covariance(&(struct rmc_panel){close, 4, 0}, cov, NULL) == RMC_ERR_PANEL, "no symbol");
    CHECK(rmc_covariance(&(struct rmc_panel){close, 4, 1}, cov, NULL) == RMC_ERR_PANEL, "a price of 0");
}

static void curve_is_linear_between_and_flat_outside(void) {
    static const double tenor[] = {0.5, 1, 3}, rate[] = {0.01, 0.02, 0.04};
    const struct rmc_curve curve = {tenor, rate, 3};
    static const double rows[][2] = {{0, 0.01}, {0.5, 0.01}, {0.75, 0.015}, {1, 0.02}, {2, 0.03}, {3, 0.04}, {9, 0.04}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_NEAR(rmc_zero_rate(&curve, rows[i][0]), rows[i][1], 1e-15);
}

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
        rmc_quantile_ranks(rows[i].count, rows[i].tail, &lower, &rank, &upper);
        CHECK(lower == rows[i].lower && rank == rows[i].rank && upper == rows[i].upper, "row %zu: %zu %zu %zu", i,
              lower, rank, upper);
    }
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
    const struct rmc_position stock = {RMC_STOCK, RMC_CALL, 0, 0, 0, 2e5};
    const struct rmc_setup setup = {&stock, 1, &spot, &cov, &root, 1, {&tenor, &rate, 1}, 10, 1, 99};
    struct rmc_portfolio *portfolio;
    struct rmc_measures m;
    CHECK(rmc_portfolio_new(&setup, &portfolio, NULL) == RMC_OK, "portfolio");
    CHECK_NEAR(rmc_value_today(portfolio), 1e7, 1e-6);
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
    const struct rmc_position stocks[2] = {{RMC_STOCK, RMC_CALL, 0, 0, 0, 1e5}, {RMC_STOCK, RMC_CALL, 1, 0, 0, 2.5e5}};
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

/* The same scenarios in other pieces, and the table by other pieces: the same bits. */
static void pieces_do_not_change_a_bit(void) {
    enum { N = 700 };
    double whole[N], pieces[N];
    const double cov[4] = {4e-4, 0.6e-4, 0.6e-4, 1e-4}, spot[2] = {100, 20}, tenor = 1, rate = 0.03;
    const struct rmc_position mixed[4] = {{RMC_STOCK, RMC_CALL, 0, 0, 0, 10},
                                          {RMC_EUROPEAN, RMC_PUT, 1, 21, 0.5, -30},
                                          {RMC_ASIAN, RMC_CALL, 0, 101, 0.25, 7},
                                          {RMC_ASIAN, RMC_PUT, 1, 19, 0.001, 9}};
    double root[4];
    struct rmc_portfolio *portfolio[2];
    rmc_cholesky(cov, 2, root, NULL);
    const struct rmc_setup setup = {mixed, 4, spot, cov, root, 2, {&tenor, &rate, 1}, 1, 200, 5};
    for (int i = 0; i < 2; i++)
        CHECK(rmc_portfolio_new(&setup, &portfolio[i], NULL) == RMC_OK, "portfolio");
    CHECK(rmc_fill_paths(portfolio[0], 0, 2, NULL) == RMC_OK, "paths");
    CHECK(rmc_fill_paths(portfolio[1], 1, 2, NULL) == RMC_OK && rmc_fill_paths(portfolio[1], 0, 1, NULL) == RMC_OK,
          "paths");
    CHECK(rmc_pnl(portfolio[0], 0, N, whole, NULL) == RMC_OK, "pnl");
    for (uint32_t at = 0; at < N; at += 41)
        CHECK(rmc_pnl(portfolio[1], at, at + 41 < N ? at + 41 : N, pieces + at, NULL) == RMC_OK, "pnl");
    CHECK(memcmp(whole, pieces, sizeof whole) == 0, "bits differ");
    CHECK(rmc_pnl(portfolio[1], 3, 2, pieces, NULL) == RMC_ERR_ARGUMENT, "scenarios that end before they begin");
    CHECK(rmc_pnl(portfolio[1], 3, 3, pieces, NULL) == RMC_OK, "no scenarios");
    CHECK(memcmp(whole, pieces, sizeof whole) == 0, "no scenarios were written");
    CHECK(rmc_fill_paths(portfolio[1], 1, 3, NULL) == RMC_ERR_ARGUMENT, "there are two Asian options");
    CHECK(rmc_value_today(portfolio[0]) == rmc_value_today(portfolio[1]), "value today");
    rmc_portfolio_free(portfolio[0]);
    rmc_portfolio_free(portfolio[1]);
}

static void refuses_positions_out_of_range(void) {
    const double one = 1, cov = 1e-4, root = 0.01;
    static const struct rmc_position bad[] = {{RMC_STOCK, RMC_CALL, 1, 0, 0, 1},
                                              {RMC_EUROPEAN, RMC_CALL, 0, 0, 1, 1},
                                              {RMC_ASIAN, RMC_CALL, 0, 10, -1, 1},
                                              {RMC_STOCK, RMC_CALL, 0, 0, 0, NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const struct rmc_setup setup = {&bad[i], 1, &one, &cov, &root, 1, {&one, &one, 1}, 1, 10, 1};
        struct rmc_portfolio *portfolio;
        CHECK(rmc_portfolio_new(&setup, &portfolio, NULL) == RMC_ERR_ARGUMENT && portfolio == NULL, "row %zu", i);
    }
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(philox_matches_the_known_answers),
        CASE(normals_have_the_moments_and_tails_of_normals),
        CASE(every_part_of_the_counter_matters),
        CASE(european_prices_match_the_published_ones),
        CASE(european_limits_are_the_payoff),
        CASE(asian_price_matches_the_reference),
        CASE(path_factors_have_the_mean_of_a_martingale),
        CASE(sorted_asian_price_equals_the_plain_one),
        CASE(covariance_and_cholesky_agree_with_hand_results),
        CASE(cholesky_takes_semidefinite_and_refuses_indefinite),
        CASE(refuses_panels_without_a_covariance),
        CASE(curve_is_linear_between_and_flat_outside),
        CASE(ranks_of_the_interval_are_those_of_the_binomial),
        CASE(measures_of_a_known_sample_are_exact),
        CASE(hulls_two_asset_example_comes_out),
        CASE(one_stock_has_the_var_of_its_log_normal),
        CASE(linear_portfolios_have_their_closed_form_var),
        CASE(pieces_do_not_change_a_bit),
        CASE(refuses_positions_out_of_range),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
