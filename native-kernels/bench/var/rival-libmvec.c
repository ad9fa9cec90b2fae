/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of glibc's libmvec for `slipway bench var`: plain loops, which GCC turns into calls of libmvec
 * (-ffast-math, for this processor). libmvec is a second rival beside MKL, because MKL takes its fastest code only on
 * Intel's processors.
 */
#include "market.h"

static struct numbers numbers;
static struct market market;
static double prices[OPTIONS * SCENARIOS];
static float pricesf[OPTIONS * SCENARIOS], spotf[SCENARIOS], volatilityf[SCENARIOS], ratef[SCENARIOS];

#define ROOT_HALF 0.70710678118654752440

#define LOOP(name, type, from, to, expression)                                                                         \
    static void name(void *unused) {                                                                                   \
        (void)unused;                                                                                                  \
        for (size_t i = 0; i < VALUES; i++) {                                                                          \
            const type x = numbers.from[i];                                                                            \
            numbers.to[i] = expression;                                                                                \
        }                                                                                                              \
    }

LOOP(run_exp, double, x, y, exp(x))
LOOP(run_expf, float, xf, yf, expf(x))
LOOP(run_log, double, x, y, log(x))
LOOP(run_logf, float, xf, yf, logf(x))
LOOP(run_cdf, double, x, y, 0.5 * erfc(x * -ROOT_HALF))
LOOP(run_cdff, float, xf, yf, 0.5f * erfcf(x * (float)-ROOT_HALF))

static void price_options(void *unused) {
    double logarithm[SCENARIOS], discount[SCENARIOS] = {0};
    (void)unused;
    for (size_t i = 0; i < SCENARIOS; i++)
        logarithm[i] = log(market.spot[i]);
    for (size_t o = 0; o < OPTIONS; o++) {
        const double years = market.years[o / STRIKES], root = sqrt(years), strike = market.strike[o % STRIKES];
        const double log_strike = log(strike);
        double *to = prices + o * SCENARIOS;
        for (size_t i = 0; o % STRIKES == 0 && i < SCENARIOS; i++)
            discount[i] = exp(-market.rate[i] * years);
        for (size_t i = 0; i < SCENARIOS; i++) {
            const double deviation = market.volatility[i] * root;
            const double d1 = (logarithm[i] - log_strike + market.rate[i] * years) / deviation + 0.5 * deviation;
            to[i] = 0.5 * (market.spot[i] * erfc(-ROOT_HALF * d1) -
                           strike * discount[i] * erfc(-ROOT_HALF * (d1 - deviation)));
        }
    }
}

static void price_optionsf(void *unused) {
    float logarithm[SCENARIOS], discount[SCENARIOS] = {0};
    (void)unused;
    for (size_t i = 0; i < SCENARIOS; i++)
        logarithm[i] = logf(spotf[i]);
    for (size_t o = 0; o < OPTIONS; o++) {
        const float years = (float)market.years[o / STRIKES], root = sqrtf(years);
        const float strike = (float)market.strike[o % STRIKES], log_strike = logf(strike);
        float *to = pricesf + o * SCENARIOS;
        for (size_t i = 0; o % STRIKES == 0 && i < SCENARIOS; i++)
            discount[i] = expf(-ratef[i] * years);
        for (size_t i = 0; i < SCENARIOS; i++) {
            const float deviation = volatilityf[i] * root;
            const float d1 = (logarithm[i] - log_strike + ratef[i] * years) / deviation + 0.5f * deviation;
            to[i] = 0.5f * (spotf[i] * erfcf((float)-ROOT_HALF * d1) -
                            strike * discount[i] * erfcf((float)-ROOT_HALF * (d1 - deviation)));
        }
    }
}

static const struct {
    const char *cell, *cellf;
    void (*run)(void *), (*runf)(void *);
    long double (*reference)(long double);
    double low, high;
} functions[] = {
    {"exp_f64", "exp_f32", run_exp, run_expf, expl, -10, 10},
    {"log_f64", "log_f32", run_log, run_logf, logl, 1e-3, 1e3},
    {"cdf_f64", "cdf_f32", run_cdf, run_cdff, reference_cdf, -6, 6},
};

int main(void) {
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        draw_numbers(&numbers, functions[i].low, functions[i].high);
        const double ns = nanoseconds(functions[i].run, NULL, VALUES),
                     nsf = nanoseconds(functions[i].runf, NULL, VALUES);
        print_figure(functions[i].cell, "libmvec", ns, largest_ulp(numbers.y, numbers.x, functions[i].reference),
                     ALLOWED_ULP);
        print_figure(functions[i].cellf, "libmvec", nsf, largest_ulpf(numbers.yf, numbers.xf, functions[i].reference),
                     ALLOWED_ULP);
    }
    draw_market(&market);
    price_market(&market);
    for (size_t i = 0; i < SCENARIOS; i++) {
        spotf[i] = (float)market.spot[i];
        volatilityf[i] = (float)market.volatility[i];
        ratef[i] = (float)market.rate[i];
    }
    const double ns = nanoseconds(price_options, NULL, OPTIONS * SCENARIOS);
    print_figure("bs_f64", "libmvec", ns, largest_error(&market, prices), ALLOWED_F64);
    const double nsf = nanoseconds(price_optionsf, NULL, OPTIONS * SCENARIOS);
    print_figure("bs_f32", "libmvec", nsf, largest_errorf(&market, pricesf), ALLOWED_F32);
    return EXIT_SUCCESS;
}
