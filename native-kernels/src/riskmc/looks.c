/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/riskmc_bank.h"

#include <math.h>

/* Scenarios in the tail at the first look. The interval of the quantile then lies between order statistics some 55
 * apart. So the width is known to a seventh, and a run seldom stops because of an interval that seems too narrow. */
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
