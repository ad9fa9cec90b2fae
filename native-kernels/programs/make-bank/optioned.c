/* SPDX-License-Identifier: Apache-2.0 */
/* Options on factors with a volatility: strikes around today's price, barriers that the price has not touched yet. */
#include "terms.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_MEMBERS = 2, MOST_MEMBERS = 5 };

static bool is_equity(const struct factor *factor) {
    return factor->class == CLASS_STOCK || factor->class == CLASS_INDEX;
}

/* A factor with a volatility: six in ten times an equity, else a currency or a commodity. */
static int any_underlying(struct terms *terms) {
    const int throw = dice_below(&terms->dice, 10);
    for (;;) {
        const int place = dice_below(&terms->dice, (int)terms->bank->count);
        const struct factor *factor = &terms->bank->factors[place];
        const bool fits = throw < 6   ? is_equity(factor)
                          : throw < 8 ? factor->class == CLASS_FX
                                      : factor->class == CLASS_COMMODITY;
        if (factor->volatility >= 0 && fits)
            return place;
    }
}

/* Writes the fields that all options on one factor have. Returns the maturity; *PLACE is the factor. */
static int option(struct terms *terms, bool is_exotic, int least_days, int *place) {
    const int underlying = any_underlying(terms);
    const struct factor *factor = &terms->bank->factors[underlying];
    const double price = bank_level_today(terms->bank, underlying);
    const int currency = is_equity(factor) ? factor->currency : 0, maturity = terms_day(terms, least_days, 1095);
    const desk_place own = is_exotic                          ? DESK_EXOTICS
                           : factor->class == CLASS_FX        ? DESK_FX_OPTIONS
                           : factor->class == CLASS_COMMODITY ? DESK_COMMODITIES
                                                              : DESK_OPTIONS;
    terms_begin(terms, own, currency, price);
    sheet_text(terms->sheet, factor->name);
    sheet_text(terms->sheet, terms->bank->factors[factor->volatility].name);
    sheet_text(terms->sheet, dice_below(&terms->dice, 2) == 0 ? "call" : "put");
    sheet_number(terms->sheet, price * (0.8 + 0.01 * dice_below(&terms->dice, 41)), factor->decimals);
    sheet_day(terms->sheet, maturity);
    terms_curve(terms, bank_currencies[currency].name, "swap");
    if (factor->class == CLASS_COMMODITY)
        terms_curve(terms, bank_commodity_groups[factor->group], "yield");
    else
        terms_curve(terms, bank_currencies[factor->currency].name, factor->class == CLASS_FX ? "swap" : "dividend");
    *place = underlying;
    return maturity;
}

void draw_european(struct terms *terms) {
    int place;
    option(terms, false, 10, &place);
}

void draw_digital(struct terms *terms) {
    int place;
    option(terms, false, 10, &place);
    sheet_number(terms->sheet, terms->line->price * dice_between(&terms->dice, 0.05, 0.5), 6);
}

/* Writes a barrier that today's price has not touched, and the rebate of an option that never lives. */
static void barrier(struct terms *terms, int place) {
    const bool is_up = dice_below(&terms->dice, 2) == 0;
    const double away = dice_between(&terms->dice, 0.06, 0.35), price = terms->line->price;
    sheet_number(terms->sheet, price * (is_up ? 1 + away : 1 - away), terms->bank->factors[place].decimals);
    sheet_text(terms->sheet, is_up ? "up" : "down");
    sheet_text(terms->sheet, dice_below(&terms->dice, 2) == 0 ? "in" : "out");
    sheet_number(terms->sheet, dice_below(&terms->dice, 3) == 0 ? price * dice_between(&terms->dice, 0.01, 0.05) : 0,
                 6);
}

void draw_barrier(struct terms *terms) {
    int place;
    option(terms, false, 30, &place);
    barrier(terms, place);
}

void draw_discrete_barrier(struct terms *terms) {
    int place;
    const int maturity = option(terms, true, 90, &place);
    barrier(terms, place);
    sheet_day(terms->sheet, terms_day(terms, 1, 30));
    sheet_units(terms->sheet, 2 + (maturity - terms->bank->today) / 30, 0);
}

