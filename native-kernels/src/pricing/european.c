/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A European option: Black and Scholes, "The pricing of options and corporate liabilities", 1973, with a continuous
 * yield by Merton, "Theory of rational option pricing", 1973.
 */
#include "option.h"

void KERNEL(prc_european)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct option_rows rows = option_rows_of(&instrument->terms.european, job);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const struct option_lanes at = option_at(&rows, i);
        lane_store(values + i, european_at(&at, rows.sign));
    }
}
