/* SPDX-License-Identifier: Apache-2.0 */
/* Kinds that are valued by Monte Carlo. */
#include "pricing/pricing-cases.h"
#include "slipway/vecmath.h"

enum { TRIES = 1000 };

struct estimate {
    double mean;
    double error;     /* standard error of the mean */
    double deviation; /* of one value */
};

/* Values an instrument today TRIES times, each time by separate paths. */
static struct estimate estimate_of(const struct prc_instrument *instrument, const double today[FACTORS], size_t paths) {
    struct scene *scene = scene_new(today, TRIES, 0);
    static double values[TRIES];
    double mean = 0, square = 0;
    scene->block.inner = PRC_FRESH;
    scene->block.paths = paths;
    scene_value(scene, instrument, values);
    scene_end(scene);
    for (size_t i = 0; i < TRIES; i++)
        mean += values[i] / TRIES;
    for (size_t i = 0; i < TRIES; i++)
        square += (values[i] - mean) * (values[i] - mean) / (TRIES - 1);
    return (struct estimate){mean, sqrt(square / TRIES), sqrt(square)};
}

static void check_estimate(const struct prc_instrument *instrument, const double today[FACTORS], double wanted) {
    const struct estimate found = estimate_of(instrument, today, 100);
    CHECK(fabs(found.mean - wanted) <= 4.5 * found.error, "%s: %g with an error of %g, wanted %g",
          prc_kind_name(instrument->kind), found.mean, found.error, wanted);
}

static struct prc_instrument asian(prc_option option, double strike, double first, unsigned fixings) {
    return (struct prc_instrument){
        .kind = PRC_ASIAN, .id = 11, .terms.asian = {european(option, strike, 1), first, fixings, 0}};
}

static struct prc_instrument discrete(prc_knock knock, double barrier, prc_direction direction, unsigned fixings) {
    return (struct prc_instrument){
        .kind = PRC_DISCRETE_BARRIER,
        .id = 12,
        .terms.discrete_barrier = {{european(PRC_CALL, 100, 1), barrier, direction, knock, 0}, 1.0 / fixings, fixings}};
}

void one_fixing_is_a_european(void) {
    double today[FACTORS];
    memcpy(today, usual, sizeof today);
    today[YIELD] = 0.03;
    for (int option = PRC_CALL; option <= PRC_PUT; option++) {
        const struct prc_instrument one = asian((prc_option)option, 105, 1, 1);
        const struct prc_instrument plain = european_instrument((prc_option)option, 105, 1);
        check_estimate(&one, today, value_today(&plain, today));
    }
}

/* The slope of the deviation over the paths, both in logarithms, is -1/2. */
void errors_fall_with_the_root_of_the_paths(void) {
    static const uint32_t prices[] = {PRICE, PRICE2}, volatilities[] = {VOLATILITY, VOLATILITY2};
    static const double weights[] = {0.5, 0.5};
    const struct prc_instrument instruments[] = {
        asian(PRC_CALL, 100, 0.25, 4),
        discrete(PRC_OUT, 90, PRC_DOWN, 4),
        {.kind = PRC_BASKET, .id = 13, .terms.basket = {2, prices, volatilities, weights, 0.3, PRC_CALL, 100, 1, FLAT}},
    };
    for (size_t i = 0; i < sizeof instruments / sizeof instruments[0]; i++) {
        const double few = estimate_of(&instruments[i], usual, 16).deviation;
        const double many = estimate_of(&instruments[i], usual, 256).deviation;
        CHECK_NEAR(log(many / few) / log(16), -0.5, 0.04);
    }
}

/* Scenario 0 draws the numbers that all scenarios share. */
void fresh_and_common_paths_agree_where_they_are_the_same(void) {
    static const uint32_t prices[] = {PRICE, PRICE2, PRICE3}, volatilities[] = {VOLATILITY, VOLATILITY2, VOLATILITY3};
    static const double weights[] = {0.5, 0.3, 0.2};
    const struct prc_instrument instruments[] = {
        asian(PRC_CALL, 100, 0.1, 7),
        discrete(PRC_IN, 110, PRC_UP, 5),
        {.kind = PRC_BASKET,
         .id = 13,
         .terms.basket = {3, prices, volatilities, weights, -0.2, PRC_CALL, 100, 1, FLAT}},
    };
    for (size_t i = 0; i < sizeof instruments / sizeof instruments[0]; i++) {
        struct scene *scene = scene_new(usual, 1, 0);
        double common, fresh, other;
        scene_value(scene, &instruments[i], &common);
        scene->block.inner = PRC_FRESH;
        scene_value(scene, &instruments[i], &fresh);
        scene->block.first = 1;
        scene_value(scene, &instruments[i], &other);
        scene_end(scene);
        CHECK(fresh == common, "%zu: %.17g and %.17g", i, fresh, common);
        CHECK(other != common, "%zu: fresh paths are the same in two scenarios", i);
    }
}

