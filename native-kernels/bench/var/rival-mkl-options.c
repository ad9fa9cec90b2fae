/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options by MKL for `slipway bench var`: loops over rows of scenarios, with MKL's functions of arrays between them.
 * Values that options share are worked out once, as in our code: the logarithm of the price for all, the discount for a
 * maturity. The script takes the fastest correct combination of mode and way to the normal distribution.
 */
#include "market.h"

#include <mkl.h>

#define ROOT_HALF 0.70710678118654752440

static struct market market;
static double prices[OPTIONS * SCENARIOS];
static float pricesf[OPTIONS * SCENARIOS];
static float spotf[SCENARIOS], volatilityf[SCENARIOS], ratef[SCENARIOS];

struct way {
    MKL_INT64 mode;
    int by_erf; /* otherwise by the distribution function */
};

/* --- closed form --- */

static void price_options(void *argument) {
    const struct way *way = argument;
    double logarithm[SCENARIOS], discount[SCENARIOS], d[2 * SCENARIOS], n[2 * SCENARIOS];
    const double scale = way->by_erf ? ROOT_HALF : 1;
    vmdLn(SCENARIOS, market.spot, logarithm, way->mode);
    for (size_t o = 0; o < OPTIONS; o++) {
        const double years = market.years[o / STRIKES], root = sqrt(years), strike = market.strike[o % STRIKES];
        const double log_strike = log(strike);
        if (o % STRIKES == 0) {
            for (size_t i = 0; i < SCENARIOS; i++)
                d[i] = -market.rate[i] * years;
            vmdExp(SCENARIOS, d, discount, way->mode);
        }
        for (size_t i = 0; i < SCENARIOS; i++) {
            const double deviation = market.volatility[i] * root;
            const double d1 = (logarithm[i] - log_strike + market.rate[i] * years) / deviation + 0.5 * deviation;
            d[i] = d1 * scale;
            d[SCENARIOS + i] = (d1 - deviation) * scale;
        }
        (way->by_erf ? vmdErf : vmdCdfNorm)(2 * SCENARIOS, d, n, way->mode);
        double *to = prices + o * SCENARIOS;
        const double half = way->by_erf ? 0.5 : 0, factor = way->by_erf ? 0.5 : 1;
        for (size_t i = 0; i < SCENARIOS; i++)
            to[i] = market.spot[i] * (half + factor * n[i]) - strike * discount[i] * (half + factor * n[SCENARIOS + i]);
    }
}

static void price_optionsf(void *argument) {
    const struct way *way = argument;
    float logarithm[SCENARIOS], discount[SCENARIOS], d[2 * SCENARIOS], n[2 * SCENARIOS];
    const float scale = way->by_erf ? (float)ROOT_HALF : 1;
    vmsLn(SCENARIOS, spotf, logarithm, way->mode);
    for (size_t o = 0; o < OPTIONS; o++) {
        const float years = (float)market.years[o / STRIKES], root = sqrtf(years);
        const float strike = (float)market.strike[o % STRIKES], log_strike = logf(strike);
        if (o % STRIKES == 0) {
            for (size_t i = 0; i < SCENARIOS; i++)
                d[i] = -ratef[i] * years;
            vmsExp(SCENARIOS, d, discount, way->mode);
        }
        for (size_t i = 0; i < SCENARIOS; i++) {
            const float deviation = volatilityf[i] * root;
            const float d1 = (logarithm[i] - log_strike + ratef[i] * years) / deviation + 0.5f * deviation;
            d[i] = d1 * scale;
            d[SCENARIOS + i] = (d1 - deviation) * scale;
        }
        (way->by_erf ? vmsErf : vmsCdfNorm)(2 * SCENARIOS, d, n, way->mode);
        float *to = pricesf + o * SCENARIOS;
        const float half = way->by_erf ? 0.5f : 0, factor = way->by_erf ? 0.5f : 1;
        for (size_t i = 0; i < SCENARIOS; i++)
            to[i] = spotf[i] * (half + factor * n[i]) - strike * discount[i] * (half + factor * n[SCENARIOS + i]);
    }
}

/* --- Asian options, single precision --- */

static VSLStreamStatePtr stream;
static float common[FIXINGS * PATHS]; /* Brownian motion at the fixings */
static double asian_mean;

