/* SPDX-License-Identifier: Apache-2.0 */
/* GARCH(1,1) and Student's t: fits that find the parameters of the simulated moves, and quantiles of tables. */
#include "normals.h"
#include "slipway/riskmc_models.h"
#include "support/check.h"

static const struct rmc_garch truth = {2e-6, 0.09, 0.88};

/* Fills MOVES with COUNT moves that follow the true filter, starting at the long-run variance. */
static void follow(uint64_t seed, double *moves, size_t count) {
    double variance = truth.omega / (1 - truth.alpha - truth.beta);
    fill_normals(seed, moves, count);
    for (size_t t = 0; t < count; t++) {
        moves[t] *= sqrt(variance);
        variance = truth.omega + truth.alpha * moves[t] * moves[t] + truth.beta * variance;
    }
}

/* The log likelihood, term by term. */
static double plain_likelihood(const double *moves, size_t count, struct rmc_garch garch) {
    double variance = 0, sum = 0;
    for (size_t t = 0; t < count; t++)
        variance += moves[t] * moves[t] / (double)count;
    for (size_t t = 0; t < count; t++) {
        sum -= 0.5 * (log(2 * acos(-1) * variance) + moves[t] * moves[t] / variance);
        variance = garch.omega + garch.alpha * moves[t] * moves[t] + garch.beta * variance;
    }
    return sum;
}

static void variances_follow_the_recursion(void) {
    static const double moves[] = {0.01, -0.03, 0.02};
    const double first = (1e-4 + 9e-4 + 4e-4) / 3;
    double variances[4];
    rmc_garch_variances(moves, 3, truth, variances);
    CHECK_NEAR(variances[0], first, 1e-18);
    CHECK_NEAR(variances[1], 2e-6 + 0.09 * 1e-4 + 0.88 * first, 1e-18);
    CHECK_NEAR(variances[3], 2e-6 + 0.09 * 4e-4 + 0.88 * variances[2], 1e-18);
    const struct rmc_garch ewma = rmc_garch_ewma(0.94);
    CHECK(ewma.omega == 0 && ewma.alpha == 1 - 0.94 && ewma.beta == 0.94, "RiskMetrics");
}

/* Standard errors of a fit to 20,000 moves are about 4e-7, 0.006 and 0.008. */
static void a_long_history_gives_its_filter_back(void) {
    enum { N = 20000 };
    static double moves[N];
    struct rmc_garch found;
    follow(21, moves, N);
    CHECK(rmc_garch_fit(moves, N, &found, NULL, NULL) == RMC_OK, "fit");
    CHECK_NEAR(found.omega, truth.omega, 1.2e-6);
    CHECK_NEAR(found.alpha, truth.alpha, 0.018);
    CHECK_NEAR(found.beta, truth.beta, 0.024);
}

static void the_fit_is_the_top_of_the_likelihood(void) {
    enum { N = 500 };
    static double moves[N];
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct rmc_garch found;
        double reached;
        follow(seed, moves, N);
        CHECK(rmc_garch_fit(moves, N, &found, &reached, NULL) == RMC_OK, "fit");
        CHECK_NEAR(reached, plain_likelihood(moves, N, found), 1e-8);
        CHECK(reached >= plain_likelihood(moves, N, truth), "the truth is likelier than the fit");
        for (int step = 0; step < 27; step++) { /* each way in each parameter: one part in two hundred */
            static const double ways[] = {0.995, 1, 1.005};
            const double o = ways[step % 3], a = ways[step / 3 % 3], b = ways[step / 9];
            const struct rmc_garch near = {o * found.omega, a * found.alpha, b * found.beta};
            CHECK(plain_likelihood(moves, N, near) <= reached + 1e-7, "seed %d: step %d is likelier", (int)seed, step);
        }
    }
}

/* 400 moves of the shape sin(t^2), for t from 150 to 199 three times as large; fitted by scipy 1.17.1 (Nelder-Mead on
 * the likelihood above, from two starts). The Python package arch 8.0.0 starts the recursion differently and finds
 * 0.0304, 0.1455, 0.8129 and -495.928. */
static void another_program_finds_the_same_filter(void) {
    enum { N = 400 };
    static double moves[N];
    struct rmc_garch found;
    double reached;
    for (int t = 0; t < N; t++)
        moves[t] = sin((double)t * t) * (t >= 150 && t < 200 ? 3 : 1);
    CHECK(rmc_garch_fit(moves, N, &found, &reached, NULL) == RMC_OK, "fit");
    CHECK_NEAR(found.omega, 0.03024576, 2e-6);
    CHECK_NEAR(found.alpha, 0.14579990, 2e-6);
    CHECK_NEAR(found.beta, 0.81302890, 2e-6);
    CHECK_NEAR(reached, -495.93666572, 2e-8);
}

