/* SPDX-License-Identifier: Apache-2.0 */
/* The moves of the laws that need no walk: normal and Student by the root of a covariance, historical by its days. */
#include "models.h"
#include "vecmath/choose.h"

#include <math.h>
#include <stdlib.h>

/* Draws BATCH scenarios from FIRST on. Writes L z, for Student over the root of w / (d - 2), to where TO says. */
static void draw_batch(const struct rmc_model *model, uint32_t first, double *z, struct rmc_target to) {
    const size_t n = model->factors;
    rmc_draw_normals(model->key, first, n, z);
    for (uint32_t i = 0; i < BATCH && model->law == RMC_STUDENT; i++) {
        const double w = rmc_draw_chi_squared(model->tail_key, first + i, model->degrees);
        const double scale = sqrt((model->degrees - 2) / w);
        double *lane = z + i / LANES * (n * LANES) + i % LANES;
        for (size_t k = 0; k < n; k++)
            lane[k * LANES] *= scale;
    }
    VM_CHOOSE(rmc_product)(model->root, n, z, to);
}

rmc_err rmc_moves_by_root(const struct rmc_model *model, struct rmc_block block, double *moves,
                          struct rmc_error *error) {
    const size_t n = model->factors, plane = n * block.stride;
    double *z = aligned_alloc(LANES * sizeof *z, n * BATCH * sizeof *z);
    if (z == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %d scenarios of %zu factors", BATCH, n);
    for (size_t at = 0; at < block.scenarios; at += BATCH) {
        const size_t left = block.scenarios - at, count = left < BATCH ? left : BATCH;
        draw_batch(model, (uint32_t)(block.first + at), z, (struct rmc_target){moves + at, block.stride, count});
        for (size_t h = model->horizon_count; h-- > 0;) { /* the first plane, which holds the draws, comes last */
            const double days = model->horizons[h], root = sqrt(days);
            for (size_t j = 0; j < n; j++) {
                const double *drawn = moves + j * block.stride + at;
                double *to = moves + h * plane + j * block.stride + at;
                for (size_t s = 0; s < count; s++)
                    to[s] = model->mean[j] * days + root * drawn[s];
            }
        }
    }
    free(z);
    return RMC_OK;
}

void rmc_moves_historical(const struct rmc_model *model, struct rmc_block block, double *moves) {
    for (size_t h = 0; h < model->horizon_count; h++)
        for (size_t j = 0; j < model->factors; j++) {
            const double *history = model->history + j * model->days, root = sqrt(model->horizons[h]);
            double *to = moves + (h * model->factors + j) * block.stride;
            for (size_t s = 0; s < block.scenarios; s++)
                to[s] = root * history[(block.first + s) % model->days];
        }
}
