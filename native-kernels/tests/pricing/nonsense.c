/* SPDX-License-Identifier: Apache-2.0 */
/* Invalid instruments are refused, with a text that names the field. */
#include "pricing/pricing-cases.h"
#include "pricing/sample.h"

/* Checks that the instrument is refused, and that the text names the kind and the field. */
static void refused(const struct prc_instrument *instrument, const char *field) {
    struct scene *scene = scene_new(usual, 1, 0);
    struct prc_error error = {PRC_OK, ""};
    const prc_err code = prc_check(instrument, &scene->market, &error);
    char start[64];
    snprintf(start, sizeof start, "%s: %s is ", prc_kind_name(instrument->kind), field);
    CHECK(code == PRC_ERR_ARGUMENT && error.code == code, "%s is taken", start);
    CHECK(strncmp(error.text, start, strlen(start)) == 0, "\"%s\" does not begin with \"%s\"", error.text, start);
    CHECK(prc_check(instrument, &scene->market, NULL) == code, "without an error to fill");
    scene_end(scene);
}

/* Returns the sample's instrument of a kind. */
static struct prc_instrument good(prc_kind kind) {
    size_t i = 0;
    while (sample[i].kind != kind)
        i++;
    return sample[i];
}

/* Refuses VALUE as FIELD of the terms. */
#define REFUSED(which, field, value, name)                                                                             \
    do {                                                                                                               \
        struct prc_instrument bad = good(which);                                                                       \
        bad.terms.field = value;                                                                                       \
        refused(&bad, name);                                                                                           \
    } while (0)

/* Refuses values that are not numbers, and one out of range. */
#define REFUSED_NUMBERS(which, field, value, name)                                                                     \
    do {                                                                                                               \
        REFUSED(which, field, NAN, name);                                                                              \
        REFUSED(which, field, INFINITY, name);                                                                         \
        REFUSED(which, field, value, name);                                                                            \
    } while (0)

static void options_are_refused(void) {
    REFUSED_NUMBERS(PRC_EUROPEAN, european.strike, 0, "strike");
    REFUSED_NUMBERS(PRC_EUROPEAN, european.maturity, -0.01, "maturity");
    REFUSED(PRC_EUROPEAN, european.option, (prc_option)9, "option");
    REFUSED(PRC_EUROPEAN, european.factor, FACTORS, "factor");
    REFUSED(PRC_EUROPEAN, european.factor, PRC_NONE, "factor");
    REFUSED(PRC_EUROPEAN, european.volatility, FACTORS, "volatility");
    REFUSED(PRC_EUROPEAN, european.curve, CURVES, "curve");
    REFUSED(PRC_EUROPEAN, european.curve, PRC_NONE, "curve");
    REFUSED(PRC_EUROPEAN, european.yield_curve, CURVES, "yield_curve");
    REFUSED_NUMBERS(PRC_DIGITAL, digital.payout, -INFINITY, "payout");
    REFUSED(PRC_DIGITAL, digital.option.option, (prc_option)-1, "option");
    REFUSED_NUMBERS(PRC_BARRIER, barrier.barrier, 0, "barrier");
    REFUSED_NUMBERS(PRC_BARRIER, barrier.rebate, -1, "rebate");
    REFUSED(PRC_BARRIER, barrier.direction, (prc_direction)2, "direction");
    REFUSED(PRC_BARRIER, barrier.knock, (prc_knock)2, "knock");
    REFUSED_NUMBERS(PRC_ASIAN, asian.realised, 0, "realised");
    REFUSED_NUMBERS(PRC_ASIAN, asian.first_fixing, 0.5, "first_fixing");
    REFUSED(PRC_ASIAN, asian.fixings, 0, "fixings");
    REFUSED(PRC_ASIAN, asian.fixings, PRC_MAX_FIXINGS + 1, "fixings");
    REFUSED(PRC_DISCRETE_BARRIER, discrete_barrier.fixings, 0, "fixings");
    REFUSED(PRC_DISCRETE_BARRIER, discrete_barrier.first_fixing, 2, "first_fixing");
    REFUSED(PRC_DISCRETE_BARRIER, discrete_barrier.barrier.barrier, -1, "barrier");
    REFUSED(PRC_BASKET, basket.assets, 0, "assets");
    REFUSED(PRC_BASKET, basket.assets, PRC_MAX_ASSETS + 1, "assets");
    REFUSED_NUMBERS(PRC_BASKET, basket.correlation, -0.51, "correlation");
    REFUSED(PRC_BASKET, basket.correlation, 1.01, "correlation");
    REFUSED(PRC_BASKET, basket.weights, ((const double[]){1, NAN, 1}), "weights");
    REFUSED(PRC_BASKET, basket.factors, ((const uint32_t[]){PRICE, FACTORS, PRICE}), "factors");
    REFUSED(PRC_BASKET, basket.volatilities, ((const uint32_t[]){0, 0, FACTORS}), "volatilities");
    REFUSED_NUMBERS(PRC_BASKET, basket.strike, -1, "strike");
    REFUSED(PRC_BASKET, basket.option, (prc_option)2, "option");
}