/* Returns the value in a scenario, of x = log(price / spot) at the fixings on all paths. */
static double value_of(size_t i, const float *x, MKL_INT64 mode) {
    float factors[FIXINGS * PATHS], average[PATHS] = {0}, paid = 0;
    vmsExp(FIXINGS * PATHS, x, factors, mode);
    for (size_t k = 0; k < FIXINGS; k++)
        for (size_t p = 0; p < PATHS; p++)
            average[p] += factors[k * PATHS + p];
    for (size_t p = 0; p < PATHS; p++)
        paid += fmaxf(spotf[i] * average[p] * (1.0f / FIXINGS) - (float)ASIAN_STRIKE, 0);
    return (double)(expf(-ratef[i]) * paid / PATHS);
}

static void price_asian_fresh(void *argument) {
    const struct way *way = argument;
    float z[FIXINGS * PATHS], x[FIXINGS * PATHS], at[PATHS];
    asian_mean = 0;
    for (size_t i = 0; i < ASIAN_SCENARIOS; i++) {
        const float step = 1.0f / FIXINGS, deviation = volatilityf[i] * sqrtf(step);
        const float drift = (ratef[i] - 0.5f * volatilityf[i] * volatilityf[i]) * step;
        vsRngGaussian(way->by_erf ? VSL_RNG_METHOD_GAUSSIAN_BOXMULLER2 : VSL_RNG_METHOD_GAUSSIAN_ICDF, stream,
                      FIXINGS * PATHS, z, 0, 1);
        memset(at, 0, sizeof at);
        for (size_t k = 0; k < FIXINGS; k++)
            for (size_t p = 0; p < PATHS; p++)
                x[k * PATHS + p] = at[p] += drift + deviation * z[k * PATHS + p];
        asian_mean += value_of(i, x, way->mode) / ASIAN_SCENARIOS;
    }
}

static void price_asian_common(void *argument) {
    const struct way *way = argument;
    float x[FIXINGS * PATHS];
    asian_mean = 0;
    for (size_t i = 0; i < ASIAN_SCENARIOS; i++) {
        const float step = 1.0f / FIXINGS, drift = (ratef[i] - 0.5f * volatilityf[i] * volatilityf[i]) * step;
        for (size_t k = 0; k < FIXINGS; k++)
            for (size_t p = 0; p < PATHS; p++)
                x[k * PATHS + p] = drift * (float)(k + 1) + volatilityf[i] * common[k * PATHS + p];
        asian_mean += value_of(i, x, way->mode) / ASIAN_SCENARIOS;
    }
}

static void draw_common(void) {
    float z[FIXINGS * PATHS];
    vsRngGaussian(VSL_RNG_METHOD_GAUSSIAN_ICDF, stream, FIXINGS * PATHS, z, 0, sqrtf(1.0f / FIXINGS));
    for (size_t i = 0; i < FIXINGS * PATHS; i++)
        common[i] = z[i] + (i >= PATHS ? common[i - PATHS] : 0);
}

int main(void) {
    static const struct {
        const char *name;
        struct way way;
    } ways[] = {{"mkl-HA", {VML_HA, 0}}, {"mkl-LA", {VML_LA, 0}}, {"mkl-HA-2", {VML_HA, 1}}, {"mkl-LA-2", {VML_LA, 1}}};
    mkl_set_num_threads(1);
    draw_market(&market);
    price_market(&market);
    for (size_t i = 0; i < SCENARIOS; i++) {
        spotf[i] = (float)market.spot[i];
        volatilityf[i] = (float)market.volatility[i];
        ratef[i] = (float)market.rate[i];
    }
    vslNewStream(&stream, VSL_BRNG_PHILOX4X32X10, 1);
    draw_common();
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
        struct way way = ways[w].way;
        way.mode |= VML_ERRMODE_IGNORE;
        const double ns = nanoseconds(price_options, &way, OPTIONS * SCENARIOS);
        print_figure("bs_f64", ways[w].name, ns, largest_error(&market, prices), ALLOWED_F64);
        const double nsf = nanoseconds(price_optionsf, &way, OPTIONS * SCENARIOS);
        print_figure("bs_f32", ways[w].name, nsf, largest_errorf(&market, pricesf), ALLOWED_F32);
        const double fresh = nanoseconds(price_asian_fresh, &way, ASIAN_SCENARIOS);
        print_figure("path_f32", ways[w].name, fresh, asian_off(asian_mean, ASIAN_SCENARIOS * PATHS), ALLOWED_OFF);
        const double crn = nanoseconds(price_asian_common, &way, ASIAN_SCENARIOS);
        print_figure("crn_f32", ways[w].name, crn, asian_off(asian_mean, PATHS), ALLOWED_OFF);
    }
    vslDeleteStream(&stream);
    return EXIT_SUCCESS;
}
