/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/riskmc.h"

#include <math.h>

double rmc_zero_rate(const struct rmc_curve *curve, double tenor) {
    if (curve->points == 0)
        return NAN;
    if (tenor <= curve->tenor[0])
        return curve->rate[0];
    for (size_t i = 1; i < curve->points; i++)
        if (tenor <= curve->tenor[i]) {
            const double share = (tenor - curve->tenor[i - 1]) / (curve->tenor[i] - curve->tenor[i - 1]);
            return curve->rate[i - 1] + share * (curve->rate[i] - curve->rate[i - 1]);
        }
    return curve->rate[curve->points - 1];
}
