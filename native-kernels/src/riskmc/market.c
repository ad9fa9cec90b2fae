/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: levels of all factors at the horizon, and before it as fixings need them. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>

rmc_err rmc_market_new(const struct rmc_portfolio *portfolio, struct market **market, struct rmc_error *error) {
    const size_t n = portfolio->factors, rows = portfolio->bridge.rows, parts = portfolio->bridge.parts;
    const size_t closes = rows * (parts + 1), within = rows * parts;
    struct market *made = malloc(sizeof *made);
    double *room = malloc((4 * n + 2 + closes + within) * RMC_BLOCK * sizeof *room);
    *market = made;
    if (made == NULL || room == NULL) {
        free(made);
        free(room);
        *market = NULL;
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a block of scenarios of %zu factors", n);
    }
    made->x = room;
    made->spot = made->x + n * RMC_BLOCK;
    made->z = made->spot + n * RMC_BLOCK; /* normals come in pairs: room for one more */
    made->walk = made->z + (n + 1) * RMC_BLOCK;
    made->closes = made->walk + (n + 1) * RMC_BLOCK;
    made->within = made->closes + closes * RMC_BLOCK;
    return RMC_OK;
}

void rmc_market_free(struct market *market) {
    if (market == NULL)
        return;
    free(market->x);
    free(market);
}

void rmc_market_normals(const struct rmc_portfolio *portfolio, struct market *market, rmc_purpose purpose,
                        const uint32_t last[2]) {
    uint32_t key[2];
    rmc_key(portfolio->setup.seed, purpose, key);
    for (size_t j = 0; j < portfolio->factors; j += 2)
        for (size_t s = 0; s < market->count; s++) {
            const uint32_t counter[4] = {market->scenario[s], (uint32_t)(j / 2), last[0], last[1]};
            double pair[2];
            rmc_normal_pair(key, counter, pair);
            market->z[j * RMC_BLOCK + s] = pair[0];
            market->z[(j + 1) * RMC_BLOCK + s] = pair[1];
        }
}

void rmc_market_mix(const struct rmc_portfolio *portfolio, size_t factor, size_t count, const double *from,
                    double *to) {
    const double *root = portfolio->root + factor * portfolio->factors;
    for (size_t k = 0; k <= factor; k++)
        for (size_t s = 0; s < count; s++)
            to[s] += root[k] * from[k * RMC_BLOCK + s];
}

void rmc_market_draw(const struct rmc_portfolio *portfolio, struct market *market) {
    static const uint32_t nothing[2] = {0, 0};
    rmc_market_normals(portfolio, market, RMC_FOR_SCENARIO, nothing);
    for (size_t j = 0; j < portfolio->factors; j++) {
        double *x = market->x + j * RMC_BLOCK, *spot = market->spot + j * RMC_BLOCK;
        for (size_t s = 0; s < market->count; s++)
            x[s] = portfolio->drift[j];
        rmc_market_mix(portfolio, j, market->count, market->z, x);
        for (size_t s = 0; s < market->count; s++)
            spot[s] = portfolio->spot[j] * exp(x[s]);
    }
    rmc_bridge_draw(portfolio, market);
}
