/* SPDX-License-Identifier: Apache-2.0 */
/* Events between today and the time of a block. */
#include "pricing/pricing-cases.h"
#include "slipway/vecmath.h"

/* Returns the value in one scenario with today's levels. */
static double later(const struct prc_instrument *instrument, double years) {
    struct scene *scene = scene_new(usual, 1, years);
    double value = NAN;
    scene_value(scene, instrument, &value);
    scene_end(scene);
    return value;
}

void payments_before_the_horizon_count_at_their_amount(void) {
    const struct prc_instrument bond = {.kind = PRC_FIXED_BOND, .terms.fixed_bond = {0.04, 2, 1, FLAT}};
    CHECK_NEAR(later(&bond, 0.4), 2 * exp(-0.05 * 0.1) + 102 * exp(-0.05 * 0.6), 1e-12);
    CHECK_NEAR(later(&bond, 0.6), 2 + 102 * exp(-0.05 * 0.4), 1e-12);
    CHECK_NEAR(later(&bond, 1.5), 104, 1e-12);
    const struct prc_instrument floating = {.kind = PRC_FLOATING_BOND,
                                            .terms.floating_bond = {0.01, 2, 1, 0.03, FLAT, FLAT}};
    CHECK_NEAR(later(&floating, 1.5), 100 + 2 + 100 * (exp(0.025) - 1 + 0.005), 1e-12);
    CHECK_NEAR(later(&floating, 0.6), 2 + 100 * (exp(0.025) + 0.005) * exp(-0.05 * 0.4), 1e-12);
    const struct prc_instrument deposit = {.kind = PRC_DEPOSIT, .terms.deposit = {0.06, 0.1, 0.6, FLAT}};
    CHECK_NEAR(later(&deposit, 0.2), -100 + 103 * exp(-0.05 * 0.4), 1e-12);
    CHECK_NEAR(later(&deposit, 0.7), 3, 1e-12);
    const struct prc_instrument indexed = {.kind = PRC_INFLATION_BOND,
                                           .terms.inflation_bond = {0.02, 2, 1, FLAT, PRICE, 50}};
    CHECK_NEAR(later(&indexed, 0.6), 2 * (1 + 101 * exp(-0.05 * 0.4)), 1e-11);
    const struct prc_instrument mortgage = {.kind = PRC_MORTGAGE, .terms.mortgage = {0, 12, 1, FLAT}};
    const struct prc_instrument pool = {.kind = PRC_POOL, .terms.pool = {0, 0, 0, 300, 1, FLAT}};
    CHECK_NEAR(later(&mortgage, 2), 100, 1e-11);
    CHECK_NEAR(later(&pool, 2), 100, 1e-11);
}

/* The index on the date of an earlier payment lies between today's and the scenario's, on the line of logarithms. */
void passed_levels_without_volatility_are_between(void) {
    struct scene *scene = scene_new(usual, 1, 0.5);
    const struct prc_instrument forward = {.kind = PRC_FX_FORWARD,
                                           .terms.fx_forward = {PRICE, PRICE2, 0.5, 0.2, FLAT, FLAT}};
    double value;
    scene_set_all(scene, PRICE, 121);
    scene_set_all(scene, PRICE2, 64);
    scene_value(scene, &forward, &value);
    CHECK_NEAR(value, pow(1.21, 0.4) / pow(0.64, 0.4) - 0.5, 1e-13);
    scene_end(scene);
}

/* Writes the price on an earlier date in each scenario: the payoff of a call with almost no strike. */
static void passed_price(const struct scene *scene, double date, uint64_t id, double *values) {
    struct prc_instrument call = european_instrument(PRC_CALL, 1e-12, date);
    call.id = id;
    scene_value(scene, &call, values);
}

void passed_levels_are_on_one_bridge_for_all(void) {
    enum { N = 100 };
    struct scene *scene = scene_new(usual, N, 0.1);
    double price[N], again[N], call[N], put[N], second[N];
    passed_price(scene, 0.04, 1, price);
    passed_price(scene, 0.04, 2, again);
    const struct prc_instrument a = european_instrument(PRC_CALL, 101, 0.04),
                                b = european_instrument(PRC_PUT, 101, 0.04);
    scene_value(scene, &a, call);
    scene_value(scene, &b, put);
    struct prc_instrument other = european_instrument(PRC_CALL, 1e-12, 0.04);
    other.terms.european.factor = PRICE2;
    scene_value(scene, &other, second);
    for (int i = 0; i < N; i++) {
        CHECK(price[i] == again[i], "scenario %d hangs on the instrument", i);
        CHECK_NEAR(call[i] - put[i], price[i] - 101, 1e-11);
        CHECK(price[i] != second[i], "scenario %d is the same for two factors", i);
        CHECK(i == 0 || price[i] != price[i - 1], "scenario %d is as the one before", i);
    }
    scene_end(scene);
}

