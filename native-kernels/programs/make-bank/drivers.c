/* SPDX-License-Identifier: Apache-2.0 */
/* The common drivers of many factors. The market's part is real: the index's move of the day, and the volatility of the
 * days before. */
#include "bank.h"

#include <math.h>
#include <stdlib.h>

/* Subjects with a number for each day, in the order of struct drivers. */
enum { OF_RATES, OF_DOLLAR, OF_FEAR, OF_PRICES, OF_SLOPE, OF_REGION, OF_GROUP = 100, OF_SECTOR = 200 };

/* A day's weight in the variance of the next day, as in RiskMetrics. */
static const double newest = 0.06;
/* A day's standard deviation of the index from 1990 on, about. */
static const double usual = 0.0115;

int weather_make(const struct bank *bank, struct weather *weather, struct sw_failure *failure) {
    const struct market *market = &bank->market;
    const int64_t *index = market->one[0].thousandths;
    double variance = usual * usual;
    weather->market = calloc(market->days, sizeof *weather->market);
    weather->wild = calloc(market->days, sizeof *weather->wild);
    if (weather->market == NULL || weather->wild == NULL)
        return sw_fail(failure, STATUS_COMPUTE, NULL, "not enough memory for %zu days", market->days);
    weather->wild[0] = 1;
    for (size_t i = 1; i < market->days; i++) {
        const double move = (double)index[i] / (double)index[i - 1] - 1;
        const double wild = sqrt(variance) / usual;
        weather->market[i] = move / usual;
        weather->wild[i] = wild < 0.5 ? 0.5 : wild > 3 ? 3 : wild;
        variance = (1 - newest) * variance + newest * move * move;
    }
    return STATUS_OK;
}

void weather_free(struct weather *weather) {
    free(weather->market);
    free(weather->wild);
}

void drivers_of(const struct bank *bank, const struct weather *weather, size_t day, struct drivers *drivers) {
    const double wild = weather->wild[day];
    const uint64_t seed = bank->seed;
    drivers->wild = wild;
    drivers->market = weather->market[day];
    drivers->rates = wild * dice_shock(dice_of(seed, DICE_DRIVER, OF_RATES), day);
    drivers->dollar = wild * dice_shock(dice_of(seed, DICE_DRIVER, OF_DOLLAR), day);
    drivers->fear = wild * dice_shock(dice_of(seed, DICE_DRIVER, OF_FEAR), day);
    drivers->prices = dice_shock(dice_of(seed, DICE_DRIVER, OF_PRICES), day);
    drivers->slope = wild * dice_shock(dice_of(seed, DICE_DRIVER, OF_SLOPE), day);
    for (unsigned i = 0; i < CURRENCIES; i++)
        drivers->region[i] = wild * dice_shock(dice_of(seed, DICE_DRIVER, OF_REGION + i), day);
    for (unsigned i = 0; i < GROUPS; i++)
        drivers->group[i] = wild * dice_shock(dice_of(seed, DICE_DRIVER, OF_GROUP + i), day);
    for (unsigned i = 0; i < SECTORS; i++)
        drivers->sector[i] = wild * dice_shock(dice_of(seed, DICE_DRIVER, OF_SECTOR + i), day);
}
