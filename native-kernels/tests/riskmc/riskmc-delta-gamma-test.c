/* SPDX-License-Identifier: Apache-2.0 */
/* Delta-gamma-normal against closed forms, and against Monte Carlo by the library's own normal moves. */
#include "slipway/riskmc_models.h"
#include "support/check.h"

static const double z99 = 2.3263478740408408, z995 = 2.5758293035489004;

/* Hull, Options, Futures, and Other Derivatives, chapter on value at risk: 10 M at 2 % a day and 5 M at 1 %,
 * correlation 0.3; ten days at 99 %. With his rounded 2.33 the book has 1,622,657. */
static void a_linear_book_has_hulls_value_at_risk(void) {
    const double delta[] = {10e6, 5e6}, tails[] = {0.01, 0.99}, root10 = sqrt(10);
    const double root[] = {0.02 * root10, 0, 0.3 * 0.01 * root10, sqrt(1 - 0.09) * 0.01 * root10};
    const struct rmc_quadratic book = {0, delta, NULL, 2};
    double quantiles[2];
    CHECK(rmc_delta_gamma(&book, root, tails, 2, quantiles, NULL) == RMC_OK, "refused");
    CHECK_NEAR(-quantiles[0], 1620113.82, 3);
    CHECK_NEAR(quantiles[1], 1620113.82, 3);
    CHECK_NEAR(2.33 * -quantiles[0] / z99, 1622657, 3);
}

/* -x^2 / 2 alone is a chi-square, whose characteristic function decays slowest. */
static void a_square_alone_has_the_quantile_of_a_chi_square(void) {
    const double delta[] = {0}, gamma[] = {-4}, root[] = {0.5}, tails[] = {0.01, 0.5};
    const struct rmc_quadratic book = {7, delta, gamma, 1};
    double quantiles[2];
    CHECK(rmc_delta_gamma(&book, root, tails, 2, quantiles, NULL) == RMC_OK, "refused");
    CHECK_NEAR(quantiles[0], 7 - 0.5 * z995 * z995, 1e-5);
    CHECK_NEAR(quantiles[1], 7 - 0.5 * 0.6744897501960817 * 0.6744897501960817, 1e-5);
}

/* x^2 + y^2 of two independent normals is exponential. */
static void two_squares_have_the_quantile_of_an_exponential(void) {
    const double delta[] = {0, 0}, gamma[] = {2, 0, 0, 2}, root[] = {1, 0, 0, 1}, tails[] = {0.9999, 0.9};
    const struct rmc_quadratic book = {0, delta, gamma, 2};
    double quantiles[2];
    CHECK(rmc_delta_gamma(&book, root, tails, 2, quantiles, NULL) == RMC_OK, "refused");
    CHECK_NEAR(quantiles[0], -2 * log(1e-4), 1e-4);
    CHECK_NEAR(quantiles[1], -2 * log(0.1), 1e-5);
}

static double quadratic(const struct rmc_quadratic *book, const double *moves, size_t stride) {
    double value = book->theta;
    for (size_t i = 0; i < book->factors; i++) {
        value += book->delta[i] * moves[i * stride];
        for (size_t j = 0; j < book->factors; j++)
            value += 0.5 * book->gamma[i * book->factors + j] * moves[i * stride] * moves[j * stride];
    }
    return value;
}

static void a_mixed_book_agrees_with_monte_carlo(void) {
    enum { N = 200000, FACTORS = 3, DAYS = 4 };
    static double moves[N * FACTORS], pnl[N];
    static const double delta[] = {100, -40, 10}, gamma[] = {-3000, 500, 0, 500, 1000, -900, 0, -900, -200};
    static const double cov[] = {4e-4, 1e-4, 0, 1e-4, 2e-4, -5e-5, 0, -5e-5, 3e-4};
    static const rmc_move move[] = {RMC_MOVE_ADD, RMC_MOVE_ADD, RMC_MOVE_ADD};
    const struct rmc_quadratic book = {-1, delta, gamma, FACTORS};
    const double horizon[] = {DAYS}, tails[] = {0.05, 0.01};
    double root[9], scaled[9], quantiles[2];
    struct rmc_model *model;
    CHECK(rmc_cholesky(cov, FACTORS, root, NULL) == RMC_OK, "root");
    for (size_t i = 0; i < 9; i++)
        scaled[i] = sqrt(DAYS) * root[i];
    const struct rmc_model_setup setup = {.law = RMC_NORMAL,
                                          .factors = FACTORS,
                                          .move = move,
                                          .horizons = horizon,
                                          .horizon_count = 1,
                                          .seed = 11,
                                          .root = root};
    CHECK(rmc_delta_gamma(&book, scaled, tails, 2, quantiles, NULL) == RMC_OK, "refused");
    CHECK(rmc_model_new(&setup, &model, NULL) == RMC_OK, "model");
    CHECK(rmc_moves(model, (struct rmc_block){0, N, N}, moves, NULL) == RMC_OK, "moves");
    for (size_t s = 0; s < N; s++)
        pnl[s] = quadratic(&book, moves + s, N);
    for (size_t i = 0; i < 2; i++) {
        size_t below = 0;
        for (size_t s = 0; s < N; s++)
            below += pnl[s] < quantiles[i];
        CHECK_NEAR((double)below / N, tails[i], 4 * sqrt(tails[i] * (1 - tails[i]) / N));
    }
    rmc_model_free(model);
}

static void what_has_no_distribution_is_refused(void) {
    const double delta[] = {1, 0}, none[] = {0, 0}, nan[] = {NAN, 1}, root[] = {1, 0, 0, 1};
    const double good = 0.01, bad[] = {0, 1, 1e-7, NAN};
    const struct rmc_quadratic flat = {3, none, NULL, 2}, broken = {0, nan, NULL, 2}, book = {0, delta, NULL, 2};
    double quantile;
    CHECK(rmc_delta_gamma(&flat, root, &good, 1, &quantile, NULL) == RMC_ERR_NOT_FINITE, "no variance");
    CHECK(rmc_delta_gamma(&broken, root, &good, 1, &quantile, NULL) == RMC_ERR_NOT_FINITE, "NAN");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(rmc_delta_gamma(&book, root, &bad[i], 1, &quantile, NULL) == RMC_ERR_ARGUMENT, "tail %g", bad[i]);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(a_linear_book_has_hulls_value_at_risk),
        CASE(a_square_alone_has_the_quantile_of_a_chi_square),
        CASE(two_squares_have_the_quantile_of_an_exponential),
        CASE(a_mixed_book_agrees_with_monte_carlo),
        CASE(what_has_no_distribution_is_refused),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
