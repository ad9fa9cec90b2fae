/* SPDX-License-Identifier: Apache-2.0 */
/* A commodity forward: the spot price less convenience yield, less the strike (Hull, Options, Futures, and Other
 * Derivatives, chapter "Determination of forward and futures prices", convenience yields). */
#include "forward.h"

void KERNEL(prc_commodity_forward)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_commodity_forward *terms = &instrument->terms.commodity_forward;
    const struct forward forward = {terms->factor,   PRC_NONE,     terms->strike,
                                    terms->maturity, terms->curve, terms->yield_curve};
    value_forward(&forward, job, values);
}
