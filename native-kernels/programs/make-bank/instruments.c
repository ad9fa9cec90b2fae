/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of instruments, their shares, and their common data. */
#include "terms.h"

#include <stdio.h>
#include <string.h>

#define OPTION_COLUMNS "instrument,currency,factor,volatility,option,strike,maturity,curve,yield_curve"
#define BARRIER_COLUMNS OPTION_COLUMNS ",barrier,direction,knock,rebate"

/* The shares add up to 80,000 in closed form and 20,000 by Monte Carlo. */
const struct kind bank_kinds[KINDS] = {
    {"cash", "CA", "instrument,currency", 400, false, draw_cash},
    {"stock", "ST", "instrument,currency,factor", 4000, false, draw_stock},
    {"fx-forward", "FF", "instrument,currency,factor,strike,maturity,curve,foreign_curve", 8000, false,
     draw_fx_forward},
    {"commodity-forward", "CF", "instrument,currency,factor,strike,maturity,curve,yield_curve", 3000, false,
     draw_commodity_forward},
    {"deposit", "DE", "instrument,currency,rate,start,maturity,curve", 4000, false, draw_deposit},
    {"fixed-bond", "FB", "instrument,currency,coupon,per_year,maturity,curve", 8000, false, draw_fixed_bond},
    {"floating-bond", "FL", "instrument,currency,spread,per_year,maturity,current,curve,forward_curve", 4000, false,
     draw_floating_bond},
    {"inflation-bond", "IB", "instrument,currency,coupon,per_year,maturity,curve,factor,base", 1600, false,
     draw_inflation_bond},
    {"mortgage", "MO", "instrument,currency,rate,per_year,maturity,curve", 4000, false, draw_mortgage},
    {"pool", "PO", "instrument,currency,coupon,rate,age_months,psa,maturity,curve", 3000, false, draw_pool},
    {"swap", "SW", "instrument,currency,side,rate,per_year,maturity,current,curve,forward_curve", 12000, false,
     draw_swap},
    {"european", "EU", OPTION_COLUMNS, 18000, false, draw_european},
    {"digital", "DI", OPTION_COLUMNS ",payout", 4000, false, draw_digital},
    {"barrier", "BA", BARRIER_COLUMNS, 6000, false, draw_barrier},
    {"asian", "AS", OPTION_COLUMNS ",first_fixing,fixings,realised", 10000, true, draw_asian},
    {"discrete-barrier", "DB", BARRIER_COLUMNS ",first_fixing,fixings", 6000, true, draw_discrete_barrier},
    {"basket", "BK", "instrument,currency,factors,volatilities,weights,correlation,option,strike,maturity,curve", 4000,
     true, draw_basket},
};

/* The kinds that take the rounding error, so that exactly a fifth is by Monte Carlo. */
enum { LARGEST_CLOSED = 11, LARGEST_MONTE_CARLO = 14 };

static uint64_t rounded_share(int kind, uint64_t count) {
    const uint64_t share = (count * bank_kinds[kind].in_100000 + 50000) / 100000;
    return share > 0 ? share : 1;
}

uint64_t bank_kind_count(int kind, uint64_t count) {
    const bool is_monte_carlo = bank_kinds[kind].is_monte_carlo;
    const uint64_t monte_carlo = (count + 2) / 5;
    uint64_t left = is_monte_carlo ? monte_carlo : count - monte_carlo;
    if (kind != (is_monte_carlo ? LARGEST_MONTE_CARLO : LARGEST_CLOSED))
        return rounded_share(kind, count);
    for (int i = 0; i < KINDS; i++)
        if (i != kind && bank_kinds[i].is_monte_carlo == is_monte_carlo)
            left -= rounded_share(i, count);
    return left;
}

void bank_write_kind(struct bank *bank, int kind, struct sheet *sheet, struct sheet *members) {
    const uint64_t count = bank_kind_count(kind, bank->instruments);
    for (uint64_t i = 1; i <= count; i++) {
        struct line *line = &bank->lines[bank->line_count++];
        struct terms terms = {.bank = bank,
                              .sheet = sheet,
                              .members = members,
                              .line = line,
                              .dice = dice_of(bank->seed, DICE_INSTRUMENT, (uint64_t)kind << 32 | i)};
        snprintf(line->instrument, sizeof line->instrument, "%s%06u", bank_kinds[kind].prefix, (unsigned)i);
        bank_kinds[kind].write(&terms);
        sheet_end_row(sheet);
    }
}

void terms_begin(struct terms *terms, desk_place desk, int currency, double price) {
    terms->line->desk = (int)desk;
    terms->line->currency = currency;
    terms->line->price = price;
    sheet_text(terms->sheet, terms->line->instrument);
    sheet_text(terms->sheet, bank_currencies[currency].name);
}

void terms_curve(struct terms *terms, const char *of, const char *what) {
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "%s.%s", of, what);
    sheet_text(terms->sheet, name);
}

int terms_currency(struct terms *terms) {
    const int most = dice_below(&terms->dice, CURRENCIES) + 1;
    return dice_below(&terms->dice, most);
}

int terms_day(struct terms *terms, int least, int most) {
    const int day = terms->bank->today + least + dice_below(&terms->dice, most - least + 1);
    const int weekday = (day + 3) % 7; /* 1970-01-01 was a Thursday; Monday is 0 */
    return weekday < 5 ? day : day + 7 - weekday;
}

double terms_rate(const struct terms *terms, int currency, rate_sort sort, int day) {
    struct rates rates;
    const struct factor of = {.rate = sort, .currency = currency, .years = (day - terms->bank->today) / 365.0};
    rates_today(&rates);
    return rates_of(&rates, &of);
}