struct moments {
    double mean_s, mean_t, variance_s, variance_t, covariance;
};

/* Returns the moments of the logarithms of two columns, in units of DEVIATION. */
static struct moments moments_of(const double *s, const double *t, size_t n, double deviation) {
    struct moments m = {0};
    for (size_t i = 0; i < n; i++) {
        const double x = log(s[i] / 100) / deviation, y = log(t[i] / 100) / deviation;
        m.mean_s += x / (double)n;
        m.mean_t += y / (double)n;
        m.variance_s += x * x / (double)n;
        m.variance_t += y * y / (double)n;
        m.covariance += x * y / (double)n;
    }
    return m;
}

/* A bridge from 0 to 0 over a time of 1 has covariance s (1 - t) for s <= t. Tolerances: 5 standard errors. */
void bridges_have_the_moments_of_a_bridge(void) {
    enum { N = 40000 };
    static const double dates[][2] = {{0.2, 0.7}, {0.5, 0.500001}, {0.01, 0.99}, {0.3, 0.31}};
    struct scene *scene = scene_new(usual, N, 0.25);
    double *s = malloc(N * sizeof *s), *t = malloc(N * sizeof *t);
    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
        const double first = dates[i][0], second = dates[i][1], error = 5 / sqrt(N);
        passed_price(scene, first * 0.25, 1, s);
        passed_price(scene, second * 0.25, 1, t);
        const struct moments m = moments_of(s, t, N, 0.2 * sqrt(0.25));
        CHECK_NEAR(m.mean_s, 0, error * sqrt(first * (1 - first)));
        CHECK_NEAR(m.mean_t, 0, error * sqrt(second * (1 - second)));
        CHECK_NEAR(m.variance_s / (first * (1 - first)), 1, error * sqrt(2));
        CHECK_NEAR(m.variance_t / (second * (1 - second)), 1, error * sqrt(2));
        CHECK_NEAR(m.covariance, first * (1 - second), error * sqrt(2 * first * (1 - first) * second * (1 - second)));
    }
    free(s);
    free(t);
    scene_end(scene);
}

void asians_take_fixings_from_the_scenario(void) {
    enum { N = 50 };
    struct scene *scene = scene_new(usual, N, 0.1);
    double first[N], second[N], asian[N];
    for (size_t i = 0; i < N; i++)
        scene_set(scene, PRICE, i, 80 + (double)i);
    passed_price(scene, 0.02, 1, first);
    passed_price(scene, 0.06, 1, second);
    /* Fixings at -0.06, -0.02, 0.02, 0.06 and 0.1: two are realised, the last is the scenario's level. */
    const struct prc_instrument option = {
        .kind = PRC_ASIAN, .id = 3, .terms.asian = {european(PRC_CALL, 90, 0.1), -0.06, 5, 104}};
    scene_value(scene, &option, asian);
    for (size_t i = 0; i < N; i++)
        CHECK_NEAR(asian[i], fmax((2 * 104 + first[i] + second[i] + 80 + (double)i) / 5 - 90, 0), 1e-11);
    scene_end(scene);
}

/* --- values are martingales --- */

enum { SCENARIOS = 20000, INNER = 4 };

/* Without rates and yields: log(price / 100) is normal with mean -v/2 and variance v. Prices 1 and 2 have the
 * correlation of the basket below. */
static void draw_prices(struct scene *scene, double correlation) {
    static double a[SCENARIOS], b[SCENARIOS];
    const uint32_t counter[4] = {0, 0, 0, 0};
    vm_normal_pairs(vm_key_of(5, 99), counter, 0, SCENARIOS, a, b);
    const double deviation = 0.2 * sqrt(scene->block.years);
    for (size_t i = 0; i < SCENARIOS; i++) {
        const double other = correlation * a[i] + sqrt(1 - correlation * correlation) * b[i];
        scene_set(scene, PRICE, i, 100 * exp(deviation * a[i] - deviation * deviation / 2));
        scene_set(scene, PRICE2, i, 100 * exp(deviation * other - deviation * deviation / 2));
    }
}

