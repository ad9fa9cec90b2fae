/* SPDX-License-Identifier: Apache-2.0 */
/* Returns of a history, estimates of their covariance, its repair, and the eigenvalues for the repair. */
#include "normals.h"
#include "riskmc/models.h"
#include "support/check.h"

enum { DAYS = 120, FACTORS = 7 };

static double history_of_moves[DAYS * FACTORS];

/* Correlated moves of unlike sizes: factor j has a volatility of 1, 0.1, 0.01, 1, ... */
static struct rmc_returns made_returns(size_t days) {
    static const double sizes[] = {1, 0.1, 0.01};
    static double z[DAYS * (FACTORS + 1)];
    fill_normals(5, z, days * (FACTORS + 1));
    for (size_t t = 0; t < days; t++)
        for (size_t j = 0; j < FACTORS; j++)
            history_of_moves[t * FACTORS + j] = sizes[j % 3] * (0.3 + 0.6 * z[t * (FACTORS + 1) + FACTORS] +
                                                                (0.4 + 0.1 * (double)j) * z[t * (FACTORS + 1) + j]);
    return (struct rmc_returns){history_of_moves, days, FACTORS};
}

static void returns_are_logarithms_or_differences(void) {
    static const double level[] = {100, 0.03, 110, -0.01, 99, 0.02};
    static const rmc_move move[] = {RMC_MOVE_LOG, RMC_MOVE_ADD};
    const struct rmc_history history = {level, move, 3, 2};
    double returns[4];
    struct rmc_span spans[2];
    size_t count = 0;
    CHECK(rmc_returns_of(&history, returns, spans, &count, NULL) == RMC_OK && count == 2, "%zu", count);
    CHECK_NEAR(returns[0], log(1.1), 1e-15);
    CHECK_NEAR(returns[1], -0.04, 1e-15);
    CHECK_NEAR(returns[2], log(0.9), 1e-15);
    CHECK_NEAR(returns[3], 0.03, 1e-15);
    CHECK(spans[0].day == 1 && spans[0].days == 1 && spans[1].day == 2 && spans[1].days == 1, "spans");
}

static void a_return_over_a_hole_is_scaled_to_one_day(void) {
    static const double level[] = {100, 1, 110, NAN, 130, NAN, 120, 2, 121, 3};
    static const rmc_move move[] = {RMC_MOVE_LOG, RMC_MOVE_ADD};
    const struct rmc_history history = {level, move, 5, 2};
    double returns[8];
    struct rmc_span spans[4];
    size_t count = 0;
    CHECK(rmc_returns_of(&history, returns, spans, &count, NULL) == RMC_OK && count == 2, "%zu", count);
    CHECK(spans[0].day == 3 && spans[0].days == 3 && spans[1].day == 4 && spans[1].days == 1, "spans");
    CHECK_NEAR(returns[0], log(1.2) / sqrt(3), 1e-15);
    CHECK_NEAR(returns[1], 1 / sqrt(3), 1e-15);
    CHECK_NEAR(returns[3], 1, 0);
}

static void a_history_that_gives_no_returns_is_refused(void) {
    static const rmc_move move[] = {RMC_MOVE_LOG};
    static const double rows[][3] = {{100, 0, 99}, {100, -1, 99}, {100, INFINITY, 99}, {100, NAN, 99}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct rmc_history history = {rows[i], move, 3, 1};
        double returns[2];
        size_t count;
        struct rmc_error error = {.code = RMC_OK};
        CHECK(rmc_returns_of(&history, returns, NULL, &count, &error) == RMC_ERR_PANEL, "row %zu", i);
        CHECK(error.text[0] != '\0', "row %zu says nothing", i);
    }
}

static double plain_covariance(const struct rmc_returns *of, size_t i, size_t j, double divisor) {
    double mean_i = 0, mean_j = 0, sum = 0;
    for (size_t t = 0; t < of->count; t++) {
        mean_i += of->move[t * of->factors + i] / (double)of->count;
        mean_j += of->move[t * of->factors + j] / (double)of->count;
    }
    for (size_t t = 0; t < of->count; t++)
        sum += (of->move[t * of->factors + i] - mean_i) * (of->move[t * of->factors + j] - mean_j);
    return sum / divisor;
}

