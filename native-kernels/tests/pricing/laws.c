/* SPDX-License-Identifier: Apache-2.0 */
/* Laws that values obey for any numbers of the model. */
#include "pricing/pricing-cases.h"
#include "support/draw.h"

static double uniform(double low, double high) {
    return low + (high - low) * (double)draw(1u << 30) / (1u << 30);
}

/* Draws levels of a market: rates may be negative. */
static void draw_market(double today[FACTORS]) {
    memcpy(today, usual, FACTORS * sizeof *today);
    today[PRICE] = uniform(60, 160);
    today[VOLATILITY] = uniform(0.05, 0.8);
    today[RATE] = uniform(-0.01, 0.1);
    today[YIELD] = uniform(0, 0.08);
}

void calls_and_puts_are_at_parity(void) {
    draw_seed(1);
    for (int i = 0; i < 1000; i++) {
        double today[FACTORS];
        draw_market(today);
        const double strike = uniform(50, 170), years = uniform(0, 5);
        const struct prc_instrument call = european_instrument(PRC_CALL, strike, years);
        const struct prc_instrument put = european_instrument(PRC_PUT, strike, years);
        const double forward = today[PRICE] * exp(-today[YIELD] * years) - strike * exp(-today[RATE] * years);
        CHECK_NEAR(value_today(&call, today) - value_today(&put, today), forward, 1e-12);
    }
}

static struct prc_instrument barrier(struct prc_european option, double level, prc_direction direction,
                                     prc_knock knock) {
    return (struct prc_instrument){.kind = PRC_BARRIER, .terms.barrier = {option, level, direction, knock, 0}};
}

void knock_in_and_knock_out_are_a_european(void) {
    draw_seed(2);
    for (int i = 0; i < 1000; i++) {
        double today[FACTORS];
        draw_market(today);
        const struct prc_instrument plain =
            european_instrument(i % 2 ? PRC_CALL : PRC_PUT, uniform(50, 170), uniform(0, 3));
        const double level = uniform(50, 170);
        const prc_direction direction = i % 4 < 2 ? PRC_UP : PRC_DOWN;
        const struct prc_instrument in = barrier(plain.terms.european, level, direction, PRC_IN);
        const struct prc_instrument out = barrier(plain.terms.european, level, direction, PRC_OUT);
        const double value_in = value_today(&in, today), value_out = value_today(&out, today);
        CHECK_NEAR(value_in + value_out, value_today(&plain, today), 1e-11);
        CHECK(value_in > -1e-10 && value_out > -1e-10, "%g in, %g out", value_in, value_out);
    }
}

/* A digital call is the limit of a narrow spread of calls: minus the slope in the strike. */
void digitals_are_the_slope_of_calls(void) {
    draw_seed(3);
    for (int i = 0; i < 200; i++) {
        double today[FACTORS];
        draw_market(today);
        const double strike = uniform(80, 130), years = uniform(0.2, 3), step = 1e-3;
        for (int k = 0; k < 2; k++) {
            const prc_option option = k == 0 ? PRC_CALL : PRC_PUT;
            const struct prc_instrument low = european_instrument(option, strike - step, years);
            const struct prc_instrument high = european_instrument(option, strike + step, years);
            const struct prc_instrument digital = {.kind = PRC_DIGITAL,
                                                   .terms.digital = {european(option, strike, years), 10}};
            const double slope = (value_today(&high, today) - value_today(&low, today)) / (2 * step);
            CHECK_NEAR(value_today(&digital, today), (k == 0 ? -10 : 10) * slope, 1e-5);
        }
    }
}

/* Returns the value with another level of one factor. */
static double moved(const struct prc_instrument *instrument, unsigned factor, double level) {
    double today[FACTORS];
    memcpy(today, usual, sizeof today);
    today[factor] = level;
    return value_today(instrument, today);
}

