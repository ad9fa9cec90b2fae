/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the transform in memory against FFTW in long double, and against properties of every transform. */
#include "oocfft-cases.h"

#include <fftw3.h>

static const int64_t sizes[][3] = {{64, 64, 64}, {30, 42, 50}, {7, 5, 81}, {1, 1, 128},
                                   {1, 9, 10},   {49, 2, 1},   {1, 1, 1}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static double norm_of(const double complex *a, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += creal(a[i]) * creal(a[i]) + cimag(a[i]) * cimag(a[i]);
    return sqrt(sum);
}

/* The relative L2 distance of B from A. */
static double distance(const double complex *a, const double complex *b, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += pow(creal(a[i] - b[i]), 2) + pow(cimag(a[i] - b[i]), 2);
    return sqrt(sum) / norm_of(a, count);
}

static double error_against_long_double(const int64_t size[3], ooc_task task) {
    const int64_t count = elements_of(size);
    double complex *array = random_array(size, 7), *ours = transformed(size, task, NULL, 2);
    fftwl_complex *exact = fftwl_malloc((size_t)count * sizeof *exact);
    fftwl_plan plan = fftwl_plan_dft_3d((int)size[0], (int)size[1], (int)size[2], exact, exact,
                                        task == OOC_DO_INVERSE ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
    long double far = 0, all = 0;
    for (int64_t i = 0; i < count; i++)
        exact[i] = array[i];
    fftwl_execute(plan);
    for (int64_t i = 0; i < count; i++) {
        const long double complex wanted = task == OOC_DO_INVERSE ? exact[i] / count : exact[i], d = wanted - ours[i];
        far += creall(d) * creall(d) + cimagl(d) * cimagl(d);
        all += creall(wanted) * creall(wanted) + cimagl(wanted) * cimagl(wanted);
    }
    fftwl_destroy_plan(plan);
    fftwl_free(exact);
    free(array);
    free(ours);
    return (double)sqrtl(far / all);
}

void transforms_are_those_of_fftw_in_long_double(void) {
    for (int i = 0; i < SIZES; i++) {
        CHECK_NEAR(error_against_long_double(sizes[i], OOC_DO_FORWARD), 0, 10e-16);
        CHECK_NEAR(error_against_long_double(sizes[i], OOC_DO_INVERSE), 0, 10e-16);
    }
}

void the_inverse_transform_brings_the_array_back(void) {
    for (int i = 0; i < SIZES; i++) {
        double complex *before = random_array(sizes[i], 7), *array = transformed(sizes[i], OOC_DO_FORWARD, NULL, 1);
        struct ooc_engine *engine;
        CHECK(ooc_engine_new(sizes[i], 1, &engine, NULL) == OOC_OK, "an engine");
        ooc_transform(engine, OOC_DO_INVERSE, NULL, (double *)array);
        CHECK_NEAR(distance(before, array, elements_of(sizes[i])), 0, 2e-15);
        ooc_engine_free(engine);
        free(before);
        free(array);
    }
}

void bits_do_not_depend_on_threads(void) {
    const int64_t size[3] = {6, 20, 35};
    double complex *one = transformed(size, OOC_DO_FORWARD, NULL, 1);
    for (int threads = 2; threads <= 8; threads += 3) {
        double complex *more = transformed(size, OOC_DO_FORWARD, NULL, threads);
        CHECK(memcmp(one, more, (size_t)elements_of(size) * sizeof *one) == 0, "%d threads", threads);
        free(more);
    }
    free(one);
}

/* Fills ARRAY with a plane wave of frequency K. */
static void make_wave(const int64_t size[3], const int64_t k[3], double complex *array) {
    for (int64_t i = 0; i < elements_of(size); i++) {
        const int64_t at[3] = {i / size[2] / size[1], i / size[2] % size[1], i % size[2]};
        double turns = 0;
        for (int a = 0; a < 3; a++)
            turns += (double)(at[a] * k[a] % size[a]) / (double)size[a];
        array[i] = cexp(2 * M_PI * I * turns);
    }
}

void an_impulse_has_a_flat_transform_and_a_wave_a_single_line(void) {
    const int64_t size[3] = {20, 24, 28}, k[3] = {3, 5, 27}, count = elements_of(size);
    double complex *array = random_array(size, 1);
    struct ooc_engine *engine;
    CHECK(ooc_engine_new(size, 2, &engine, NULL) == OOC_OK, "an engine");
    memset(array, 0, (size_t)count * sizeof *array);
    array[0] = 1;
    ooc_transform(engine, OOC_DO_FORWARD, NULL, (double *)array);
    for (int64_t i = 0; i < count; i++)
        CHECK_NEAR(cabs(array[i] - 1), 0, 1e-15);
    make_wave(size, k, array);
    ooc_transform(engine, OOC_DO_FORWARD, NULL, (double *)array);
    array[(k[0] * size[1] + k[1]) * size[2] + k[2]] -= (double)count;
    CHECK_NEAR(norm_of(array, count) / (double)count, 0, 2e-15);
    ooc_engine_free(engine);
    free(array);
}

void the_spectrum_adds_up_to_the_mean_square(void) {
    const int64_t size[3] = {32, 20, 18}, count = elements_of(size), bins = ooc_spectrum_bins(size);
    double complex *before = random_array(size, 7), *array = transformed(size, OOC_DO_FORWARD, NULL, 2);
    double *power = calloc((size_t)bins, sizeof *power), *again = calloc((size_t)bins, sizeof *again), sum = 0;
    struct ooc_engine *engine;
    for (int threads = 1; threads <= 3; threads += 2) {
        CHECK(ooc_engine_new(size, threads, &engine, NULL) == OOC_OK, "an engine");
        CHECK(ooc_spectrum(engine, (double *)array, threads == 1 ? power : again, NULL) == OOC_OK, "a spectrum");
        ooc_engine_free(engine);
    }
    for (int64_t b = 0; b < bins; b++)
        sum += power[b];
    const double mean = pow(norm_of(before, count), 2) / (double)count;
    CHECK_NEAR(sum / mean, 1, 1e-14);
    CHECK(memcmp(power, again, (size_t)bins * sizeof *power) == 0, "by other threads");
    free(power);
    free(again);
    free(before);
    free(array);
}

void a_wave_has_its_power_in_the_bin_of_its_wave_number(void) {
    const int64_t size[3] = {16, 16, 16}, k[3] = {14, 3, 6}; /* -2, 3, 6: the wave number is 7 */
    double complex *array = random_array(size, 1);
    double *power = calloc((size_t)ooc_spectrum_bins(size), sizeof *power);
    struct ooc_engine *engine;
    CHECK(ooc_engine_new(size, 1, &engine, NULL) == OOC_OK, "an engine");
    make_wave(size, k, array);
    ooc_transform(engine, OOC_DO_FORWARD, NULL, (double *)array);
    CHECK(ooc_spectrum(engine, (double *)array, power, NULL) == OOC_OK, "a spectrum");
    for (int64_t b = 0; b < ooc_spectrum_bins(size); b++)
        CHECK_NEAR(power[b], b == 7 ? 1 : 0, 1e-14);
    ooc_engine_free(engine);
    free(power);
    free(array);
}

void poisson_is_solved_for_a_wave(void) {
    const int64_t size[3] = {18, 12, 20}, k[3] = {1, 2, 3}; /* the square of the wave number is 14 */
    const struct ooc_filter filter = {.kind = OOC_FILTER_POISSON};
    double complex *array = random_array(size, 1), *wanted = random_array(size, 1);
    struct ooc_engine *engine;
    CHECK(ooc_engine_new(size, 2, &engine, NULL) == OOC_OK, "an engine");
    make_wave(size, k, array);
    for (int64_t i = 0; i < elements_of(size); i++)
        wanted[i] = -array[i] / 14;
    ooc_transform(engine, OOC_DO_FILTER, &filter, (double *)array);
    CHECK_NEAR(distance(wanted, array, elements_of(size)), 0, 2e-15);
    ooc_engine_free(engine);
    free(wanted);
    free(array);
}

/* Returns the rest of a wave of the wave number 3 after a filter. */
static double left_of_wave(ooc_filter_kind kind, double parameter) {
    const int64_t size[3] = {16, 18, 20}, k[3] = {1, 2, 18}; /* 1, 2, -2 */
    const struct ooc_filter filter = {kind, parameter};
    double complex *array = random_array(size, 1);
    struct ooc_engine *engine;
    CHECK(ooc_engine_new(size, 1, &engine, NULL) == OOC_OK, "an engine");
    make_wave(size, k, array);
    ooc_transform(engine, OOC_DO_FILTER, &filter, (double *)array);
    const double left = norm_of(array, elements_of(size)) / sqrt((double)elements_of(size));
    ooc_engine_free(engine);
    free(array);
    return left;
}

void filters_keep_what_they_say(void) {
    CHECK_NEAR(left_of_wave(OOC_FILTER_NONE, 0), 1, 1e-14);
    CHECK_NEAR(left_of_wave(OOC_FILTER_LOW, 3), 1, 1e-14);
    CHECK_NEAR(left_of_wave(OOC_FILTER_LOW, 2.9), 0, 1e-14);
    CHECK_NEAR(left_of_wave(OOC_FILTER_HIGH, 3), 0, 1e-14);
    CHECK_NEAR(left_of_wave(OOC_FILTER_HIGH, 2.9), 1, 1e-14);
    CHECK_NEAR(left_of_wave(OOC_FILTER_GAUSS, 3), exp(-0.5), 1e-14);
    CHECK_NEAR(left_of_wave(OOC_FILTER_POWER, 2), 9, 1e-13);
}

void lengths_with_other_factors_are_refused(void) {
    const int64_t wrong[][3] = {{64, 11, 64}, {0, 4, 4}, {4, 4, -2}, {4, 26, 4}, {1, 1, 1 << 21}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct ooc_engine *engine;
        struct ooc_error error = {.text = ""};
        CHECK(ooc_engine_new(wrong[i], 1, &engine, &error) == OOC_ERR_ARGUMENT && engine == NULL, "case %zu", i);
        CHECK(strstr(error.text, "2, 3, 5 and 7") != NULL, "%s", error.text);
    }
}
