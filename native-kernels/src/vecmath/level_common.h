/* SPDX-License-Identifier: Apache-2.0 */
/* Definitions that the levels with masks of whole lanes share: all levels except AVX-512. */
#ifndef SLIPWAY_VECMATH_LEVEL_COMMON_H
#define SLIPWAY_VECMATH_LEVEL_COMMON_H

#include <stdint.h>

typedef double lane_double __attribute__((vector_size(LANE_BYTES)));
typedef float lane_float __attribute__((vector_size(LANE_BYTES)));
typedef int64_t lane_int64 __attribute__((vector_size(LANE_BYTES)));
typedef uint64_t lane_uint64 __attribute__((vector_size(LANE_BYTES)));
typedef int32_t lane_int32 __attribute__((vector_size(LANE_BYTES)));
typedef uint32_t lane_uint32 __attribute__((vector_size(LANE_BYTES)));
typedef struct {
    lane_int64 bits;
} lane_mask;
typedef struct {
    lane_int32 bits;
} lane_maskf;

LANE lane_mask lane_less(lane_double a, lane_double b) {
    return (lane_mask){(lane_int64)(a < b)};
}

LANE lane_maskf lane_lessf(lane_float a, lane_float b) {
    return (lane_maskf){(lane_int32)(a < b)};
}

LANE lane_mask lane_equal(lane_double a, lane_double b) {
    return (lane_mask){(lane_int64)(a == b)};
}

LANE lane_maskf lane_equalf(lane_float a, lane_float b) {
    return (lane_maskf){(lane_int32)(a == b)};
}

/* minus one has all bits set */
LANE lane_mask lane_has_bit(lane_int64 x, int bit) {
    const lane_int64 one = (lane_int64)((lane_uint64)x >> bit) & 1;
    return (lane_mask){-one};
}

LANE lane_maskf lane_has_bitf(lane_int32 x, int bit) {
    const lane_int32 one = (lane_int32)((lane_uint32)x >> bit) & 1;
    return (lane_maskf){-one};
}

LANE lane_double lane_select(lane_mask mask, lane_double yes, lane_double no) {
    return (lane_double)((mask.bits & (lane_int64)yes) | (~mask.bits & (lane_int64)no));
}

LANE lane_float lane_selectf(lane_maskf mask, lane_float yes, lane_float no) {
    return (lane_float)((mask.bits & (lane_int32)yes) | (~mask.bits & (lane_int32)no));
}

LANE lane_mask lane_both(lane_mask a, lane_mask b) {
    return (lane_mask){a.bits & b.bits};
}

LANE lane_maskf lane_bothf(lane_maskf a, lane_maskf b) {
    return (lane_maskf){a.bits & b.bits};
}

LANE lane_mask lane_either(lane_mask a, lane_mask b) {
    return (lane_mask){a.bits | b.bits};
}

LANE lane_maskf lane_eitherf(lane_maskf a, lane_maskf b) {
    return (lane_maskf){a.bits | b.bits};
}

LANE lane_mask lane_not(lane_mask a) {
    return (lane_mask){~a.bits};
}

LANE lane_maskf lane_notf(lane_maskf a) {
    return (lane_maskf){~a.bits};
}

LANE int lane_anyf(lane_maskf mask) {
    int32_t any = 0;
    for (int i = 0; i < (int)(LANE_BYTES / sizeof any); i++)
        any |= mask.bits[i];
    return any != 0;
}

LANE int lane_any(lane_mask mask) {
    return lane_anyf((lane_maskf){(lane_int32)mask.bits});
}

/* Half of the lanes of floats. */
typedef float lane_half_float __attribute__((vector_size(LANE_BYTES / 2)));

/* Returns the first half of the lanes of X as doubles, and the second one. */
LANE lane_double lane_widen_first(lane_float x) {
    lane_half_float half;
    memcpy(&half, &x, sizeof half);
    return __builtin_convertvector(half, lane_double);
}

LANE lane_double lane_widen_second(lane_float x) {
    lane_half_float half[2];
    memcpy(half, &x, sizeof half);
    return __builtin_convertvector(half[1], lane_double);
}

/* Returns doubles as floats: the lanes of FIRST, then those of SECOND. */
LANE lane_float lane_narrow(lane_double first, lane_double second) {
    const lane_half_float half[2] = {__builtin_convertvector(first, lane_half_float),
                                     __builtin_convertvector(second, lane_half_float)};
    lane_float x;
    memcpy(&x, half, sizeof x);
    return x;
}

/* Returns 2^EXPONENT. EXPONENT is whole and within the exponents of normal numbers. The sum with 3 * 2^51 has EXPONENT
 * in the low bits. */
LANE lane_double lane_power(lane_double exponent) {
    return (lane_double)(((lane_uint64)(exponent + 0x1.8p52) + 1023) << 52);
}

LANE lane_float lane_powerf(lane_float exponent) {
    return (lane_float)(((lane_uint32)(exponent + 0x1.8p23f) + 127) << 23);
}

/* Returns X times 2^EXPONENT, rounded once; EXPONENT is whole and from -1100 to 1100, X about 1. The first of two
 * factors leaves a normal number. */
LANE lane_double lane_scale(lane_double x, lane_double exponent) {
    const lane_double half = (exponent * 0.5 + 0x1.8p52) - 0x1.8p52;
    return x * lane_power(half) * lane_power(exponent - half);
}

LANE lane_float lane_scalef(lane_float x, lane_float exponent) {
    const lane_float half = (exponent * 0.5f + 0x1.8p23f) - 0x1.8p23f;
    return x * lane_powerf(half) * lane_powerf(exponent - half);
}

#endif
