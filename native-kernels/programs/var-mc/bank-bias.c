/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bias of fresh inner paths: noise that is new in each scenario widens the distribution of the P&L, so that its
 * quantiles lie further out (Gordy and Juneja, "Nested simulation in portfolio risk management", Management Science
 * 56(10), 2010, proposition 2). The bias grows with the variance of the noise, so adding the noise once more moves a
 * quantile as far again. Normal noise of that variance is added as a convolution, without draws. The bias is the
 * difference of the quantiles with the noise twice and once: both are smooth, and the error of the scenarios cancels.
 */
#include "bank-run.h"

#include <math.h>

/* Beyond this number of deviations a normal distribution counts as 0 or 1. */
static const double FAR = 8;

/* Returns the share of the P&L at most X, where each has normal noise of a deviation. */
static double share_up_to(double x, const int64_t *row, size_t count, double deviation) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double z = (x - (double)row[i]) / deviation;
        sum += z > FAR ? 1 : z < -FAR ? 0 : 0.5 * erfc(-z * M_SQRT1_2);
    }
    return sum / (double)count;
}

/* Returns the quantile at TAIL of the P&L with that noise, by bisection. */
static double quantile_with(const int64_t *row, size_t count, double tail, double deviation) {
    double low = (double)row[0], high = (double)row[0];
    for (size_t i = 1; i < count; i++) {
        low = (double)row[i] < low ? (double)row[i] : low;
        high = (double)row[i] > high ? (double)row[i] : high;
    }
    low -= FAR * deviation;
    high += FAR * deviation;
    for (int step = 0; step < 50; step++) {
        const double middle = (low + high) / 2;
        *(share_up_to(middle, row, count, deviation) < tail ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

double bias_of_noise(const int64_t *row, size_t count, double level, double variance) {
    const double once = sqrt(variance), twice = sqrt(2 * variance);
    if (!(variance > 0))
        return 0;
    return quantile_with(row, count, 1 - level, once) - quantile_with(row, count, 1 - level, twice);
}