/* The table is used only if just the price moves, and only for common paths. */
void sorted_tables_are_the_mean_of_their_paths(void) {
    static const unsigned char only_price[FACTORS] = {[PRICE] = 1};
    enum { N = 60 };
    for (int option = PRC_CALL; option <= PRC_PUT; option++)
        for (int past = 0; past < 2; past++) {
            struct prc_instrument instrument = asian((prc_option)option, 100, past ? -0.5 : 0.05, 9);
            instrument.terms.asian.realised = 104;
            struct scene *scene = scene_new(usual, N, 0.1);
            double plain[N], table[N];
            for (size_t i = 0; i < N; i++)
                scene_set(scene, PRICE, i, 2 * (double)i + 20);
            scene->block.paths = 333;
            scene_value(scene, &instrument, plain);
            scene->market.moves = only_price;
            scene_value(scene, &instrument, table);
            for (size_t i = 0; i < N; i++)
                CHECK_NEAR(table[i], plain[i], 1e-11);
            CHECK(memcmp(table, plain, sizeof table) != 0, "the table was not taken");
            scene_end(scene);
        }
}

/* A discrete barrier is worth a continuous one that lies further away by exp(0.5826 volatility sqrt(step)): Broadie,
 * Glasserman and Kou, "A continuity correction for discrete barrier options", 1997. */
void discrete_barriers_come_to_the_continuous_one(void) {
    enum { FIXINGS = 50 };
    const double shift = exp(0.5826 * 0.2 * sqrt(1.0 / FIXINGS));
    const struct {
        double barrier, moved;
        prc_direction direction;
    } rows[] = {{90, 90 / shift, PRC_DOWN}, {125, 125 * shift, PRC_UP}};
    for (size_t i = 0; i < 2; i++) {
        const struct prc_instrument watched = discrete(PRC_OUT, rows[i].barrier, rows[i].direction, FIXINGS);
        const struct prc_instrument continuous = {
            .kind = PRC_BARRIER,
            .terms.barrier = {european(PRC_CALL, 100, 1), rows[i].moved, rows[i].direction, PRC_OUT, 0}};
        check_estimate(&watched, usual, value_today(&continuous, usual));
    }
}

void discrete_knock_in_and_out_are_a_european(void) {
    const struct prc_instrument in = discrete(PRC_IN, 92, PRC_DOWN, 12), out = discrete(PRC_OUT, 92, PRC_DOWN, 12);
    const struct prc_instrument never = discrete(PRC_OUT, 1e-3, PRC_DOWN, 12);
    const struct prc_instrument plain = european_instrument(PRC_CALL, 100, 1);
    CHECK_NEAR(value_today(&in, usual) + value_today(&out, usual), value_today(&never, usual), 1e-11);
    check_estimate(&never, usual, value_today(&plain, usual));
    struct prc_instrument refunded = out;
    refunded.terms.discrete_barrier.barrier.rebate = 100;
    CHECK(value_today(&refunded, usual) > value_today(&out, usual) + 20, "no rebate");
}

void baskets_of_one_are_europeans(void) {
    static const uint32_t price = PRICE, volatility = VOLATILITY;
    static const double weight = 1;
    const struct prc_instrument basket = {
        .kind = PRC_BASKET, .id = 14, .terms.basket = {1, &price, &volatility, &weight, 0, PRC_PUT, 105, 2, FLAT}};
    const struct prc_instrument plain = european_instrument(PRC_PUT, 105, 2);
    check_estimate(&basket, usual, value_today(&plain, usual));
}

/* One price less another, for almost no strike, has the value of Margrabe ("The value of an option to exchange one
 * asset for another", 1978): a European option with the volatility of their ratio, without a rate. */
void baskets_of_equal_prices_have_their_correlation(void) {
    static const uint32_t prices[] = {PRICE, PRICE2}, volatilities[] = {VOLATILITY, VOLATILITY2};
    static const double weights[] = {1, -1}, correlations[] = {-1, -0.6, 0, 0.5, 0.9};
    for (size_t i = 0; i < 5; i++) {
        double today[FACTORS];
        memcpy(today, usual, sizeof today);
        today[VOLATILITY2] = 0.3;
        const struct prc_instrument exchange = {
            .kind = PRC_BASKET,
            .id = 15 + i,
            .terms.basket = {2, prices, volatilities, weights, correlations[i], PRC_CALL, 1e-9, 1, FLAT}};
        double ratio[FACTORS] = {[PRICE] = 100};
        ratio[VOLATILITY] = sqrt(0.04 + 0.09 - 2 * correlations[i] * 0.06);
        const struct prc_instrument plain = european_instrument(PRC_CALL, 100, 1);
        check_estimate(&exchange, today, value_today(&plain, ratio));
    }
}