void options_rise_and_fall_as_they_must(void) {
    const struct prc_instrument call = european_instrument(PRC_CALL, 100, 1),
                                put = european_instrument(PRC_PUT, 100, 1);
    for (int i = 1; i < 100; i++) {
        CHECK(moved(&call, PRICE, 50 + i) > moved(&call, PRICE, 49 + i), "call, price %d", 50 + i);
        CHECK(moved(&put, PRICE, 50 + i) < moved(&put, PRICE, 49 + i), "put, price %d", 50 + i);
        CHECK(moved(&call, VOLATILITY, 0.01 * i) > moved(&call, VOLATILITY, 0.01 * (i - 1)), "call, volatility %d", i);
        CHECK(moved(&put, VOLATILITY, 0.01 * i + 0.01) > moved(&put, VOLATILITY, 0.01 * i), "put, volatility %d", i);
        CHECK(moved(&call, RATE, 0.001 * i) > moved(&call, RATE, 0.001 * (i - 1)), "call, rate %d", i);
        CHECK(moved(&call, YIELD, 0.001 * i) < moved(&call, YIELD, 0.001 * (i - 1)), "call, yield %d", i);
    }
}

void options_without_time_pay_what_they_are_worth(void) {
    const struct prc_instrument call = european_instrument(PRC_CALL, 90, 0), put = european_instrument(PRC_PUT, 90, 0);
    CHECK(value_today(&call, usual) == 10, "call");
    CHECK(value_today(&put, usual) == 0, "put");
    for (double years = 1e-4; years > 1e-300; years /= 10) {
        const struct prc_instrument soon = european_instrument(PRC_CALL, 90, years);
        CHECK_NEAR(value_today(&soon, usual), 10, 90 * 0.05 * years + 1e-12);
    }
    const struct prc_instrument digital = {.kind = PRC_DIGITAL, .terms.digital = {european(PRC_CALL, 90, 0), 7}};
    CHECK(value_today(&digital, usual) == 7, "digital");
}

void options_without_volatility_pay_what_is_certain(void) {
    const struct prc_instrument call = european_instrument(PRC_CALL, 100, 1),
                                put = european_instrument(PRC_PUT, 110, 1);
    const double discount = exp(-0.05);
    CHECK_NEAR(moved(&call, VOLATILITY, 0), 100 - 100 * discount, 1e-13);
    CHECK_NEAR(moved(&put, VOLATILITY, 0), 110 * discount - 100, 1e-13);
    for (double volatility = 1e-3; volatility > 1e-300; volatility /= 10)
        CHECK_NEAR(moved(&call, VOLATILITY, volatility), 100 - 100 * discount, 1e-12);
    /* The price grows by 5 % a year: it meets a barrier of 103 after log(1.03) / 0.05 years, and never a barrier of
     * 106. */
    const struct prc_instrument hit = {.kind = PRC_BARRIER,
                                       .terms.barrier = {european(PRC_CALL, 100, 1), 103, PRC_UP, PRC_OUT, 4}};
    const struct prc_instrument miss = {.kind = PRC_BARRIER,
                                        .terms.barrier = {european(PRC_CALL, 100, 1), 106, PRC_UP, PRC_OUT, 4}};
    CHECK_NEAR(moved(&hit, VOLATILITY, 0), 4 / 1.03, 1e-13);
    CHECK_NEAR(moved(&miss, VOLATILITY, 0), 100 - 100 * discount, 1e-13);
}

/* The formula never overflows between a low volatility and 0. */
void barriers_of_low_volatility_come_to_the_limit(void) {
    static const double barriers[] = {80, 103, 106};
    for (size_t i = 0; i < 3; i++) {
        const prc_direction direction = barriers[i] > 100 ? PRC_UP : PRC_DOWN;
        for (int knock = PRC_IN; knock <= PRC_OUT; knock++) {
            const struct prc_instrument option = {
                .kind = PRC_BARRIER,
                .terms.barrier = {european(PRC_CALL, 95, 1), barriers[i], direction, (prc_knock)knock, 4}};
            for (double volatility = 1e-3; volatility > 1e-12; volatility /= 3)
                CHECK_NEAR(moved(&option, VOLATILITY, volatility), moved(&option, VOLATILITY, 0),
                           1e-7 + 1e3 * volatility * volatility);
        }
    }
}

