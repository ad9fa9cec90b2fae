/* SPDX-License-Identifier: Apache-2.0 */
/* Asian options: their prices, their fixings inside and outside of the horizon, the error of their paths. */
#include "riskmc/asian-fixtures.h"
#include "riskmc/few-paths.h"

enum { FIXINGS = 12 };

/* Takes the factors of 12 fixings, equally spaced over the years of MOTION. */
static void take_even_factors(struct rmc_paths paths, struct rmc_motion motion, double *factors) {
    double years[FIXINGS];
    for (int i = 0; i < FIXINGS; i++)
        years[i] = motion.years * (i + 1) / FIXINGS;
    CHECK(rmc_path_factors(&paths, motion, &(struct rmc_fixings){years, FIXINGS, FIXINGS}, factors, NULL) == RMC_OK,
          "factors");
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
    take_even_factors((struct rmc_paths){7, 0, PATHS}, (struct rmc_motion){0.05, 0.2, 1}, factors);
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
    take_even_factors((struct rmc_paths){11, 5, PATHS}, (struct rmc_motion){0.03, 0.35, 0.75}, factors);
    for (size_t p = 0; p < PATHS; p++) {
        sum += factors[p];
        squares += factors[p] * factors[p];
    }
    for (int i = 1; i <= FIXINGS; i++)
        expected += exp(0.03 * 0.75 * i / FIXINGS) / FIXINGS;
    const double mean = sum / PATHS;
    CHECK_NEAR(mean, expected, 4 * sqrt((squares / PATHS - mean * mean) / PATHS));
}

static void sorted_asian_price_equals_the_plain_one(void) {
    static const size_t sizes[] = {1, 2, 3, 7, 1000, 1024};
    static double plain[1024], sorted[1024], sums[1025];
    for (size_t n = 0; n < sizeof sizes / sizeof sizes[0]; n++) {
        const size_t paths = sizes[n];
        take_even_factors((struct rmc_paths){3, n, paths}, (struct rmc_motion){0.02, 0.3, 0.5}, plain);
        memcpy(sorted, plain, sizeof plain);
        rmc_sort_factors(sorted, paths, sums);
        const struct rmc_sorted table = {sorted, sums, paths};
        for (int s = 0; s < 60; s++)
            for (int option = 0; option < 2; option++) {
                const double spot = s == 0 ? 100 / sorted[paths / 2] : 40 + 2.1 * s, strike = s % 10 == 9 ? -3 : 100;
                const double a = rmc_asian_plain((rmc_option)option, spot, strike, 0.99, plain, paths);
                CHECK_NEAR(rmc_asian_sorted((rmc_option)option, spot, strike, 0.99, table), a, 1e-11 * (1 + a));
            }
    }
}

/* Fixings to come have the normals that they have in the whole schedule. */
static void a_later_begin_changes_no_normal(void) {
    double whole[8], rest[8];
    const double years[3] = {0, 1, 1};
    const struct rmc_paths paths = {5, 6, 8};
    const struct rmc_motion motion = {0, 0.2, 1};
    CHECK(rmc_path_factors(&paths, motion, &(struct rmc_fixings){years, 3, 3}, whole, NULL) == RMC_OK, "whole");
    CHECK(rmc_path_factors(&paths, motion, &(struct rmc_fixings){years + 1, 2, 3}, rest, NULL) == RMC_OK, "rest");
    for (int p = 0; p < 8; p++)
        CHECK_NEAR(whole[p] - 1.0 / 3, rest[p], 1e-15);
}

