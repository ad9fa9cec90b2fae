/* SPDX-License-Identifier: Apache-2.0 */
/* Refuses invalid markets and instruments, and reports the first defect. */
#include "internal.h"

#include <math.h>

/* --- the market --- */

static prc_err check_curve(const struct prc_market *market, size_t number, struct prc_error *error) {
    const struct prc_curve *curve = &market->curves[number];
    if (curve->points == 0)
        return prc_fail(error, PRC_ERR_ARGUMENT, "curve %zu: it has no points", number);
    for (size_t i = 0; i < curve->points; i++) {
        const double years = curve->years[i];
        if (!(isfinite(years) && years >= 0))
            return prc_fail(error, PRC_ERR_ARGUMENT, "curve %zu: years of point %zu is %g; it must be 0 or more",
                            number, i, years);
        if (i > 0 && !(years > curve->years[i - 1]))
            return prc_fail(error, PRC_ERR_ARGUMENT, "curve %zu: years of point %zu is %g, after %g; years must ascend",
                            number, i, years, curve->years[i - 1]);
        if (curve->factors[i] >= market->factors)
            return prc_fail(error, PRC_ERR_ARGUMENT, "curve %zu: factor of point %zu is %lu; there are %zu factors",
                            number, i, (unsigned long)curve->factors[i], market->factors);
    }
    return PRC_OK;
}

prc_err prc_market_check(const struct prc_market *market, struct prc_error *error) {
    for (size_t i = 0; i < market->factors; i++)
        if (!isfinite(market->today[i]))
            return prc_fail(error, PRC_ERR_ARGUMENT, "today: the level of factor %zu is %g; it must be a number", i,
                            market->today[i]);
    for (size_t i = 0; i < market->curve_count; i++) {
        const prc_err code = check_curve(market, i, error);
        if (code != PRC_OK)
            return code;
    }
    return PRC_OK;
}

/* --- single terms --- */

/* A check in progress. CODE is that of the first defect; later defects are not reported. */
struct check {
    const char *kind;
    struct prc_error *error;
    prc_err code;
};

static void refuse(struct check *check, const char *field, double value, const char *wanted) {
    if (check->code == PRC_OK)
        check->code = prc_fail(check->error, PRC_ERR_ARGUMENT, "%s: %s is %.10g; it must be %s", check->kind, field,
                               value, wanted);
}

static void check_number(struct check *check, const char *field, double value) {
    if (!isfinite(value))
        refuse(check, field, value, "a finite number");
}

static void check_above_zero(struct check *check, const char *field, double value) {
    if (!(isfinite(value) && value > 0))
        refuse(check, field, value, "a finite number above 0");
}

static void check_not_negative(struct check *check, const char *field, double value) {
    if (!(isfinite(value) && value >= 0))
        refuse(check, field, value, "a finite number, 0 or more");
}

static void check_choice(struct check *check, const char *field, int value, int last) {
    if (value < 0 || value > last)
        refuse(check, field, value, "one of the choices that pricing.h names");
}

/* Checks the payments after today up to maturity: at least one, and not too many. */
static void check_payments(struct check *check, unsigned per_year, double maturity) {
    if (per_year < 1 || per_year > 365)
        refuse(check, "per_year", per_year, "from 1 to 365");
    if (!(isfinite(maturity) && maturity > PRC_SAME_DATE))
        refuse(check, "maturity", maturity, "after today, in years");
    if (check->code == PRC_OK && maturity * per_year > PRC_MAX_PAYMENTS)
        refuse(check, "maturity", maturity, "so early that there are at most 1200 payments");
}

static void check_fixings(struct check *check, struct prc_fixings fixings) {
    if (fixings.count < 1 || fixings.count > PRC_MAX_FIXINGS)
        refuse(check, "fixings", fixings.count, "from 1 to 4096");
    check_number(check, "first_fixing", fixings.first);
    if (fixings.count > 1 && !(fixings.first < fixings.maturity))
        refuse(check, "first_fixing", fixings.first, "before maturity");
}

