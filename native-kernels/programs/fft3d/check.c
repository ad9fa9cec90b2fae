/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "reference.h"
#include "work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double bound =
    20; /* of all relative L2 errors, in 1e-16: the issue asks for 10 by long double, 20 there and back */
enum { MOST_REFERENCE = 1 << 24 };

struct checks {
    struct ooc_engine *engine;
    struct source source;
    int64_t size[3], elements;
    double complex *array, *other;
    bool failed;
};

static void say(struct checks *checks, const char *what, double error, double most) {
    const bool right = error * 1e16 <= most;
    printf("%s_e16 %.3f%s\n", what, error * 1e16, right ? "" : " (beyond its bound)");
    checks->failed = checks->failed || !right;
}

static void fill(struct checks *checks, uint64_t seed, double complex *out, struct sw_failure *f) {
    checks->source.seed = seed;
    for (int64_t e = 0; e < checks->elements; e += CHUNK_ELEMENTS) {
        const int64_t left = checks->elements - e;
        source_read(&checks->source, e, left < CHUNK_ELEMENTS ? left : CHUNK_ELEMENTS, out + e, f);
    }
}

static double norm(const double complex *a, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += creal(a[i]) * creal(a[i]) + cimag(a[i]) * cimag(a[i]);
    return sqrt(sum);
}

/* Returns the norm of A - B * FACTOR over that of A. */
static double distance(const double complex *a, const double complex *b, double complex factor, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        const double complex d = a[i] - b[i] * factor;
        sum += creal(d) * creal(d) + cimag(d) * cimag(d);
    }
    return sqrt(sum) / norm(a, count);
}

static void go(struct checks *checks, ooc_task task, double complex *array) {
    ooc_transform(checks->engine, task, NULL, (double *)array);
}

static void check_reference(struct checks *checks, struct sw_failure *f) {
    double error;
    if (checks->elements > MOST_REFERENCE) {
        printf("long double: left out, for more than %d elements\n", MOST_REFERENCE);
        return;
    }
    fill(checks, 1, checks->array, f);
    memcpy(checks->other, checks->array, (size_t)checks->elements * sizeof *checks->other);
    go(checks, OOC_DO_FORWARD, checks->array);
    if (reference_error(checks->size, checks->other, checks->array, &error, f) == STATUS_OK)
        say(checks, "error", error, bound / 2);
}

static void check_impulse(struct checks *checks) {
    memset(checks->array, 0, (size_t)checks->elements * sizeof *checks->array);
    checks->array[0] = 1;
    go(checks, OOC_DO_FORWARD, checks->array);
    double worst = 0;
    for (int64_t i = 0; i < checks->elements; i++)
        worst = fmax(worst, cabs(checks->array[i] - 1));
    say(checks, "impulse", worst, bound);
}

/* The element at which the transform of the wave of the source is not 0. */
static int64_t place_of_wave(const struct checks *checks) {
    const int64_t *size = checks->size, *k = checks->source.frequency;
    return (k[0] * size[1] + k[1]) * size[2] + k[2];
}

static void check_wave(struct checks *checks, struct sw_failure *f) {
    checks->source.wave = true;
    for (int i = 0; i < 3; i++)
        checks->source.frequency[i] = (i + 1) % checks->size[i];
    fill(checks, 1, checks->array, f);
    checks->source.wave = false;
    go(checks, OOC_DO_FORWARD, checks->array);
    const double n = (double)checks->elements;
    checks->array[place_of_wave(checks)] -= n;
    say(checks, "wave", norm(checks->array, checks->elements) / n, bound);
}

/* A shift by one along the last axis turns each element by its frequency. */
static void check_shift(struct checks *checks, struct sw_failure *f) {
    const int64_t n = checks->size[2];
    fill(checks, 2, checks->other, f);
    for (int64_t i = 0; i < checks->elements; i++)
        checks->array[i] = checks->other[i - i % n + (i % n + n - 1) % n];
    go(checks, OOC_DO_FORWARD, checks->array);
    go(checks, OOC_DO_FORWARD, checks->other);
    for (int64_t i = 0; i < checks->elements; i++)
        checks->other[i] *= cexp(-2 * M_PI * I * (double)(i % n) / (double)n);
    say(checks, "shift", distance(checks->array, checks->other, 1, checks->elements), bound);
}

/* The transform of a + 3 i b is that of a and 3 i times that of b. */
static void check_linearity(struct checks *checks, struct sw_failure *f) {
    double complex *sum = malloc((size_t)checks->elements * sizeof *sum);
    if (sum == NULL) {
        sw_fail(f, STATUS_COMPUTE, "take a smaller --size", "not enough memory to check linearity");
        return;
    }
    fill(checks, 3, checks->array, f);
    fill(checks, 4, checks->other, f);
    for (int64_t i = 0; i < checks->elements; i++)
        sum[i] = checks->array[i] + 3 * I * checks->other[i];
    go(checks, OOC_DO_FORWARD, checks->array);
    go(checks, OOC_DO_FORWARD, checks->other);
    go(checks, OOC_DO_FORWARD, sum);
    for (int64_t i = 0; i < checks->elements; i++)
        sum[i] -= checks->array[i];
    say(checks, "linearity", distance(sum, checks->other, 3 * I, checks->elements), bound);
    free(sum);
}

static void check_there_and_back(struct checks *checks, struct sw_failure *f) {
    fill(checks, 5, checks->array, f);
    memcpy(checks->other, checks->array, (size_t)checks->elements * sizeof *checks->other);
    const double before = norm(checks->array, checks->elements);
    go(checks, OOC_DO_FORWARD, checks->array);
    const double after = norm(checks->array, checks->elements) / sqrt((double)checks->elements);
    say(checks, "parseval", fabs(after / before - 1), 10 * bound);
    go(checks, OOC_DO_INVERSE, checks->array);
    say(checks, "roundtrip", distance(checks->other, checks->array, 1, checks->elements), bound);
}

static void check_in_memory(struct checks *checks, struct sw_failure *f) {
    const size_t bytes = (size_t)checks->elements * sizeof *checks->array;
    checks->array = malloc(bytes);
    checks->other = malloc(bytes);
    if (checks->array == NULL || checks->other == NULL) {
        sw_fail(f, STATUS_COMPUTE, "take a smaller --size", "not enough memory for two arrays of %zu bytes", bytes);
    } else {
        check_reference(checks, f);
        check_impulse(checks);
        check_wave(checks, f);
        check_shift(checks, f);
        check_linearity(checks, f);
        check_there_and_back(checks, f);
    }
    free(checks->array);
    free(checks->other);
}

int run_checks(const struct options *options, struct team *team, struct sw_failure *f) {
    struct work work = {.options = *options, .team = team};
    struct checks checks = {.elements = elements_of(options->size)};
    struct ooc_error error;
    if (team->number > 0)
        return team_agree(team, f);
    memcpy(checks.size, options->size, sizeof checks.size);
    memcpy(checks.source.size, options->size, sizeof checks.size);
    if (ooc_engine_new(checks.size, work_threads(&work), &checks.engine, &error) != OOC_OK)
        ooc_failed(&error, f);
    else
        check_in_memory(&checks, f);
    ooc_engine_free(checks.engine);
    if (f->status == STATUS_OK && checks.failed)
        sw_fail(f, STATUS_COMPUTE, "compare with an FFTW of your own build", "a check is beyond its bound");
    return team_agree(team, f);
}
