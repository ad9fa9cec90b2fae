/* SPDX-License-Identifier: Apache-2.0 */
/* A small market for the tests of pricing, and calls that value one instrument there. */
#ifndef SLIPWAY_TESTS_PRICING_FIXTURE_H
#define SLIPWAY_TESTS_PRICING_FIXTURE_H

#include "slipway/pricing.h"

/* The factors: prices and volatilities of some assets, and rates. */
enum { PRICE, PRICE2, PRICE3, VOLATILITY, VOLATILITY2, VOLATILITY3, RATE, YIELD, SHORT, MIDDLE, LONG, FACTORS };
/* The curves: flat ones of RATE and YIELD, and one with points at 1, 5 and 10 years. */
enum { FLAT, FLAT_YIELD, SLOPED, CURVES };

/* The levels that tests begin with: prices of 100, volatilities of 20 %, a rate of 5 %, no yield. */
extern const double usual[FACTORS];

/* A block in that market. */
struct scene {
    struct prc_market market;
    struct prc_block block;
    double today[FACTORS];
    double *levels; /* all scenarios of a factor, one after another */
};

/* Makes a scene of SCENARIOS times today's levels. The caller ends the scene with scene_end. */
struct scene *scene_new(const double today[FACTORS], size_t scenarios, double years);
void scene_end(struct scene *scene);

/* Sets the level of a factor in one scenario, or in all. */
void scene_set(struct scene *scene, unsigned factor, size_t scenario, double level);
void scene_set_all(struct scene *scene, unsigned factor, double level);

/* Values a valid instrument, in scratch memory of exactly the requested size. */
void scene_value(const struct scene *scene, const struct prc_instrument *instrument, double *values);

/* Returns the value at today's levels. */
double value_today(const struct prc_instrument *instrument, const double today[FACTORS]);

/* European options on PRICE by FLAT and FLAT_YIELD. */
struct prc_european european(prc_option option, double strike, double maturity);
struct prc_instrument european_instrument(prc_option option, double strike, double maturity);

#endif
