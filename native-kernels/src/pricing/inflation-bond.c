/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bond with coupons and a notional that grow with an index of consumer prices: each real payment times the real
 * discount factor of the date, in today's money, times index / base (Jarrow and Yildirim, "Pricing Treasury inflation
 * protected securities and related derivatives using an HJM model", 2003, eq. 8). The notional has no floor.
 */
#include "payments.h"

/* Multiplies values by the index over the base. */
static void index_values(const double *levels, size_t count, double base, size_t row, double *values) {
    for (size_t i = 0; i < row; i += LANE_DOUBLES)
        lane_store(values + i, lane_load(values + i) * load(levels, i, count) / base);
}

/* Adds a real payment due before the time of the block, by the index of its date. */
static void pay_passed(struct prc_job *job, const struct prc_inflation_bond *bond, double date, double amount,
                       double *values) {
    double *before = job->free, *levels = take_row(job);
    KERNEL(prc_passed_level)(job, bond->factor, PRC_NONE, date, levels);
    for (size_t i = 0; i < job->row; i++)
        values[i] += amount * levels[i] / bond->base;
    job->free = before;
}

void KERNEL(prc_inflation_bond)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_inflation_bond *bond = &instrument->terms.inflation_bond;
    const struct purse purse = purse_of(job, values);
    const struct schedule schedule = schedule_of(bond->maturity, bond->per_year);
    const double coupon = NOTIONAL * bond->coupon / bond->per_year, now = job->block->years;
    for (size_t i = 0; i < schedule.count; i++)
        if (date_of(schedule, i) >= now)
            pay(purse, bond->curve, date_of(schedule, i), coupon);
    if (bond->maturity >= now)
        pay(purse, bond->curve, bond->maturity, NOTIONAL);
    index_values(level_row(job->block, bond->factor), job->block->scenarios, bond->base, job->row, values);
    for (size_t i = 0; i < schedule.count && date_of(schedule, i) < now; i++)
        pay_passed(job, bond, date_of(schedule, i), coupon, values);
    if (bond->maturity < now)
        pay_passed(job, bond, bond->maturity, NOTIONAL, values);
}
