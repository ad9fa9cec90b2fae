/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interest rates: each currency has one curve of a level, a slope and a bend, so that rates of neighbouring terms never
 * contradict each other. Swap and money-market rates are a spread above the curve; dividend and commodity yields are
 * levels.
 */
#include "bank.h"

/* A quantity that moves by addition and returns to its mean. */
struct pulled {
    double mean, pull, deviation;
};

static const struct pulled slopes = {0, 0.0012, 0.00025}, bends = {0, 0.004, 0.0002};
static const struct pulled swaps = {0.0015, 0.01, 0.00008}, moneys = {0.002, 0.02, 0.0001};
static const struct pulled dividends = {0.022, 0.003, 0.0001}, yields = {0.015, 0.005, 0.0004};

/* Returns the value of a quantity one day before the value NOW: takes away the random move of the day, which is SHOCK
 * deviations, and pulls the value towards the mean. */
static double back(double now, struct pulled what, double shock) {
    return now - what.deviation * shock + what.pull * (what.mean - now);
}

void rates_today(struct rates *rates) {
    for (int i = 0; i < CURRENCIES; i++)
        rates->curve[i] = (struct curve_state){.level = bank_currencies[i].level,
                                               .slope = bank_currencies[i].slope,
                                               .swap = 0.0012,
                                               .money = 0.0018,
                                               .dividend = 0.021};
    for (int i = 0; i < GROUPS; i++)
        rates->yield[i] = 0.012 + 0.002 * i;
}

void rates_back(struct rates *rates, const struct drivers *drivers, const struct bank *bank, size_t day) {
    for (int i = 0; i < CURRENCIES; i++) {
        struct curve_state *curve = &rates->curve[i];
        const struct pulled levels = {bank_currencies[i].level + 0.005, 0.0008, 0.0005};
        const double own = drivers->region[i];
        const struct dice dice = dice_of(bank->seed, DICE_DRIVER, 1000 + (uint64_t)i);
        const double wild = drivers->wild, spread = wild * dice_shock(dice, 3 * day);
        curve->level = back(curve->level, levels, 0.25 * drivers->market + 0.7 * drivers->rates + 0.65 * own);
        curve->slope = back(curve->slope, slopes, 0.7 * drivers->slope + 0.7 * wild * dice_shock(dice, 3 * day + 1));
        curve->bend = back(curve->bend, bends, wild * dice_shock(dice, 3 * day + 2));
        curve->swap = back(curve->swap, swaps, 0.7 * spread - 0.4 * drivers->market + 0.5 * drivers->fear);
        curve->money = back(curve->money, moneys, 0.6 * spread + 0.7 * drivers->fear);
        curve->dividend = back(curve->dividend, dividends, -0.5 * drivers->market + 0.5 * drivers->fear);
    }
    for (int i = 0; i < GROUPS; i++)
        rates->yield[i] = back(rates->yield[i], yields, 0.8 * drivers->group[i]);
}

double rates_of(const struct rates *rates, const struct factor *factor) {
    const struct curve_state *curve = &rates->curve[factor->currency];
    const double near = 2 / (factor->years + 2);
    const double base = curve->level + curve->slope * near + 4 * curve->bend * near * (1 - near);
    switch (factor->rate) {
    case RATE_GOVERNMENT:
        return base;
    case RATE_SWAP:
        return base + curve->swap;
    case RATE_MONEY:
        return base + curve->money;
    case RATE_DIVIDEND:
        return curve->dividend + 0.003 * (1 - near);
    case RATE_YIELD:
        return rates->yield[factor->group] * (0.7 + 0.3 * near);
    case RATE_NONE:
        break;
    }
    return 0;
}
