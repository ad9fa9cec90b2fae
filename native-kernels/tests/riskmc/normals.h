/* SPDX-License-Identifier: Apache-2.0 */
/* Normal numbers for made-up returns, by the generator that riskmc's own test checks. */
#ifndef SLIPWAY_TESTS_NORMALS_H
#define SLIPWAY_TESTS_NORMALS_H

#include "slipway/riskmc.h"

/* Fills TO with COUNT standard normals, a function of SEED. */
static inline void fill_normals(uint64_t seed, double *to, size_t count) {
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (size_t i = 0; i < count; i += 2) {
        double two[2];
        rmc_normal_pair(key, (const uint32_t[4]){(uint32_t)i, 77, 0, 2}, two);
        to[i] = two[0];
        if (i + 1 < count)
            to[i + 1] = two[1];
    }
}

#endif
