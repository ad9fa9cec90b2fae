/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <math.h>

/* Years are rounded and count days in several ways, so a date may be off by half a trading day. */
static const double half_day = 0.5 / RMC_DAYS_PER_YEAR;

struct rmc_schedule rmc_even_schedule(double years, uint32_t fixings) {
    return (struct rmc_schedule){years / fixings, fixings, 0, 0};
}

static double years_of(const struct rmc_schedule *schedule, double years, uint32_t i) {
    if (i + 1 == schedule->fixings)
        return years;
    return schedule->first + (years - schedule->first) * i / (schedule->fixings - 1);
}

double rmc_fixing_years(const struct rmc_schedule *schedule, double years, uint32_t i) {
    return fmax(years_of(schedule, years, i), 0.0);
}

const char *rmc_schedule_wrong(const struct rmc_schedule *schedule, double years) {
    const uint32_t fixings = schedule->fixings, passed = schedule->passed;
    if (fixings == 0 || fixings > RMC_MAX_FIXINGS)
        return "the number of fixings is not from 1 to 4096";
    if (!isfinite(schedule->first) || schedule->first > years)
        return "the first fixing is not a time up to the expiry";
    if (fixings == 1 && schedule->first < years - half_day)
        return "the only fixing is not at the expiry";
    if (passed > fixings)
        return "more fixings have passed than there are";
    if (passed > 0 && years_of(schedule, years, passed - 1) > half_day)
        return "a fixing that is still to come counts as passed";
    if (passed < fixings && years_of(schedule, years, passed) < -half_day)
        return "a fixing that has passed does not count as passed";
    if (!(passed > 0 ? schedule->realised > 0 && isfinite(schedule->realised) : schedule->realised == 0))
        return passed > 0 ? "the average of the fixings that have passed is not above zero"
                          : "no fixing has passed, but their average is not 0";
    return NULL;
}
