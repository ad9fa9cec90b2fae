/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The thousand factors. Real series keep their names; the name of a generated factor begins with "sim." in every file.
 * Today's levels of generated factors are round numbers near real levels at the end of 2022.
 */
#include "bank.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const bank_classes[CLASSES] = {"commodity", "economic", "fx",   "government", "index",
                                           "money",     "stock",    "swap", "volatility"};

const struct currency bank_currencies[CURRENCIES] = {
    {"USD", 1, 1, 0.039, 0.005, 3783.22, 60, 40, 0},        {"EUR", 1.061, 1, 0.025, -0.004, 3808, 50, 30, 0.25},
    {"GBP", 1.2016, 1, 0.037, -0.002, 7497, 30, 18, 0.3},   {"JPY", 0.00744, 100, 0.012, -0.012, 26340, 30, 18, -0.3},
    {"CHF", 1.0769, 1, 0.016, -0.004, 10779, 15, 8, -0.1},  {"CAD", 0.7352, 1, 0.033, 0.009, 19284, 15, 8, 0.45},
    {"AUD", 0.6742, 1, 0.041, -0.01, 7086, 12, 7, 0.5},     {"SEK", 0.0952, 10, 0.023, 0.003, 2057, 12, 7, 0.35},
    {"NOK", 0.1008, 10, 0.031, 0, 1362, 8, 4, 0.4},         {"NZD", 0.6312, 1, 0.044, 0.005, 11528, 6, 3, 0.45},
    {"DKK", 0.1427, 10, 0.026, -0.003, 1832, 8, 4, 0.25},   {"SGD", 0.7424, 1, 0.029, 0.012, 3266, 8, 4, 0.2},
    {"HKD", 0.12831, 10, 0.036, 0.008, 19898, 10, 5, 0.05}, {"KRW", 0.000789, 1000, 0.037, 0, 2280, 8, 4, 0.4},
    {"MXN", 0.0515, 10, 0.088, 0.02, 49414, 4, 2, 0.4},     {"ZAR", 0.0579, 10, 0.108, -0.035, 73370, 4, 2, 0.45},
};

const char *const bank_commodity_groups[GROUPS] = {"energy", "metal", "gold", "grain", "soft"};

static const struct commodity commodities[] = {
    {"brent", 0, 83.26, 0.021},   {"wti", 0, 78.96, 0.022},       {"gasoil", 0, 902.5, 0.02},
    {"gasoline", 0, 2.38, 0.022}, {"heating-oil", 0, 3.31, 0.02}, {"us-gas", 0, 4.69, 0.032},
    {"eu-gas", 0, 81.4, 0.035},   {"power", 0, 182.5, 0.03},      {"coal", 0, 189.5, 0.02},
    {"carbon", 0, 84.2, 0.024},   {"copper", 1, 8420, 0.014},     {"aluminium", 1, 2390, 0.013},
    {"zinc", 1, 2985, 0.016},     {"nickel", 1, 30130, 0.019},    {"lead", 1, 2240, 0.016},
    {"tin", 1, 24640, 0.016},     {"iron-ore", 1, 116.4, 0.02},   {"gold", 2, 1804, 0.0095},
    {"silver", 2, 23.6, 0.017},   {"platinum", 2, 1011, 0.014},   {"palladium", 2, 1782, 0.02},
    {"wheat", 3, 7.86, 0.018},    {"corn", 3, 6.83, 0.016},       {"soybeans", 3, 15.14, 0.014},
    {"rice", 3, 17.9, 0.014},     {"oats", 3, 3.64, 0.019},       {"coffee", 4, 1.7, 0.02},
    {"sugar", 4, 0.2019, 0.018},  {"cocoa", 4, 2557, 0.017},      {"cotton", 4, 0.8441, 0.017},
};

struct term {
    const char *name;
    double years;
};