/* Checks that the values of a scene have the mean WANTED, within 4.5 standard errors and ERROR. */
static void check_mean(const struct scene *scene, const struct prc_instrument *instrument, double wanted,
                       double error) {
    static double values[SCENARIOS];
    double mean = 0, square = 0;
    scene_value(scene, instrument, values);
    for (size_t i = 0; i < SCENARIOS; i++) {
        mean += values[i] / SCENARIOS;
        square += values[i] * values[i] / SCENARIOS;
    }
    const double own = 4.5 * sqrt((square - mean * mean) / SCENARIOS);
    CHECK(fabs(mean - wanted) <= own + error, "%s: mean %g, wanted %g, tolerance %g", prc_kind_name(instrument->kind),
          mean, wanted, own + error);
}

static const double without_rates[FACTORS] = {
    [PRICE] = 100, [PRICE2] = 100, [PRICE3] = 100, [VOLATILITY] = 0.2, [VOLATILITY2] = 0.2, [VOLATILITY3] = 0.2};

/* Closed forms: before and after their expiry. */
static void check_martingales(double horizon, double expiry) {
    const struct prc_european option = european(PRC_CALL, 100, expiry), put = european(PRC_PUT, 100, expiry);
    const struct prc_instrument instruments[] = {
        {.kind = PRC_EUROPEAN, .terms.european = option},
        {.kind = PRC_DIGITAL, .terms.digital = {option, 20}},
        {.kind = PRC_BARRIER, .terms.barrier = {option, 95, PRC_DOWN, PRC_OUT, 3}},
        {.kind = PRC_BARRIER, .terms.barrier = {option, 95, PRC_DOWN, PRC_IN, 3}},
        {.kind = PRC_BARRIER, .terms.barrier = {put, 106, PRC_UP, PRC_OUT, 0}},
        {.kind = PRC_BARRIER, .terms.barrier = {put, 106, PRC_UP, PRC_IN, 0}},
    };
    struct scene *scene = scene_new(without_rates, SCENARIOS, horizon);
    draw_prices(scene, 0);
    for (size_t i = 0; i < sizeof instruments / sizeof instruments[0]; i++)
        check_mean(scene, &instruments[i], value_today(&instruments[i], without_rates), 0);
    scene_end(scene);
}

/* For kinds with paths, the mean at the horizon equals the value by fresh paths from today on. */
static void check_martingales_of_paths(double horizon, double expiry) {
    static const uint32_t prices[] = {PRICE, PRICE2}, volatilities[] = {VOLATILITY, VOLATILITY2};
    static const double weights[] = {0.4, 0.6};
    const struct prc_european option = european(PRC_CALL, 100, expiry);
    const struct prc_instrument instruments[] = {
        {.kind = PRC_ASIAN, .id = 1, .terms.asian = {option, 0.02, 5, 0}},
        {.kind = PRC_DISCRETE_BARRIER,
         .id = 2,
         .terms.discrete_barrier = {{option, 97, PRC_DOWN, PRC_OUT, 3}, 0.02, 5}},
        {.kind = PRC_DISCRETE_BARRIER, .id = 3, .terms.discrete_barrier = {{option, 103, PRC_UP, PRC_IN, 2}, 0.02, 5}},
        {.kind = PRC_BASKET,
         .id = 4,
         .terms.basket = {2, prices, volatilities, weights, -0.4, PRC_PUT, 101, expiry, FLAT}},
    };
    struct scene *from = scene_new(without_rates, SCENARIOS, 0), *scene = scene_new(without_rates, SCENARIOS, horizon);
    draw_prices(scene, -0.4);
    from->block.inner = scene->block.inner = PRC_FRESH;
    from->block.paths = scene->block.paths = INNER;
    from->block.seed = 77;
    for (size_t i = 0; i < sizeof instruments / sizeof instruments[0]; i++) {
        if (instruments[i].kind == PRC_BASKET && expiry < horizon)
            continue; /* the bridges of two prices are independent, as pricing.h says */
        static double values[SCENARIOS];
        double mean = 0, square = 0;
        scene_value(from, &instruments[i], values);
        for (size_t k = 0; k < SCENARIOS; k++) {
            mean += values[k] / SCENARIOS;
            square += values[k] * values[k] / SCENARIOS;
        }
        check_mean(scene, &instruments[i], mean, 4.5 * sqrt((square - mean * mean) / SCENARIOS));
    }
    scene_end(from);
    scene_end(scene);
}

void mean_values_at_the_horizon_are_forward_values(void) {
    check_martingales(0.1, 0.5);
    check_martingales(0.1, 0.06);
    check_martingales_of_paths(0.1, 0.5);
    check_martingales_of_paths(0.1, 0.06);
}
