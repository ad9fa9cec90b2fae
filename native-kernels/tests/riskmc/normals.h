/* SPDX-License-Identifier: Apache-2.0 */
/* Normal numbers for made-up returns, by the generator that riskmc's own test checks. */
#ifndef SLIPWAY_TESTS_NORMALS_H
#define SLIPWAY_TESTS_NORMALS_H

#include "slipway/riskmc.h"

/* Fills TO with COUNT standard normals, a function of SEED. */
static inline void fill_normals(uint64_t seed, double *to, size_t count) {
    for (size_t i = 0; i < count; i += 2) {
        double two[2];
        rmc_normal_pair(seed, RMC_FOR_PATH, 77, 0, (uint32_t)i, two);
        to[i] = two[0];
        if (i + 1 < count)
            to[i + 1] = two[1];
    }
}

#endif
