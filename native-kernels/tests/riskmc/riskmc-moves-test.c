/* SPDX-License-Identifier: Apache-2.0 */
/* Normal, Student and historical moves against their laws; the same bits however scenarios are shared out. */
#include "riskmc/models.h"
#include "support/check.h"

enum { N = 200000, FACTORS = 3 };

static const rmc_move kinds[FACTORS] = {RMC_MOVE_LOG, RMC_MOVE_ADD, RMC_MOVE_LOG};
static const double cov[] = {4e-4, 1e-4, 1e-4, 1e-4, 9e-4, -2e-4, 1e-4, -2e-4, 2.5e-3};
static const double day[] = {1};
static double moves[2 * N * FACTORS];

static struct rmc_model_setup setup_of(rmc_law law, const double *root) {
    return (struct rmc_model_setup){.law = law,
                                    .factors = FACTORS,
                                    .move = kinds,
                                    .horizons = day,
                                    .horizon_count = 1,
                                    .seed = 3,
                                    .root = root,
                                    .degrees = 4};
}

/* Draws COUNT scenarios of SETUP to OUT, from 0 on. */
static void draw_all(const struct rmc_model_setup *setup, size_t count, double *out) {
    struct rmc_model *model;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_model_new(setup, &model, &error) == RMC_OK, "%s", error.text);
    if (error.code == RMC_OK)
        CHECK(rmc_moves(model, (struct rmc_block){0, count, count}, out, &error) == RMC_OK, "%s", error.text);
    rmc_model_free(model);
}

static double mean_of(const double *x) {
    double sum = 0;
    for (size_t s = 0; s < N; s++)
        sum += x[s];
    return sum / N;
}

static double covariance_of(const double *x, const double *y) {
    const double mean_x = mean_of(x), mean_y = mean_of(y);
    double sum = 0;
    for (size_t s = 0; s < N; s++)
        sum += (x[s] - mean_x) * (y[s] - mean_y);
    return sum / N;
}

/* Checks means and covariances; EXCESS is the contribution of the fourth moment to the error of a covariance. */
static void check_moments(const double *at, const double *mean, double days, double excess) {
    for (size_t i = 0; i < FACTORS; i++) {
        CHECK_NEAR(mean_of(at + i * N), mean[i], 4 * sqrt(days * cov[i * FACTORS + i] / N));
        for (size_t j = 0; j < FACTORS; j++) {
            const double product = cov[i * FACTORS + i] * cov[j * FACTORS + j], both = cov[i * FACTORS + j];
            CHECK_NEAR(covariance_of(at + i * N, at + j * N), days * both,
                       4 * days * sqrt(excess * (product + both * both) / N));
        }
    }
}

static void normal_moves_have_their_covariance_and_no_growth(void) {
    static const double horizons[] = {0.25, 20};
    double root[9];
    rmc_cholesky(cov, FACTORS, root, NULL);
    struct rmc_model_setup setup = setup_of(RMC_NORMAL, root);
    setup.horizons = horizons;
    setup.horizon_count = 2;
    draw_all(&setup, N, moves);
    for (size_t h = 0; h < 2; h++) {
        double *at = moves + h * FACTORS * N;
        const double mean[] = {-2e-4 * horizons[h], 0, -1.25e-3 * horizons[h]};
        check_moments(at, mean, horizons[h], 1);
        size_t below = 0;
        for (size_t s = 0; s < N; s++)
            below += at[s] < mean[0] - 2.3263478740408408 * 0.02 * sqrt(horizons[h]);
        CHECK_NEAR((double)below / N, 0.01, 4 * sqrt(0.01 * 0.99 / N));
        rmc_levels(RMC_MOVE_LOG, 50, at + 2 * N, N, at + 2 * N);
        CHECK_NEAR(mean_of(at + 2 * N), 50, 4 * 50 * 0.05 * 1.6 * sqrt(horizons[h] / N));
    }
}

static void a_drift_is_the_growth_of_prices_and_the_mean_of_rates(void) {
    static const double drift[] = {0.001, 0.002, -0.003}, horizons[] = {10};
    double root[9];
    rmc_cholesky(cov, FACTORS, root, NULL);
    struct rmc_model_setup setup = setup_of(RMC_NORMAL, root);
    setup.horizons = horizons;
    setup.drift = drift;
    draw_all(&setup, N, moves);
    rmc_levels(RMC_MOVE_LOG, 100, moves, N, moves);
    CHECK_NEAR(mean_of(moves), 100 * exp(0.01), 4 * 100 * 0.02 * 1.05 * sqrt(10.0 / N));
    CHECK_NEAR(mean_of(moves + N), 0.02, 4 * 0.03 * sqrt(10.0 / N));
    rmc_levels(RMC_MOVE_ADD, 0.01, moves + N, N, moves + N);
    CHECK_NEAR(mean_of(moves + N), 0.03, 4 * 0.03 * sqrt(10.0 / N));
}

