/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the setup of a portfolio. */
#include "internal.h"

#include <math.h>

static rmc_err check_curve(const struct rmc_curve *curve, struct rmc_error *error) {
    if (curve->points == 0)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "the zero curve has no point");
    for (size_t i = 0; i < curve->points; i++)
        if (!isfinite(curve->tenor[i]) || !isfinite(curve->rate[i]) ||
            (i > 0 && !(curve->tenor[i] > curve->tenor[i - 1])))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "point %zu of the zero curve: not a number, or not ascending", i);
    return RMC_OK;
}

static rmc_err check_factors(const struct rmc_setup *setup, struct rmc_error *error) {
    const size_t n = setup->factors;
    for (size_t j = 0; j < n; j++) {
        if (!(setup->spot[j] > 0) || !isfinite(setup->spot[j]))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "factor %zu: a price of %g is not above zero", j, setup->spot[j]);
        if (!(setup->cov[j * n + j] >= 0) || !isfinite(setup->cov[j * n + j]))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "factor %zu: a variance of %g is not at least zero", j,
                            setup->cov[j * n + j]);
        for (size_t k = 0; k <= j; k++)
            if (!isfinite(setup->root[j * n + k]))
                return rmc_fail(error, RMC_ERR_ARGUMENT, "factor %zu: the root of the covariance is not finite", j);
    }
    return RMC_OK;
}

static const char *wrong_terms(const struct rmc_position *at, size_t factors) {
    if (at->kind != RMC_STOCK && at->kind != RMC_EUROPEAN && at->kind != RMC_ASIAN)
        return "the kind is unknown";
    if (at->factor >= factors)
        return "the factor does not exist";
    if (!isfinite(at->quantity))
        return "the quantity is not a finite number";
    if (at->kind == RMC_STOCK)
        return NULL;
    if (isnan(rmc_sign(at->option)))
        return "the option is neither a call nor a put";
    if (!(at->strike > 0) || !isfinite(at->strike))
        return "the strike is not above zero";
    if (!(at->years >= 0) || !isfinite(at->years))
        return "the time to the expiry is not at least zero";
    return at->kind == RMC_ASIAN ? rmc_schedule_wrong(&at->schedule, at->years) : NULL;
}

rmc_err rmc_check_setup(const struct rmc_setup *setup, struct rmc_error *error) {
    if (setup->factors == 0 || setup->position_count == 0)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "a portfolio needs factors and positions: %zu and %zu", setup->factors,
                        setup->position_count);
    if (setup->paths == 0 || setup->paths > RMC_MAX_PATHS)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu paths: from 1 to %d", setup->paths, RMC_MAX_PATHS);
    if (!(setup->horizon_days > 0) || !(setup->horizon_days <= RMC_MAX_DAYS))
        return rmc_fail(error, RMC_ERR_ARGUMENT, "a horizon of %g days is not above zero and at most %d",
                        setup->horizon_days, RMC_MAX_DAYS);
    rmc_err code = check_curve(&setup->curve, error);
    if (code == RMC_OK)
        code = check_factors(setup, error);
    for (size_t i = 0; i < setup->position_count && code == RMC_OK; i++) {
        const char *wrong = wrong_terms(&setup->positions[i], setup->factors);
        if (wrong != NULL)
            code = rmc_fail(error, RMC_ERR_ARGUMENT, "position %zu: %s", i, wrong);
    }
    return code;
}
