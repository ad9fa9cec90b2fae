/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <math.h>
#include <stdlib.h>

/*
 * The P&L less its mean, in units of its standard deviation: the sum over factors of slope * y + bend * (y^2 - 1) / 2
 * for independent standard normals y, plus the normal error that lets the characteristic function decay.
 */
struct weighted_sum {
    double *slope, *bend;
    size_t count;
    double mean, deviation;
};

static const double smoothing = 1e-3;
/* The probability beyond half of this range, in standard deviations, is less than 1e-15 for any such sum. */
static const double range = 100;

/* Writes L' gamma L to TO. SCRATCH has room for as much. */
static void turn_gamma(const double *gamma, const double *root, size_t n, double *to, double *scratch) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            rmc_add_times(scratch + i * n, gamma[i * n + k], root + k * n, k + 1);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i <= k; i++)
            rmc_add_times(to + i * n, root[k * n + i], scratch + k * n, n);
    for (size_t i = 0; i < n; i++) /* makes the matrix exactly symmetric */
        for (size_t j = 0; j < i; j++)
            to[i * n + j] = to[j * n + i] = 0.5 * (to[i * n + j] + to[j * n + i]);
}

/* Fills SUM. The arrays of SUM have room for all factors. MATRIX is zeroed room for n (2 n + 5) numbers. Returns 0, or
 * -1 if the sum is constant or not finite. */
static int weigh(const struct rmc_quadratic *of, const double *root, double *matrix, struct weighted_sum *sum) {
    const size_t n = of->factors;
    double *scratch = matrix + n * n, *turned = scratch + n * n;
    double variance = 0;
    if (of->gamma != NULL)
        turn_gamma(of->gamma, root, n, matrix, scratch);
    for (size_t k = 0; k < n; k++)
        rmc_add_times(turned, of->delta[k], root + k * n, k + 1);
    for (size_t i = 0; i < n * n + n; i++)
        if (!isfinite(i < n * n ? matrix[i] : turned[i - n * n]))
            return -1;
    if (rmc_eigen(matrix, n, sum->bend, turned + 3 * n) != 0)
        return -1;
    sum->mean = of->theta;
    for (size_t k = 0; k < n; k++) {
        sum->slope[k] = rmc_dot(matrix + k * n, turned, n);
        sum->mean += 0.5 * sum->bend[k];
        variance += sum->slope[k] * sum->slope[k] + 0.5 * sum->bend[k] * sum->bend[k];
    }
    sum->count = n;
    sum->deviation = sqrt(variance);
    if (!(sum->deviation > 0) || !isfinite(sum->deviation) || !isfinite(sum->mean))
        return -1;
    for (size_t k = 0; k < n; k++) {
        sum->slope[k] /= sum->deviation;
        sum->bend[k] /= sum->deviation;
    }
    return 0;
}

struct wave {
    double height, phase;
};

/* Returns the characteristic function of SUM at U. */
static struct wave characteristic(const struct weighted_sum *sum, double u) {
    double log_height = -0.5 * smoothing * smoothing * u * u, phase = 0;
    for (size_t k = 0; k < sum->count; k++) {
        const double bend = u * sum->bend[k], slope = u * sum->slope[k], size = 1 + bend * bend;
        log_height -= 0.25 * log(size) + 0.5 * slope * slope / size;
        phase += 0.5 * (atan(bend) - bend) - 0.5 * slope * slope * bend / size;
    }
    return (struct wave){exp(log_height), phase};
}

/* The characteristic function at u = (k + 1/2) 2 pi / range, up to negligible terms. */
struct spectrum {
    struct wave *waves;
    size_t count;
};

enum { MOST_WAVES = 1 << 17 }; /* at this number of waves the smoothing has reduced the height to 1e-15 */

static double step_at(size_t k) {
    return ((double)k + 0.5) * 6.283185307179586476925 / range;
}

static void fill_spectrum(const struct weighted_sum *sum, struct spectrum *spectrum) {
    double height = 1;
    for (spectrum->count = 0; spectrum->count < MOST_WAVES && height > 1e-15; spectrum->count++) {
        spectrum->waves[spectrum->count] = characteristic(sum, step_at(spectrum->count));
        height = spectrum->waves[spectrum->count].height;
    }
}

/* Returns the probability that the sum is below X. */
static double probability_below(const struct spectrum *spectrum, double x) {
    double total = 0;
    for (size_t k = spectrum->count; k-- > 0;)
        total += spectrum->waves[k].height * sin(spectrum->waves[k].phase - step_at(k) * x) / ((double)k + 0.5);
    return 0.5 - total / 3.14159265358979323846;
}

static double quantile(const struct spectrum *spectrum, double tail) {
    double low = -range / 2, high = range / 2;
    while (high - low > 1e-11) {
        const double middle = 0.5 * (low + high);
        if (probability_below(spectrum, middle) < tail)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

rmc_err rmc_delta_gamma(const struct rmc_quadratic *quadratic, const double *root, const double *tails, size_t count,
                        double *quantiles, struct rmc_error *error) {
    const size_t n = quadratic->factors;
    rmc_err code = RMC_OK;
    for (size_t i = 0; i < count; i++)
        if (!(tails[i] >= 1e-6 && tails[i] <= 1 - 1e-6))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "a tail of %g: from 1e-6 to 1 - 1e-6", tails[i]);
    if (n == 0)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "no factor: a quadratic needs at least 1");
    double *matrix = calloc(2 * n + 5, n * sizeof *matrix);
    struct spectrum spectrum = {malloc(MOST_WAVES * sizeof *spectrum.waves), 0};
    if (matrix == NULL || spectrum.waves == NULL) {
        code = rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a quadratic of %zu factors", n);
    } else {
        struct weighted_sum sum = {.slope = matrix + 2 * n * n + n, .bend = matrix + 2 * n * n + 2 * n};
        if (weigh(quadratic, root, matrix, &sum) != 0)
            code = rmc_fail(error, RMC_ERR_NOT_FINITE, "the P&L does not vary, or it is not finite");
        else
            fill_spectrum(&sum, &spectrum);
        for (size_t i = 0; i < count && code == RMC_OK; i++)
            quantiles[i] = sum.mean + sum.deviation * quantile(&spectrum, tails[i]);
    }
    free(spectrum.waves);
    free(matrix);
    return code;
}
