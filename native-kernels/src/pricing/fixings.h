/* SPDX-License-Identifier: Apache-2.0 */
/* Paths over the fixings of an option after the time of the block, and the levels at earlier fixings. */
#ifndef SLIPWAY_PRICING_FIXINGS_H
#define SLIPWAY_PRICING_FIXINGS_H

#include "paths.h"

/* Copies the levels of a factor to whole lanes. */
LANE void copy_levels(const struct prc_job *job, uint32_t factor, double *row) {
    const double *levels = level_row(job->block, factor);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(row + i, load(levels, i, job->block->scenarios));
}

/* Writes the levels on a date from today to the time of the block to LEVELS, a row. */
LANE void fixed_levels(struct prc_job *job, const struct prc_european *option, double date, double *levels) {
    if (date >= job->block->years - PRC_SAME_DATE)
        copy_levels(job, option->factor, levels);
    else
        KERNEL(prc_passed_level)(job, option->factor, option->volatility, date > 0 ? date : 0, levels);
}

/* Makes the walk over all fixings after the time of the block. LOGARITHMS are the logarithms of the levels. */
LANE struct walk walk_of_fixings(struct prc_job *job, const struct prc_european *option, struct prc_fixings fixings,
                                 const double *logarithms) {
    const struct prc_block *block = job->block;
    const unsigned fixed = prc_fixings_before(fixings, block->years + 2 * PRC_SAME_DATE);
    struct walk walk = walk_of(job, fixings.count - fixed);
    double *volatilities = take_row(job), last = 0;
    copy_volatilities(job, option->volatility, volatilities);
    walk.volatilities = volatilities;
    const struct mover mover = {logarithms, volatilities, option->curve, option->yield_curve};
    for (size_t k = 0; k < walk.steps; k++) {
        const double years = prc_fixing_date(fixings, fixed + (unsigned)k) - block->years;
        write_base(job, &mover, years, walk.bases + k * job->row);
        walk.own[k] = walk.kept[k] = sqrt(years - last);
        last = years;
    }
    return walk;
}

/* The coordinates of an option on one price: times from the block on, and the rows of the price and the curves. */
struct carried {
    const double *logarithms, *discounts;
    struct exponent rate[2], yield[2]; /* until the time of u, and until maturity */
};

LANE struct carried carried_of(struct prc_job *job, const struct prc_european *option, double years) {
    const struct prc_block *block = job->block;
    const double left = option->maturity - block->years;
    struct carried carried;
    carried.logarithms = logarithm_row(job, option->factor, take_row(job));
    carried.discounts = discount_row(job, option->curve, left, take_row(job));
    carried.rate[0] = exponent_of(block, option->curve, years);
    carried.rate[1] = exponent_of(block, option->curve, left);
    carried.yield[0] = exponent_of(block, option->yield_curve, years);
    carried.yield[1] = exponent_of(block, option->yield_curve, left);
    return carried;
}

/* Writes u without the term of the strike, v, and the excess of the cost of carry until maturity over the cost of carry
 * in u. */
LANE void locate_price(const struct prc_job *job, const struct prc_european *option, const struct carried *carried,
                       const struct prc_coordinates *to) {
    const size_t count = job->block->scenarios;
    const double *volatilities = level_row(job->block, option->volatility);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        lane_double carry[2];
        for (int k = 0; k < 2; k++)
            carry[k] = exponent_at(&carried->rate[k], i, count) - exponent_at(&carried->yield[k], i, count);
        lane_store(to->u + i, lane_load(carried->logarithms + i) + carry[0]);
        lane_store(to->v + i, load(volatilities, i, count));
        lane_store(to->further + i, carry[1] - carry[0]);
    }
}

#endif