static void horizons_share_their_numbers(void) {
    static const double horizons[] = {1, 4};
    double root[9];
    rmc_cholesky(cov, FACTORS, root, NULL);
    struct rmc_model_setup setup = setup_of(RMC_STUDENT, root);
    setup.horizons = horizons;
    setup.horizon_count = 2;
    draw_all(&setup, 100, moves);
    for (size_t i = 0; i < 100; i++) /* a rate: no mean */
        CHECK_NEAR(moves[(FACTORS + 1) * 100 + i], 2 * moves[100 + i], 1e-16);
}

/* The share of scenarios in which both of two standard moves are below LIMIT, by Simpson's rule over the logarithm of
 * the chi-squared that they share. */
static double both_below(double limit, double degrees) {
    enum { STEPS = 2000 };
    double sum = 0;
    for (int k = 0; k <= STEPS; k++) {
        const double u = -12 + 18.0 * k / STEPS, w = exp(u);
        const double density = exp(0.5 * degrees * u - 0.5 * w - lgamma(0.5 * degrees) - 0.5 * degrees * log(2));
        const double below = rmc_normal_cdf(limit * sqrt(w / (degrees - 2)));
        sum += (k == 0 || k == STEPS ? 1 : k % 2 == 0 ? 2 : 4) * density * below * below;
    }
    return sum * 18.0 / STEPS / 3;
}

