/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A European option in single precision. With d2 = d1 - deviation, q = N - 1/2 and h = 1/2 for a call, -1/2 for a put,
 *     value = asset (h + q(d1)) - cash (h + q(d2)).
 * The slope of the value by d1 is zero, so errors of d1 hardly count, and logarithms, exponents and volatilities may be
 * floats. They are rounded once for all options of a block, into rows that instruments share. A logarithm is that of
 * the ratio to today's level, which keeps the digits. A volatility of 0, or no time left, makes d1 so large that N is 0
 * or 1.
 */
#include "kernel.h"

/* Stores floats as doubles. */
LANE void store_widened(double *to, lane_float x) {
    lane_store(to, lane_widen_first(x));
    lane_store(to + LANE_DOUBLES, lane_widen_second(x));
}

/* Replaces 1 / 0. A logarithm times twice this number is still finite. */
#define LARGEST_INVERSE 1e15

/* --- rows of floats --- */

/* Returns a row of floats like shared_row, taking a spare row from JOB. */
LANE float *float_row(struct prc_job *job, struct prc_row_key key, int *is_filled) {
    void *row = shared_row(job, key, take_row(job), is_filled);
    return row;
}

/* Rounds levels, a row of COUNT doubles, into whole lanes of floats. */
static void round_levels(const double *levels, size_t count, size_t row, float *to) {
    for (size_t i = 0; i < row; i += LANE_FLOATS)
        lane_storef(to + i, lane_narrow(load(levels, i, count), load(levels, i + LANE_DOUBLES, count)));
}

/* Rounds the logarithms of levels over BASE. */
static void round_logarithms(const double *levels, size_t count, size_t row, double base, float *to) {
    const double log_base = LANE_SCALAR(lane_log, base);
    for (size_t i = 0; i < row; i += LANE_FLOATS)
        lane_storef(to + i, lane_narrow(lane_log(load(levels, i, count)) - log_base,
                                        lane_log(load(levels, i + LANE_DOUBLES, count)) - log_base));
}

static const float *levels_of(struct prc_job *job, uint32_t factor) {
    int is_filled;
    float *row = float_row(job, (struct prc_row_key){PRC_ROW_LEVEL_SINGLE, factor, 0}, &is_filled);
    if (!is_filled)
        round_levels(level_row(job->block, factor), job->block->scenarios, job->row, row);
    return row;
}

static const float *logarithms_of(struct prc_job *job, uint32_t factor, double base) {
    int is_filled;
    float *row = float_row(job, (struct prc_row_key){PRC_ROW_LOGARITHM_SINGLE, factor, 0}, &is_filled);
    if (!is_filled)
        round_logarithms(level_row(job->block, factor), job->block->scenarios, job->row, base, row);
    return row;
}

/* Returns volatilities; not a number for negative ones. */
static const float *volatilities_of(struct prc_job *job, uint32_t factor) {
    int is_filled;
    float *row = float_row(job, (struct prc_row_key){PRC_ROW_VOLATILITY_SINGLE, factor, 0}, &is_filled);
    if (is_filled)
        return row;
    round_levels(level_row(job->block, factor), job->block->scenarios, job->row, row);
    for (size_t i = 0; i < job->row; i += LANE_FLOATS) {
        const lane_float volatility = lane_loadf(row + i);
        lane_storef(row + i, lane_selectf(lane_lessf(volatility, lane_allf(0)), lane_allf(NAN), lane_absf(volatility)));
    }
    return row;
}

/* Returns the inverses of the volatilities. */
static const float *inverses_of(struct prc_job *job, uint32_t factor, const float *volatilities) {
    int is_filled;
    float *row = float_row(job, (struct prc_row_key){PRC_ROW_INVERSE_SINGLE, factor, 0}, &is_filled);
    for (size_t i = 0; i < job->row && !is_filled; i += LANE_FLOATS)
        lane_storef(row + i, lane_minf(1.0f / lane_loadf(volatilities + i), lane_allf((float)LARGEST_INVERSE)));
    return row;
}

/* Returns zero rates of a curve for some years, times the years; 0 without a curve or without time left. */
static const float *exponents_of(struct prc_job *job, uint32_t curve, double years) {
    int is_filled;
    float *row = float_row(job, (struct prc_row_key){PRC_ROW_EXPONENT_SINGLE, curve, years}, &is_filled);
    const struct exponent exponent = exponent_of(job->block, curve, years);
    const size_t count = job->block->scenarios;
    for (size_t i = 0; i < job->row && !is_filled; i += LANE_FLOATS)
        lane_storef(row + i,
                    lane_narrow(exponent_at(&exponent, i, count), exponent_at(&exponent, i + LANE_DOUBLES, count)));
    return row;
}

