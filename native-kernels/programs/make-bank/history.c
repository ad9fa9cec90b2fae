/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The history, made backwards: today's levels are given, so each day's move is removed from the next day's level. The
 * moves of a day do not depend on the length of the history: a shorter history is the end of a longer one.
 */
#include "bank.h"

#include <math.h>
#include <stdlib.h>

/* The own part of a rate: a tenth of a basis point to one, which decays soon. */
static const double own_pull = 0.05, own_deviation = 0.00004;

static double share(const struct factor *factor) {
    const double rest = 1 - factor->with_market * factor->with_market - factor->with_group * factor->with_group;
    return rest > 0 ? sqrt(rest) : 0;
}

/* Returns the shock of the factor's group on that day, beside the market. */
static double group_shock(const struct factor *factor, const struct drivers *drivers) {
    switch (factor->class) {
    case CLASS_STOCK:
        return 0.8 * drivers->sector[factor->group] + 0.6 * drivers->region[factor->currency];
    case CLASS_INDEX:
        return drivers->region[factor->currency];
    case CLASS_FX:
        return 0.8 * drivers->dollar + 0.6 * drivers->region[factor->currency];
    case CLASS_COMMODITY:
        return drivers->group[factor->group];
    case CLASS_VOLATILITY:
        return drivers->fear;
    case CLASS_ECONOMIC:
        return drivers->prices;
    default:
        return 0;
    }
}

/* Returns a level of the day before. A factor that moves by its logarithm is divided by its growth, so the level stays
 * above zero. */
static double price_back(const struct factor *factor, const struct drivers *drivers, double own) {
    const double yearly = factor->class == CLASS_ECONOMIC ? 0.022 : factor->class == CLASS_STOCK ? 0.06 : 0.0;
    const double pull = factor->class == CLASS_VOLATILITY                               ? 0.02
                        : factor->class == CLASS_FX || factor->class == CLASS_COMMODITY ? 0.0006
                                                                                        : 0.0;
    const double shock =
        factor->with_market * drivers->market + factor->with_group * group_shock(factor, drivers) + share(factor) * own;
    double move = yearly / 252 + factor->deviation * shock;
    move = move < -0.6 ? -0.6 : move;
    const double before = factor->level / (1 + move) + pull * (factor->typical - factor->level);
    return before > factor->typical / 1000 ? before : factor->typical / 1000;
}

static int64_t units_of(const struct bank *bank, const struct factor *factor, const struct rates *rates, size_t day) {
    if (factor->series >= 0)
        return bank->market.one[factor->series].thousandths[day];
    const double level = factor->rate == RATE_NONE ? factor->level : rates_of(rates, factor) + factor->level;
    const int64_t units = sheet_round(level, factor->decimals);
    return factor->rate == RATE_NONE && units < 1 ? 1 : units;
}

static void step_back(struct bank *bank, const struct drivers *drivers, size_t day) {
    for (size_t i = 0; i < bank->count; i++) {
        struct factor *factor = &bank->factors[i];
        if (factor->series >= 0)
            continue;
        const double own = drivers->wild * dice_shock(factor->dice, day);
        factor->level = factor->rate == RATE_NONE ? price_back(factor, drivers, own)
                                                  : (1 - own_pull) * factor->level - own_deviation * own;
    }
}

int bank_make_history(struct bank *bank, struct sw_failure *failure) {
    struct weather weather = {NULL, NULL};
    struct drivers drivers;
    struct rates rates;
    int64_t *units = calloc(bank->count * bank->days, sizeof *units);
    bank->factors[0].units = units;
    if (units == NULL)
        return sw_fail(failure, STATUS_COMPUTE, "ask for a smaller --scale",
                       "not enough memory for %zu days of %zu factors", bank->days, bank->count);
    for (size_t i = 0; i < bank->count; i++)
        bank->factors[i].units = units + i * bank->days;
    if (weather_make(bank, &weather, failure) == STATUS_OK) {
        rates_today(&rates);
        for (size_t at = bank->days; at-- > 0;) {
            const size_t day = bank->first + at;
            for (size_t i = 0; i < bank->count; i++)
                bank->factors[i].units[at] = units_of(bank, &bank->factors[i], &rates, day);
            drivers_of(bank, &weather, day, &drivers);
            rates_back(&rates, &drivers, bank, day);
            step_back(bank, &drivers, day);
        }
    }
    weather_free(&weather);
    return failure->status;
}

double bank_level_today(const struct bank *bank, int factor) {
    const struct factor *one = &bank->factors[factor];
    double unit = 1;
    for (int i = 0; i < one->decimals; i++)
        unit *= 10;
    return (double)one->units[bank->days - 1] / unit;
}

void bank_write_history(const struct bank *bank, struct sheet *sheet) {
    for (size_t i = 0; i < bank->count; i++) {
        const struct factor *factor = &bank->factors[bank->order[i]];
        for (size_t at = 0; at < bank->days; at++) {
            sheet_text(sheet, factor->name);
            sheet_day(sheet, bank->market.day[bank->first + at]);
            sheet_units(sheet, factor->units[at], factor->decimals);
            sheet_end_row(sheet);
        }
    }
}
