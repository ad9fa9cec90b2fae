/* SPDX-License-Identifier: Apache-2.0 */
/* An FX forward: the foreign unit discounted by the foreign curve, less the strike (Hull, Options, Futures, and Other
 * Derivatives, chapter "Determination of forward and futures prices", forwards on currencies). */
#include "forward.h"

void KERNEL(prc_fx_forward)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_fx_forward *terms = &instrument->terms.fx_forward;
    const struct forward forward = {terms->factor,   terms->own_factor, terms->strike,
                                    terms->maturity, terms->curve,      terms->foreign_curve};
    value_forward(&forward, job, values);
}
