/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <math.h>

double rmc_normal_cdf(double x) {
    return 0.5 * erfc(-x * 0.70710678118654752440);
}

double rmc_sign(rmc_option option) {
    return option == RMC_CALL ? 1.0 : option == RMC_PUT ? -1.0 : NAN;
}

double rmc_european(rmc_option option, double spot, double strike, double yield, struct rmc_motion motion) {
    const double sign = rmc_sign(option);
    if (isnan(sign) || !(spot > 0) || !(strike > 0) || !(motion.vol >= 0) || !(motion.years >= 0))
        return NAN;
    const double asset = spot * exp(-yield * motion.years), cash = strike * exp(-motion.rate * motion.years);
    const double deviation = motion.vol * sqrt(motion.years);
    if (!(deviation > 0))
        return fmax(sign * (asset - cash), 0.0);
    const double d1 = log(asset / cash) / deviation + 0.5 * deviation;
    return sign * (asset * rmc_normal_cdf(sign * d1) - cash * rmc_normal_cdf(sign * (d1 - deviation)));
}