void paths_hang_on_instrument_and_seed(void) {
    struct scene *scene = scene_new(usual, 3, 0);
    struct prc_instrument option = asian(PRC_CALL, 100, 0.25, 4);
    double first[3], second[3];
    scene_value(scene, &option, first);
    CHECK(first[0] == first[1] && first[1] == first[2], "common paths differ between scenarios");
    scene->block.first = 50;
    scene_value(scene, &option, second);
    CHECK(memcmp(first, second, sizeof first) == 0, "common paths hang on the number of the scenario");
    option.id += 1ULL << 32;
    scene_value(scene, &option, second);
    CHECK(first[0] != second[0], "two instruments have the same paths");
    scene->block.seed++;
    scene_value(scene, &option, first);
    CHECK(first[0] != second[0], "two seeds have the same paths");
    scene_end(scene);
}

/* Returns an Asian and a basket option. */
static void single_instruments(struct prc_instrument instruments[2]) {
    static const uint32_t prices[] = {PRICE, PRICE2, PRICE3}, volatilities[] = {VOLATILITY, VOLATILITY2, VOLATILITY3};
    static const double weights[] = {0.5, 0.3, 0.2};
    instruments[0] = asian(PRC_CALL, 100, 0.1, 12);
    instruments[1] = (struct prc_instrument){
        .kind = PRC_BASKET, .id = 13, .terms.basket = {3, prices, volatilities, weights, 0.4, PRC_PUT, 105, 1, FLAT}};
}

/* Common paths are the same in both precisions. */
void single_paths_have_the_stated_error(void) {
    enum { N = 77 };
    struct prc_instrument instruments[2];
    single_instruments(instruments);
    for (size_t k = 0; k < 2; k++) {
        struct scene *scene = scene_new(usual, N, 0.05);
        double wanted[N], got[N], worst = 0;
        for (size_t i = 0; i < N; i++) {
            scene_set(scene, PRICE, i, 60 + (double)i);
            scene_set(scene, VOLATILITY, i, 0.05 + 0.006 * (double)i);
            scene_set(scene, RATE, i, 0.001 * (double)i - 0.02);
        }
        scene->block.paths = 5000;
        scene_value(scene, &instruments[k], wanted);
        scene->block.arithmetic = PRC_SINGLE;
        scene_value(scene, &instruments[k], got);
        for (size_t i = 0; i < N; i++)
            worst = fmax(worst, fabs(got[i] - wanted[i]));
        CHECK(worst > 0 && worst <= 1e-4, "%s: off by %g", prc_kind_name(instruments[k].kind), worst);
        scene_end(scene);
    }
}

/* The value of the Asian option in scenario 0, in double, by the normals that single precision draws. */
static double value_by_quads(const struct prc_instrument *instrument, const struct scene *scene) {
    enum { STEPS = 12 };
    const struct vm_key key = vm_key_of(scene->block.seed, PRC_FOR_PATHS);
    double sum = 0;
    for (uint32_t path = 0; path < scene->block.paths; path++) {
        float z[STEPS];
        double w = 0, average = 0, last = 0;
        for (uint32_t q = 0; q < STEPS / 4; q++) {
            const uint32_t counter[4] = {scene->block.first, (uint32_t)instrument->id, 0, path << 12 | q};
            vm_normal_quads(key, counter, 0, 1,
                            (float *const[]){z + 4 * q, z + 4 * q + 1, z + 4 * q + 2, z + 4 * q + 3});
        }
        for (int k = 0; k < STEPS; k++) {
            const double years = 0.1 + 0.9 * k / (STEPS - 1);
            w += sqrt(years - last) * (double)z[k];
            last = years;
            average += usual[PRICE] * exp((usual[RATE] - 0.02) * years + 0.2 * w) / STEPS;
        }
        sum += fmax(average - 100, 0);
    }
    return exp(-usual[RATE]) * sum / (double)scene->block.paths;
}

void fresh_single_paths_have_the_stated_error(void) {
    struct prc_instrument instruments[2];
    struct scene *scene = scene_new(usual, 1, 0);
    double found;
    single_instruments(instruments);
    scene->block.inner = PRC_FRESH;
    scene->block.arithmetic = PRC_SINGLE;
    scene->block.paths = 3000;
    for (uint32_t first = 0; first < 9; first += 4) {
        scene->block.first = first;
        scene_value(scene, &instruments[0], &found);
        CHECK_NEAR(found, value_by_quads(&instruments[0], scene), 1e-4);
    }
    scene_end(scene);
}