static void the_fit_does_not_depend_on_the_unit(void) {
    enum { N = 300 };
    static double moves[N], larger[N];
    struct rmc_garch small, large;
    follow(8, moves, N);
    for (size_t t = 0; t < N; t++)
        larger[t] = 1024 * moves[t];
    rmc_garch_fit(moves, N, &small, NULL, NULL);
    rmc_garch_fit(larger, N, &large, NULL, NULL);
    CHECK(small.alpha == large.alpha && small.beta == large.beta && large.omega == 1048576 * small.omega, "%g %g",
          small.alpha, large.alpha);
}

static void moves_without_a_volatility_are_refused(void) {
    double moves[60] = {0};
    struct rmc_garch garch;
    CHECK(rmc_garch_fit(moves, 60, &garch, NULL, NULL) == RMC_ERR_PANEL, "zeros");
    moves[3] = NAN;
    CHECK(rmc_garch_fit(moves, 60, &garch, NULL, NULL) == RMC_ERR_PANEL, "NAN");
    moves[3] = 1;
    CHECK(rmc_garch_fit(moves, 49, &garch, NULL, NULL) == RMC_ERR_PANEL, "49 moves");
    CHECK(rmc_garch_fit(moves, 60, &garch, NULL, NULL) == RMC_OK, "60 moves");
}

/* Fills MOVES with one common chi-squared of DEGREES (whole) a day: multivariate t of independent z. */
static void student_moves(double *moves, size_t days, size_t factors, int degrees) {
    static double z[8000 * 12];
    const size_t row = factors + (size_t)degrees;
    fill_normals(99, z, days * row);
    for (size_t t = 0; t < days; t++) {
        double w = 0;
        for (size_t k = factors; k < row; k++)
            w += z[t * row + k] * z[t * row + k];
        for (size_t j = 0; j < factors; j++)
            moves[t * factors + j] = (double)(j + 1) * z[t * row + j] / sqrt(w / degrees);
    }
}

static void degrees_of_freedom_come_back(void) {
    enum { DAYS = 8000, FACTORS = 4 };
    static double moves[DAYS * FACTORS];
    const struct rmc_returns of = {moves, DAYS, FACTORS};
    double degrees = 0;
    student_moves(moves, DAYS, FACTORS, 5);
    CHECK(rmc_student_fit(&of, &degrees, NULL) == RMC_OK, "fit");
    CHECK_NEAR(degrees, 5, 0.6);
    fill_normals(4, moves, DAYS * FACTORS);
    CHECK(rmc_student_fit(&of, &degrees, NULL) == RMC_OK && degrees > 40, "normal moves have %g", degrees);
    memset(moves, 0, sizeof moves);
    CHECK(rmc_student_fit(&of, &degrees, NULL) == RMC_ERR_PANEL, "constant factors");
    moves[5] = INFINITY;
    CHECK(rmc_student_fit(&of, &degrees, NULL) == RMC_ERR_PANEL, "infinite");
}

/* Tables of Student's t, such as Abramowitz and Stegun, table 26.10; 2.5 degrees and 1e-6 by scipy 1.17.1. */
static void quantiles_of_t_are_those_of_the_tables(void) {
    static const struct {
        double probability, degrees, t;
    } rows[] = {{0.99, 3, 4.540703},     {0.99, 4, 3.746947},      {0.99, 10, 2.763769},  {0.975, 5, 2.570582},
                {0.9, 30, 1.310415},     {0.0005, 120, -3.373454}, {0.6, 40, 0.25503869}, {0.99, 2.5, 5.353111173},
                {1e-6, 4, -41.57785415}, {0.99, 1e6, 2.3263516}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double scale = sqrt((rows[i].degrees - 2) / rows[i].degrees);
        CHECK_NEAR(rmc_student_quantile(rows[i].probability, rows[i].degrees) / scale, rows[i].t,
                   6e-7 * fabs(rows[i].t));
    }
    CHECK_NEAR(rmc_student_quantile(0.5, 7), 0, 1e-12);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(variances_follow_the_recursion),       CASE(a_long_history_gives_its_filter_back),
        CASE(the_fit_is_the_top_of_the_likelihood), CASE(another_program_finds_the_same_filter),
        CASE(the_fit_does_not_depend_on_the_unit),  CASE(moves_without_a_volatility_are_refused),
        CASE(degrees_of_freedom_come_back),         CASE(quantiles_of_t_are_those_of_the_tables),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
