/* SPDX-License-Identifier: Apache-2.0 */
/* A deposit: the notional is paid at the start, and comes back with simple interest (Hull, Options, Futures, and Other
 * Derivatives, chapter "Interest rates"). */
#include "payments.h"

void KERNEL(prc_deposit)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_deposit *deposit = &instrument->terms.deposit;
    const struct purse purse = purse_of(job, values);
    if (deposit->start > 0)
        pay(purse, deposit->curve, deposit->start, -NOTIONAL);
    const double years = deposit->maturity - deposit->start;
    pay(purse, deposit->curve, deposit->maturity, NOTIONAL * (1 + deposit->rate * years));
}
