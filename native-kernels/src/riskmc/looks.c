/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/riskmc_bank.h"

#include <math.h>

/* At the first look an interval of the quantile lies between order statistics some 55 apart: its width is then known to
 * a seventh, and a run seldom stops because it seems narrower than it is. */
static const double first_tail = 200;

size_t rmc_next_look(size_t done, double confidence, size_t most) {
    const double wanted = done == 0 ? first_tail / (1 - confidence) : 1.5 * (double)done;
    if (!(wanted < (double)most))
        return most;
    const size_t whole = (size_t)ceil(wanted / RMC_LOOK) * RMC_LOOK;
    return whole < most ? whole : most;
}

double rmc_relative_width(struct rmc_interval interval) {
    const double width = interval.upper - interval.lower;
    return width == 0 ? 0 : width / fabs(interval.value);
}