/* At most 1e-12 at a price of 100, against the C library in long double. */
void european_prices_have_the_stated_error(void) {
    draw_seed(4);
    for (int i = 0; i < 20000; i++) {
        double today[FACTORS];
        draw_market(today);
        today[PRICE] = uniform(50, 100);
        const double strike = uniform(50, 170), years = uniform(0.001, 5);
        const prc_option option = i % 2 ? PRC_CALL : PRC_PUT;
        const struct prc_instrument instrument = european_instrument(option, strike, years);
        const long double sign = option == PRC_CALL ? 1 : -1, deviation = today[VOLATILITY] * sqrtl((long double)years);
        const long double asset = today[PRICE] * expl(-(long double)today[YIELD] * years);
        const long double cash = strike * expl(-(long double)today[RATE] * years);
        const long double d1 = logl(asset / cash) / deviation + deviation / 2, d2 = d1 - deviation;
        const long double wanted =
            sign * (asset * erfcl(-sign * d1 / sqrtl(2)) / 2 - cash * erfcl(-sign * d2 / sqrtl(2)) / 2);
        CHECK_NEAR(value_today(&instrument, today), (double)wanted, 1e-12 * (today[PRICE] / 100 + strike / 100));
    }
}

/* At most 1e-4 from double at a price of 100; and different bits, which shows single precision. */
void single_precision_has_the_stated_error(void) {
    enum { N = 5000 };
    struct scene *scene = scene_new(usual, N, 0);
    static double wanted[N], got[N];
    draw_seed(6);
    for (size_t i = 0; i < N; i++) {
        scene_set(scene, PRICE, i, uniform(50, 100));
        scene_set(scene, VOLATILITY, i, i % 50 == 0 ? 0 : uniform(0.02, 0.8));
        scene_set(scene, RATE, i, uniform(-0.01, 0.1));
    }
    for (int i = 0; i < 40; i++) {
        const struct prc_instrument instrument =
            european_instrument(i % 2 ? PRC_CALL : PRC_PUT, uniform(50, 100), i < 2 ? 0 : uniform(0.01, 5));
        scene->block.arithmetic = PRC_DOUBLE;
        scene_value(scene, &instrument, wanted);
        scene->block.arithmetic = PRC_SINGLE;
        scene_value(scene, &instrument, got);
        for (size_t k = 0; k < N; k++)
            CHECK_NEAR(got[k], wanted[k], 1e-4);
        CHECK(memcmp(got, wanted, sizeof got) != 0, "the values are those of double");
    }
    scene_end(scene);
}

/* A coupon equal to the rate of one period makes a bond worth its notional on a coupon date. */
void bonds_at_their_own_rate_are_at_par(void) {
    static const unsigned per_year[] = {1, 2, 4, 12};
    for (size_t i = 0; i < 4; i++) {
        const double coupon = per_year[i] * (exp(0.05 / per_year[i]) - 1);
        const struct prc_instrument fixed = {.kind = PRC_FIXED_BOND,
                                             .terms.fixed_bond = {coupon, per_year[i], 10, FLAT}};
        const struct prc_instrument floating = {.kind = PRC_FLOATING_BOND,
                                                .terms.floating_bond = {0, per_year[i], 10, coupon, FLAT, FLAT}};
        const struct prc_instrument mortgage = {.kind = PRC_MORTGAGE,
                                                .terms.mortgage = {coupon, per_year[i], 10, FLAT}};
        const struct prc_instrument inflation = {.kind = PRC_INFLATION_BOND,
                                                 .terms.inflation_bond = {coupon, per_year[i], 10, FLAT, PRICE, 80}};
        CHECK_NEAR(value_today(&fixed, usual), 100, 1e-11);
        CHECK_NEAR(value_today(&floating, usual), 100, 1e-11);
        CHECK_NEAR(value_today(&mortgage, usual), 100, 1e-11);
        CHECK_NEAR(value_today(&inflation, usual), 125, 1e-11);
    }
    const double monthly = 12 * (exp(0.05 / 12) - 1);
    for (double psa = 0; psa < 1000; psa += 70) {
        const struct prc_instrument pool = {.kind = PRC_POOL, .terms.pool = {monthly, monthly, 5, psa, 25, FLAT}};
        CHECK_NEAR(value_today(&pool, usual), 100, 1e-10);
    }
    const struct prc_instrument deposit = {.kind = PRC_DEPOSIT, .terms.deposit = {exp(0.05) - 1, 0.5, 1.5, FLAT}};
    CHECK_NEAR(value_today(&deposit, usual), 0, 1e-12);
}

/* The zero rate of the curve SLOPED, as usual. */
static long double sloped_rate(long double years) {
    if (years <= 1 || years >= 10)
        return years <= 1 ? usual[SHORT] : usual[LONG];
    return years < 5 ? usual[SHORT] + (usual[MIDDLE] - usual[SHORT]) * (years - 1) / 4
                     : usual[MIDDLE] + (usual[LONG] - usual[MIDDLE]) * (years - 5) / 5;
}

