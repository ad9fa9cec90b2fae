/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elementary functions of lanes. Included by lanes.h. vecmath.h states the errors; polynomials.py makes the
 * coefficients.
 *
 * exp: x = k log 2 + r, |r| <= log(2) / 2 in two parts (Cody and Waite, Software Manual for the Elementary Functions,
 * 1980, chapter 6), exp(x) = 2^k exp(r), exp(r) by a polynomial. log: x = 2^k (1 + f), 1 + f in [sqrt(1/2), sqrt(2)),
 * log(1 + f) = f - (f^2 / 2 - s (f^2 / 2 + R)), s = f / (2 + f): the method of fdlibm (Sun Microsystems 1993, e_log.c),
 * with our own polynomial R. Normal distribution: N(-x) = phi(x) M(x) for x >= 0, with the ratio of Mills M as one
 * rational function with positive coefficients only: no terms cancel, and the far tail keeps all digits. The rounding
 * of x^2 goes into the exponential (as in Cody, "Rational Chebyshev approximations for the error function", 1969).
 */
#ifndef SLIPWAY_VECMATH_ELEMENTARY_H
#define SLIPWAY_VECMATH_ELEMENTARY_H

#include "lanes.h"
#include "polynomials.h"

#define LANE_ROOT_2PI_INVERSE 0.398942280401432677939946

/* --- exp --- */

/*
 * Returns exp(x + rest). REST is far below x and holds the part of x that rounding has cut off. A NaN in x gives NaN.
 */
LANE lane_double lane_exp_sum(lane_double x, lane_double rest) {
    const lane_double bound = lane_min(lane_max(x, lane_all(-746.0)), lane_all(710.0));
    const lane_double k = lane_round(bound * 0x1.71547652b82fep0);
    lane_double r = lane_fma(k, lane_all(-0x1.62e42feep-1), bound);
    r = lane_fma(k, lane_all(-0x1.a39ef35793c76p-33), r) + rest;
    const lane_double p = lane_polynomial(r, EXP, 9);
    return lane_scale(1.0 + lane_fma(r * r, p, r), k);
}

LANE lane_float lane_exp_sumf(lane_float x, lane_float rest) {
    const lane_float bound = lane_minf(lane_maxf(x, lane_allf(-104.0f)), lane_allf(89.0f));
    const lane_float k = lane_roundf(bound * 0x1.715476p0f);
    lane_float r = lane_fmaf(k, lane_allf(-0x1.62e4p-1f), bound);
    r = lane_fmaf(k, lane_allf(-0x1.7f7d1cp-20f), r) + rest;
    const lane_float p = lane_polynomialf(r, EXP_F, 4);
    return lane_scalef(1.0f + lane_fmaf(r * r, p, r), k);
}

LANE lane_double lane_exp(lane_double x) {
    return lane_exp_sum(x, lane_all(0));
}

LANE lane_float lane_expf(lane_float x) {
    return lane_exp_sumf(x, lane_allf(0));
}

/* --- log --- */

/* Returns log(x) - SHIFT log(2) for X normal and above zero. */
LANE lane_double lane_log_shifted(lane_double x, lane_double shift) {
    /* Bits above those of sqrt(1/2) count whole powers of 2. The bias makes the count positive, so that adding the
     * exponent of 2^52 turns the count into a double. */
    const lane_uint64 bits = (lane_uint64)x - 0x3fe6a09e667f3bcd;
    const lane_uint64 count = (bits + 0x4000000000000000) >> 52;
    const lane_double k = (lane_double)(count | 0x4330000000000000) - (0x1p52 + 1024.0 + shift);
    const lane_double f = (lane_double)((lane_uint64)x - ((count - 1024) << 52)) - 1.0;
    const lane_double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
    const lane_double rest = z * lane_polynomial(z, LOG, 6);
    const lane_double low = lane_fma(s, half + rest, k * 0x1.a39ef35793c76p-33);
    return lane_fma(k, lane_all(0x1.62e42feep-1), f - (half - low));
}

LANE lane_float lane_log_shiftedf(lane_float x, lane_float shift) {
    const lane_uint32 bits = (lane_uint32)x - 0x3f3504f3;
    const lane_int32 count = (lane_int32)bits >> 23;
    const lane_float k = __builtin_convertvector(count, lane_float) - shift;
    const lane_float f = (lane_float)((lane_uint32)x - ((lane_uint32)count << 23)) - 1.0f;
    const lane_float s = f / (2.0f + f), z = s * s, half = 0.5f * f * f;
    const lane_float rest = z * lane_polynomialf(z, LOG_F, 3);
    const lane_float low = lane_fmaf(s, half + rest, k * 0x1.7f7d1cp-20f);
    return lane_fmaf(k, lane_allf(0x1.62e4p-1f), f - (half - low));
}

