/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lanes: a few doubles or floats that one instruction works on, so that a kernel is written once and compiled for each
 * level of the processor (cmake: slipway_library(... KERNELS files)). A lane_double is a vector of LANE_DOUBLES
 * doubles, a lane_float one of LANE_FLOATS floats; + - * / work on them and on one number, as in `2.0 * x`. The number
 * of lanes depends on the level, so the result of one lane must never depend on another lane: no sums across lanes.
 *
 * Same bits. IEEE 754 fixes the result of + - * / sqrt, of comparisons and of the fused multiply-add, and a compiler
 * may not fuse other operations (-ffp-contract=off). So the levels give the same bits. Write a * b + c as lane_fma(a,
 * b, c) if speed or error matter. Call no function of libm; elementary.h has the functions for kernels.
 *
 *     void KERNEL(prc_forward)(size_t n, const double *spot, const double *rate, double *out) {
 *         for (size_t i = 0; i < n; i += LANE_DOUBLES)          n is padded to whole lanes
 *             lane_store(out + i, lane_load(spot + i) * lane_exp(lane_load(rate + i)));
 *     }
 *
 * Names end in f for floats. lane_mask is the result of a comparison; a comparison with a NaN is false.
 *   lane_max(a, b), lane_min(a, b)       b if b is greater (less) than a, else a: a NaN in a stays
 *   lane_less, lane_equal                compare; lane_both, lane_either, lane_not combine masks; lane_any asks for one
 *   lane_select(mask, yes, no)           lane by lane
 */
#ifndef SLIPWAY_VECMATH_LANES_H
#define SLIPWAY_VECMATH_LANES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LANE static inline __attribute__((always_inline, unused))

/* KERNEL(name) is the name of a function at the level being compiled: cmake defines SLIPWAY_LEVEL. */
#define KERNEL_PASTE(name, level) name##_##level
#define KERNEL_EXPANDED(name, level) KERNEL_PASTE(name, level)
#define KERNEL(name) KERNEL_EXPANDED(name, SLIPWAY_LEVEL)

#if defined(SLIPWAY_LEVEL_AVX512)
#include "level_avx512.h"
#elif defined(SLIPWAY_LEVEL_AVX2)
#include "level_avx2.h"
#else
#include "level_plain.h"
#endif

enum { LANE_DOUBLES = LANE_BYTES / 8, LANE_FLOATS = LANE_BYTES / 4 };

LANE lane_double lane_load(const double *from) {
    lane_double x;
    memcpy(&x, from, sizeof x);
    return x;
}

LANE lane_float lane_loadf(const float *from) {
    lane_float x;
    memcpy(&x, from, sizeof x);
    return x;
}

LANE void lane_store(double *to, lane_double x) {
    memcpy(to, &x, sizeof x);
}

LANE void lane_storef(float *to, lane_float x) {
    memcpy(to, &x, sizeof x);
}

/* Returns X in all lanes. (x - 0 is x, also for -0 and NaN.) */
LANE lane_double lane_all(double x) {
    return x - (lane_double){0};
}

LANE lane_float lane_allf(float x) {
    return x - (lane_float){0};
}

LANE lane_double lane_abs(lane_double x) {
    return (lane_double)((lane_int64)x & INT64_MAX);
}

LANE lane_float lane_absf(lane_float x) {
    return (lane_float)((lane_int32)x & INT32_MAX);
}

/* Returns X with the sign changed in the lanes with the sign bit of SIGN set. */
LANE lane_double lane_flip(lane_double x, lane_double sign) {
    return (lane_double)((lane_int64)x ^ ((lane_int64)sign & INT64_MIN));
}

LANE lane_float lane_flipf(lane_float x, lane_float sign) {
    return (lane_float)((lane_int32)x ^ ((lane_int32)sign & INT32_MIN));
}

/* Returns the nearest whole number, halves to even; |x| is below 2^51 (2^22). */
LANE lane_double lane_round(lane_double x) {
    return (x + 0x1.8p52) - 0x1.8p52;
}

LANE lane_float lane_roundf(lane_float x) {
    return (x + 0x1.8p23f) - 0x1.8p23f;
}

#ifdef __clang__
#define LANE_UNROLL _Pragma("unroll")
#else
#define LANE_UNROLL _Pragma("GCC unroll 16")
#endif

/* Returns c[0] + c[1] x + ... + c[degree] x^degree, by Horner's rule in fused multiply-adds. */
LANE lane_double lane_polynomial(lane_double x, const double *c, int degree) {
    lane_double sum = lane_all(c[degree]);
    LANE_UNROLL
    for (int k = degree - 1; k >= 0; k--)
        sum = lane_fma(sum, x, lane_all(c[k]));
    return sum;
}

LANE lane_float lane_polynomialf(lane_float x, const float *c, int degree) {
    lane_float sum = lane_allf(c[degree]);
    LANE_UNROLL
    for (int k = degree - 1; k >= 0; k--)
        sum = lane_fmaf(sum, x, lane_allf(c[k]));
    return sum;
}

#include "elementary.h"

#endif