static void sample_covariance_is_the_mean_product_of_deviations(void) {
    const struct rmc_returns of = made_returns(DAYS);
    double cov[FACTORS * FACTORS];
    CHECK(rmc_covariance_sample(&of, cov, NULL) == RMC_OK, "sample");
    for (size_t i = 0; i < FACTORS; i++)
        for (size_t j = 0; j < FACTORS; j++) {
            const double plain = plain_covariance(&of, i, j, DAYS - 1);
            CHECK_NEAR(cov[i * FACTORS + j], plain, 1e-13 * fabs(plain));
        }
}

/* The daily covariance update of RiskMetrics, starting from zero and scaled to weights that add up to 1. */
static void ewma_covariance_is_the_daily_update(void) {
    const struct rmc_returns of = made_returns(DAYS);
    const double lambda = 0.94;
    double cov[FACTORS * FACTORS], updated[FACTORS * FACTORS] = {0};
    CHECK(rmc_covariance_ewma(&of, lambda, cov, NULL) == RMC_OK, "ewma");
    for (size_t t = 0; t < DAYS; t++)
        for (size_t i = 0; i < FACTORS; i++)
            for (size_t j = 0; j < FACTORS; j++)
                updated[i * FACTORS + j] = lambda * updated[i * FACTORS + j] +
                                           (1 - lambda) * of.move[t * FACTORS + i] * of.move[t * FACTORS + j];
    for (size_t i = 0; i < FACTORS * FACTORS; i++) {
        const double scaled = updated[i] / (1 - pow(lambda, DAYS));
        CHECK_NEAR(cov[i], scaled, 1e-12 * fabs(scaled));
    }
    CHECK(rmc_covariance_ewma(&of, 1, cov, NULL) == RMC_ERR_ARGUMENT, "lambda 1");
    CHECK(rmc_covariance_ewma(&of, 0, cov, NULL) == RMC_ERR_ARGUMENT, "lambda 0");
}

/* A sum over days of one product of powers of two factors' deviations, over the number of days. */
static double moment(const struct rmc_returns *of, size_t i, int power_i, size_t j, int power_j) {
    double mean_i = 0, mean_j = 0, sum = 0;
    for (size_t t = 0; t < of->count; t++) {
        mean_i += of->move[t * of->factors + i] / (double)of->count;
        mean_j += of->move[t * of->factors + j] / (double)of->count;
    }
    for (size_t t = 0; t < of->count; t++)
        sum +=
            pow(of->move[t * of->factors + i] - mean_i, power_i) * pow(of->move[t * of->factors + j] - mean_j, power_j);
    return sum / (double)of->count;
}

/*
 * Returns Ledoit and Wolf's intensity in the form of appendix B, with the diagonal in pi and rho and every pair twice.
 */
static double plain_intensity(const struct rmc_returns *of, double *mean_correlation) {
    const size_t n = of->factors;
    double r = 0, pi = 0, rho = 0, gamma = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            r += 2 / ((double)n * (double)(n - 1)) * moment(of, i, 1, j, 1) /
                 sqrt(moment(of, i, 2, i, 0) * moment(of, j, 2, j, 0));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double ii = moment(of, i, 2, i, 0), jj = moment(of, j, 2, j, 0), ij = moment(of, i, 1, j, 1);
            const double pi_ij = moment(of, i, 2, j, 2) - ij * ij;
            pi += pi_ij;
            if (i == j) {
                rho += pi_ij;
                continue;
            }
            const double theta_ii = moment(of, i, 3, j, 1) - ii * ij, theta_jj = moment(of, i, 1, j, 3) - jj * ij;
            rho += r / 2 * (sqrt(jj / ii) * theta_ii + sqrt(ii / jj) * theta_jj);
            gamma += pow(r * sqrt(ii * jj) - ij, 2);
        }
    *mean_correlation = r;
    return (pi - rho) / gamma / (double)of->count;
}

