/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/riskmc_models.h"
#include "support/check.h"

enum { MOST_DAYS = 1000 };

/* Tests a row of DAYS with EXCEPTIONS, apart from each other as far as can be. */
static struct rmc_backtest spread(size_t exceptions, size_t days, double confidence) {
    static unsigned char row[MOST_DAYS];
    struct rmc_backtest out = {.days = 0};
    memset(row, 0, sizeof row);
    for (size_t i = 0; i < exceptions; i++)
        row[i * days / exceptions] = 1;
    CHECK(rmc_backtest_of(row, days, confidence, &out, NULL) == RMC_OK && out.exceptions == exceptions, "%zu of %zu",
          exceptions, days);
    return out;
}

/* Kupiec 1995, table 3, as in Jorion, Value at Risk, 3rd ed. 2006, table 6-2: the numbers of exceptions that do not
 * reject the VaR at 5 % lie between two others. */
static void kupiecs_regions_are_the_published_ones(void) {
    static const struct {
        double confidence;
        size_t days, above, below;
    } rows[] = {{0.99, 252, 0, 7},  {0.99, 510, 1, 11},  {0.99, 1000, 4, 17},
                {0.95, 252, 6, 20}, {0.95, 510, 16, 36}, {0.95, 1000, 37, 65}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t days = rows[i].days;
        CHECK(rows[i].above == 0 || spread(rows[i].above, days, rows[i].confidence).coverage_p < 0.05, "row %zu", i);
        CHECK(spread(rows[i].above + 1, days, rows[i].confidence).coverage_p > 0.05, "row %zu", i);
        CHECK(spread(rows[i].below - 1, days, rows[i].confidence).coverage_p > 0.05, "row %zu", i);
        CHECK(spread(rows[i].below, days, rows[i].confidence).coverage_p < 0.05, "row %zu", i);
    }
}

/* J.P. Morgan's own 20 exceptions in 252 days at 95 % (Jorion, section 6.2.2): a ratio of 3.91. */
static void kupiecs_ratio_of_a_bank_is_the_published_one(void) {
    CHECK_NEAR(spread(20, 252, 0.95).coverage, 3.91, 0.005);
    CHECK_NEAR(spread(0, 250, 0.99).coverage, -2 * 250 * log(0.99), 1e-12);
}

/* The ratios by their formulas, from counted transitions: 3 exceptions in a row, later 1 alone, in 20 days. */
static void christoffersens_ratios_follow_the_transitions(void) {
    static const unsigned char row[20] = {0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
    struct rmc_backtest out;
    CHECK(rmc_backtest_of(row, 20, 0.9, &out, NULL) == RMC_OK, "refused");
    CHECK(out.after[0][0] == 13 && out.after[0][1] == 2 && out.after[1][0] == 2 && out.after[1][1] == 2, "transitions");
    const double p01 = 2 / 15.0, p11 = 0.5, p = 4 / 19.0;
    const double apart = 13 * log(1 - p01) + 2 * log(p01) + 2 * log(1 - p11) + 2 * log(p11);
    CHECK_NEAR(out.independence, -2 * (15 * log(1 - p) + 4 * log(p) - apart), 1e-12);
    CHECK_NEAR(out.conditional, -2 * (15 * log(0.9) + 4 * log(0.1) - apart), 1e-12);
    CHECK_NEAR(out.independence_p, erfc(sqrt(out.independence / 2)), 1e-15);
    CHECK_NEAR(out.conditional_p, exp(-out.conditional / 2), 1e-15);
}

static void clusters_are_told_from_scattered_exceptions(void) {
    static unsigned char row[500];
    struct rmc_backtest out;
    memset(row, 0, sizeof row);
    memset(row + 200, 1, 5);
    CHECK(rmc_backtest_of(row, 500, 0.99, &out, NULL) == RMC_OK, "refused");
    CHECK(out.coverage_p > 0.9 && out.independence_p < 1e-6, "%g %g", out.coverage_p, out.independence_p);
    CHECK(spread(5, 500, 0.99).independence_p > 0.5, "scattered ones");
}

/* Basel Committee 1996, table 2: zones, multipliers and the probability of as many or fewer, in percent. */
static void basels_zones_are_those_of_its_table(void) {
    static const struct {
        double multiplier, cumulative;
        rmc_zone zone;
    } rows[] = {{3, 8.11, RMC_GREEN},      {3, 28.58, RMC_GREEN},     {3, 54.32, RMC_GREEN},
                {3, 75.81, RMC_GREEN},     {3, 89.22, RMC_GREEN},     {3.4, 95.88, RMC_YELLOW},
                {3.5, 98.63, RMC_YELLOW},  {3.65, 99.60, RMC_YELLOW}, {3.75, 99.89, RMC_YELLOW},
                {3.85, 99.97, RMC_YELLOW}, {4, 99.99, RMC_RED},       {4, 100, RMC_RED}};
    for (size_t x = 0; x < sizeof rows / sizeof rows[0]; x++) {
        CHECK(spread(x, 250, 0.99).zone == rows[x].zone, "zone of %zu", x);
        CHECK_NEAR(rmc_basel_multiplier(x), rows[x].multiplier, 0);
        CHECK_NEAR(100 * (1 - spread(x + 1, 250, 0.99).expected_or_more), rows[x].cumulative, 0.006);
    }
    CHECK(spread(15, 1000, 0.99).zone == RMC_YELLOW && spread(14, 1000, 0.99).zone == RMC_GREEN, "four years");
}

static void what_is_no_row_of_days_is_refused(void) {
    static const unsigned char row[3] = {0, 2, 1};
    struct rmc_backtest out;
    CHECK(rmc_backtest_of(row, 3, 0.99, &out, NULL) == RMC_ERR_ARGUMENT, "a 2");
    CHECK(rmc_backtest_of(row, 1, 0.99, &out, NULL) == RMC_ERR_ARGUMENT, "one day");
    CHECK(rmc_backtest_of(row, 3, 1, &out, NULL) == RMC_ERR_ARGUMENT, "confidence 1");
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(kupiecs_regions_are_the_published_ones),        CASE(kupiecs_ratio_of_a_bank_is_the_published_one),
        CASE(christoffersens_ratios_follow_the_transitions), CASE(clusters_are_told_from_scattered_exceptions),
        CASE(basels_zones_are_those_of_its_table),           CASE(what_is_no_row_of_days_is_refused),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
