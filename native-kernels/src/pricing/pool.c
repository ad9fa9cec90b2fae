/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pass-through of a pool of mortgages that prepay at a multiple of the standard speed: an annual rate of 0.2 % for
 * each month of age up to 6 %, times PSA / 100, of which a month takes 1 - (1 - rate)^(1/12) (Public Securities
 * Association, Uniform Practices, 1985, chapter SF; Fabozzi, Bond Markets, Analysis, and Strategies, chapter on agency
 * mortgage pass-through securities).
 */
#include "payments.h"

enum { SEASONED = 30 }; /* months of age after which the speed stays constant */

/* Returns the share of the balance that is prepaid in the month ending at an age. */
static double prepaid(double psa, size_t age) {
    const double months = age < SEASONED ? (double)age : SEASONED, yearly = 0.002 * months * psa / 100;
    if (yearly >= 1)
        return 1;
    return 1 - LANE_SCALAR(lane_exp, LANE_SCALAR(lane_log, 1 - yearly) / 12);
}

/* Writes the payment of each month. */
static void write_amounts(const struct prc_pool *pool, size_t count, double *amounts) {
    const double rate = pool->rate / 12;
    double balance = NOTIONAL, share = 0;
    double growth[PRC_MAX_PAYMENTS + 1] = {1}; /* over that number of months */
    for (size_t i = 0; i < count; i++)
        growth[i + 1] = growth[i] * (1 + rate);
    for (size_t i = 0; i < count; i++) {
        const size_t age = pool->age_months + i + 1, left = count - i;
        if (i == 0 || age <= SEASONED)
            share = prepaid(pool->psa, age);
        const double scheduled = prc_level_payment(balance, rate, left, growth[left]) - balance * rate;
        const double early = (balance - scheduled) * share;
        amounts[i] = balance * pool->coupon / 12 + scheduled + early;
        balance -= scheduled + early;
    }
}

void KERNEL(prc_pool)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_pool *pool = &instrument->terms.pool;
    const struct schedule schedule = schedule_of(pool->maturity, 12);
    double amounts[PRC_MAX_PAYMENTS];
    write_amounts(pool, schedule.count, amounts);
    pay_schedule(purse_of(job, values), pool->curve, schedule, (struct amounts){amounts, 1});
}
