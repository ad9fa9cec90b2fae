/* SPDX-License-Identifier: Apache-2.0 */
/* Values that books print. */
#include "pricing/pricing-cases.h"

/* Haug, The Complete Guide to Option Pricing Formulas, 1998, pages 2 to 8; the last is by the formula to 10 digits. */
void europeans_are_those_of_haug(void) {
    static const struct {
        prc_option option;
        double strike, price, yield, rate, years, volatility, value, error;
    } rows[] = {
        {PRC_CALL, 65, 60, 0, 0.08, 0.25, 0.30, 2.1334, 5e-5},
        {PRC_PUT, 95, 100, 0.05, 0.10, 0.5, 0.2, 2.4648, 5e-5},
        {PRC_PUT, 19, 19, 0.10, 0.10, 0.75, 0.28, 1.7011, 5e-5},
        {PRC_CALL, 1.6, 1.56, 0.08, 0.06, 0.5, 0.12, 0.0291, 5e-5},
        {PRC_PUT, 70, 75, 0.05, 0.10, 0.5, 0.35, 4.0870, 5e-5},
        {PRC_CALL, 100, 100, 0, 0.05, 1, 0.2, 10.4505835722, 5e-11},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double today[FACTORS] = {
            [PRICE] = rows[i].price, [VOLATILITY] = rows[i].volatility, [RATE] = rows[i].rate, [YIELD] = rows[i].yield};
        const struct prc_instrument option = european_instrument(rows[i].option, rows[i].strike, rows[i].years);
        CHECK_NEAR(value_today(&option, today), rows[i].value, rows[i].error);
    }
}

static double barrier_value(prc_option option, double strike, double barrier, prc_direction direction,
                            prc_knock knock) {
    const double today[FACTORS] = {[PRICE] = 100, [VOLATILITY] = 0.25, [RATE] = 0.08, [YIELD] = 0.04};
    const struct prc_instrument instrument = {
        .kind = PRC_BARRIER, .terms.barrier = {european(option, strike, 0.5), barrier, direction, knock, 3}};
    return value_today(&instrument, today);
}

/* Haug, 1998, page 72: price 100, rebate 3, half a year, rate 8 %, yield 4 %, volatility 25 %. */
void barriers_are_those_of_haug(void) {
    static const struct {
        prc_option option;
        prc_direction direction;
        prc_knock knock;
        double barrier, value[3]; /* strikes 90, 100, 110 */
    } rows[] = {
        {PRC_CALL, PRC_DOWN, PRC_OUT, 95, {9.0246, 6.7924, 4.8759}},
        {PRC_CALL, PRC_DOWN, PRC_OUT, 100, {3.0000, 3.0000, 3.0000}},
        {PRC_CALL, PRC_UP, PRC_OUT, 105, {2.6789, 2.3580, 2.3453}},
        {PRC_CALL, PRC_DOWN, PRC_IN, 95, {7.7627, 4.0109, 2.0576}},
        {PRC_CALL, PRC_DOWN, PRC_IN, 100, {13.8333, 7.8494, 3.9795}},
        {PRC_CALL, PRC_UP, PRC_IN, 105, {14.1112, 8.4482, 4.5910}},
        {PRC_PUT, PRC_DOWN, PRC_OUT, 95, {2.2798, 2.2947, 2.6252}},
        {PRC_PUT, PRC_DOWN, PRC_OUT, 100, {3.0000, 3.0000, 3.0000}},
        {PRC_PUT, PRC_UP, PRC_OUT, 105, {3.7760, 5.4932, 7.5187}},
        {PRC_PUT, PRC_DOWN, PRC_IN, 95, {2.9586, 6.5677, 11.9752}},
        {PRC_PUT, PRC_DOWN, PRC_IN, 100, {2.2845, 5.9085, 11.6465}},
        {PRC_PUT, PRC_UP, PRC_IN, 105, {1.4653, 3.3721, 7.0846}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(barrier_value(rows[i].option, 90 + 10 * k, rows[i].barrier, rows[i].direction, rows[i].knock),
                       rows[i].value[k], 5e-5);
}

/* Returns the payments of a pool from today to a time, all at their amounts. Very high rates make all later payments
 * worthless. */
static double paid_until(const struct prc_instrument *pool, double years) {
    struct scene *scene = scene_new(usual, 1, years);
    double value;
    scene_set_all(scene, RATE, 1e5);
    scene_value(scene, pool, &value);
    scene_end(scene);
    return value;
}

/* Fabozzi, Bond Markets, Analysis, and Strategies, chapter on agency mortgage pass-through securities: 400 million at a
 * pass-through rate of 7.5 %, mortgages at 8.125 %, 357 months left and 3 past. In the first month pay 3,035,005 at 100
 * PSA and 3,209,923 at 165 PSA. */
void the_pool_of_fabozzi_pays_what_he_prints(void) {
    static const struct { double psa, paid; } rows[] = {{100, 3035005}, {165, 3209923}};
    for (size_t i = 0; i < 2; i++) {
        const struct prc_instrument pool = {.kind = PRC_POOL,
                                            .terms.pool = {0.075, 0.08125, 3, rows[i].psa, 357.0 / 12, FLAT}};
        CHECK_NEAR(paid_until(&pool, 1.01 / 12) * 4e6, rows[i].paid, 1.5);
    }
}