static void shrunk_covariance_is_that_of_the_paper(void) {
    const struct rmc_returns of = made_returns(DAYS);
    double cov[FACTORS * FACTORS], intensity, r;
    CHECK(rmc_covariance_shrunk(&of, cov, &intensity, NULL) == RMC_OK, "shrunk");
    const double plain = plain_intensity(&of, &r);
    CHECK(plain > 0.01 && plain < 0.99, "the example must be a real mixture: %g", plain);
    CHECK_NEAR(intensity, plain, 1e-12);
    for (size_t i = 0; i < FACTORS; i++)
        for (size_t j = 0; j < FACTORS; j++) {
            const double sample = plain_covariance(&of, i, j, DAYS);
            const double target =
                sqrt(plain_covariance(&of, i, i, DAYS) * plain_covariance(&of, j, j, DAYS)) * (i == j ? 1 : r);
            const double mixed = plain * target + (1 - plain) * sample;
            CHECK_NEAR(cov[i * FACTORS + j], mixed, 1e-12 * fabs(mixed));
        }
}

static void shrunk_covariance_of_few_days_has_a_root(void) {
    const struct rmc_returns of = made_returns(4);
    double cov[FACTORS * FACTORS], intensity;
    struct rmc_repair repair;
    CHECK(rmc_covariance_sample(&of, cov, NULL) == RMC_OK, "sample");
    CHECK(rmc_covariance_repair(cov, FACTORS, 1e-8, &repair, NULL) == RMC_OK && repair.raised == FACTORS - 3,
          "4 days give 3 deviations: %zu raised", repair.raised);
    CHECK(rmc_covariance_shrunk(&of, cov, &intensity, NULL) == RMC_OK && intensity > 0, "%g", intensity);
    CHECK(rmc_covariance_repair(cov, FACTORS, 1e-8, &repair, NULL) == RMC_OK && !repair.repaired, "least %g",
          repair.least);
}

static void a_constant_factor_is_shrunk_to_zeros(void) {
    double moves[3 * 10], cov[9], intensity;
    fill_normals(3, moves, 30);
    for (size_t t = 0; t < 10; t++)
        moves[3 * t + 1] = 0.5;
    const struct rmc_returns of = {moves, 10, 3};
    CHECK(rmc_covariance_shrunk(&of, cov, &intensity, NULL) == RMC_OK, "shrunk");
    CHECK(cov[1] == 0 && cov[4] == 0 && cov[7] == 0 && cov[2] == cov[6] && isfinite(cov[2]), "%g %g", cov[1], cov[2]);
}

