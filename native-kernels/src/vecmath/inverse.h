/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inverse of the normal distribution, in the two regions of Wichura, "Algorithm AS 241: the percentage points of
 * the normal distribution", Applied Statistics 37, 1988, with our own coefficients: for |p - 1/2| <= 0.425 a rational
 * function of (p - 1/2)^2, else one of sqrt(-log(p)), or of 1 - p above 1/2.
 */
#ifndef SLIPWAY_VECMATH_INVERSE_H
#define SLIPWAY_VECMATH_INVERSE_H

#include "lanes.h"

LANE lane_double lane_normal_inverse(lane_double p) {
    const lane_double q = p - 0.5, inner = 0.180625 - q * q;
    const lane_double middle = q * lane_polynomial(inner, MIDDLE_TOP, 7) / lane_polynomial(inner, MIDDLE_BOTTOM, 7);
    const lane_double small = lane_select(lane_less(q, lane_all(0)), p, 1.0 - p);
    const lane_double w = lane_sqrt(-lane_log(small)) - 1.6;
    const lane_double far = lane_polynomial(w, TAIL_TOP, 10) / lane_polynomial(w, TAIL_BOTTOM, 10);
    const lane_double z = lane_select(lane_less(inner, lane_all(0)), lane_flip(-far, -q), middle);
    return lane_select(lane_equal(small, lane_all(0)), lane_flip(lane_all(INFINITY), q), z);
}

LANE lane_float lane_normal_inversef(lane_float p) {
    const lane_float q = p - 0.5f, inner = 0.180625f - q * q;
    const lane_float middle =
        q * lane_polynomialf(inner, MIDDLE_F_TOP, 4) / lane_polynomialf(inner, MIDDLE_F_BOTTOM, 4);
    const lane_float small = lane_selectf(lane_lessf(q, lane_allf(0)), p, 1.0f - p);
    const lane_float w = lane_sqrtf(-lane_logf(small)) - 1.6f;
    const lane_float far = lane_polynomialf(w, TAIL_F_TOP, 4) / lane_polynomialf(w, TAIL_F_BOTTOM, 4);
    const lane_float z = lane_selectf(lane_lessf(inner, lane_allf(0)), lane_flipf(-far, -q), middle);
    return lane_selectf(lane_equalf(small, lane_allf(0)), lane_flipf(lane_allf(INFINITY), q), z);
}

#endif
