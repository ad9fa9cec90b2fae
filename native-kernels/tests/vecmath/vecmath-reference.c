/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference values in long double: 64 bits or more on the processors of most nodes. expl, logl, erfl and erfcl of the C
 * library err by a few units of the last place, less than 0.01 ulp of double.
 */
#include "vecmath-cases.h"

static const long double half_root_high = 0x0.b504f333f9de6484p0L, half_root_low = 0x1.65f626cdd52bp-66L;
static const long double root_2pi_inverse = 0.398942280401432677939946059934L;

long double reference_exp(double x) {
    return expl(x);
}

long double reference_log(double x) {
    return logl(x);
}

/* Returns exp(-x^2 / 2), including the part that the rounding of x^2 cuts off. */
static long double bell(long double x) {
    const long double square = x * x;
    return expl(-square / 2) * (1 - fmal(x, x, -square) / 2);
}

/*
 * Returns N(-x) for x >= 0. From 2 on by the continued fraction of Laplace, phi(x) / (x + 1 / (x + 2 / (x + ...))), for
 * which 300 terms are more than enough. Below 2 by erfc(x / sqrt(2)), including the part that the rounding of its
 * argument cuts off.
 */
static long double tail(long double x) {
    if (x >= 2) {
        long double rest = x;
        for (int k = 300; k > 0; k--)
            rest = x + k / rest;
        return root_2pi_inverse * bell(x) / rest;
    }
    const long double argument = x * half_root_high;
    const long double cut = fmal(x, half_root_high, -argument) + x * half_root_low;
    return erfcl(argument) / 2 - cut * 1.128379167095512573896158903L / 2 * expl(-argument * argument);
}

long double reference_cdf(double x) {
    return x > 0 ? 1 - tail(x) : tail(-(long double)x);
}

/* One step of Newton's method from the result in double leaves an error of the order of its square. The probability is
 * taken from the side, or from the middle, whichever has more digits. */
long double reference_inverse(double p) {
    double near;
    vm_normal_inverse(1, &p, &near);
    const long double z = near;
    long double miss;
    if (fabs(p - 0.5) < 0.25)
        miss = erfl(z * half_root_high) / 2 - ((long double)p - 0.5L);
    else
        miss = p < 0.5 ? tail(-z) - p : (1 - (long double)p) - tail(z);
    return z - miss / (root_2pi_inverse * bell(z));
}
