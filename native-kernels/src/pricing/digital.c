/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A digital option, which pays a fixed amount or 0: Reiner and Rubinstein, "Unscrambling the binary code", Risk 4,
 * 1991; Haug, The Complete Guide to Option Pricing Formulas, 2nd ed. 2007, section 4.19.1.
 */
#include "option.h"

LANE lane_double digital_at(const struct option_lanes *at, double sign) {
    const lane_mask is_certain = lane_equal(at->deviation, lane_all(0));
    const lane_double deviation = lane_select(is_certain, lane_all(1), at->deviation);
    const lane_double d2 = at->log_ratio / deviation - 0.5 * deviation;
    const lane_mask is_paid = lane_less(lane_all(0), sign * (at->asset - at->cash));
    const lane_double certain = lane_select(is_paid, lane_all(1), lane_all(0));
    return at->discount * lane_select(is_certain, certain, lane_normal_cdf(sign * d2));
}

void KERNEL(prc_digital)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_digital *digital = &instrument->terms.digital;
    const struct option_rows rows = option_rows_of(&digital->option, job);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const struct option_lanes at = option_at(&rows, i);
        lane_store(values + i, digital->payout * digital_at(&at, rows.sign));
    }
}
