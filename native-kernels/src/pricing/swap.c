/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An interest rate swap: a fixed leg against a floating one (Hull, Options, Futures, and Other Derivatives, chapter
 * "Swaps", valuation by forward rates). The payer pays the fixed rate.
 */
#include "payments.h"

void KERNEL(prc_swap)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_swap *swap = &instrument->terms.swap;
    const struct purse purse = purse_of(job, values);
    const struct schedule schedule = schedule_of(swap->maturity, swap->per_year);
    const double payer = swap->side == PRC_PAYER ? 1 : -1;
    const struct floating leg = {payer, swap->current, 0, swap->curve, swap->forward_curve};
    pay_floating_leg(purse, &leg, schedule);
    pay_level(purse, swap->curve, schedule, -payer * NOTIONAL * swap->rate / swap->per_year);
}
