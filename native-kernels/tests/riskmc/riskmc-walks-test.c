/* SPDX-License-Identifier: Apache-2.0 */
/* Historical simulation, plain and filtered: the moves of the days, at today's volatility. */
#include "normals.h"
#include "riskmc/models.h"
#include "support/check.h"

enum { DAYS = 250, FACTORS = 2, N = 100000 };

static const rmc_move kinds[FACTORS] = {RMC_MOVE_LOG, RMC_MOVE_ADD};
static const double day[] = {1};
static double history[DAYS * FACTORS];
static double moves[3 * N * FACTORS];

/* Moves of a calm year with a wild last month. */
static struct rmc_returns made_returns(void) {
    fill_normals(17, history, DAYS * FACTORS);
    for (size_t i = 0; i < DAYS * FACTORS; i++)
        history[i] *= i >= (DAYS - 20) * FACTORS ? 0.03 : 0.01;
    return (struct rmc_returns){history, DAYS, FACTORS};
}

static void draw_all(const struct rmc_model_setup *setup, size_t count, double *out) {
    struct rmc_model *model;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_model_new(setup, &model, &error) == RMC_OK, "%s", error.text);
    if (error.code == RMC_OK)
        CHECK(rmc_moves(model, (struct rmc_block){0, count, count}, out, &error) == RMC_OK, "%s", error.text);
    rmc_model_free(model);
}

static struct rmc_model_setup setup_of(rmc_law law, const struct rmc_garch *garch) {
    return (struct rmc_model_setup){.law = law,
                                    .factors = FACTORS,
                                    .move = kinds,
                                    .horizons = day,
                                    .horizon_count = 1,
                                    .seed = 9,
                                    .returns = made_returns(),
                                    .garch = garch};
}

static void historical_moves_are_the_days_in_their_order(void) {
    static const double horizons[] = {1, 9};
    struct rmc_model_setup setup = setup_of(RMC_HISTORICAL, NULL);
    enum { COUNT = DAYS + 30 };
    setup.horizons = horizons;
    setup.horizon_count = 2;
    draw_all(&setup, COUNT, moves);
    for (size_t s = 0; s < COUNT; s++)
        for (size_t j = 0; j < FACTORS; j++) {
            const double of_day = history[s % DAYS * FACTORS + j];
            CHECK(moves[j * COUNT + s] == of_day, "scenario %zu", s);
            CHECK_NEAR(moves[(FACTORS + j) * COUNT + s], 3 * of_day, 1e-16);
        }
    setup.drift = horizons;
    struct rmc_model *model;
    CHECK(rmc_model_new(&setup, &model, NULL) == RMC_ERR_ARGUMENT, "a drift");
}

/* Hull and White's moves of the next day, worked out plainly: the moves of day t times today's volatility over that of
 * day t, less the mean; prices do not grow. */
static void hull_white(const struct rmc_garch garch, double wanted[DAYS][FACTORS]) {
    for (size_t j = 0; j < FACTORS; j++) {
        double series[DAYS], variances[DAYS + 1], mean = 0;
        for (size_t t = 0; t < DAYS; t++)
            mean += (series[t] = history[t * FACTORS + j]) / DAYS;
        rmc_garch_variances(series, DAYS, garch, variances);
        for (size_t t = 0; t < DAYS; t++)
            wanted[t][j] = (series[t] - mean) * sqrt(variances[DAYS] / variances[t]) -
                           (kinds[j] == RMC_MOVE_LOG ? variances[DAYS] / 2 : 0);
    }
}

static void filtered_moves_are_drawn_days_at_the_volatility_of_now(void) {
    static double wanted[DAYS][FACTORS];
    static size_t drawn[DAYS];
    const struct rmc_garch garch[] = {rmc_garch_ewma(0.94), rmc_garch_ewma(0.94)};
    const struct rmc_model_setup setup = setup_of(RMC_FILTERED, garch);
    double chi_squared = 0;
    hull_white(garch[0], wanted);
    draw_all(&setup, N, moves);
    memset(drawn, 0, sizeof drawn);
    for (size_t s = 0; s < N; s++) {
        size_t t = 0;
        while (t < DAYS && fabs(moves[s] - wanted[t][0]) > 1e-14)
            t++;
        CHECK(t < DAYS && fabs(moves[N + s] - wanted[t][1]) <= 1e-14, "scenario %zu is of no day, or of two", s);
        drawn[t < DAYS ? t : 0]++;
    }
    for (size_t t = 0; t < DAYS; t++)
        chi_squared += pow((double)drawn[t] - (double)N / DAYS, 2) / ((double)N / DAYS);
    CHECK_NEAR(chi_squared, DAYS - 1, 4 * sqrt(2.0 * (DAYS - 1)));
}

static double variance_of(const double *x) {
    double mean = 0, sum = 0;
    for (size_t s = 0; s < N; s++)
        mean += x[s] / N;
    for (size_t s = 0; s < N; s++)
        sum += (x[s] - mean) * (x[s] - mean) / N;
    return sum;
}

static void filtered_volatility_is_that_of_now_and_not_of_the_year(void) {
    const struct rmc_garch garch[] = {rmc_garch_ewma(0.94), rmc_garch_ewma(0.94)};
    const struct rmc_model_setup setup = setup_of(RMC_FILTERED, garch);
    draw_all(&setup, N, moves);
    for (size_t j = 0; j < FACTORS; j++) {
        const double volatility = sqrt(variance_of(moves + j * N));
        CHECK(volatility > 0.022 && volatility < 0.04, "factor %zu: %g; the year has 0.013", j, volatility);
    }
}

