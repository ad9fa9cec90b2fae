/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that forwards on exchange rates and commodities share. */
#ifndef SLIPWAY_PRICING_FORWARD_H
#define SLIPWAY_PRICING_FORWARD_H

#include "kernel.h"

/* Returns the levels of a factor at a maturity that may have passed. The levels may be in SPARE, a row; *count is their
 * number. */
LANE const double *settlement_row(struct prc_job *job, uint32_t factor, double maturity, double *spare, size_t *count) {
    if (maturity >= job->block->years) {
        *count = job->block->scenarios;
        return level_row(job->block, factor);
    }
    KERNEL(prc_passed_level)(job, factor, PRC_NONE, maturity, spare);
    *count = job->row;
    return spare;
}

/* One unit of an asset with a yield, for a strike at maturity. */
struct forward {
    uint32_t factor, own_factor;
    double strike, maturity;
    uint32_t curve, yield_curve;
};

LANE void value_forward(const struct forward *forward, struct prc_job *job, double *values) {
    const double years = forward->maturity - job->block->years;
    const double *discounts = discount_row(job, forward->curve, years, take_row(job));
    const double *yields = discount_row(job, forward->yield_curve, years, take_row(job));
    size_t count;
    const double *levels = settlement_row(job, forward->factor, forward->maturity, take_row(job), &count);
    const double *own = NULL;
    if (forward->own_factor != PRC_NONE)
        own = settlement_row(job, forward->own_factor, forward->maturity, take_row(job), &count);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        lane_double level = load(levels, i, count);
        if (own != NULL)
            level /= load(own, i, count);
        lane_store(values + i,
                   lane_fma(lane_all(-forward->strike), discount_at(discounts, i), level * discount_at(yields, i)));
    }
}

#endif
