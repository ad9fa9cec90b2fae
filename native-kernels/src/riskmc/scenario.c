/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

void rmc_scenario(const struct rmc_portfolio *portfolio, uint32_t scenario, double *z, double *x) {
    const size_t n = portfolio->factors;
    for (size_t j = 0; j < n; j += 2) {
        double pair[2];
        rmc_normal_pair(portfolio->setup.seed, RMC_FOR_SCENARIO, (uint32_t)(j / 2), 0, scenario, pair);
        z[j] = pair[0];
        if (j + 1 < n)
            z[j + 1] = pair[1];
    }
    for (size_t j = 0; j < n; j++) {
        double sum = portfolio->drift[j];
        for (size_t k = 0; k <= j; k++)
            sum += portfolio->root[j * n + k] * z[k];
        x[j] = sum;
    }
}