/* --- kinds --- */

static void check_option(struct check *check, const struct prc_european *option) {
    check_choice(check, "option", (int)option->option, PRC_PUT);
    check_above_zero(check, "strike", option->strike);
    check_not_negative(check, "maturity", option->maturity);
}

static void check_barrier(struct check *check, const struct prc_barrier *barrier) {
    check_above_zero(check, "barrier", barrier->barrier);
    check_choice(check, "direction", (int)barrier->direction, PRC_DOWN);
    check_choice(check, "knock", (int)barrier->knock, PRC_OUT);
    check_not_negative(check, "rebate", barrier->rebate);
}

static void check_asian(struct check *check, const struct prc_instrument *instrument) {
    const struct prc_fixings fixings = prc_fixings_of(instrument);
    check_fixings(check, fixings);
    if (check->code == PRC_OK && prc_fixings_before(fixings, 0) > 0)
        check_above_zero(check, "realised", instrument->terms.asian.realised);
}

static void check_correlation(struct check *check, const struct prc_basket *basket) {
    const double least = basket->assets > 1 ? -1.0 / (double)(basket->assets - 1) : -1.0;
    if (!(basket->correlation >= least && basket->correlation <= 1))
        refuse(check, "correlation", basket->correlation, "from -1 / (assets - 1) to 1");
}

static void check_basket(struct check *check, const struct prc_basket *basket) {
    for (size_t i = 0; i < basket->assets; i++)
        check_number(check, "weights", basket->weights[i]);
    check_correlation(check, basket);
    check_choice(check, "option", (int)basket->option, PRC_PUT);
    check_above_zero(check, "strike", basket->strike);
    check_not_negative(check, "maturity", basket->maturity);
}

static void check_deposit(struct check *check, const struct prc_deposit *deposit) {
    check_number(check, "rate", deposit->rate);
    check_not_negative(check, "maturity", deposit->maturity);
    check_number(check, "start", deposit->start);
    if (!(deposit->start < deposit->maturity))
        refuse(check, "start", deposit->start, "before maturity");
}

static void check_pool(struct check *check, const struct prc_pool *pool) {
    check_number(check, "coupon", pool->coupon);
    check_not_negative(check, "rate", pool->rate);
    check_not_negative(check, "psa", pool->psa);
    if (pool->age_months > PRC_MAX_PAYMENTS)
        refuse(check, "age_months", pool->age_months, "at most 1200");
    check_payments(check, 12, pool->maturity);
}

/* Bonds, mortgages and swaps. */
static void check_rates(struct check *check, const struct prc_instrument *instrument) {
    const struct prc_fixed_bond *fixed = &instrument->terms.fixed_bond;
    const struct prc_floating_bond *floating = &instrument->terms.floating_bond;
    const struct prc_inflation_bond *inflation = &instrument->terms.inflation_bond;
    const struct prc_mortgage *mortgage = &instrument->terms.mortgage;
    const struct prc_swap *swap = &instrument->terms.swap;
    switch ((int)instrument->kind) {
    case PRC_FIXED_BOND:
        check_number(check, "coupon", fixed->coupon);
        check_payments(check, fixed->per_year, fixed->maturity);
        break;
    case PRC_FLOATING_BOND:
        check_number(check, "spread", floating->spread);
        check_number(check, "current", floating->current);
        check_payments(check, floating->per_year, floating->maturity);
        break;
    case PRC_INFLATION_BOND:
        check_number(check, "coupon", inflation->coupon);
        check_above_zero(check, "base", inflation->base);
        check_payments(check, inflation->per_year, inflation->maturity);
        break;
    case PRC_MORTGAGE:
        check_not_negative(check, "rate", mortgage->rate);
        check_payments(check, mortgage->per_year, mortgage->maturity);
        break;
    default:
        check_choice(check, "side", (int)swap->side, PRC_RECEIVER);
        check_number(check, "rate", swap->rate);
        check_number(check, "current", swap->current);
        check_payments(check, swap->per_year, swap->maturity);
    }
}

