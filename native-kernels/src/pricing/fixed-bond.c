/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bond with a fixed coupon: the sum of each payment times the discount factor of the date (Hull, Options, Futures,
 * and Other Derivatives, chapter "Interest rates", "Bond pricing"). The value includes accrued interest.
 */
#include "payments.h"

void KERNEL(prc_fixed_bond)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_fixed_bond *bond = &instrument->terms.fixed_bond;
    const struct purse purse = purse_of(job, values);
    pay_level(purse, bond->curve, schedule_of(bond->maturity, bond->per_year),
              NOTIONAL * bond->coupon / bond->per_year);
    pay(purse, bond->curve, bond->maturity, NOTIONAL);
}
