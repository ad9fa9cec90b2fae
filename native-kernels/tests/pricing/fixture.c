/* SPDX-License-Identifier: Apache-2.0 */
#include "pricing/fixture.h"
#include "support/check.h"

const double usual[FACTORS] = {
    [PRICE] = 100, [PRICE2] = 100, [PRICE3] = 100, [VOLATILITY] = 0.2, [VOLATILITY2] = 0.2, [VOLATILITY3] = 0.2,
    [RATE] = 0.05, [YIELD] = 0,    [SHORT] = 0.03, [MIDDLE] = 0.04,    [LONG] = 0.045};

static const struct prc_curve curves[CURVES] = {
    [FLAT] = {1, (const double[]){1}, (const uint32_t[]){RATE}},
    [FLAT_YIELD] = {1, (const double[]){1}, (const uint32_t[]){YIELD}},
    [SLOPED] = {3, (const double[]){1, 5, 10}, (const uint32_t[]){SHORT, MIDDLE, LONG}},
};

struct scene *scene_new(const double today[FACTORS], size_t scenarios, double years) {
    struct scene *scene = calloc(1, sizeof *scene);
    scene->levels = malloc(FACTORS * scenarios * sizeof(double));
    memcpy(scene->today, today, sizeof scene->today);
    scene->market = (struct prc_market){FACTORS, scene->today, NULL, curves, CURVES};
    scene->block = (struct prc_block){.market = &scene->market,
                                      .scenarios = scenarios,
                                      .years = years,
                                      .levels = scene->levels,
                                      .stride = scenarios,
                                      .seed = 1,
                                      .paths = 1000};
    for (unsigned factor = 0; factor < FACTORS; factor++)
        scene_set_all(scene, factor, today[factor]);
    return scene;
}

void scene_end(struct scene *scene) {
    free(scene->levels);
    free(scene);
}

void scene_set(struct scene *scene, unsigned factor, size_t scenario, double level) {
    scene->levels[factor * scene->block.stride + scenario] = level;
}

void scene_set_all(struct scene *scene, unsigned factor, double level) {
    for (size_t i = 0; i < scene->block.scenarios; i++)
        scene_set(scene, factor, i, level);
}

void scene_value(const struct scene *scene, const struct prc_instrument *instrument, double *values) {
    struct prc_error error = {PRC_OK, ""};
    CHECK(prc_market_check(&scene->market, &error) == PRC_OK, "%s", error.text);
    CHECK(prc_check(instrument, &scene->market, &error) == PRC_OK, "%s", error.text);
    void *scratch = aligned_alloc(PRC_SCRATCH_ALIGNMENT, prc_scratch_bytes(instrument, &scene->block));
    CHECK(prc_value(instrument, &scene->block, scratch, values, &error) == PRC_OK, "%s", error.text);
    free(scratch);
}

double value_today(const struct prc_instrument *instrument, const double today[FACTORS]) {
    struct scene *scene = scene_new(today, 1, 0);
    double value = NAN;
    scene_value(scene, instrument, &value);
    scene_end(scene);
    return value;
}

struct prc_european european(prc_option option, double strike, double maturity) {
    return (struct prc_european){PRICE, VOLATILITY, option, strike, maturity, FLAT, FLAT_YIELD};
}

struct prc_instrument european_instrument(prc_option option, double strike, double maturity) {
    return (struct prc_instrument){.kind = PRC_EUROPEAN, .id = 7, .terms.european = european(option, strike, maturity)};
}
