/* SPDX-License-Identifier: Apache-2.0 */
/* Payments of bonds, swaps and the like, added to the values of a block: discounted when they are still due, at their
 * amount when they were due before the time of the block. */
#ifndef SLIPWAY_PRICING_PAYMENTS_H
#define SLIPWAY_PRICING_PAYMENTS_H

#include "kernel.h"

#define NOTIONAL 100.0

/* Where payments go: a row of values, and a spare row for discount factors. */
struct purse {
    const struct prc_job *job;
    double *values;
    double *spare;
};

LANE struct purse purse_of(struct prc_job *job, double *values) {
    fill_row(values, job->row, 0);
    return (struct purse){job, values, take_row(job)};
}

/* Adds a payment, the same in all scenarios. */
LANE void pay(struct purse purse, uint32_t curve, double date, double amount) {
    const double *discounts = discount_row(purse.job, curve, date - purse.job->block->years, purse.spare);
    for (size_t i = 0; i < purse.job->row; i += LANE_DOUBLES) {
        const lane_double sum = lane_load(purse.values + i);
        lane_store(purse.values + i, lane_fma(lane_all(amount), discount_at(discounts, i), sum));
    }
}

/* Payments at equal steps back from maturity. */
struct schedule {
    double maturity;
    unsigned per_year;
    size_t count;
};

LANE struct schedule schedule_of(double maturity, unsigned per_year) {
    return (struct schedule){maturity, per_year, prc_payments(maturity, per_year)};
}

LANE double date_of(struct schedule schedule, size_t i) {
    return prc_payment_date(schedule.maturity, schedule.per_year, schedule.count, i);
}

/* Adds AMOUNT on each date. */
LANE void pay_level(struct purse purse, uint32_t curve, struct schedule schedule, double amount) {
    for (size_t i = 0; i < schedule.count; i++)
        pay(purse, curve, date_of(schedule, i), amount);
}

/* A leg that pays floating rates. */
struct floating {
    double quantity; /* -1 where the holder pays */
    double current;  /* the rate of the period that runs today */
    double spread;
    uint32_t curve, forward_curve;
};

/* What the notional grows to in a period by the forward curve, as a difference of exponents. */
struct growth {
    struct exponent from, to;
};

/* The period of one step that ends on DATE, as the curve has it at the time of the block. A period that began before
 * is taken at its length. */
LANE struct growth growth_of(const struct prc_block *block, uint32_t curve, double date, double step) {
    const double start = date - step - block->years;
    return start > 0 ? (struct growth){exponent_of(block, curve, start), exponent_of(block, curve, start + step)}
                     : (struct growth){{0}, exponent_of(block, curve, step)};
}

/* Adds the payment of the period that ends on DATE, and whose rate is not known today. */
LANE void pay_floating(struct purse purse, const struct floating *leg, double date, double step) {
    const struct prc_block *block = purse.job->block;
    const struct growth growth = growth_of(block, leg->forward_curve, date, step);
    const double *discounts = discount_row(purse.job, leg->curve, date - block->years, purse.spare);
    for (size_t i = 0; i < purse.job->row; i += LANE_DOUBLES) {
        const lane_double exponent =
            exponent_at(&growth.to, i, block->scenarios) - exponent_at(&growth.from, i, block->scenarios);
        const lane_double interest = lane_exp(exponent) - 1.0 + leg->spread * step;
        const lane_double amount = interest * (NOTIONAL * leg->quantity);
        const lane_double sum = lane_load(purse.values + i);
        lane_store(purse.values + i, lane_fma(amount, discount_at(discounts, i), sum));
    }
}

/* Adds all payments of a floating leg, without the notional. */
LANE void pay_floating_leg(struct purse purse, const struct floating *leg, struct schedule schedule) {
    const double step = 1.0 / schedule.per_year;
    for (size_t i = 0; i < schedule.count; i++) {
        const double date = date_of(schedule, i);
        if (i == 0)
            pay(purse, leg->curve, date, NOTIONAL * leg->quantity * (leg->current + leg->spread) * step);
        else
            pay_floating(purse, leg, date, step);
    }
}

#endif
