/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of pricing for `slipway bench var`: options of one price in a block of scenarios. */
#include "market.h"
#include "slipway/pricing_proxy.h"

static struct market market;
static _Alignas(PRC_SCRATCH_ALIGNMENT) double prices[OPTIONS * SCENARIOS];

/* Factors: the price, the volatility, the rate. */
enum { SPOT, VOLATILITY, RATE, FACTORS };
static double levels[FACTORS * SCENARIOS];
static const double curve_years[] = {1};
static const uint32_t curve_factors[] = {RATE};
static const struct prc_curve curve = {1, curve_years, curve_factors};
static const double today[FACTORS] = {100, 0.2, 0.05};

struct job {
    struct prc_market market;
    struct prc_block block;
    void *scratch;
};

static void stop(const struct prc_error *error) {
    fprintf(stderr, "%s\n", error->text);
    exit(EXIT_FAILURE);
}

static void value(const struct prc_instrument *instrument, const struct job *job, double *values) {
    struct prc_error error;
    if (prc_value(instrument, &job->block, job->scratch, values, &error) != PRC_OK)
        stop(&error);
}

static struct prc_european call(double strike, double years) {
    return (struct prc_european){SPOT, VOLATILITY, PRC_CALL, strike, years, 0, PRC_NONE};
}

static void price_options(void *argument) {
    const struct job *job = argument;
    prc_rows_clear(job->block.rows);
    for (size_t o = 0; o < OPTIONS; o++) {
        const struct prc_instrument instrument = {.id = o,
                                                  .kind = PRC_EUROPEAN,
                                                  .terms.european =
                                                      call(market.strike[o % STRIKES], market.years[o / STRIKES])};
        value(&instrument, job, prices + o * SCENARIOS);
    }
}

static struct prc_instrument asian(void) {
    return (struct prc_instrument){
        .id = 4711, .kind = PRC_ASIAN, .terms.asian = {call(ASIAN_STRIKE, 1), 1.0 / FIXINGS, FIXINGS, 0}};
}

/* Each call values the paths of different scenarios, as a run does. */
static void price_asian(void *argument) {
    struct job *job = argument;
    const struct prc_instrument instrument = asian();
    prc_rows_clear(job->block.rows);
    job->block.first += ASIAN_SCENARIOS;
    value(&instrument, job, prices);
}

static double mean(size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += prices[i];
    return sum / (double)count;
}

/* Asian options by fresh and by common paths. */
static void measure_paths(struct job *job, prc_arithmetic arithmetic, const char *fresh_cell, const char *common_cell) {
    job->block.scenarios = ASIAN_SCENARIOS;
    job->block.paths = PATHS;
    job->block.inner = PRC_FRESH;
    job->block.arithmetic = arithmetic;
    const double fresh = nanoseconds(price_asian, job, ASIAN_SCENARIOS);
    print_figure(fresh_cell, "ours", fresh, asian_off(mean(ASIAN_SCENARIOS), ASIAN_SCENARIOS * PATHS), ALLOWED_OFF);
    job->block.inner = PRC_COMMON;
    const double common = nanoseconds(price_asian, job, ASIAN_SCENARIOS);
    print_figure(common_cell, "ours", common, asian_off(mean(ASIAN_SCENARIOS), PATHS), ALLOWED_OFF);
}

/* --- by proxy --- */

struct proxied {
    struct job *job;
    const double *proxy;
    void *scratch;
};

static void price_by_proxy(void *argument) {
    const struct proxied *proxied = argument;
    const struct prc_instrument instrument = asian();
    struct prc_error error;
    struct prc_proxied out = {proxied->scratch, prices, 0};
    prc_rows_clear(proxied->job->block.rows);
    if (prc_proxy_value(&instrument, &proxied->job->block, proxied->proxy, &out, &error) != PRC_OK)
        stop(&error);
}

/* Measures the proxy. The scenarios are also the trials, ten days from now. The error is relative to the paths of the
 * fit, as a share of the variation of the value. */