static void refuses_paths_out_of_range(void) {
    double factors[1];
    const double years[2] = {1, 0.5}, bad = NAN;
    const struct rmc_motion motion = {0, 0.2, 1};
    const struct {
        struct rmc_paths paths;
        struct rmc_motion motion;
        struct rmc_fixings fixings;
    } rows[] = {{{1, 1, 0}, motion, {years, 1, 1}},
                {{1, 1, RMC_MAX_PATHS + 1}, motion, {years, 1, 1}},
                {{1, 1, 1}, motion, {years, 0, 0}},
                {{1, 1, 1}, motion, {years, 2, 1}},
                {{1, 1, 1}, motion, {years, 1, RMC_MAX_FIXINGS + 1}},
                {{1, 1, 1}, motion, {years, 2, 2}},
                {{1, 1, 1}, motion, {&bad, 1, 1}},
                {{1, 1, 1}, {0, -0.2, 1}, {years, 1, 1}},
                {{1, 1, 1}, {0, NAN, 1}, {years, 1, 1}},
                {{1, 1, 1}, {NAN, 0.2, 1}, {years, 1, 1}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(rmc_path_factors(&rows[i].paths, rows[i].motion, &rows[i].fixings, factors, NULL) == RMC_ERR_ARGUMENT,
              "row %zu", i);
}

/* --- fixings inside the horizon, against a nested simulation --- */

enum { SCENARIOS = 20000, PATHS = 5000 };

static double normal_of(uint64_t seed, uint32_t who, uint32_t step) {
    uint32_t key[2];
    double z[2];
    rmc_key(seed, RMC_FOR_SCENARIO, key);
    rmc_normal_pair(key, (const uint32_t[4]){who, step, 7, 7}, z);
    return z[0];
}

/* Moves a price on by DAYS. */
static double moved(double price, double days, double z) {
    return price * exp(0.02 * sqrt(days) * z - 0.5 * 4e-4 * days);
}

/* Returns the day of fixing number I of OPTION, counted from 1. */
static double day_of(const struct rmc_position *option, uint32_t i) {
    const struct rmc_schedule *at = &option->schedule;
    const double spacing = at->fixings > 1 ? (option->years - at->first) / (at->fixings - 1) : 0;
    return RMC_DAYS_PER_YEAR * (option->years - spacing * (at->fixings - i));
}

/* Writes the sum of the fixings from number NEXT on, divided by the price on day 10, on each path. */
static void later_sums(const struct rmc_position *option, uint32_t next, double *sums) {
    for (uint32_t p = 0; p < PATHS; p++) {
        double price = 1, before = 10;
        sums[p] = 0;
        for (uint32_t i = next; i <= option->schedule.fixings; i++) {
            price = moved(price, day_of(option, i) - before, normal_of(4712, p, i));
            before = day_of(option, i);
            sums[p] += price;
        }
    }
}

/* A nested simulation without bridges and tables: the stock moves from fixing to fixing up to the horizon, and on from
 * there on each inner path. Writes values, not P&L. */
static void nested_values(const struct rmc_position *option, double *values) {
    static double sums[PATHS];
    const struct rmc_schedule *schedule = &option->schedule;
    uint32_t next = schedule->passed + 1;
    while (next <= schedule->fixings && day_of(option, next) <= 10)
        next++;
    later_sums(option, next, sums);
    for (uint32_t s = 0; s < SCENARIOS; s++) {
        double price = 100, day = 0, sum = schedule->passed * schedule->realised, payoffs = 0;
        for (uint32_t i = schedule->passed + 1; i < next; i++) {
            price = moved(price, day_of(option, i) - day, normal_of(4711, s, i));
            day = day_of(option, i);
            sum += price;
        }
        price = moved(price, 10 - day, normal_of(4711, s, 0));
        for (uint32_t p = 0; p < PATHS; p++)
            payoffs += fmax((sum + price * sums[p]) / schedule->fixings - option->strike, 0);
        values[s] = option->quantity * payoffs / PATHS;
    }
}

/* Two independent intervals of 95 % for one value: their centres are 2.58 deviations apart in 1 of 100 cases. */
static void check_same(const char *what, struct rmc_interval a, struct rmc_interval b) {
    CHECK(fabs(a.value - b.value) <= 2.58 / 1.96 * 0.5 * hypot(a.upper - a.lower, b.upper - b.lower), "%s: %g and %g",
          what, a.value, b.value);
}

static struct rmc_inner inner_of(const struct rmc_portfolio *portfolio, const double *pnl, double level) {
    struct rmc_sample sample;
    struct rmc_inner inner = {NAN, NAN, NAN};
    CHECK(rmc_sample(pnl, SCENARIOS, level, &sample, NULL) == RMC_OK, "sample");
    CHECK(rmc_inner_variance(portfolio, 0, 1, (struct rmc_samples){&sample, 1}, &inner, NULL) == RMC_OK,
          "inner variance");
    return inner;
}

/* Both simulations have as many scenarios and paths, so their errors are alike. */
static void compare_with_nested(const struct rmc_position *option) {
    static double ours[SCENARIOS], theirs[SCENARIOS];
    struct rmc_portfolio *portfolio = asian_portfolio(option, 1, PATHS, 3);
    struct rmc_measures a, b;
    double squares = 0;
    nested_values(option, theirs);
    CHECK(rmc_pnl(portfolio, 0, SCENARIOS, ours, NULL) == RMC_OK, "pnl");
    for (int level = 0; level < LEVELS; level++) {
        const struct rmc_inner inner = inner_of(portfolio, ours, book_levels[level]);
        CHECK(rmc_measure(ours, SCENARIOS, book_levels[level], &a, NULL) == RMC_OK, "measure");
        CHECK(rmc_measure(theirs, SCENARIOS, book_levels[level], &b, NULL) == RMC_OK, "measure");
        rmc_widen(&a, inner);
        rmc_widen(&b, inner);
        check_same("VaR to the mean", a.var_mean, b.var_mean);
        check_same("ES to the mean", a.es_mean, b.es_mean);
    }
    /* At a rate of 0 a price is a martingale: the mean P&L is 0, apart from the errors of scenarios and paths. */
    for (int s = 0; s < SCENARIOS; s++)
        squares += ours[s] * ours[s];
    const double inner = inner_of(portfolio, ours, 0.99).var_today;
    CHECK_NEAR(a.mean, 0, 4 * sqrt(squares / SCENARIOS / SCENARIOS + inner));
    rmc_portfolio_free(portfolio);
}

static void fixings_inside_the_horizon_come_from_the_scenario(void) {
    struct rmc_position option = asian_call(100, 21, 12, 1);
    compare_with_nested(&option);
    option.quantity = -1;
    compare_with_nested(&option);
}

static void fixings_that_have_passed_keep_their_average(void) {
    struct rmc_position option = asian_call(100, 18, 10, -1);
    option.schedule = (struct rmc_schedule){-9.0 / RMC_DAYS_PER_YEAR, 10, 4, 103};
    compare_with_nested(&option);
}

static void an_option_whose_last_fixing_is_inside_the_horizon_is_paid(void) {
    struct rmc_position option = asian_call(100, 6.5, 5, -1);
    compare_with_nested(&option);
}

/* --- the path inside the horizon --- */

/*
 * Writes the price on a day: twice the mean of two fixings less the price at the horizon. The first fixing is on that
 * day, the second at the horizon. The value is that of an option that surely pays at the horizon, and of a sold stock.
 */
static void price_on_day(double day, uint32_t factor, uint32_t scenarios, double *price) {
    struct rmc_position legs[2] = {asian_call(1e-6, 10, 2, 2), {.kind = RMC_STOCK, .quantity = -1, .instrument = 5}};
    struct rmc_portfolio *portfolio;
    double today;
    legs[0].schedule.first = day / RMC_DAYS_PER_YEAR;
    legs[0].factor = legs[1].factor = factor;
    portfolio = asian_portfolio(legs, 2, 1, 21);
    CHECK(rmc_value_today(portfolio, &today, NULL) == RMC_OK, "today");
    CHECK(rmc_pnl(portfolio, 0, scenarios, price, NULL) == RMC_OK, "pnl");
    for (uint32_t s = 0; s < scenarios; s++)
        price[s] = price[s] + today + 2e-6;
    rmc_portfolio_free(portfolio);
}

/* Covariance of the logarithms of two prices, over 4e-4: in days. */
static double days_in_common(const double *a, const double *b, int count) {
    double sum_a = 0, sum_b = 0, product = 0;
    for (int s = 0; s < count; s++) {
        sum_a += log(a[s]);
        sum_b += log(b[s]);
        product += log(a[s]) * log(b[s]);
    }
    return (product - sum_a * sum_b / count) / count / 4e-4;
}

/* Tolerances: 4 standard errors of a covariance, sqrt((var var + cov^2) / n). */
static void the_path_inside_the_horizon_has_the_law_of_the_scenarios(void) {
    enum { N = 20000 };
    static double first[N], second[N], within[N], other[N], last[N];
    const double root = 4 / sqrt(N);
    double mean = 0;
    price_on_day(3, 0, N, first);
    price_on_day(7, 0, N, second);
    price_on_day(4.6, 0, N, within);
    price_on_day(3, 1, N, other);
    price_on_day(10, 0, N, last);
    for (int s = 0; s < N; s++)
        mean += first[s] / N;
    CHECK_NEAR(mean, 100, 100 * 0.02 * sqrt(3) * root);
    CHECK_NEAR(days_in_common(first, first, N), 3, 3 * sqrt(2) * root);
    CHECK_NEAR(days_in_common(first, second, N), 3, sqrt(21 + 9) * root);
    CHECK_NEAR(days_in_common(second, last, N), 7, sqrt(70 + 49) * root);
    CHECK_NEAR(days_in_common(within, within, N), 4.6, 4.6 * sqrt(2) * root);
    CHECK_NEAR(days_in_common(first, within, N), 3, sqrt(3 * 4.6 + 9) * root);
    CHECK_NEAR(days_in_common(within, second, N), 4.6, sqrt(7 * 4.6 + 4.6 * 4.6) * root);
    CHECK_NEAR(days_in_common(first, other, N), 0.6 * 3, sqrt(9 + 1.8 * 1.8) * root);
}

/* --- the error of the paths --- */

/* Less than 2 or more than 21 of 200 at 5 % has a probability of 0.1 %. riskmc-coverage does the same with more seeds.
 */
static void intervals_hold_the_truth_with_few_paths(void) {
    struct missed missed = {0, 0, 0}, bare = {0, 0, 0};
    count_missed_with_few_paths(1, 201, &missed, &bare);
    CHECK(missed.var_mean >= 2 && missed.var_mean <= 21, "VaR to the mean: %d of 200", missed.var_mean);
    CHECK(missed.var_today >= 2 && missed.var_today <= 21, "VaR to today: %d of 200", missed.var_today);
    CHECK(missed.es_mean >= 2 && missed.es_mean <= 21, "ES: %d of 200", missed.es_mean);
    CHECK(bare.var_mean > 30, "without the error of the paths only %d of 200 miss", bare.var_mean);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(asian_price_matches_the_reference),
        CASE(path_factors_have_the_mean_of_a_martingale),
        CASE(sorted_asian_price_equals_the_plain_one),
        CASE(a_later_begin_changes_no_normal),
        CASE(refuses_paths_out_of_range),
        CASE(fixings_inside_the_horizon_come_from_the_scenario),
        CASE(fixings_that_have_passed_keep_their_average),
        CASE(an_option_whose_last_fixing_is_inside_the_horizon_is_paid),
        CASE(the_path_inside_the_horizon_has_the_law_of_the_scenarios),
        CASE(intervals_hold_the_truth_with_few_paths),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
