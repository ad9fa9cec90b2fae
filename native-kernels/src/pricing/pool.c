/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pass-through of a pool of mortgages that prepay at a multiple of the standard speed: an annual rate of 0.2 % for
 * each month of age up to 6 %, times PSA / 100, of which a month takes 1 - (1 - rate)^(1/12) (Public Securities
 * Association, Uniform Practices, 1985, chapter SF; Fabozzi, Bond Markets, Analysis, and Strategies, chapter on agency
 * mortgage pass-through securities).
 */
#include "payments.h"

/* Returns the share of the balance that is prepaid in the month that ends at an age. */
static double prepaid(double psa, size_t age) {
    const double months = age < 30 ? (double)age : 30, yearly = 0.002 * months * psa / 100;
    if (yearly >= 1)
        return 1;
    return 1 - LANE_SCALAR(lane_exp, LANE_SCALAR(lane_log, 1 - yearly) / 12);
}

void KERNEL(prc_pool)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_pool *pool = &instrument->terms.pool;
    const struct purse purse = purse_of(job, values);
    const struct schedule schedule = schedule_of(pool->maturity, 12);
    const double rate = pool->rate / 12;
    double balance = NOTIONAL;
    for (size_t i = 0; i < schedule.count; i++) {
        const double scheduled = prc_level_payment(balance, rate, schedule.count - i) - balance * rate;
        const double early = (balance - scheduled) * prepaid(pool->psa, pool->age_months + i + 1);
        pay(purse, pool->curve, date_of(schedule, i), balance * pool->coupon / 12 + scheduled + early);
        balance -= scheduled + early;
    }
}