static void others_are_refused(void) {
    REFUSED(PRC_STOCK, stock.factor, FACTORS, "factor");
    REFUSED_NUMBERS(PRC_FX_FORWARD, fx_forward.strike, -1, "strike");
    REFUSED_NUMBERS(PRC_FX_FORWARD, fx_forward.maturity, -1, "maturity");
    REFUSED(PRC_FX_FORWARD, fx_forward.own_factor, FACTORS, "own_factor");
    REFUSED(PRC_FX_FORWARD, fx_forward.foreign_curve, PRC_NONE, "foreign_curve");
    REFUSED_NUMBERS(PRC_COMMODITY_FORWARD, commodity_forward.strike, 0, "strike");
    REFUSED(PRC_COMMODITY_FORWARD, commodity_forward.yield_curve, CURVES, "yield_curve");
    REFUSED(PRC_DEPOSIT, deposit.rate, NAN, "rate");
    REFUSED_NUMBERS(PRC_DEPOSIT, deposit.maturity, -0.1, "maturity");
    REFUSED_NUMBERS(PRC_DEPOSIT, deposit.start, 0.3, "start");
    REFUSED(PRC_FIXED_BOND, fixed_bond.coupon, INFINITY, "coupon");
    REFUSED(PRC_FIXED_BOND, fixed_bond.per_year, 0, "per_year");
    REFUSED(PRC_FIXED_BOND, fixed_bond.per_year, 366, "per_year");
    REFUSED_NUMBERS(PRC_FIXED_BOND, fixed_bond.maturity, 0, "maturity");
    REFUSED(PRC_FIXED_BOND, fixed_bond.maturity, 601, "maturity");
    REFUSED(PRC_FLOATING_BOND, floating_bond.spread, NAN, "spread");
    REFUSED(PRC_FLOATING_BOND, floating_bond.current, NAN, "current");
    REFUSED(PRC_FLOATING_BOND, floating_bond.forward_curve, PRC_NONE, "forward_curve");
    REFUSED(PRC_INFLATION_BOND, inflation_bond.coupon, NAN, "coupon");
    REFUSED_NUMBERS(PRC_INFLATION_BOND, inflation_bond.base, 0, "base");
    REFUSED(PRC_INFLATION_BOND, inflation_bond.factor, FACTORS, "factor");
    REFUSED_NUMBERS(PRC_MORTGAGE, mortgage.rate, -0.01, "rate");
    REFUSED(PRC_MORTGAGE, mortgage.curve, CURVES, "curve");
    REFUSED_NUMBERS(PRC_POOL, pool.psa, -1, "psa");
    REFUSED(PRC_POOL, pool.coupon, NAN, "coupon");
    REFUSED_NUMBERS(PRC_POOL, pool.rate, -0.01, "rate");
    REFUSED(PRC_POOL, pool.age_months, 5000, "age_months");
    REFUSED(PRC_POOL, pool.maturity, 101, "maturity");
    REFUSED(PRC_SWAP, swap.side, (prc_side)2, "side");
    REFUSED(PRC_SWAP, swap.rate, NAN, "rate");
    REFUSED(PRC_SWAP, swap.current, NAN, "current");
    REFUSED(PRC_SWAP, swap.forward_curve, CURVES, "forward_curve");
}

void nonsense_is_refused_by_its_field(void) {
    struct prc_instrument unknown = sample[0];
    struct prc_error error;
    struct scene *scene = scene_new(usual, 1, 0);
    unknown.kind = (prc_kind)77;
    CHECK(prc_check(&unknown, &scene->market, &error) == PRC_ERR_ARGUMENT, "kind 77 is taken");
    CHECK(strncmp(error.text, "kind is 77", 10) == 0, "%s", error.text);
    scene->today[PRICE] = 0;
    const struct prc_instrument stock = good(PRC_STOCK);
    CHECK(prc_check(&stock, &scene->market, &error) == PRC_ERR_ARGUMENT, "a price of 0 is taken");
    CHECK(strncmp(error.text, "stock: factor is 0;", 19) == 0, "%s", error.text);
    scene->today[PRICE] = 1;
    scene->today[VOLATILITY] = -0.1;
    const struct prc_instrument option = good(PRC_EUROPEAN);
    CHECK(prc_check(&option, &scene->market, &error) == PRC_ERR_ARGUMENT, "a negative volatility is taken");
    CHECK(strncmp(error.text, "european: volatility is -0.1;", 29) == 0, "%s", error.text);
    scene_end(scene);
    options_are_refused();
    others_are_refused();
}