static void check_terms(struct check *check, const struct prc_instrument *instrument) {
    const struct prc_fx_forward *fx = &instrument->terms.fx_forward;
    const struct prc_commodity_forward *commodity = &instrument->terms.commodity_forward;
    if (prc_option_of(instrument) != NULL)
        check_option(check, prc_option_of(instrument));
    switch (instrument->kind) {
    case PRC_FX_FORWARD:
        check_above_zero(check, "strike", fx->strike);
        check_not_negative(check, "maturity", fx->maturity);
        break;
    case PRC_COMMODITY_FORWARD:
        check_above_zero(check, "strike", commodity->strike);
        check_not_negative(check, "maturity", commodity->maturity);
        break;
    case PRC_DEPOSIT:
        check_deposit(check, &instrument->terms.deposit);
        break;
    case PRC_POOL:
        check_pool(check, &instrument->terms.pool);
        break;
    case PRC_FIXED_BOND:
    case PRC_FLOATING_BOND:
    case PRC_INFLATION_BOND:
    case PRC_MORTGAGE:
    case PRC_SWAP:
        check_rates(check, instrument);
        break;
    case PRC_DIGITAL:
        check_number(check, "payout", instrument->terms.digital.payout);
        break;
    case PRC_BARRIER:
        check_barrier(check, &instrument->terms.barrier);
        break;
    case PRC_ASIAN:
        check_asian(check, instrument);
        break;
    case PRC_DISCRETE_BARRIER:
        check_barrier(check, &instrument->terms.discrete_barrier.barrier);
        check_fixings(check, prc_fixings_of(instrument));
        break;
    case PRC_BASKET:
        check_basket(check, &instrument->terms.basket);
        break;
    case PRC_CASH:
    case PRC_STOCK:
    case PRC_EUROPEAN:
    case PRC_KINDS:
        break;
    }
}

/* --- factors and curves --- */

static void check_use(struct check *check, const struct prc_use *use, const struct prc_market *market) {
    const size_t count = use->role == PRC_CURVE ? market->curve_count : market->factors;
    if (use->index >= count) {
        if (check->code == PRC_OK)
            check->code =
                prc_fail(check->error, PRC_ERR_ARGUMENT, "%s: %s is number %lu; there are %zu %s", check->kind,
                         use->field, (unsigned long)use->index, count, use->role == PRC_CURVE ? "curves" : "factors");
        return;
    }
    if (use->role == PRC_PRICE && !(market->today[use->index] > 0))
        refuse(check, use->field, market->today[use->index], "above 0 today");
    if (use->role == PRC_VOLATILITY && !(market->today[use->index] >= 0))
        refuse(check, use->field, market->today[use->index], "0 or more today");
}

prc_err prc_check(const struct prc_instrument *instrument, const struct prc_market *market, struct prc_error *error) {
    struct check check = {prc_kind_name(instrument->kind), error, PRC_OK};
    if (check.kind == NULL)
        return prc_fail(error, PRC_ERR_ARGUMENT, "kind is %d; it must be from 0 to %d", (int)instrument->kind,
                        PRC_KINDS - 1);
    if (instrument->kind == PRC_BASKET &&
        (instrument->terms.basket.assets < 1 || instrument->terms.basket.assets > PRC_MAX_ASSETS)) {
        refuse(&check, "assets", (double)instrument->terms.basket.assets, "from 1 to 64");
        return check.code;
    }
    struct prc_use uses[PRC_MAX_USES];
    const size_t count = prc_uses(instrument, uses);
    for (size_t i = 0; i < count; i++)
        check_use(&check, &uses[i], market);
    check_terms(&check, instrument);
    return check.code;
}