static void measure_proxy(struct job *job) {
    static double in_full[SCENARIOS], by_proxy[SCENARIOS];
    const struct prc_instrument instrument = asian();
    struct prc_error error;
    struct prc_fit *fit;
    job->block.scenarios = ASIAN_SCENARIOS;
    job->block.years = 10.0 / 252;
    job->block.inner = PRC_COMMON;
    job->block.arithmetic = PRC_DOUBLE;
    prc_rows_clear(job->block.rows);
    double *proxy = malloc(prc_proxy_doubles(&instrument) * sizeof *proxy);
    if (proxy == NULL || prc_fit_new(&job->block, &fit, &error) != PRC_OK ||
        prc_fit_proxy(fit, &instrument, proxy, in_full, by_proxy, &error) != PRC_OK || !prc_proxy_is_used(proxy))
        exit(EXIT_FAILURE);
    struct proxied proxied = {job, proxy, NULL};
    proxied.scratch = aligned_alloc(PRC_SCRATCH_ALIGNMENT, prc_proxy_scratch_bytes(&instrument, &job->block));
    if (proxied.scratch == NULL)
        exit(EXIT_FAILURE);
    const double ns = nanoseconds(price_by_proxy, &proxied, ASIAN_SCENARIOS);
    double mean_full = 0, spread = 0, squares = 0;
    for (size_t i = 0; i < ASIAN_SCENARIOS; i++)
        mean_full += in_full[i] / ASIAN_SCENARIOS;
    for (size_t i = 0; i < ASIAN_SCENARIOS; i++) {
        spread += (in_full[i] - mean_full) * (in_full[i] - mean_full);
        squares += (prices[i] - in_full[i]) * (prices[i] - in_full[i]);
    }
    print_figure("proxy_f64", "ours", ns, sqrt(squares / spread), 0.01);
    prc_fit_free(fit);
    free(proxy);
    free(proxied.scratch);
    job->block.years = 0;
}

static void measure_asians(struct job *job) {
    static const unsigned char only_the_price[FACTORS] = {1, 0, 0};
    measure_paths(job, PRC_SINGLE, "path_f32", "crn_f32");
    measure_paths(job, PRC_DOUBLE, "path_f64", "crn_f64");
    measure_proxy(job);
    /* Volatility and rate stay at today's levels, which changes the mean; the mean of the paths must be the same. */
    for (size_t i = 0; i < SCENARIOS; i++) {
        levels[VOLATILITY * SCENARIOS + i] = today[VOLATILITY];
        levels[RATE * SCENARIOS + i] = today[RATE];
    }
    price_asian(job);
    const double by_paths = mean(ASIAN_SCENARIOS);
    job->market.moves = only_the_price;
    job->block.scenarios = SCENARIOS; /* a table is made once for a block */
    const double table = nanoseconds(price_asian, job, SCENARIOS);
    print_figure("table_f64", "ours", table, fabs(mean(ASIAN_SCENARIOS) - by_paths) / by_paths, 1e-12);
}

int main(void) {
    struct prc_error error;
    struct job job = {.market = {FACTORS, today, NULL, &curve, 1}};
    const struct prc_instrument instrument = asian();
    draw_market(&market);
    price_market(&market);
    memcpy(levels + SPOT * SCENARIOS, market.spot, sizeof market.spot);
    memcpy(levels + VOLATILITY * SCENARIOS, market.volatility, sizeof market.volatility);
    memcpy(levels + RATE * SCENARIOS, market.rate, sizeof market.rate);
    job.block = (struct prc_block){.market = &job.market,
                                   .scenarios = SCENARIOS,
                                   .levels = levels,
                                   .stride = SCENARIOS,
                                   .seed = 1,
                                   .paths = PATHS,
                                   .inner = PRC_FRESH};
    if (prc_rows_new(SCENARIOS, 2 * OPTIONS, &job.block.rows, &error) != PRC_OK ||
        prc_market_check(&job.market, &error) != PRC_OK || prc_check(&instrument, &job.market, &error) != PRC_OK)
        stop(&error);
    job.block.arithmetic = PRC_SINGLE; /* takes the most memory */
    job.scratch = aligned_alloc(PRC_SCRATCH_ALIGNMENT, prc_scratch_bytes(&instrument, &job.block));
    if (job.scratch == NULL)
        return EXIT_FAILURE;
    const double single = nanoseconds(price_options, &job, OPTIONS * SCENARIOS);
    print_figure("bs_f32", "ours", single, largest_error(&market, prices), ALLOWED_F32);
    job.block.arithmetic = PRC_DOUBLE;
    const double ns = nanoseconds(price_options, &job, OPTIONS * SCENARIOS);
    print_figure("bs_f64", "ours", ns, largest_error(&market, prices), ALLOWED_F64);
    measure_asians(&job);
    free(job.scratch);
    prc_rows_free(job.block.rows);
    return EXIT_SUCCESS;
}
