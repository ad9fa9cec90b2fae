/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Definitions that the kernels of all kinds share: rows of lanes, curves and levels. A row has a double for each
 * scenario of the block, padded to whole lanes.
 */
#ifndef SLIPWAY_PRICING_KERNEL_H
#define SLIPWAY_PRICING_KERNEL_H

#include "internal.h"
#include "proxy.h"
#include "vecmath/lanes.h"

prc_kernel KERNEL(prc_cash), KERNEL(prc_stock), KERNEL(prc_fx_forward), KERNEL(prc_commodity_forward),
    KERNEL(prc_deposit), KERNEL(prc_fixed_bond), KERNEL(prc_floating_bond), KERNEL(prc_inflation_bond),
    KERNEL(prc_mortgage), KERNEL(prc_pool), KERNEL(prc_swap), KERNEL(prc_european), KERNEL(prc_digital),
    KERNEL(prc_barrier), KERNEL(prc_asian), KERNEL(prc_discrete_barrier), KERNEL(prc_basket),
    KERNEL(prc_european_single), KERNEL(prc_asian_single), KERNEL(prc_basket_single);

prc_locate KERNEL(prc_locate_asian), KERNEL(prc_locate_discrete_barrier), KERNEL(prc_locate_basket);

/* --- rows --- */

LANE double *take_doubles(struct prc_job *job, size_t count) {
    double *taken = job->free;
    job->free += (count + PRC_LANES - 1) / PRC_LANES * PRC_LANES;
    return taken;
}

LANE double *take_row(struct prc_job *job) {
    return take_doubles(job, job->row);
}

/* Returns the levels of a factor: a row of the caller, which ends with the last scenario. */
LANE const double *level_row(const struct prc_block *block, uint32_t factor) {
    return block->levels + (size_t)factor * block->stride;
}

/* Loads lanes of a row of COUNT doubles. The last double is repeated to fill the lanes, also if all lanes lie beyond
 * the row. */
LANE lane_double load(const double *row, size_t i, size_t count) {
    if (i + LANE_DOUBLES <= count)
        return lane_load(row + i);
    double last[LANE_DOUBLES];
    for (size_t k = 0; k < LANE_DOUBLES; k++)
        last[k] = row[i + k < count ? i + k : count - 1];
    return lane_load(last);
}

/* Fills a row with one number. */
LANE void fill_row(double *row, size_t length, double number) {
    for (size_t i = 0; i < length; i++)
        row[i] = number;
}

/* Returns the function of one number, computed in lanes. */
#define LANE_SCALAR(function, x) (function(lane_all(x))[0])

/* --- curves --- */

/* The zero rate of a curve for some years, times the years: a weighted sum of two factors. */
struct exponent {
    const double *low, *high; /* NULL: no curve, or no time left */
    double low_weight, high_weight;
};

/* Returns the number of the first point of a curve that is not before YEARS; the number of points if all are before. */
LANE size_t point_after(const struct prc_curve *curve, double years) {
    size_t point = 0;
    while (point < curve->points && curve->years[point] < years)
        point++;
    return point;
}

LANE struct exponent exponent_of(const struct prc_block *block, uint32_t curve_index, double years) {
    struct exponent exponent = {0};
    if (curve_index == PRC_NONE || !(years > 0))
        return exponent;
    const struct prc_curve *curve = &block->market->curves[curve_index];
    const size_t next = point_after(curve, years);
    const size_t high = next < curve->points ? next : curve->points - 1, low = next > 0 ? next - 1 : 0;
    const double share = high > low ? (years - curve->years[low]) / (curve->years[high] - curve->years[low]) : 1.0;
    exponent.high_weight = years * (share < 1 ? share : 1.0);
    exponent.low_weight = years - exponent.high_weight;
    exponent.low = level_row(block, curve->factors[low]);
    exponent.high = level_row(block, curve->factors[high]);
    return exponent;
}

LANE lane_double exponent_at(const struct exponent *exponent, size_t i, size_t count) {
    if (exponent->low == NULL)
        return lane_all(0);
    return lane_fma(load(exponent->low, i, count), lane_all(exponent->low_weight),
                    load(exponent->high, i, count) * exponent->high_weight);
}

/* --- rows that instruments share --- */

/* Returns the row of KEY: a shared row, or SPARE. The caller fills a row with *is_filled 0. */
LANE double *shared_row(const struct prc_job *job, struct prc_row_key key, double *spare, int *is_filled) {
    *is_filled = 0;
    double *row = job->block->rows != NULL ? prc_rows_find(job->block->rows, key, is_filled) : NULL;
    return row != NULL ? row : spare;
}

/* Returns the discount factors of a curve for some years, or NULL if all are 1. They may be in SPARE, a row. */
LANE const double *discount_row(const struct prc_job *job, uint32_t curve, double years, double *spare) {
    if (curve == PRC_NONE || !(years > 0))
        return NULL;
    int is_filled;
    double *row = shared_row(job, (struct prc_row_key){PRC_ROW_DISCOUNT, curve, years}, spare, &is_filled);
    if (!is_filled) {
        const struct exponent exponent = exponent_of(job->block, curve, years);
        for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
            lane_store(row + i, lane_exp(-exponent_at(&exponent, i, job->block->scenarios)));
    }
    return row;
}

LANE lane_double discount_at(const double *discounts, size_t i) {
    return discounts == NULL ? lane_all(1) : lane_load(discounts + i);
}

/* Returns the logarithms of a factor's levels, which may be in SPARE, a row. */
LANE const double *logarithm_row(const struct prc_job *job, uint32_t factor, double *spare) {
    int is_filled;
    double *row = shared_row(job, (struct prc_row_key){PRC_ROW_LOGARITHM, factor, 0}, spare, &is_filled);
    if (!is_filled) {
        const double *levels = level_row(job->block, factor);
        for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
            lane_store(row + i, lane_log(load(levels, i, job->block->scenarios)));
    }
    return row;
}

/* --- levels between today and the time of the block --- */

enum { ROWS_OF_PASSED_LEVEL = 6 };

/*
 * Writes the levels of a factor on a date between today and the time of the block to LEVELS, a row: on a Brownian
 * bridge with today's volatility from the factor VOLATILITY, or without a bridge for PRC_NONE. Uses
 * ROWS_OF_PASSED_LEVEL rows, and gives them back.
 */
void KERNEL(prc_passed_level)(struct prc_job *job, uint32_t factor, uint32_t volatility, double date, double *levels);

#endif