static const struct term money_terms[] = {{"1M", 1 / 12.0}, {"3M", 0.25}, {"6M", 0.5},
                                          {"9M", 0.75},     {"1Y", 1},    {NULL, 0}};
static const struct term government_terms[] = {{"3M", 0.25}, {"1Y", 1},   {"2Y", 2},   {"3Y", 3}, {"5Y", 5},
                                               {"7Y", 7},    {"10Y", 10}, {"30Y", 30}, {NULL, 0}};
static const struct term swap_terms[] = {{"1Y", 1},   {"2Y", 2},   {"3Y", 3},   {"5Y", 5}, {"7Y", 7},
                                         {"10Y", 10}, {"20Y", 20}, {"30Y", 30}, {NULL, 0}};
static const struct term yield_terms[] = {{"1Y", 1}, {"5Y", 5}, {NULL, 0}};

static int add(struct bank *bank, factor_class class, int currency, const char *name, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns the place of a new factor, with own shocks and without traits yet. */
static int add(struct bank *bank, factor_class class, int currency, const char *name, ...) {
    const int place = (int)bank->count++;
    struct factor *made = &bank->factors[place];
    va_list args;
    *made = (struct factor){.class = class, .currency = currency, .series = -1, .volatility = -1, .decimals = 6};
    va_start(args, name);
    sw_text_format(made->name, sizeof made->name, name, args);
    va_end(args);
    made->dice = dice_of(bank->seed, DICE_FACTOR, (uint64_t)place);
    return place;
}

static void add_rates(struct bank *bank, rate_sort sort, int place, const struct term *terms) {
    static const char *const words[] = {"", "govt", "swap", "mm", "div", "yield"};
    static const factor_class classes[] = {CLASSES,     CLASS_GOVERNMENT, CLASS_SWAP,
                                           CLASS_MONEY, CLASS_MONEY,      CLASS_MONEY};
    const char *of = sort == RATE_YIELD ? bank_commodity_groups[place] : bank_currencies[place].name;
    for (; terms->name != NULL; terms++) {
        const int currency = sort == RATE_YIELD ? 0 : place;
        struct factor *made =
            &bank->factors[add(bank, classes[sort], currency, "sim.%s.%s%s", of, words[sort], terms->name)];
        made->rate = sort;
        made->years = terms->years;
        made->group = sort == RATE_YIELD ? place : 0;
    }
}

/* Gives a price today's level and its drivers. */
static void set_price(struct factor *factor, double level, double deviation, double with_market, double with_group) {
    factor->level = factor->typical = level;
    factor->deviation = deviation;
    factor->with_market = with_market;
    factor->with_group = with_group;
}

/* Adds the volatility of FACTOR: about the factor's own yearly deviation, moving against the market. */
static void add_volatility(struct bank *bank, int factor) {
    struct factor *of = &bank->factors[factor];
    /* the volatility of a real series is also generated */
    of->volatility = add(bank, CLASS_VOLATILITY, of->currency, "%s%s.vol", of->series < 0 ? "" : "sim.", of->name);
    struct factor *made = &bank->factors[of->volatility];
    const bool is_equity = of->class == CLASS_STOCK || of->class == CLASS_INDEX;
    set_price(made, of->deviation * 15.9, 0.03, is_equity ? -0.6 : -0.2, 0.5);
}

static void add_currency(struct bank *bank, int place) {
    const struct currency *currency = &bank_currencies[place];
    if (place > 0) {
        bank->fx[place] = add(bank, CLASS_FX, place, "sim.%s.fx", currency->name);
        struct factor *fx = &bank->factors[bank->fx[place]];
        fx->decimals = currency->unit >= 1000 ? 9 : currency->unit >= 100 ? 8 : currency->unit >= 10 ? 7 : 6;
        set_price(fx, currency->fx, place == 12 ? 0.0004 : 0.0058, currency->cautious, 0.65);
        add_volatility(bank, bank->fx[place]);
    }
    bank->index[place] = place == 0 ? add(bank, CLASS_INDEX, 0, "%s", bank->market.one[0].name)
                                    : add(bank, CLASS_INDEX, place, "sim.%s.index", currency->name);
    struct factor *index = &bank->factors[bank->index[place]];
    index->decimals = place == 0 ? 3 : 2;
    index->series = place == 0 ? 0 : -1;
    set_price(index, currency->index, 0.0125, 0.6, 0.5);
    add_volatility(bank, bank->index[place]);
    bank->cpi[place] = add(bank, CLASS_ECONOMIC, place, "sim.%s.cpi", currency->name);
    set_price(&bank->factors[bank->cpi[place]], 100 + 2 * place, 0.0002, 0, 0.5);
    bank->factors[bank->cpi[place]].decimals = 4;
    add_rates(bank, RATE_GOVERNMENT, place, government_terms);
    add_rates(bank, RATE_SWAP, place, swap_terms);
    add_rates(bank, RATE_MONEY, place, money_terms);
    add_rates(bank, RATE_DIVIDEND, place, yield_terms);
}

static void add_stock(struct bank *bank, int currency, int number, bool has_options) {
    const int place = add(bank, CLASS_STOCK, currency, "sim.%s.eq%03d", bank_currencies[currency].name, number);
    struct factor *stock = &bank->factors[place];
    struct dice dice = dice_of(bank->seed, DICE_TRAIT, (uint64_t)place);
    stock->group = dice_below(&dice, SECTORS);
    stock->decimals = 4;
    /* One throw after the other: compilers differ in the order of arguments in one call. */
    const double level = dice_between(&dice, 15, 240) * bank_currencies[currency].unit;
    const double deviation = dice_between(&dice, 0.012, 0.024), with_market = dice_between(&dice, 0.35, 0.6);
    set_price(stock, level, deviation, with_market, dice_between(&dice, 0.4, 0.6));
    if (has_options)
        add_volatility(bank, place);
}

/* Adds the stocks of the market: all series but the first, which is the index. */
static void add_real_stocks(struct bank *bank) {
    for (size_t i = 1; i < bank->market.series; i++) {
        const int place = add(bank, CLASS_STOCK, 0, "%s", bank->market.one[i].name);
        bank->factors[place].series = (int)i;
        bank->factors[place].decimals = 3;
        bank->factors[place].deviation = 0.018;
        add_volatility(bank, place);
    }
}

static int by_name(const void *one, const void *other, void *factors) {
    const struct factor *of = factors;
    return strcmp(of[*(const size_t *)one].name, of[*(const size_t *)other].name);
}

int bank_make_factors(struct bank *bank, struct sw_failure *failure) {
    bank->factors = calloc(FACTORS, sizeof *bank->factors);
    if (bank->factors == NULL)
        return sw_fail(failure, STATUS_COMPUTE, NULL, "not enough memory for %d factors", FACTORS);
    for (int i = 0; i < CURRENCIES; i++)
        add_currency(bank, i);
    for (int i = 0; i < GROUPS; i++)
        add_rates(bank, RATE_YIELD, i, yield_terms);
    for (size_t i = 0; i < sizeof commodities / sizeof commodities[0]; i++) {
        const int place = add(bank, CLASS_COMMODITY, 0, "sim.%s", commodities[i].name);
        bank->factors[place].decimals = 4;
        bank->factors[place].group = commodities[i].group;
        set_price(&bank->factors[place], commodities[i].price, commodities[i].deviation, 0.25, 0.65);
        add_volatility(bank, place);
    }
    add_real_stocks(bank);
    for (int i = 0; i < CURRENCIES; i++)
        for (int k = 0; k < bank_currencies[i].stocks; k++)
            add_stock(bank, i, k + 1, k < bank_currencies[i].optioned);
    for (size_t i = 0; i < bank->count; i++)
        bank->order[i] = i;
    qsort_r(bank->order, bank->count, sizeof bank->order[0], by_name, bank->factors);
    return STATUS_OK;
}
