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
    uint32_t key[2];
    size_t beyond = 0;
    rmc_key(42, RMC_FOR_PATH, key);
    for (uint32_t i = 0; i < N / 2; i++) {
        double z[2];
        rmc_normal_pair(key, (const uint32_t[4]){i, 3, 5, 0}, z);
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

static void draw(uint64_t seed, rmc_purpose purpose, const uint32_t counter[4], double out[2]) {
    uint32_t key[2];
    rmc_key(seed, purpose, key);
    rmc_normal_pair(key, counter, out);
}

static void every_part_of_key_and_counter_matters(void) {
    double base[2], other[2];
    draw(1, RMC_FOR_PATH, (const uint32_t[4]){2, 3, 4, 5}, base);
    const struct {
        uint64_t seed;
        rmc_purpose purpose;
        uint32_t counter[4];
    } rows[] = {{1ULL << 32 | 1, RMC_FOR_PATH, {2, 3, 4, 5}},
                {2, RMC_FOR_PATH, {2, 3, 4, 5}},
                {1, RMC_FOR_SCENARIO, {2, 3, 4, 5}},
                {1, RMC_FOR_BRIDGE, {2, 3, 4, 5}},
                {1, RMC_FOR_PATH, {1, 3, 4, 5}},
                {1, RMC_FOR_PATH, {2, 1, 4, 5}},
                {1, RMC_FOR_PATH, {2, 3, 1, 5}},
                {1, RMC_FOR_PATH, {2, 3, 4, 1}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        draw(rows[i].seed, rows[i].purpose, rows[i].counter, other);
        CHECK(other[0] != base[0] && other[1] != base[1], "row %zu gives the same", i);
    }
}

/* By an implementation of FNV-1a, Philox and the mixer in Python. */
static void keys_and_ids_are_the_stated_functions(void) {
    uint32_t key[2];
    rmc_key(0x0123456789abcdef, RMC_FOR_PATH, key);
    CHECK(key[0] == 0xf7ce299f && key[1] == 0x823ccb40, "%08x %08x", key[0], key[1]);
    CHECK(rmc_instrument_id("") == 0xefd01f60ba992926, "%016llx", (unsigned long long)rmc_instrument_id(""));
    CHECK(rmc_instrument_id("ASIAN-ACME-110") == 0xdd51bc3d796a2522, "%016llx",
          (unsigned long long)rmc_instrument_id("ASIAN-ACME-110"));
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

static void covariance_and_cholesky_agree_with_hand_results(void) {
    static const double close[] = {100, 50, 110, 50, 99, 55, 108.9, 60.5}; /* returns: +-log 1.1, 0 or log 1.1 */
    const struct rmc_panel panel = {close, 4, 2, NULL};
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
    CHECK(rmc_covariance(&(struct rmc_panel){close, 2, 1, NULL}, cov, NULL) == RMC_ERR_PANEL, "2 days");
    CHECK(rmc_covariance(&(struct rmc_panel){close, 4, 0, NULL}, cov, NULL) == RMC_ERR_PANEL, "no symbol");
    CHECK(rmc_covariance(&(struct rmc_panel){close, 4, 1, NULL}, cov, NULL) == RMC_ERR_PANEL, "a price of 0");
}

static void curve_is_linear_between_and_flat_outside(void) {
    static const double tenor[] = {0.5, 1, 3}, rate[] = {0.01, 0.02, 0.04};
    const struct rmc_curve curve = {tenor, rate, 3};
    static const double rows[][2] = {{0, 0.01}, {0.5, 0.01}, {0.75, 0.015}, {1, 0.02}, {2, 0.03}, {3, 0.04}, {9, 0.04}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_NEAR(rmc_zero_rate(&curve, rows[i][0]), rows[i][1], 1e-15);
}

/* A return over two days counts as one of a day, with the same variance: divided by sqrt(2). */
static void returns_over_several_days_are_scaled_to_one(void) {
    static const double close[] = {100, 110, 99, 108.9};
    static const uint32_t gaps[] = {1, 2, 1};
    const double r[] = {log(1.1), log(0.9) / sqrt(2), log(1.1)}, mean = (r[0] + r[1] + r[2]) / 3;
    double cov, expected = 0;
    for (int i = 0; i < 3; i++)
        expected += (r[i] - mean) * (r[i] - mean) / 2;
    CHECK(rmc_covariance(&(struct rmc_panel){close, 4, 1, gaps}, &cov, NULL) == RMC_OK, "covariance");
    CHECK_NEAR(cov, expected, 1e-15);
    CHECK(rmc_covariance(&(struct rmc_panel){close, 4, 1, (const uint32_t[]){1, 0, 1}}, &cov, NULL) == RMC_ERR_PANEL,
          "a gap of 0");
}

/* A random walk with every third day missing has the variance of the whole walk. */
static void a_walk_with_holes_has_its_own_variance(void) {
    enum { DAYS = 20000 };
    static double whole[DAYS], holes[DAYS];
    static uint32_t gaps[DAYS];
    size_t kept = 0;
    double price = 100, cov, cov_of_holes;
    for (uint32_t day = 0; day < DAYS; day++) {
        double z[2];
        draw(8, RMC_FOR_PATH, (const uint32_t[4]){day, 0, 0, 0}, z);
        whole[day] = price *= exp(0.02 * z[0]);
        if (day % 3 == 1)
            continue;
        gaps[kept] = day % 3 == 0 ? 2 : 1;
        holes[kept++] = price;
    }
    CHECK(rmc_covariance(&(struct rmc_panel){whole, DAYS, 1, NULL}, &cov, NULL) == RMC_OK, "whole");
    CHECK(rmc_covariance(&(struct rmc_panel){holes, kept, 1, gaps}, &cov_of_holes, NULL) == RMC_OK, "holes");
    CHECK_NEAR(cov, 4e-4, 4e-4 * 4 * sqrt(2.0 / DAYS));
    CHECK_NEAR(cov_of_holes, 4e-4, 4e-4 * 4 * sqrt(2.0 / (double)kept));
}

static void prices_nothing_that_makes_no_sense(void) {
    static const struct rmc_motion sound = {0.05, 0.2, 1};
    static const double factors[2] = {0.9, 1.1}, sums[3] = {0, 0.9, 2};
    CHECK(isnan(rmc_european((rmc_option)9, 100, 100, 0, sound)), "an unknown option");
    CHECK(isnan(rmc_european(RMC_CALL, 100, 100, 0, (struct rmc_motion){0.05, -0.2, 1})), "a negative volatility");
    CHECK(isnan(rmc_european(RMC_CALL, 100, 100, 0, (struct rmc_motion){0.05, NAN, 1})), "no volatility");
    CHECK(isnan(rmc_european(RMC_CALL, 100, 100, 0, (struct rmc_motion){0.05, 0.2, -1})), "a negative time");
    CHECK(isnan(rmc_european(RMC_CALL, -100, 100, 0, sound)), "a negative spot");
    CHECK(isnan(rmc_european(RMC_CALL, 100, 0, 0, sound)), "a strike of 0");
    CHECK(isnan(rmc_asian_plain((rmc_option)9, 100, 100, 1, factors, 2)), "an unknown option, plain");
    CHECK(isnan(rmc_asian_plain(RMC_CALL, 100, 100, 1, factors, 0)), "no paths, plain");
    CHECK(isnan(rmc_asian_sorted((rmc_option)9, 100, 100, 1, (struct rmc_sorted){factors, sums, 2})),
          "unknown, sorted");
    CHECK(isnan(rmc_asian_sorted(RMC_CALL, 100, 100, 1, (struct rmc_sorted){factors, sums, 0})), "no paths, sorted");
    CHECK(isnan(rmc_zero_rate(&(struct rmc_curve){NULL, NULL, 0}, 1)), "a curve without points");
    CHECK(rmc_cholesky(factors, 0, (double[1]){0}, NULL) == RMC_ERR_ARGUMENT, "a matrix without rows");
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(philox_matches_the_known_answers),
        CASE(normals_have_the_moments_and_tails_of_normals),
        CASE(every_part_of_key_and_counter_matters),
        CASE(keys_and_ids_are_the_stated_functions),
        CASE(european_prices_match_the_published_ones),
        CASE(european_limits_are_the_payoff),
        CASE(covariance_and_cholesky_agree_with_hand_results),
        CASE(cholesky_takes_semidefinite_and_refuses_indefinite),
        CASE(refuses_panels_without_a_covariance),
        CASE(returns_over_several_days_are_scaled_to_one),
        CASE(a_walk_with_holes_has_its_own_variance),
        CASE(curve_is_linear_between_and_flat_outside),
        CASE(prices_nothing_that_makes_no_sense),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
