/* SPDX-License-Identifier: Apache-2.0 */
/* The product of a triangular matrix with scenarios, at each level of the processor. */
#ifndef SLIPWAY_RISKMC_PRODUCT_H
#define SLIPWAY_RISKMC_PRODUCT_H

#include <stddef.h>
#include <stdint.h>

/* Scenarios lie in groups of LANES on any level, and are computed in batches of BATCH. */
enum { LANES = 8, BATCH = 64 };

/* The requested rows: COUNT of them, ascending; all from 0 to COUNT - 1 if INDEX is NULL. */
struct rmc_rows {
    const uint32_t *index;
    size_t count;
};

static inline size_t rmc_row(struct rmc_rows rows, size_t i) {
    return rows.index != NULL ? rows.index[i] : i;
}

/* The destination of a product: OUT[row * stride + scenario]. */
struct rmc_target {
    double *out;
    size_t stride;
    size_t scenarios; /* at most BATCH */
};

/*
 * Numbers by factor: AT[(group * n + k) * LANES + lane] belongs to factor K, below N, in scenario group * LANES + lane.
 */
struct rmc_numbers {
    const double *at;
    size_t n;
};

/*
 * Writes the requested ROWS of ROOT times Z; other rows of OUT stay unchanged. N of Z is above the last requested row.
 * Row i of ROOT begins at i (i + 1) / 2. The sum over k runs upwards, one product and one sum a step, so the bits of a
 * scenario and a row depend on neither their neighbours nor the level.
 */
void rmc_product_none(const double *root, struct rmc_rows rows, struct rmc_numbers z, struct rmc_target to);
void rmc_product_avx2(const double *root, struct rmc_rows rows, struct rmc_numbers z, struct rmc_target to);
void rmc_product_avx512(const double *root, struct rmc_rows rows, struct rmc_numbers z, struct rmc_target to);

#endif
