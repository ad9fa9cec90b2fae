/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The basis of lanes.h on any processor: vector types of GCC and clang of 16 bytes, compiled for the baseline
 * instructions. The fused multiply-add is fma(): one instruction, or a correct function of the C library for a
 * processor without that instruction. The square root is that of IEEE 754: GCC and clang have an instruction for every
 * processor with floats.
 */
#ifndef SLIPWAY_VECMATH_LEVEL_H
#define SLIPWAY_VECMATH_LEVEL_H

enum { LANE_BYTES = 16 };

#include "level_common.h"

LANE lane_double lane_fma(lane_double a, lane_double b, lane_double c) {
    return (lane_double){__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
}

LANE lane_float lane_fmaf(lane_float a, lane_float b, lane_float c) {
    return (lane_float){__builtin_fmaf(a[0], b[0], c[0]), __builtin_fmaf(a[1], b[1], c[1]),
                        __builtin_fmaf(a[2], b[2], c[2]), __builtin_fmaf(a[3], b[3], c[3])};
}

LANE lane_double lane_sqrt(lane_double x) {
    return (lane_double){__builtin_sqrt(x[0]), __builtin_sqrt(x[1])};
}

LANE lane_float lane_sqrtf(lane_float x) {
    return (lane_float){__builtin_sqrtf(x[0]), __builtin_sqrtf(x[1]), __builtin_sqrtf(x[2]), __builtin_sqrtf(x[3])};
}

LANE lane_double lane_max(lane_double a, lane_double b) {
    return lane_select(lane_less(a, b), b, a);
}

LANE lane_float lane_maxf(lane_float a, lane_float b) {
    return lane_selectf(lane_lessf(a, b), b, a);
}

LANE lane_double lane_min(lane_double a, lane_double b) {
    return lane_select(lane_less(b, a), b, a);
}

LANE lane_float lane_minf(lane_float a, lane_float b) {
    return lane_selectf(lane_lessf(b, a), b, a);
}

/* Multiplies the low halves. */
LANE lane_uint64 lane_multiply_low(lane_uint64 a, lane_uint64 b) {
    return (a & 0xffffffff) * (b & 0xffffffff);
}

#endif
