/* SPDX-License-Identifier: Apache-2.0 */
/* A mortgage with level payments: the annuity that repays the balance (Fabozzi, Bond Markets, Analysis, and Strategies,
 * chapter on residential mortgage loans), discounted by the curve. */
#include "payments.h"

void KERNEL(prc_mortgage)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_mortgage *mortgage = &instrument->terms.mortgage;
    const struct purse purse = purse_of(job, values);
    const struct schedule schedule = schedule_of(mortgage->maturity, mortgage->per_year);
    const double rate = mortgage->rate / mortgage->per_year;
    pay_level(purse, mortgage->curve, schedule,
              prc_level_payment(NOTIONAL, rate, schedule.count, prc_growth(rate, schedule.count)));
}