/* Returns the first of COUNT fixings. No fixing falls on today, so that each is clearly past or to come. */
static int first_fixing(struct terms *terms, int maturity, int count) {
    const int today = terms->bank->today;
    int first = dice_below(&terms->dice, 3) == 0 ? terms_day(terms, -200, -1) : terms_day(terms, 1, 30);
    while (first < today && (today - first) * (count - 1) % (maturity - first) == 0)
        first--;
    return first;
}

void draw_asian(struct terms *terms) {
    int place;
    const int maturity = option(terms, true, 90, &place), count = 4 + dice_below(&terms->dice, 22);
    const int first = first_fixing(terms, maturity, count);
    sheet_day(terms->sheet, first);
    sheet_units(terms->sheet, count, 0);
    if (first < terms->bank->today)
        sheet_number(terms->sheet, terms->line->price * dice_between(&terms->dice, 0.9, 1.1),
                     terms->bank->factors[place].decimals);
    else
        sheet_text(terms->sheet, "");
}

struct member {
    int place;
    double weight;
};

/* Chooses different stocks of one currency, each with a similar part of 100. Returns the number of stocks, at most that
 * of the currency. */
static int members_of(struct terms *terms, int currency, struct member members[MOST_MEMBERS]) {
    const int has = bank_currencies[currency].optioned, most = has < MOST_MEMBERS ? has : MOST_MEMBERS;
    const int wanted = LEAST_MEMBERS + dice_below(&terms->dice, most - LEAST_MEMBERS + 1);
    for (int count = 0; count < wanted;) {
        const int place = dice_below(&terms->dice, (int)terms->bank->count);
        const struct factor *factor = &terms->bank->factors[place];
        bool fits = factor->class == CLASS_STOCK && factor->volatility >= 0 && factor->currency == currency;
        for (int i = 0; i < count; i++)
            fits = fits && members[i].place != place;
        if (fits)
            members[count++] = (struct member){place, 100.0 / wanted / bank_level_today(terms->bank, place)};
    }
    return wanted;
}

/* Writes the lists of a basket, in its row or as separate rows. */
static void write_members(struct terms *terms, const struct member *members, int count) {
    char lists[3][MOST_MEMBERS * NAME_BYTES] = {"", "", ""};
    for (int i = 0; i < count; i++) {
        const struct factor *factor = &terms->bank->factors[members[i].place];
        const char *volatility = terms->bank->factors[factor->volatility].name;
        char weight[NAME_BYTES];
        const long long units = sheet_round(members[i].weight, 8);
        snprintf(weight, sizeof weight, "%lld.%08lld", units / 100000000, units % 100000000);
        if (terms->members != NULL) {
            sheet_text(terms->members, terms->line->instrument);
            sheet_units(terms->members, i + 1, 0);
            sheet_text(terms->members, factor->name);
            sheet_text(terms->members, volatility);
            sheet_text(terms->members, weight);
            sheet_end_row(terms->members);
        }
        const char *const items[3] = {factor->name, volatility, weight};
        for (int list = 0; list < 3; list++) {
            const size_t used = strlen(lists[list]);
            snprintf(lists[list] + used, sizeof lists[list] - used, "%s%s", i > 0 ? ";" : "", items[list]);
        }
    }
    for (int list = 0; list < 3 && terms->members == NULL; list++)
        sheet_text(terms->sheet, lists[list]);
}

void draw_basket(struct terms *terms) {
    struct member members[MOST_MEMBERS];
    const int currency = terms_currency(terms), count = members_of(terms, currency, members);
    terms_begin(terms, DESK_EXOTICS, currency, 100);
    write_members(terms, members, count);
    sheet_number(terms->sheet, dice_between(&terms->dice, 0.2, 0.8), 2);
    sheet_text(terms->sheet, dice_below(&terms->dice, 2) == 0 ? "call" : "put");
    sheet_number(terms->sheet, 80 + dice_below(&terms->dice, 41), 2);
    sheet_day(terms->sheet, terms_day(terms, 60, 1095));
    terms_curve(terms, bank_currencies[currency].name, "swap");
}
