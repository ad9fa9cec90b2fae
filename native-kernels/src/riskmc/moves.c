/* SPDX-License-Identifier: Apache-2.0 */
/* The moves of the laws without a daily walk: normal and Student by the root of a covariance, historical by the days of
 * the history. */
#include "models.h"
#include "vecmath/choose.h"

#include <math.h>
#include <stdlib.h>

/* Draws BATCH scenarios from FIRST on. Z has room for N factors, as many as ROWS need. Writes the ROWS of L z, for
 * Student divided by the root of w / (d - 2), to TO. */
static void draw_batch(const struct rmc_model *model, uint32_t first, struct rmc_rows rows, double *z, size_t n,
                       struct rmc_target to) {
    rmc_draw_normals(model->key, first, n, z);
    for (uint32_t i = 0; i < BATCH && model->law == RMC_STUDENT; i++) {
        const double w = rmc_draw_chi_squared(model->tail_key, first + i, model->degrees);
        const double scale = sqrt((model->degrees - 2) / w);
        double *lane = z + i / LANES * (n * LANES) + i % LANES;
        for (size_t k = 0; k < n; k++)
            lane[k * LANES] *= scale;
    }
    VM_CHOOSE(rmc_product)(model->root, rows, (struct rmc_numbers){z, n}, to);
}

rmc_err rmc_moves_by_root(const struct rmc_model *model, struct rmc_block block, struct rmc_rows rows, double *moves,
                          struct rmc_error *error) {
    const size_t n = rmc_row(rows, rows.count - 1) + 1, plane = model->factors * block.stride;
    double *z = aligned_alloc(LANES * sizeof *z, n * BATCH * sizeof *z);
    if (z == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %d scenarios of %zu factors", BATCH, n);
    for (size_t at = 0; at < block.scenarios; at += BATCH) {
        const size_t left = block.scenarios - at, count = left < BATCH ? left : BATCH;
        draw_batch(model, (uint32_t)(block.first + at), rows, z, n,
                   (struct rmc_target){moves + at, block.stride, count});
        for (size_t h = model->horizon_count; h-- > 0;) { /* the first plane, which holds the draws, comes last */
            const double days = model->horizons[h], root = sqrt(days);
            for (size_t i = 0; i < rows.count; i++) {
                const size_t j = rmc_row(rows, i);
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

void rmc_moves_historical(const struct rmc_model *model, struct rmc_block block, struct rmc_rows rows, double *moves) {
    for (size_t h = 0; h < model->horizon_count; h++)
        for (size_t i = 0; i < rows.count; i++) {
            const size_t j = rmc_row(rows, i);
            const double *history = model->history + j * model->days, root = sqrt(model->horizons[h]);
            double *to = moves + (h * model->factors + j) * block.stride;
            for (size_t s = 0; s < block.scenarios; s++)
                to[s] = root * history[(block.first + s) % model->days];
        }
}