/* Along a path the expected variance of a day is omega + (alpha m + beta) times the variance of the day before, where m
 * is the mean square of the standardised moves. */
static void filtered_variance_returns_to_its_long_run(void) {
    static const double horizons[] = {0.25, 1, 20.5};
    const struct rmc_garch garch[] = {{5e-6, 0.05, 0.9}, {2e-5, 0.1, 0.7}};
    struct rmc_model_setup setup = setup_of(RMC_FILTERED, garch);
    setup.horizons = horizons;
    setup.horizon_count = 3;
    draw_all(&setup, N, moves);
    for (size_t j = 0; j < FACTORS; j++) {
        double series[DAYS], variances[DAYS + 1], mean = 0, m = 0;
        for (size_t t = 0; t < DAYS; t++)
            mean += (series[t] = history[t * FACTORS + j]) / DAYS;
        rmc_garch_variances(series, DAYS, garch[j], variances);
        for (size_t t = 0; t < DAYS; t++)
            m += pow(series[t] - mean, 2) / variances[t] / DAYS;
        double variance = variances[DAYS], sum = 0;
        CHECK_NEAR(variance_of(moves + j * N), 0.25 * m * variance, 0.02 * 0.25 * m * variance);
        CHECK_NEAR(variance_of(moves + (FACTORS + j) * N), m * variance, 0.02 * m * variance);
        for (int d = 0; d < 20; d++) {
            sum += m * variance;
            variance = garch[j].omega + (garch[j].alpha * m + garch[j].beta) * variance;
        }
        sum += 0.5 * m * variance;
        CHECK(sum < 0.9 * 20.5 * m * variances[DAYS], "the example must fall back: %g", sum);
        CHECK_NEAR(variance_of(moves + (2 * FACTORS + j) * N), sum, 0.025 * sum);
    }
}

static void a_drift_is_added_to_filtered_moves(void) {
    static const double drift[] = {0.001, -0.002}, horizons[] = {2.5};
    static double driven[FACTORS * 100];
    const struct rmc_garch garch[] = {rmc_garch_ewma(0.94), rmc_garch_ewma(0.94)};
    struct rmc_model_setup setup = setup_of(RMC_FILTERED, garch);
    setup.horizons = horizons;
    draw_all(&setup, 100, moves);
    setup.drift = drift;
    draw_all(&setup, 100, driven);
    for (size_t i = 0; i < FACTORS * 100; i++)
        CHECK_NEAR(driven[i], moves[i] + 2.5 * drift[i / 100], 1e-15);
}

static void filtered_moves_have_the_same_bits_in_any_block(void) {
    enum { COUNT = 150 };
    static const double horizons[] = {0.5, 3};
    static double part[2 * FACTORS * 80];
    const struct rmc_garch garch[] = {{2e-6, 0.05, 0.9}, rmc_garch_ewma(0.94)};
    struct rmc_model_setup setup = setup_of(RMC_FILTERED, garch);
    struct rmc_model *model;
    setup.horizons = horizons;
    setup.horizon_count = 2;
    draw_all(&setup, COUNT, moves);
    CHECK(rmc_model_new(&setup, &model, NULL) == RMC_OK, "model");
    for (size_t at = COUNT, size = 1; at > 0; size = size * 3 % 80 + 1) { /* from the last scenario to the first */
        size = size < at ? size : at;
        at -= size;
        CHECK(rmc_moves(model, (struct rmc_block){(uint32_t)at, size, 80}, part, NULL) == RMC_OK, "moves");
        for (size_t row = 0; row < 2 * FACTORS; row++)
            CHECK(memcmp(part + row * 80, moves + row * COUNT + at, size * sizeof *part) == 0, "%zu from %zu", size,
                  at);
    }
    rmc_model_free(model);
}

static void walks_without_a_history_or_a_filter_are_refused(void) {
    const struct rmc_garch good[] = {rmc_garch_ewma(0.94), rmc_garch_ewma(0.94)};
    const struct rmc_garch bad[][FACTORS] = {
        {{-1, 0, 0}, {0, 0, 0}}, {{0, 0.5, 0.6}, {0, 0, 0}}, {{0, 0, 0}, {NAN, 0, 0}}, {{0, 0, 0}, {INFINITY, 0, 0}}};
    struct rmc_model_setup setup = setup_of(RMC_FILTERED, good);
    struct rmc_model *model;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        setup.garch = bad[i];
        CHECK(rmc_model_new(&setup, &model, NULL) == RMC_ERR_ARGUMENT, "filter %zu", i);
    }
    setup.garch = good;
    setup.returns.factors = 1;
    CHECK(rmc_model_new(&setup, &model, NULL) == RMC_ERR_ARGUMENT, "returns of fewer factors");
    setup.returns.factors = FACTORS;
    history[3] = NAN;
    CHECK(rmc_model_new(&setup, &model, NULL) == RMC_ERR_PANEL, "NAN");
    setup.returns.count = 1;
    CHECK(rmc_model_new(&setup, &model, NULL) == RMC_ERR_PANEL, "one return");
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(historical_moves_are_the_days_in_their_order),
        CASE(filtered_moves_are_drawn_days_at_the_volatility_of_now),
        CASE(filtered_volatility_is_that_of_now_and_not_of_the_year),
        CASE(filtered_variance_returns_to_its_long_run),
        CASE(a_drift_is_added_to_filtered_moves),
        CASE(filtered_moves_have_the_same_bits_in_any_block),
        CASE(walks_without_a_history_or_a_filter_are_refused),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
