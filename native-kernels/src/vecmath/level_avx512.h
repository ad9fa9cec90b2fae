/* SPDX-License-Identifier: Apache-2.0 */
/* The basis of lanes.h for AVX-512 (F, DQ, VL, BW): lanes are whole registers of 64 bytes. */
#ifndef SLIPWAY_VECMATH_LEVEL_H
#define SLIPWAY_VECMATH_LEVEL_H

#include <immintrin.h>
#include <stdint.h>

enum { LANE_BYTES = 64 };

typedef double lane_double __attribute__((vector_size(64)));
typedef float lane_float __attribute__((vector_size(64)));
typedef int64_t lane_int64 __attribute__((vector_size(64)));
typedef uint64_t lane_uint64 __attribute__((vector_size(64)));
typedef int32_t lane_int32 __attribute__((vector_size(64)));
typedef uint32_t lane_uint32 __attribute__((vector_size(64)));
typedef struct {
    __mmask8 bits;
} lane_mask;
typedef struct {
    __mmask16 bits;
} lane_maskf;

LANE lane_double lane_fma(lane_double a, lane_double b, lane_double c) {
    return (lane_double)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}

LANE lane_float lane_fmaf(lane_float a, lane_float b, lane_float c) {
    return (lane_float)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
}

LANE lane_double lane_sqrt(lane_double x) {
    return (lane_double)_mm512_sqrt_pd((__m512d)x);
}

LANE lane_float lane_sqrtf(lane_float x) {
    return (lane_float)_mm512_sqrt_ps((__m512)x);
}

LANE lane_double lane_max(lane_double a, lane_double b) {
    return (lane_double)_mm512_max_pd((__m512d)b, (__m512d)a);
}

LANE lane_float lane_maxf(lane_float a, lane_float b) {
    return (lane_float)_mm512_max_ps((__m512)b, (__m512)a);
}

LANE lane_double lane_min(lane_double a, lane_double b) {
    return (lane_double)_mm512_min_pd((__m512d)b, (__m512d)a);
}

LANE lane_float lane_minf(lane_float a, lane_float b) {
    return (lane_float)_mm512_min_ps((__m512)b, (__m512)a);
}

LANE lane_mask lane_less(lane_double a, lane_double b) {
    return (lane_mask){_mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ)};
}

LANE lane_maskf lane_lessf(lane_float a, lane_float b) {
    return (lane_maskf){_mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ)};
}

LANE lane_mask lane_equal(lane_double a, lane_double b) {
    return (lane_mask){_mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_EQ_OQ)};
}

LANE lane_maskf lane_equalf(lane_float a, lane_float b) {
    return (lane_maskf){_mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_EQ_OQ)};
}

LANE lane_mask lane_has_bit(lane_int64 x, int bit) {
    return (lane_mask){_mm512_test_epi64_mask((__m512i)x, _mm512_set1_epi64((long long)(1ULL << bit)))};
}

LANE lane_maskf lane_has_bitf(lane_int32 x, int bit) {
    return (lane_maskf){_mm512_test_epi32_mask((__m512i)x, _mm512_set1_epi32((int)(1U << bit)))};
}

LANE lane_double lane_select(lane_mask mask, lane_double yes, lane_double no) {
    return (lane_double)_mm512_mask_blend_pd(mask.bits, (__m512d)no, (__m512d)yes);
}

LANE lane_float lane_selectf(lane_maskf mask, lane_float yes, lane_float no) {
    return (lane_float)_mm512_mask_blend_ps(mask.bits, (__m512)no, (__m512)yes);
}

LANE lane_mask lane_both(lane_mask a, lane_mask b) {
    return (lane_mask){(__mmask8)(a.bits & b.bits)};
}

LANE lane_maskf lane_bothf(lane_maskf a, lane_maskf b) {
    return (lane_maskf){(__mmask16)(a.bits & b.bits)};
}

LANE lane_mask lane_either(lane_mask a, lane_mask b) {
    return (lane_mask){(__mmask8)(a.bits | b.bits)};
}

LANE lane_maskf lane_eitherf(lane_maskf a, lane_maskf b) {
    return (lane_maskf){(__mmask16)(a.bits | b.bits)};
}

LANE lane_mask lane_not(lane_mask a) {
    return (lane_mask){(__mmask8)~a.bits};
}

LANE lane_maskf lane_notf(lane_maskf a) {
    return (lane_maskf){(__mmask16)~a.bits};
}

LANE int lane_any(lane_mask mask) {
    return mask.bits != 0;
}

LANE int lane_anyf(lane_maskf mask) {
    return mask.bits != 0;
}

/* Returns the first half of the lanes of X as doubles, and the second one. */
LANE lane_double lane_widen_first(lane_float x) {
    return (lane_double)_mm512_cvtps_pd(_mm512_castps512_ps256((__m512)x));
}

LANE lane_double lane_widen_second(lane_float x) {
    return (lane_double)_mm512_cvtps_pd(_mm512_extractf32x8_ps((__m512)x, 1));
}

/* Returns doubles as floats: the lanes of FIRST, then those of SECOND. */
LANE lane_float lane_narrow(lane_double first, lane_double second) {
    return (lane_float)_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps((__m512d)first)),
                                          _mm512_cvtpd_ps((__m512d)second), 1);
}

/* Multiplies the low halves. */
LANE lane_uint64 lane_multiply_low(lane_uint64 a, lane_uint64 b) {
    return (lane_uint64)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

/* Returns X times 2^EXPONENT, rounded once; EXPONENT is whole and from -1100 to 1100, X about 1. */
LANE lane_double lane_scale(lane_double x, lane_double exponent) {
    return (lane_double)_mm512_scalef_pd((__m512d)x, (__m512d)exponent);
}

LANE lane_float lane_scalef(lane_float x, lane_float exponent) {
    return (lane_float)_mm512_scalef_ps((__m512)x, (__m512)exponent);
}

#endif