static void estimates_refuse_what_is_no_sample(void) {
    double moves[] = {1, 2, 3, NAN}, cov[4], intensity;
    const struct rmc_returns rows[] = {{moves, 1, 2}, {moves, 2, 0}, {moves, 2, 2}, {NULL, 2, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(rmc_covariance_sample(&rows[i], cov, NULL) == RMC_ERR_PANEL, "sample of row %zu", i);
        CHECK(rmc_covariance_shrunk(&rows[i], cov, &intensity, NULL) == RMC_ERR_PANEL, "shrunk of row %zu", i);
        CHECK(rmc_covariance_ewma(&rows[i], 0.94, cov, NULL) == RMC_ERR_PANEL, "ewma of row %zu", i);
    }
}

/* Higham's example (2002, section 4.1): ones beside the diagonal, zeros in the corners. The least eigenvalue is 1 less
 * the root of 2, with the vector (1, -root of 2, 1) / 2; so the repair has a closed form. The nearest correlations are
 * 0.7607 and 0.1573. */
static void repair_of_highams_example_is_as_worked_out(void) {
    const double given[] = {4, 6, 0, 6, 9, 3, 0, 3, 1}, root2 = sqrt(2), floor = 1e-6;
    double cov[9], root[9];
    struct rmc_repair repair;
    memcpy(cov, given, sizeof cov);
    CHECK(rmc_cholesky(cov, 3, root, NULL) == RMC_ERR_NOT_PSD, "the example must need repair");
    CHECK(rmc_covariance_repair(cov, 3, floor, &repair, NULL) == RMC_OK, "repair");
    const double lift = floor - (1 - root2);
    const double beside = (1 - lift * root2 / 4) / sqrt((1 + lift / 4) * (1 + lift / 2)),
                 corner = lift / 4 / (1 + lift / 4);
    CHECK(repair.repaired && repair.raised == 1, "%zu raised", repair.raised);
    CHECK_NEAR(repair.least, 1 - root2, 1e-14);
    CHECK_NEAR(repair.most_change, 1 - beside, 1e-14);
    CHECK(cov[0] == 4 && cov[4] == 9 && cov[8] == 1, "variances stay");
    CHECK_NEAR(cov[1] / 6, beside, 1e-14);
    CHECK_NEAR(cov[5] / 3, beside, 1e-14);
    CHECK_NEAR(cov[2] / 2, corner, 1e-14);
    CHECK(fabs(beside - 0.7607) < 0.07 && fabs(corner - 0.1573) < 0.07, "not far from the nearest: %g %g", beside,
          corner);
    CHECK(cov[1] == cov[3] && cov[2] == cov[6] && cov[5] == cov[7], "symmetric");
    CHECK(rmc_cholesky(cov, 3, root, NULL) == RMC_OK && root[8] > 0, "positive definite");
}

/* The third factor is the first one less twice the second; then a tiny variance is left unexplained at most. */
static void definite_root_names_a_factor_that_others_explain(void) {
    double cov[] = {4, 0, 4, 0, 9, -18, 4, -18, 40}, root[9];
    struct rmc_dependence found;
    CHECK(rmc_cholesky(cov, 3, root, NULL) == RMC_OK, "it is semidefinite");
    CHECK(rmc_definite_root(cov, 3, root, &found, NULL) == RMC_ERR_NOT_PSD, "taken");
    CHECK(found.factor == 2 && found.count == 2 && found.others[0] == 1 && found.others[1] == 0, "%zu", found.factor);
    CHECK_NEAR(found.weights[0], -2, 1e-14);
    CHECK_NEAR(found.weights[1], 1, 1e-14);
    CHECK_NEAR(found.left, 0, 1e-14);
    cov[8] = 30;
    CHECK(rmc_definite_root(cov, 3, root, &found, NULL) == RMC_ERR_NOT_PSD, "taken");
    CHECK_NEAR(found.left, -10, 1e-13);
    CHECK(found.variance == 30, "%g", found.variance);
    cov[8] = 40 * (1 + 2e-9);
    CHECK(rmc_definite_root(cov, 3, root, &found, NULL) == RMC_OK, "more than the share is left");
}

static void definite_root_is_that_of_cholesky(void) {
    double cov[] = {4, 0, 1, 0, 0, 0, 1, 0, 2}, root[9], same[9];
    struct rmc_dependence found;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_definite_root(cov, 3, root, &found, &error) == RMC_OK, "a factor that never moves: %s", error.text);
    CHECK(rmc_cholesky(cov, 3, same, NULL) == RMC_OK && memcmp(root, same, sizeof root) == 0, "another root");
    cov[1] = cov[3] = 0.5;
    CHECK(rmc_definite_root(cov, 3, root, &found, &error) == RMC_ERR_NOT_PSD && found.factor == 1, "%zu", found.factor);
    cov[4] = NAN;
    CHECK(rmc_definite_root(cov, 3, root, &found, &error) == RMC_ERR_NOT_PSD && found.factor == 1, "%zu", found.factor);
    CHECK(rmc_definite_root(cov, 0, root, &found, &error) == RMC_ERR_ARGUMENT, "without rows");
}

static void repair_leaves_a_good_covariance_alone(void) {
    const struct rmc_returns of = made_returns(DAYS);
    double cov[FACTORS * FACTORS], before[FACTORS * FACTORS];
    struct rmc_repair repair;
    rmc_covariance_sample(&of, cov, NULL);
    memcpy(before, cov, sizeof cov);
    CHECK(rmc_covariance_repair(cov, FACTORS, 1e-8, &repair, NULL) == RMC_OK && !repair.repaired, "repair");
    CHECK(memcmp(before, cov, sizeof cov) == 0 && repair.raised == 0 && repair.most_change == 0, "a bit has changed");
}