static void student_moves_fall_together(void) {
    static const double unit[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const rmc_move rates[] = {RMC_MOVE_ADD, RMC_MOVE_ADD, RMC_MOVE_ADD};
    struct rmc_model_setup setup = setup_of(RMC_STUDENT, unit);
    setup.move = rates;
    const double limit = rmc_student_quantile(0.005, setup.degrees), expected = both_below(limit, setup.degrees);
    CHECK(expected > 15 * 0.005 * 0.005, "tails that depend: %g", expected);
    for (int law = 0; law < 2; law++) {
        setup.law = law == 0 ? RMC_STUDENT : RMC_NORMAL;
        const double quantile = law == 0 ? limit : -2.5758293035489004;
        const double wanted = law == 0 ? expected : 0.005 * 0.005;
        size_t one = 0, both = 0;
        draw_all(&setup, N, moves);
        for (size_t s = 0; s < N; s++) {
            one += moves[s] < quantile;
            both += moves[s] < quantile && moves[N + s] < quantile;
        }
        CHECK_NEAR((double)one / N, 0.005, 4 * sqrt(0.005 / N));
        CHECK_NEAR((double)both / N, wanted, 4 * sqrt(wanted / N));
    }
}

/* With 12 degrees of freedom the fourth moment is 3 (1 + 2 / (12 - 4)) times the square of the variance. */
static void student_moves_have_the_covariance_given(void) {
    double root[9];
    rmc_cholesky(cov, FACTORS, root, NULL);
    struct rmc_model_setup setup = setup_of(RMC_STUDENT, root);
    setup.degrees = 12;
    draw_all(&setup, N, moves);
    check_moments(moves, (const double[]){-2e-4, 0, -1.25e-3}, 1, 1.5);
}

static void chi_squared_numbers_have_their_moments(void) {
    static const double degrees[] = {2.1, 4, 37.5};
    for (size_t i = 0; i < 3; i++) {
        double sum = 0, squares = 0;
        for (uint32_t s = 0; s < N; s++) {
            const double w = rmc_draw_chi_squared(vm_key_of(8, FOR_TAILS), s, degrees[i]);
            sum += w;
            squares += (w - degrees[i]) * (w - degrees[i]);
        }
        CHECK_NEAR(sum / N, degrees[i], 4 * sqrt(2 * degrees[i] / N));
        CHECK_NEAR(squares / N, 2 * degrees[i], 4 * sqrt((48 * degrees[i] + 8 * degrees[i] * degrees[i]) / N));
    }
}

/* Many factors, blocks that begin anywhere, another stride, each level of the processor. */
static void moves_have_the_same_bits_however_they_are_drawn(void) {
    enum { MANY = 21, COUNT = 300 };
    static const size_t sizes[] = {1, 7, 64, 65, 100};
    static double root[MANY * MANY], whole[MANY * COUNT], part[MANY * 128];
    static rmc_move rates[MANY];
    for (size_t i = 0; i < MANY; i++)
        for (size_t j = 0; j <= i; j++) {
            rates[i] = RMC_MOVE_ADD;
            root[i * MANY + j] = sin((double)(i * MANY + j));
        }
    for (int law = RMC_NORMAL; law <= RMC_STUDENT; law++) {
        struct rmc_model_setup setup = setup_of((rmc_law)law, root);
        struct rmc_model *model;
        setup.factors = MANY;
        setup.move = rates;
        CHECK(rmc_model_new(&setup, &model, NULL) == RMC_OK, "model");
        rmc_moves(model, (struct rmc_block){1000, COUNT, COUNT}, whole, NULL);
        for (int level = VM_SIMD_NONE; level <= (int)vm_simd_best(); level++) {
            vm_simd_force((vm_simd)level);
            for (size_t at = 0, b = 0; at < COUNT; b++) {
                const size_t size = sizes[b % 5] < COUNT - at ? sizes[b % 5] : COUNT - at;
                rmc_moves(model, (struct rmc_block){1000 + (uint32_t)at, size, 128}, part, NULL);
                for (size_t j = 0; j < MANY; j++)
                    CHECK(memcmp(part + j * 128, whole + j * COUNT + at, size * sizeof *part) == 0,
                          "law %d, level %s, factor %zu, scenarios %zu + %zu", law, vm_simd_name((vm_simd)level), j, at,
                          size);
                at += size;
            }
        }
        vm_simd_force(vm_simd_best());
        rmc_model_free(model);
    }
    for (int level = (int)vm_simd_best() + 1; level <= VM_SIMD_AVX512; level++)
        printf("this processor lacks %s: not compared\n", vm_simd_name((vm_simd)level));
}

static void the_product_is_the_sum_over_all_columns(void) {
    enum { SIZE = 11 };
    double root[SIZE * (SIZE + 1) / 2], z[SIZE * BATCH] __attribute__((aligned(64))), out[SIZE * 20];
    for (size_t i = 0; i < sizeof root / sizeof *root; i++)
        root[i] = cos((double)i);
    rmc_draw_normals(vm_key_of(1, FOR_MOVES), 0, SIZE, z);
    rmc_product_none(root, (struct rmc_rows){NULL, SIZE}, (struct rmc_numbers){z, SIZE},
                     (struct rmc_target){out, 20, 20});
    for (size_t i = 0; i < SIZE; i++)
        for (size_t s = 0; s < 20; s++) {
            double sum = 0;
            for (size_t k = 0; k <= i; k++)
                sum += root[i * (i + 1) / 2 + k] * z[(s / LANES * SIZE + k) * LANES + s % LANES];
            CHECK(out[i * 20 + s] == sum, "row %zu, scenario %zu: %g, not %g", i, s, out[i * 20 + s], sum);
        }
}

static void models_that_cannot_be_are_refused(void) {
    static const double unit[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, falling[] = {2, 1}, zero[] = {0}, long_one[] = {3000};
    static const double drift[] = {0, NAN, 0};
    static const rmc_move odd[] = {RMC_MOVE_LOG, (rmc_move)7, RMC_MOVE_LOG};
    struct rmc_model_setup rows[11];
    struct rmc_model *model;
    for (size_t i = 0; i < 11; i++)
        rows[i] = setup_of(RMC_NORMAL, unit);
    rows[0].factors = 0;
    rows[1].root = NULL;
    rows[2].law = RMC_STUDENT;
    rows[2].degrees = 2;
    rows[3].horizons = falling;
    rows[3].horizon_count = 2;
    rows[4].horizons = zero;
    rows[5].horizons = long_one;
    rows[6].horizon_count = 0;
    rows[7].drift = drift;
    rows[8].move = odd;
    rows[9].law = (rmc_law)9;
    rows[10].law = RMC_FILTERED;
    for (size_t i = 0; i < 11; i++) {
        struct rmc_error error = {.code = RMC_OK};
        CHECK(rmc_model_new(&rows[i], &model, &error) == RMC_ERR_ARGUMENT && model == NULL, "row %zu", i);
        CHECK(error.text[0] != '\0', "row %zu says nothing", i);
    }
    rows[0] = setup_of(RMC_NORMAL, unit);
    CHECK(rmc_model_new(&rows[0], &model, NULL) == RMC_OK, "a good one");
    CHECK(rmc_moves(model, (struct rmc_block){0, 3, 2}, moves, NULL) == RMC_ERR_ARGUMENT, "stride");
    CHECK(rmc_moves(model, (struct rmc_block){UINT32_MAX, 2, 2}, moves, NULL) == RMC_ERR_ARGUMENT, "beyond 2^32");
    CHECK(rmc_moves(model, (struct rmc_block){UINT32_MAX, 1, 1}, moves, NULL) == RMC_OK, "the last scenario");
    CHECK(rmc_moves(model, (struct rmc_block){5, 0, 0}, moves, NULL) == RMC_OK, "no scenarios");
    rmc_model_free(model);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(normal_moves_have_their_covariance_and_no_growth),
        CASE(a_drift_is_the_growth_of_prices_and_the_mean_of_rates),
        CASE(horizons_share_their_numbers),
        CASE(student_moves_fall_together),
        CASE(student_moves_have_the_covariance_given),
        CASE(chi_squared_numbers_have_their_moments),
        CASE(moves_have_the_same_bits_however_they_are_drawn),
        CASE(the_product_is_the_sum_over_all_columns),
        CASE(models_that_cannot_be_are_refused),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
