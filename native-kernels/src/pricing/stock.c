/* SPDX-License-Identifier: Apache-2.0 */
/* A share: the price. */
#include "kernel.h"

void KERNEL(prc_stock)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const double *levels = level_row(job->block, instrument->terms.stock.factor);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(values + i, load(levels, i, job->block->scenarios));
}