/* Discount factors by exponents. */
static const float *discounts_of(struct prc_job *job, uint32_t curve, double years, const float *exponents) {
    int is_filled;
    float *row = float_row(job, (struct prc_row_key){PRC_ROW_DISCOUNT_SINGLE, curve, years}, &is_filled);
    for (size_t i = 0; i < job->row && !is_filled; i += LANE_FLOATS)
        lane_storef(row + i, lane_expf(-lane_loadf(exponents + i)));
    return row;
}

/* --- the value --- */

/* Rows of the inputs, and the constants of an option. */
struct single_option {
    const float *levels, *logarithms;
    const float *volatilities, *inverses;
    const float *exponents, *discounts;
    const float *yield_exponents, *yield_discounts; /* NULL: no yield */
    float strike;
    float half_sign;
    /* In units of CENTRAL_SCALE: 1 over the root of the years until expiry, half of that root, and log(BASE / strike)
     * divided by that root. */
    float inverse_root, half_root, shift;
};

/* Returns the base by which the logarithms of an option divide the levels. */
LANE double base_of(const struct prc_european *option, const struct prc_job *job) {
    const double today = job->block->market->today[option->factor];
    return today > 0 ? today : 1;
}

/* Points to the levels of a block for an option that is alive, or to the levels of a passed expiry. */
LANE void point_to_singles(struct single_option *to, const struct prc_european *option, struct prc_job *job) {
    const double base = base_of(option, job);
    if (option->maturity >= job->block->years) {
        to->levels = levels_of(job, option->factor);
        to->logarithms = logarithms_of(job, option->factor, base);
        return;
    }
    double *passed = take_row(job);
    void *levels = take_row(job), *logarithms = take_row(job);
    KERNEL(prc_passed_level)(job, option->factor, option->volatility, option->maturity, passed);
    round_levels(passed, job->row, job->row, levels);
    round_logarithms(passed, job->row, job->row, base, logarithms);
    to->levels = levels;
    to->logarithms = logarithms;
}

LANE struct single_option single_option_of(const struct prc_european *option, struct prc_job *job) {
    const double left = option->maturity - job->block->years, years = left > 0 ? left : 0, root = sqrt(years);
    const double inverse = CENTRAL_SCALE * fmin(1 / root, LARGEST_INVERSE);
    const double shift = LANE_SCALAR(lane_log, base_of(option, job)) - LANE_SCALAR(lane_log, option->strike);
    struct single_option single = {.strike = (float)option->strike,
                                   .half_sign = option->option == PRC_CALL ? 0.5f : -0.5f,
                                   .inverse_root = (float)inverse,
                                   .half_root = (float)(CENTRAL_SCALE * 0.5 * root),
                                   .shift = (float)(shift * inverse)};
    point_to_singles(&single, option, job);
    single.volatilities = volatilities_of(job, option->volatility);
    single.inverses = inverses_of(job, option->volatility, single.volatilities);
    single.exponents = exponents_of(job, option->curve, years);
    single.discounts = discounts_of(job, option->curve, years, single.exponents);
    if (option->yield_curve != PRC_NONE && years > 0) {
        single.yield_exponents = exponents_of(job, option->yield_curve, years);
        single.yield_discounts = discounts_of(job, option->yield_curve, years, single.yield_exponents);
    }
    return single;
}

/* Returns the values in some lanes. */
LANE lane_float single_european_at(const struct single_option *at, size_t i, int has_yield) {
    lane_float asset = lane_loadf(at->levels + i),
               moved = lane_loadf(at->logarithms + i) + lane_loadf(at->exponents + i);
    if (has_yield) {
        asset *= lane_loadf(at->yield_discounts + i);
        moved -= lane_loadf(at->yield_exponents + i);
    }
    const lane_float cash = at->strike * lane_loadf(at->discounts + i);
    const lane_float middle = lane_fmaf(moved, lane_allf(at->inverse_root), lane_allf(at->shift)) *
                              lane_loadf(at->inverses + i),
                     half = lane_loadf(at->volatilities + i) * at->half_root;
    const lane_float gain = asset * lane_centralf(middle + half, at->half_sign);
    return lane_maxf(lane_fmaf(-cash, lane_centralf(middle - half, at->half_sign), gain), lane_allf(0));
}

LANE void write_values(const struct single_option *option, size_t row, int has_yield, double *values) {
    for (size_t i = 0; i < row; i += LANE_FLOATS)
        store_widened(values + i, single_european_at(option, i, has_yield));
}

void KERNEL(prc_european_single)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct single_option option = single_option_of(&instrument->terms.european, job);
    if (option.yield_discounts != NULL)
        write_values(&option, job->row, 1, values);
    else
        write_values(&option, job->row, 0, values);
}