static void repair_passes_over_a_factor_that_never_moves(void) {
    double cov[] = {1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1}, root[16];
    struct rmc_repair repair;
    CHECK(rmc_covariance_repair(cov, 4, 1e-6, &repair, NULL) == RMC_OK && repair.raised == 1, "%zu", repair.raised);
    CHECK(cov[10] == 0 && cov[2] == 0 && cov[11] == 0, "zeros stay");
    CHECK_NEAR(cov[1], 0.7395, 1e-4);
    CHECK(rmc_cholesky(cov, 4, root, NULL) == RMC_OK, "semidefinite");
}

static void repair_refuses_what_is_no_covariance(void) {
    double rows[][4] = {{1, 2, 3, 4}, {1, NAN, NAN, 1}, {-1, 0, 0, 1}, {INFINITY, 0, 0, 1}, {0, 0.1, 0.1, 1}};
    double good[] = {1, 0.5, 0.5, 1};
    struct rmc_repair repair;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(rmc_covariance_repair(rows[i], 2, 1e-8, &repair, NULL) == RMC_ERR_ARGUMENT, "row %zu", i);
    CHECK(rmc_covariance_repair(good, 2, 0, &repair, NULL) == RMC_ERR_ARGUMENT, "floor 0");
    CHECK(rmc_covariance_repair(good, 2, 0.2, &repair, NULL) == RMC_ERR_ARGUMENT, "floor 0.2");
}

/* Checks that the rows of VECTORS are orthonormal and that each is an eigenvector of A, to TOLERANCE. */
static void check_eigen(const double *a, size_t n, double tolerance) {
    double *vectors = malloc(n * n * sizeof *vectors), *values = malloc(3 * n * sizeof *values);
    memcpy(vectors, a, n * n * sizeof *a);
    CHECK(rmc_eigen(vectors, n, values, values + n) == 0, "no eigenvalues");
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++) {
            double image = 0, product = 0;
            for (size_t j = 0; j < n; j++) {
                image += a[i * n + j] * vectors[k * n + j];
                product += vectors[k * n + j] * vectors[i * n + j];
            }
            CHECK_NEAR(image, values[k] * vectors[k * n + i], tolerance);
            CHECK_NEAR(product, i == k ? 1 : 0, 1e-12);
        }
    free(vectors);
    free(values);
}

static void eigenvectors_are_orthonormal_and_keep_their_direction(void) {
    static const size_t sizes[] = {1, 2, 3, 8, 40};
    static double a[40 * 40];
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const size_t n = sizes[s];
        fill_normals(s, a, n * n);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++)
                a[i * n + j] = a[j * n + i];
        check_eigen(a, n, 1e-12);
        memset(a, 0, sizeof a);
        check_eigen(a, n, 0);
        for (size_t i = 0; i < n; i++)
            a[i * n + i] = i % 2 == 0 ? 1e-9 : 1e9; /* diagonal, eigenvalues many times over */
        check_eigen(a, n, 1e-6);
        for (size_t i = 0; i < n * n; i++)
            a[i] = 1; /* rank 1 */
        check_eigen(a, n, 1e-12);
    }
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(returns_are_logarithms_or_differences),      CASE(a_return_over_a_hole_is_scaled_to_one_day),
        CASE(a_history_that_gives_no_returns_is_refused), CASE(sample_covariance_is_the_mean_product_of_deviations),
        CASE(ewma_covariance_is_the_daily_update),        CASE(shrunk_covariance_is_that_of_the_paper),
        CASE(shrunk_covariance_of_few_days_has_a_root),   CASE(a_constant_factor_is_shrunk_to_zeros),
        CASE(estimates_refuse_what_is_no_sample),         CASE(definite_root_names_a_factor_that_others_explain),
        CASE(definite_root_is_that_of_cholesky),          CASE(repair_of_highams_example_is_as_worked_out),
        CASE(repair_leaves_a_good_covariance_alone),      CASE(repair_passes_over_a_factor_that_never_moves),
        CASE(repair_refuses_what_is_no_covariance),       CASE(eigenvectors_are_orthonormal_and_keep_their_direction),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
