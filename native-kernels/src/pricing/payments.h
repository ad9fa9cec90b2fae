/* SPDX-License-Identifier: Apache-2.0 */
/* Payments of bonds, swaps and the like, added to the values of a block: discounted if still due, at their amounts if
 * due before the time of the block. */
#ifndef SLIPWAY_PRICING_PAYMENTS_H
#define SLIPWAY_PRICING_PAYMENTS_H

#include "kernel.h"

#define NOTIONAL 100.0

/* The destination of payments: a row of values, and a spare row for discount factors. */
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

/* --- payments at equal steps --- */

/* The payment on each date of a schedule: at[i * stride], where the stride is 0 for the same amount on all dates. */
struct amounts {
    const double *at;
    size_t stride;
};

/* Number of payments in a run that is discounted without an exponential for each payment. Runs below the least do not
 * repay the three exponentials at the start of a run; runs above the most would round to more than 1e-13 of a discount
 * factor. */
enum { LEAST_RUN = 6, MOST_RUN = 32 };

/* Successive payments between the same two points of a curve. */
struct run {
    size_t first, count; /* by their numbers in the schedule */
    double bend;         /* by how much faster the weight of the second point grows with each step */
};

/* Returns the run that begins with payment FIRST: at most MOST_RUN payments, or 1 for a payment that is discounted
 * alone. */
LANE struct run run_of(struct purse purse, uint32_t curve_index, struct schedule schedule, size_t first) {
    const struct prc_block *block = purse.job->block;
    const double begin = date_of(schedule, first) - block->years, step = 1.0 / schedule.per_year;
    struct run run = {first, 1, 0};
    if (curve_index == PRC_NONE || !(begin > 0))
        return run;
    const struct prc_curve *curve = &block->market->curves[curve_index];
    const size_t point = point_after(curve, begin);
    const double end = point < curve->points ? curve->years[point] : INFINITY;
    while (run.count < MOST_RUN && first + run.count < schedule.count &&
           date_of(schedule, first + run.count) - block->years <= end)
        run.count++;
    if (point > 0 && point < curve->points)
        run.bend = 2 * step * step / (curve->years[point] - curve->years[point - 1]);
    return run;
}

/*
 * Adds the payments of a run of at least three. Between two points of a curve the exponent is a quadratic in time. So
 * at equal steps the ratio of successive discount factors changes by the same factor each time, and two products
 * replace an exponential.
 */
LANE void pay_run(struct purse purse, uint32_t curve, struct schedule schedule, struct amounts amounts,
                  struct run run) {
    const struct prc_block *block = purse.job->block;
    const double begin = date_of(schedule, run.first) - block->years;
    const struct exponent at = exponent_of(block, curve, begin),
                          next = exponent_of(block, curve, begin + 1.0 / schedule.per_year);
    const struct exponent slope = {at.low, at.high, next.low_weight - at.low_weight, next.high_weight - at.high_weight};
    const struct exponent bend = {at.low, at.high, -run.bend, run.bend};
    for (size_t i = 0; i < purse.job->row; i += LANE_DOUBLES) {
        lane_double discount = lane_exp(-exponent_at(&at, i, block->scenarios));
        lane_double ratio = lane_exp(-exponent_at(&slope, i, block->scenarios));
        const lane_double change = lane_exp(-exponent_at(&bend, i, block->scenarios));
        lane_double sum = lane_load(purse.values + i);
        for (size_t k = run.first; k < run.first + run.count; k++) {
            sum = lane_fma(lane_all(amounts.at[k * amounts.stride]), discount, sum);
            discount *= ratio;
            ratio *= change;
        }
        lane_store(purse.values + i, sum);
    }
}

/* Adds all payments of a schedule. */
LANE void pay_schedule(struct purse purse, uint32_t curve, struct schedule schedule, struct amounts amounts) {
    for (size_t i = 0; i < schedule.count;) {
        const struct run run = run_of(purse, curve, schedule, i);
        if (run.count >= LEAST_RUN) {
            pay_run(purse, curve, schedule, amounts, run);
            i += run.count;
        } else {
            pay(purse, curve, date_of(schedule, i), amounts.at[i * amounts.stride]);
            i++;
        }
    }
}

/* Adds AMOUNT on each date. */
LANE void pay_level(struct purse purse, uint32_t curve, struct schedule schedule, double amount) {
    pay_schedule(purse, curve, schedule, (struct amounts){&amount, 0});
}

/* A leg that pays floating rates. */
struct floating {
    double quantity; /* -1 if the holder pays */
    double current;  /* the rate of the period that is running today */
    double spread;
    uint32_t curve, forward_curve;
};

/* The growth of the notional in a period by the forward curve, as a difference of exponents. */
struct growth {
    struct exponent from, to;
};

/* Returns the growth in the period of one step that ends on DATE, by the curve at the time of the block. A period that
 * began before uses the rate of a period of its length. */
LANE struct growth growth_of(const struct prc_block *block, uint32_t curve, double date, double step) {
    const double start = date - step - block->years;
    return start > 0 ? (struct growth){exponent_of(block, curve, start), exponent_of(block, curve, start + step)}
                     : (struct growth){{0}, exponent_of(block, curve, step)};
}

/* Adds the payment of the period that ends on DATE, with a rate unknown today. */
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