/* Returns log(x) for X normal and above zero, such as uniforms, prices and discounts. */
LANE lane_double lane_log_normal(lane_double x) {
    return lane_log_shifted(x, lane_all(0));
}

LANE lane_float lane_log_normalf(lane_float x) {
    return lane_log_shiftedf(x, lane_allf(0));
}

LANE lane_double lane_log(lane_double x) {
    const lane_mask small = lane_less(x, lane_all(0x1p-1022));
    const lane_double raised = lane_select(small, x * 0x1p54, x), shift = lane_select(small, lane_all(54), lane_all(0));
    lane_double y = lane_log_shifted(raised, shift);
    y = lane_select(lane_less(x, lane_all(INFINITY)), y, x);
    y = lane_select(lane_less(x, lane_all(0)), lane_all(NAN), y);
    return lane_select(lane_equal(x, lane_all(0)), lane_all(-INFINITY), y);
}

LANE lane_float lane_logf(lane_float x) {
    const lane_maskf small = lane_lessf(x, lane_allf(0x1p-126f));
    const lane_float raised = lane_selectf(small, x * 0x1p25f, x);
    lane_float y = lane_log_shiftedf(raised, lane_selectf(small, lane_allf(25), lane_allf(0)));
    y = lane_selectf(lane_lessf(x, lane_allf(INFINITY)), y, x);
    y = lane_selectf(lane_lessf(x, lane_allf(0)), lane_allf(NAN), y);
    return lane_selectf(lane_equalf(x, lane_allf(0)), lane_allf(-INFINITY), y);
}

/* --- normal distribution --- */

/* The ratio of Mills as a fraction, for 0 <= x <= 40 (15): callers may multiply both parts with other factors before
 * the division. */
struct lane_fraction {
    lane_double top, bottom;
};
struct lane_fractionf {
    lane_float top, bottom;
};

LANE struct lane_fraction lane_mills(lane_double x) {
    return (struct lane_fraction){lane_polynomial(x, MILLS_TOP, 9), lane_polynomial(x, MILLS_BOTTOM, 10)};
}

LANE struct lane_fractionf lane_millsf(lane_float x) {
    return (struct lane_fractionf){lane_polynomialf(x, MILLS_F_TOP, 4), lane_polynomialf(x, MILLS_F_BOTTOM, 5)};
}

/* Returns the probability that a standard normal is at most -|x|. */
LANE lane_double lane_normal_tail(lane_double x) {
    const lane_double a = lane_min(lane_abs(x), lane_all(40.0)), square = a * a;
    const struct lane_fraction mills = lane_mills(a);
    const lane_double density = lane_exp_sum(-0.5 * square, -0.5 * lane_fma(a, a, -square));
    return LANE_ROOT_2PI_INVERSE * density * (mills.top / mills.bottom);
}

LANE lane_float lane_normal_tailf(lane_float x) {
    const lane_float a = lane_minf(lane_absf(x), lane_allf(15.0f)), square = a * a;
    const struct lane_fractionf mills = lane_millsf(a);
    const lane_float density = lane_exp_sumf(-0.5f * square, -0.5f * lane_fmaf(a, a, -square));
    return (float)LANE_ROOT_2PI_INVERSE * density * (mills.top / mills.bottom);
}

/* Returns the probability that a standard normal is at most x. */
LANE lane_double lane_normal_cdf(lane_double x) {
    const lane_double tail = lane_normal_tail(x);
    return lane_select(lane_less(lane_all(0), x), 1.0 - tail, tail);
}

LANE lane_float lane_normal_cdff(lane_float x) {
    const lane_float tail = lane_normal_tailf(x);
    return lane_selectf(lane_lessf(lane_allf(0), x), 1.0f - tail, tail);
}

/* Returns ABOVE plus the probability that a standard normal is at most y / CENTRAL_SCALE, less 1/2, with an absolute
 * error below 6e-7. The function uses one polynomial, useless in a tail, but a third of the work elsewhere. */
LANE lane_float lane_centralf(lane_float y, float above) {
    const lane_float a = lane_maxf(lane_minf(y, lane_allf(0x1.6a09e6p0f)), lane_allf(-0x1.6a09e6p0f));
    const lane_float u = lane_fmaf(a, a, lane_allf(-1));
    return lane_fmaf(a, lane_polynomialf(u, CENTRAL_F, 12), lane_allf(above));
}

#endif
