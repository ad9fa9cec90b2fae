/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <math.h>
#include <string.h>

void rmc_draw_normals(struct vm_key key, uint32_t first, size_t n, double *z) {
    for (size_t pair = 0; pair < (n + 1) / 2; pair++) {
        const uint32_t counter[4] = {first, (uint32_t)pair, 0, 0};
        double two[2][BATCH];
        vm_normal_pairs(key, counter, 0, BATCH, two[0], two[1]);
        for (size_t k = 2 * pair; k < n && k < 2 * pair + 2; k++)
            for (size_t group = 0; group < BATCH / LANES; group++)
                memcpy(z + (group * n + k) * LANES, two[k % 2] + group * LANES, LANES * sizeof *z);
    }
}

/* Draws twice a gamma number: Marsaglia and Tsang, "A simple method for generating gamma variables", ACM Transactions
 * on Mathematical Software 26(3), 2000. Each try uses two counters: one for a normal, one for a uniform number. */
double rmc_draw_chi_squared(struct vm_key key, uint32_t scenario, double degrees) {
    const double d = 0.5 * degrees - 1 / 3.0, c = 1 / sqrt(9 * d);
    for (uint32_t number = 0;; number += 2) {
        const uint32_t normal[4] = {scenario, number, 0, 0}, uniform[4] = {scenario, number + 1, 0, 0};
        uint32_t bits[4];
        double z, other;
        vm_normal_pairs(key, normal, 0, 1, &z, &other);
        vm_philox(key, uniform, bits);
        const double root = 1 + c * z, v = root * root * root;
        if (v > 0 && log(((double)bits[0] + 0.5) * 0x1p-32) < 0.5 * z * z + d - d * v + d * log(v))
            return 2 * d * v;
    }
}

void rmc_draw_days(struct vm_key key, uint32_t scenario, uint32_t count, size_t steps, size_t stride, uint32_t *days) {
    uint32_t bits[4];
    for (size_t step = 0; step < steps; step++) {
        const uint32_t counter[4] = {scenario, (uint32_t)(step / 4), 0, 0};
        if (step % 4 == 0)
            vm_philox(key, counter, bits);
        days[step * stride] = (uint32_t)((uint64_t)bits[step % 4] * count >> 32);
    }
}