static void refuse_market(const struct prc_market *market, const char *text) {
    struct prc_error error = {PRC_OK, ""};
    CHECK(prc_market_check(market, &error) == PRC_ERR_ARGUMENT, "\"%s\" is taken", text);
    CHECK(strncmp(error.text, text, strlen(text)) == 0, "\"%s\" does not begin with \"%s\"", error.text, text);
}

void wrong_markets_are_refused(void) {
    const double today[] = {1, NAN}, years[] = {1, 1}, negative[] = {-1, 2};
    const uint32_t factors[] = {0, 0}, beyond[] = {0, 1};
    const struct prc_curve none = {0, years, factors}, flat = {2, years, factors}, early = {2, negative, factors},
                           lost = {1, years, beyond + 1};
    refuse_market(&(struct prc_market){2, today, NULL, NULL, 0}, "today: the level of factor 1 is nan");
    refuse_market(&(struct prc_market){1, today, NULL, &none, 1}, "curve 0: it has no points");
    refuse_market(&(struct prc_market){1, today, NULL, &flat, 1}, "curve 0: years of point 1 is 1, after 1");
    refuse_market(&(struct prc_market){1, today, NULL, &early, 1}, "curve 0: years of point 0 is -1");
    refuse_market(&(struct prc_market){1, today, NULL, &lost, 1}, "curve 0: factor of point 0 is 1; there are 1");
}

/* Checks that a block is refused for an instrument, with a text that begins with "block: TEXT". */
static void refuse_block(const struct prc_block *block, prc_kind kind, const char *text) {
    const struct prc_instrument instrument = good(kind);
    struct prc_error error = {PRC_OK, ""};
    double value;
    CHECK(prc_value(&instrument, block, NULL, &value, &error) == PRC_ERR_ARGUMENT, "\"%s\" is taken", text);
    CHECK(strncmp(error.text, "block: ", 7) == 0 && strncmp(error.text + 7, text, strlen(text)) == 0, "%s", error.text);
}

void wrong_blocks_are_refused(void) {
    struct scene *scene = scene_new(usual, 4, 0);
    struct prc_error error;
    struct prc_block block = scene->block;
    block.scenarios = 0;
    refuse_block(&block, PRC_STOCK, "0 scenarios");
    block.scenarios = 5;
    refuse_block(&block, PRC_STOCK, "5 scenarios with a stride of 4");
    block = scene->block;
    block.years = -1;
    refuse_block(&block, PRC_STOCK, "years is -1");
    block.years = NAN;
    refuse_block(&block, PRC_STOCK, "years is nan");
    block = scene->block;
    block.paths = 0;
    refuse_block(&block, PRC_ASIAN, "paths is 0");
    block.paths = PRC_MAX_PATHS + 1;
    refuse_block(&block, PRC_BASKET, "paths is 1048577");
    block = scene->block;
    block.inner = (prc_inner)2;
    refuse_block(&block, PRC_DISCRETE_BARRIER, "inner is 2");
    block = scene->block;
    block.arithmetic = (prc_arithmetic)2;
    refuse_block(&block, PRC_STOCK, "arithmetic is 2");
    struct prc_rows *rows;
    CHECK(prc_rows_new(0, 1, &rows, &error) == PRC_ERR_ARGUMENT && rows == NULL, "rows of no scenarios");
    CHECK(prc_rows_new(1, 0, &rows, &error) == PRC_ERR_ARGUMENT && rows == NULL, "no rows");
    scene_end(scene);
}

void values_that_are_no_numbers_are_refused(void) {
    static const struct {
        unsigned factor;
        double level;
    } rows[] = {{PRICE, -1}, {PRICE, NAN}, {VOLATILITY, -0.1}, {VOLATILITY, NAN}, {SHORT, NAN}, {SHORT, -INFINITY}};
    static const prc_kind kinds[] = {PRC_EUROPEAN, PRC_DIGITAL,          PRC_BARRIER,
                                     PRC_ASIAN,    PRC_DISCRETE_BARRIER, PRC_BASKET};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            struct scene *scene = scene_new(usual, 5, 0);
            const struct prc_instrument instrument = good(kinds[k]);
            struct prc_error error = {PRC_OK, ""};
            double values[5];
            scene->block.first = 90;
            scene_set(scene, rows[r].factor, 3, rows[r].level);
            void *scratch = aligned_alloc(PRC_SCRATCH_ALIGNMENT, prc_scratch_bytes(&instrument, &scene->block));
            CHECK(prc_value(&instrument, &scene->block, scratch, values, &error) == PRC_ERR_NOT_FINITE,
                  "%s takes a level of %g of factor %u", prc_kind_name(kinds[k]), rows[r].level, rows[r].factor);
            CHECK(strstr(error.text, "scenario 93 is not finite") != NULL, "%s", error.text);
            free(scratch);
            scene_end(scene);
        }
}
