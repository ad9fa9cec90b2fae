/* SPDX-License-Identifier: Apache-2.0 */
/* Stocks and forwards: prices near today's. */
#include "terms.h"

/* Returns a factor of one of two classes, all equally likely. */
static int any_factor(struct terms *terms, factor_class one, factor_class other) {
    for (;;) {
        const int place = dice_below(&terms->dice, (int)terms->bank->count);
        const factor_class class = terms->bank->factors[place].class;
        if (class == one || class == other)
            return place;
    }
}

void draw_stock(struct terms *terms) {
    const int place = any_factor(terms, CLASS_STOCK, CLASS_INDEX);
    const struct factor *factor = &terms->bank->factors[place];
    terms_begin(terms, DESK_EQUITIES, factor->currency, bank_level_today(terms->bank, place));
    sheet_text(terms->sheet, factor->name);
}

/* Strike and maturity of a forward that was made when the price was within a tenth of today's. */
static void forward(struct terms *terms, int place, int most_days) {
    const struct factor *factor = &terms->bank->factors[place];
    const double price = bank_level_today(terms->bank, place);
    terms_begin(terms, factor->class == CLASS_FX ? DESK_FX : DESK_COMMODITIES, 0, price);
    sheet_text(terms->sheet, factor->name);
    sheet_number(terms->sheet, price * dice_between(&terms->dice, 0.92, 1.08), factor->decimals);
    sheet_day(terms->sheet, terms_day(terms, 3, most_days));
    terms_curve(terms, bank_currencies[0].name, "swap");
}

void draw_fx_forward(struct terms *terms) {
    int currency = terms_currency(terms);
    while (currency == 0)
        currency = terms_currency(terms);
    forward(terms, terms->bank->fx[currency], 730);
    terms_curve(terms, bank_currencies[currency].name, "swap");
}

void draw_commodity_forward(struct terms *terms) {
    const int place = any_factor(terms, CLASS_COMMODITY, CLASS_COMMODITY);
    forward(terms, place, 1095);
    terms_curve(terms, bank_commodity_groups[terms->bank->factors[place].group], "yield");
}