/* Payments at equal steps are discounted in runs; here each is discounted by a separate exponential. */
void payments_at_equal_steps_are_discounted_as_single_ones(void) {
    static const unsigned per_year[] = {1, 4, 12, 52};
    for (size_t i = 0; i < 4; i++)
        for (double horizon = 0; horizon < 3; horizon += 0.7) {
            const double maturity = 14.3;
            const struct prc_instrument bond = {.kind = PRC_FIXED_BOND,
                                                .terms.fixed_bond = {0.06, per_year[i], maturity, SLOPED}};
            struct scene *scene = scene_new(usual, 1, horizon);
            long double wanted = 100 * expl(-sloped_rate(maturity - horizon) * (maturity - horizon));
            double value = NAN;
            for (long double date = maturity; date > 1e-8L; date -= 1.0L / per_year[i]) {
                const long double left = date > horizon ? date - horizon : 0;
                wanted += 6.0L / per_year[i] * expl(-sloped_rate(left) * left);
            }
            scene_value(scene, &bond, &value);
            scene_end(scene);
            CHECK(fabsl(value - wanted) < 5e-13L, "%u a year, at %g years: off by %Lg", per_year[i], horizon,
                  value - wanted);
        }
}

void swaps_are_the_difference_of_bonds(void) {
    const struct prc_instrument fixed = {.kind = PRC_FIXED_BOND, .terms.fixed_bond = {0.04, 2, 7.3, SLOPED}};
    const struct prc_instrument floating = {.kind = PRC_FLOATING_BOND,
                                            .terms.floating_bond = {0, 2, 7.3, 0.03, SLOPED, FLAT}};
    const struct prc_instrument payer = {.kind = PRC_SWAP, .terms.swap = {PRC_PAYER, 0.04, 2, 7.3, 0.03, SLOPED, FLAT}};
    struct prc_instrument receiver = payer;
    receiver.terms.swap.side = PRC_RECEIVER;
    const double value = value_today(&floating, usual) - value_today(&fixed, usual);
    CHECK_NEAR(value_today(&payer, usual), value, 1e-11);
    CHECK_NEAR(value_today(&receiver, usual), -value, 1e-11);
}

void forwards_are_their_parts(void) {
    double today[FACTORS];
    memcpy(today, usual, sizeof today);
    today[YIELD] = 0.02;
    today[PRICE2] = 80;
    const struct prc_instrument fx = {.kind = PRC_FX_FORWARD,
                                      .terms.fx_forward = {PRICE, PRC_NONE, 95, 2, FLAT, FLAT_YIELD}};
    const struct prc_instrument cross = {.kind = PRC_FX_FORWARD,
                                         .terms.fx_forward = {PRICE, PRICE2, 1.2, 2, FLAT, FLAT_YIELD}};
    const struct prc_instrument commodity = {.kind = PRC_COMMODITY_FORWARD,
                                             .terms.commodity_forward = {PRICE, 95, 2, FLAT, PRC_NONE}};
    const struct prc_instrument stock = {.kind = PRC_STOCK, .terms.stock = {PRICE2}}, cash = {.kind = PRC_CASH};
    CHECK_NEAR(value_today(&fx, today), 100 * exp(-0.04) - 95 * exp(-0.1), 1e-12);
    CHECK_NEAR(value_today(&cross, today), 1.25 * exp(-0.04) - 1.2 * exp(-0.1), 1e-14);
    CHECK_NEAR(value_today(&commodity, today), 100 - 95 * exp(-0.1), 1e-12);
    CHECK(value_today(&stock, today) == 80 && value_today(&cash, today) == 1, "stock and cash");
}

/* A payment of 100 after some years, by the curve of 3 % at 1, 4 % at 5 and 4.5 % at 10 years. */
void rates_between_points_are_linear(void) {
    static const struct {
        double years, rate;
    } rows[] = {{0.5, 0.03}, {1, 0.03}, {2, 0.0325}, {5, 0.04}, {6, 0.041}, {10, 0.045}, {25, 0.045}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct prc_instrument payment = {.kind = PRC_DEPOSIT, .terms.deposit = {0, -1, rows[i].years, SLOPED}};
        CHECK_NEAR(value_today(&payment, usual), 100 * exp(-rows[i].rate * rows[i].years), 1e-12);
    }
}
