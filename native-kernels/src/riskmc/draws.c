/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <math.h>

uint64_t rmc_key(uint64_t seed, uint32_t purpose) {
    const uint32_t key[2] = {(uint32_t)(seed & 0xffffffff), (uint32_t)(seed >> 32)}, counter[4] = {purpose, 0, 0, 0};
    uint32_t out[4];
    rmc_philox(counter, key, out);
    return (uint64_t)out[1] << 32 | out[0];
}

static void philox(uint64_t key, uint32_t scenario, uint32_t number, uint32_t out[4]) {
    const uint32_t words[2] = {(uint32_t)(key & 0xffffffff), (uint32_t)(key >> 32)};
    const uint32_t counter[4] = {scenario, number, 0, 0};
    rmc_philox(counter, words, out);
}

/* Returns the middle of one of 2^53 equal cells of (0, 1). */
static double uniform(uint32_t high, uint32_t low) {
    const uint64_t bits = ((uint64_t)high << 32 | low) >> 11;
    return fmin(((double)bits + 0.5) * 0x1p-53, 0x1.fffffffffffffp-1);
}

/* By the method of Box and Muller, as rmc_normal_pair. */
static void normal_pair(uint64_t key, uint32_t scenario, uint32_t number, double out[2]) {
    uint32_t bits[4];
    philox(key, scenario, number, bits);
    const double radius = sqrt(-2.0 * log(uniform(bits[0], bits[1])));
    const double angle = 6.283185307179586476925 * uniform(bits[2], bits[3]);
    out[0] = radius * cos(angle);
    out[1] = radius * sin(angle);
}

void rmc_draw_normals(uint64_t key, uint32_t first, size_t n, double *z) {
    for (uint32_t i = 0; i < BATCH; i++) {
        double *lane = z + i / LANES * (n * LANES) + i % LANES;
        for (size_t pair = 0; pair < (n + 1) / 2; pair++) {
            double two[2];
            normal_pair(key, first + i, (uint32_t)pair, two);
            lane[2 * pair * LANES] = two[0];
            if (2 * pair + 1 < n)
                lane[(2 * pair + 1) * LANES] = two[1];
        }
    }
}

/* Twice a gamma number: Marsaglia and Tsang, "A simple method for generating gamma variables", ACM Transactions on
 * Mathematical Software 26(3), 2000. A try takes two counters: one for its normal, one for its uniform number. */
double rmc_draw_chi_squared(uint64_t key, uint32_t scenario, double degrees) {
    const double d = 0.5 * degrees - 1 / 3.0, c = 1 / sqrt(9 * d);
    for (uint32_t number = 0;; number += 2) {
        double z[2];
        uint32_t bits[4];
        normal_pair(key, scenario, number, z);
        philox(key, scenario, number + 1, bits);
        const double root = 1 + c * z[0], v = root * root * root;
        if (v > 0 && log(uniform(bits[0], bits[1])) < 0.5 * z[0] * z[0] + d - d * v + d * log(v))
            return 2 * d * v;
    }
}

void rmc_draw_days(uint64_t key, uint32_t scenario, uint32_t count, size_t steps, size_t stride, uint32_t *days) {
    uint32_t bits[4];
    for (size_t step = 0; step < steps; step++) {
        if (step % 4 == 0)
            philox(key, scenario, (uint32_t)(step / 4), bits);
        days[step * stride] = (uint32_t)((uint64_t)bits[step % 4] * count >> 32);
    }
}
