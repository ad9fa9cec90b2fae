/* SPDX-License-Identifier: Apache-2.0 */
/* Student's t, scaled to variance 1. */
#include "models.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static double log_gamma(double x) {
    int sign;
    return lgamma_r(x, &sign);
}

/* Returns the composite log likelihood of COUNT squares of standardised moves, divided by COUNT. */
static double likelihood(const double *squares, size_t count, double degrees) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += log1p(squares[i] / (degrees - 2));
    return log_gamma(0.5 * (degrees + 1)) - log_gamma(0.5 * degrees) - 0.5 * log(degrees - 2) -
           0.5 * (degrees + 1) * sum / (double)count;
}

/* Writes the squares of all moves over the variances of their factors, and returns their number. */
static size_t standardise(const struct rmc_returns *returns, double *squares) {
    const size_t n = returns->factors, count = returns->count;
    size_t made = 0;
    for (size_t j = 0; j < n; j++) {
        double mean = 0, variance = 0;
        for (size_t t = 0; t < count; t++)
            mean += returns->move[t * n + j] / (double)count;
        for (size_t t = 0; t < count; t++) {
            const double deviation = returns->move[t * n + j] - mean;
            squares[made + t] = deviation * deviation;
            variance += deviation * deviation / (double)(count - 1);
        }
        for (size_t t = 0; variance > 0 && t < count; t++)
            squares[made + t] /= variance;
        made += variance > 0 ? count : 0;
    }
    return made;
}

/* Golden section search over 1 / degrees, in which the likelihood is smooth up to the normal law. */
static double best_degrees(const double *squares, size_t count) {
    const double golden = 0.61803398874989485;
    double low = 1 / 200.0, high = 1 / 2.1;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = likelihood(squares, count, 1 / a), at_b = likelihood(squares, count, 1 / b);
    while (high - low > 1e-7) {
        if (at_a >= at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = likelihood(squares, count, 1 / a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = likelihood(squares, count, 1 / b);
        }
    }
    return 2 / (low + high);
}

rmc_err rmc_student_fit(const struct rmc_returns *returns, double *degrees, struct rmc_error *error) {
    const rmc_err code = rmc_check_returns(returns, 2, error);
    if (code != RMC_OK)
        return code;
    double *squares = calloc(returns->count, returns->factors * sizeof *squares);
    if (squares == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu returns of %zu factors", returns->count,
                        returns->factors);
    const size_t count = standardise(returns, squares);
    if (count > 0)
        *degrees = best_degrees(squares, count);
    free(squares);
    return count > 0 ? RMC_OK : rmc_fail(error, RMC_ERR_PANEL, "all factors are constant: they have no tails to fit");
}

/* Returns the continued fraction of the incomplete beta function (NIST Digital Library of Mathematical Functions,
 * 8.17.22), evaluated from the front (Lentz, Applied Optics 15, 1976). */
static double beta_fraction(double x, double a, double b) {
    double numerator = 1, denominator = 0, value = 1, change = 0;
    for (int i = 1; i < 10000 && fabs(change - 1) > 4 * DBL_EPSILON; i++) {
        const int half = i / 2;
        const double m = half;
        const double above = i % 2 == 0 ? m * (b - m) : -(a + m) * (a + b + m);
        const double term = above * x / ((a + i - 1) * (a + i));
        denominator = 1 / (1 + term * denominator);
        numerator = 1 + term / numerator;
        change = numerator * denominator;
        value *= change;
    }
    return value;
}

/* Returns the probability of a Student t, not scaled, above T, which is at least 0. */
static double upper_tail(double t, double degrees) {
    const double a = 0.5 * degrees, b = 0.5, x = degrees / (degrees + t * t), y = t * t / (degrees + t * t);
    if (t == 0)
        return 0.5;
    const double front = exp(a * log(x) + b * log(y) + log_gamma(a + b) - log_gamma(a) - log_gamma(b));
    const double inside =
        x < (a + 1) / (a + b + 2) ? front / (a * beta_fraction(x, a, b)) : 1 - front / (b * beta_fraction(y, b, a));
    return 0.5 * inside;
}

double rmc_student_quantile(double probability, double degrees) {
    const double tail = fmin(probability, 1 - probability);
    double low = 0, high = 1;
    while (upper_tail(high, degrees) > tail)
        high *= 2;
    for (int step = 0; step < 100 && high - low > 0; step++) {
        const double middle = 0.5 * (low + high);
        if (upper_tail(middle, degrees) > tail)
            low = middle;
        else
            high = middle;
    }
    return copysign(sqrt((degrees - 2) / degrees) * 0.5 * (low + high), probability - 0.5);
}
