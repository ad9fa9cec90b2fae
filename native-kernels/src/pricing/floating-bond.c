/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bond with a floating coupon: each period pays its forward rate (Hull, Options, Futures, and Other Derivatives,
 * chapter "Interest rates", "Forward rates"); with a separate forward curve as in Henrard, Interest Rate Modelling in
 * the Multi-Curve Framework, 2014, chapter 2.
 */
#include "payments.h"

void KERNEL(prc_floating_bond)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_floating_bond *bond = &instrument->terms.floating_bond;
    const struct purse purse = purse_of(job, values);
    const struct floating leg = {1, bond->current, bond->spread, bond->curve, bond->forward_curve};
    pay_floating_leg(purse, &leg, schedule_of(bond->maturity, bond->per_year));
    pay(purse, bond->curve, bond->maturity, NOTIONAL);
}
