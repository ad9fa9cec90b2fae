/* SPDX-License-Identifier: Apache-2.0 */
/* Cash and interest-bearing instruments, at rates near today's curves. */
#include "terms.h"

#include <math.h>

/* Bonds, mortgages and swaps are quoted for 100 of notional. */
static const double notional = 100;

/* A rate near RATE, a multiple of an eighth of a percent, at least LEAST. */
static double eighths(struct terms *terms, double rate, double least) {
    const double near = floor((rate + dice_between(&terms->dice, -0.01, 0.01)) * 800 + 0.5) / 800;
    return near < least ? least : near;
}

/* Returns the number of payments a year of a currency's bonds. */
static int per_year(int currency) {
    return currency == 0 || currency == 2 || currency == 3 ? 2 : 1;
}

static const char *name_of(int currency) {
    return bank_currencies[currency].name;
}

void draw_cash(struct terms *terms) {
    terms_begin(terms, DESK_MONEY, terms_currency(terms), 1);
}

void draw_deposit(struct terms *terms) {
    const int currency = terms_currency(terms), maturity = terms_day(terms, 7, 360), start = terms_day(terms, -300, -3);
    const double rate = terms_rate(terms, currency, RATE_MONEY, maturity) + dice_between(&terms->dice, -0.003, 0.003);
    terms_begin(terms, DESK_MONEY, currency, notional);
    sheet_number(terms->sheet, rate, 6);
    sheet_day(terms->sheet, start);
    sheet_day(terms->sheet, maturity);
    terms_curve(terms, name_of(currency), "money");
}

void draw_fixed_bond(struct terms *terms) {
    const int currency = terms_currency(terms), maturity = terms_day(terms, 60, 10950);
    const bool is_government = dice_below(&terms->dice, 3) > 0;
    const double rate = terms_rate(terms, currency, is_government ? RATE_GOVERNMENT : RATE_SWAP, maturity);
    terms_begin(terms, DESK_BONDS, currency, notional);
    sheet_number(terms->sheet, eighths(terms, rate, 0), 5);
    sheet_units(terms->sheet, per_year(currency), 0);
    sheet_day(terms->sheet, maturity);
    terms_curve(terms, name_of(currency), is_government ? "government" : "swap");
}

/* Returns the rate of the running period, fixed at its beginning. */
static double current(struct terms *terms, int currency, int times) {
    const int end = terms->bank->today + 365 / times;
    return terms_rate(terms, currency, RATE_MONEY, end) + dice_between(&terms->dice, -0.002, 0.001);
}

void draw_floating_bond(struct terms *terms) {
    const int currency = terms_currency(terms), times = dice_below(&terms->dice, 2) == 0 ? 2 : 4;
    terms_begin(terms, DESK_FLOATERS, currency, notional);
    sheet_number(terms->sheet, dice_between(&terms->dice, 0, 0.015), 4);
    sheet_units(terms->sheet, times, 0);
    sheet_day(terms->sheet, terms_day(terms, 120, 3650));
    sheet_number(terms->sheet, current(terms, currency, times), 6);
    terms_curve(terms, name_of(currency), "swap");
    terms_curve(terms, name_of(currency), "forward");
}

void draw_inflation_bond(struct terms *terms) {
    const int currency = terms_currency(terms), cpi = terms->bank->cpi[currency];
    terms_begin(terms, DESK_BONDS, currency, notional);
    sheet_number(terms->sheet, 0.00125 * (1 + dice_below(&terms->dice, 16)), 5);
    sheet_units(terms->sheet, per_year(currency), 0);
    sheet_day(terms->sheet, terms_day(terms, 365, 10950));
    terms_curve(terms, name_of(currency), "government");
    sheet_text(terms->sheet, terms->bank->factors[cpi].name);
    sheet_number(terms->sheet, bank_level_today(terms->bank, cpi) * dice_between(&terms->dice, 0.75, 1), 4);
}

/* Returns the rate of a borrower: a margin above swaps. */
static double borrowed(struct terms *terms, int currency) {
    const int later = terms->bank->today + 3650;
    return eighths(terms, terms_rate(terms, currency, RATE_SWAP, later) + 0.0175, 0.01);
}

void draw_mortgage(struct terms *terms) {
    const int currency = terms_currency(terms);
    terms_begin(terms, DESK_MORTGAGES, currency, notional);
    sheet_number(terms->sheet, borrowed(terms, currency), 5);
    sheet_units(terms->sheet, 12, 0);
    sheet_day(terms->sheet, terms_day(terms, 1095, 10950));
    terms_curve(terms, name_of(currency), "swap");
}

void draw_pool(struct terms *terms) {
    const int age = dice_below(&terms->dice, 181);
    const double rate = borrowed(terms, 0);
    terms_begin(terms, DESK_MORTGAGES, 0, notional);
    sheet_number(terms->sheet, rate - 0.005, 5);
    sheet_number(terms->sheet, rate, 5);
    sheet_units(terms->sheet, age, 0);
    sheet_units(terms->sheet, 75 + 25 * dice_below(&terms->dice, 14), 0);
    sheet_day(terms->sheet, terms_day(terms, 10950 - 31 * age - 30, 10950 - 30 * age));
    terms_curve(terms, name_of(0), "swap");
}

void draw_swap(struct terms *terms) {
    const int currency = terms_currency(terms), times = per_year(currency), maturity = terms_day(terms, 60, 10950);
    const double rate = terms_rate(terms, currency, RATE_SWAP, maturity) + dice_between(&terms->dice, -0.01, 0.01);
    terms_begin(terms, DESK_SWAPS, currency, notional);
    sheet_text(terms->sheet, dice_below(&terms->dice, 2) == 0 ? "payer" : "receiver");
    sheet_number(terms->sheet, rate, 6);
    sheet_units(terms->sheet, times, 0);
    sheet_day(terms->sheet, maturity);
    sheet_number(terms->sheet, current(terms, currency, times), 6);
    terms_curve(terms, name_of(currency), "swap");
    terms_curve(terms, name_of(currency), "forward");
}
