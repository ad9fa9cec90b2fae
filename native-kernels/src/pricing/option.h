/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Definitions that options in closed form share: the inputs of the formula of Black, Scholes and Merton in the lanes.
 */
#ifndef SLIPWAY_PRICING_OPTION_H
#define SLIPWAY_PRICING_OPTION_H

#include "kernel.h"

/* The places of the inputs of an option. */
struct option_rows {
    const double *levels, *logarithms, *volatilities;
    const double *discounts, *yield_discounts;
    struct exponent rate, yield;
    size_t level_count; /* of LEVELS: a row of the caller has only as many doubles as scenarios */
    size_t count;       /* scenarios */
    double root_years;  /* until expiry */
    double strike, log_strike;
    double sign; /* 1: call, -1: put */
};

/* Points to the levels of a block for an option that is alive, or to the levels of a passed expiry. */
LANE void point_to_levels(struct option_rows *rows, const struct prc_european *option, struct prc_job *job) {
    double *logarithms = take_row(job), *passed = take_row(job);
    rows->count = rows->level_count = job->block->scenarios;
    rows->levels = level_row(job->block, option->factor);
    if (option->maturity >= job->block->years) {
        rows->logarithms = logarithm_row(job, option->factor, logarithms);
        return;
    }
    KERNEL(prc_passed_level)(job, option->factor, option->volatility, option->maturity, passed);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(logarithms + i, lane_log(lane_load(passed + i)));
    rows->levels = passed;
    rows->level_count = job->row;
    rows->logarithms = logarithms;
}

/* Returns the rows of an option. An option that expired before the time of the block has no time left, and has the
 * level on its expiry. */
LANE struct option_rows option_rows_of(const struct prc_european *option, struct prc_job *job) {
    const struct prc_block *block = job->block;
    const double left = option->maturity - block->years, years = left > 0 ? left : 0;
    struct option_rows rows = {.root_years = sqrt(years), .strike = option->strike};
    rows.log_strike = LANE_SCALAR(lane_log, option->strike);
    rows.sign = option->option == PRC_CALL ? 1 : -1;
    rows.volatilities = level_row(block, option->volatility);
    rows.discounts = discount_row(job, option->curve, years, take_row(job));
    rows.yield_discounts = discount_row(job, option->yield_curve, years, take_row(job));
    rows.rate = exponent_of(block, option->curve, years);
    rows.yield = exponent_of(block, option->yield_curve, years);
    point_to_levels(&rows, option, job);
    return rows;
}

struct option_lanes {
    lane_double asset;     /* the price, discounted by the yield until expiry */
    lane_double cash;      /* the discounted strike */
    lane_double log_ratio; /* log(asset / cash) */
    lane_double deviation; /* of the logarithm of the price at expiry; not a number for a negative volatility */
    lane_double discount;
};

LANE struct option_lanes option_at(const struct option_rows *rows, size_t i) {
    struct option_lanes at;
    const lane_double volatility = load(rows->volatilities, i, rows->count);
    at.discount = discount_at(rows->discounts, i);
    at.asset = load(rows->levels, i, rows->level_count) * discount_at(rows->yield_discounts, i);
    at.cash = rows->strike * at.discount;
    const lane_double carry = exponent_at(&rows->rate, i, rows->count) - exponent_at(&rows->yield, i, rows->count);
    at.log_ratio = lane_load(rows->logarithms + i) - rows->log_strike + carry;
    at.deviation = lane_select(lane_less(volatility, lane_all(0)), lane_all(NAN), volatility * rows->root_years);
    return at;
}

/* Returns the value of a European option. */
LANE lane_double european_at(const struct option_lanes *at, double sign) {
    const lane_mask is_certain = lane_equal(at->deviation, lane_all(0));
    const lane_double deviation = lane_select(is_certain, lane_all(1), at->deviation);
    const lane_double d1 = at->log_ratio / deviation + 0.5 * deviation, d2 = d1 - deviation;
    const lane_double x1 = lane_min(lane_abs(d1), lane_all(40)), x2 = lane_min(lane_abs(d2), lane_all(40));
    const struct lane_fraction m1 = lane_mills(x1), m2 = lane_mills(x2);
    /* asset phi(d1) = cash phi(d2): one exponential serves both. */
    const lane_double density = at->asset * LANE_ROOT_2PI_INVERSE * lane_exp(-0.5 * x1 * x1);
    const lane_double tail1 = density * (m1.top / m1.bottom), tail2 = density * (m2.top / m2.bottom);
    const lane_double gain = lane_select(lane_less(lane_all(0), sign * d1), at->asset - tail1, tail1);
    const lane_double cost = lane_select(lane_less(lane_all(0), sign * d2), at->cash - tail2, tail2);
    const lane_double certain = lane_max(sign * (at->asset - at->cash), lane_all(0));
    return lane_select(is_certain, certain, sign * (gain - cost));
}

#endif
