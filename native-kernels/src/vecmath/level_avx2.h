/* SPDX-License-Identifier: Apache-2.0 */
/* The basis of lanes.h for AVX2 and FMA: lanes are whole registers of 32 bytes. */
#ifndef SLIPWAY_VECMATH_LEVEL_H
#define SLIPWAY_VECMATH_LEVEL_H

enum { LANE_BYTES = 32 };

#include "level_common.h"

#include <immintrin.h>

LANE lane_double lane_fma(lane_double a, lane_double b, lane_double c) {
    return (lane_double)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}

LANE lane_float lane_fmaf(lane_float a, lane_float b, lane_float c) {
    return (lane_float)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}

LANE lane_double lane_sqrt(lane_double x) {
    return (lane_double)_mm256_sqrt_pd((__m256d)x);
}

LANE lane_float lane_sqrtf(lane_float x) {
    return (lane_float)_mm256_sqrt_ps((__m256)x);
}

LANE lane_double lane_max(lane_double a, lane_double b) {
    return (lane_double)_mm256_max_pd((__m256d)b, (__m256d)a);
}

LANE lane_float lane_maxf(lane_float a, lane_float b) {
    return (lane_float)_mm256_max_ps((__m256)b, (__m256)a);
}

LANE lane_double lane_min(lane_double a, lane_double b) {
    return (lane_double)_mm256_min_pd((__m256d)b, (__m256d)a);
}

LANE lane_float lane_minf(lane_float a, lane_float b) {
    return (lane_float)_mm256_min_ps((__m256)b, (__m256)a);
}

/* Multiplies the low halves. */
LANE lane_uint64 lane_multiply_low(lane_uint64 a, lane_uint64 b) {
    return (lane_uint64)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

#endif
