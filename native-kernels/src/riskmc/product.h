/* SPDX-License-Identifier: Apache-2.0 */
/* The product of a triangular matrix with scenarios, at each level of the processor. */
#ifndef SLIPWAY_RISKMC_PRODUCT_H
#define SLIPWAY_RISKMC_PRODUCT_H

#include <stddef.h>

/* Scenarios lie in groups of LANES, whatever the level, and are computed in batches of BATCH. */
enum { LANES = 8, BATCH = 64 };

/* Where a product goes: OUT[row * stride + scenario]. */
struct rmc_target {
    double *out;
    size_t stride;
    size_t scenarios; /* at most BATCH */
};

/*
 * Writes ROOT times Z. Row i of ROOT begins at i (i + 1) / 2. Z[(group * n + k) * LANES + lane] is the number of factor
 * k in scenario group * LANES + lane. The sum over k runs upwards, one product and one sum a step, so the bits of a
 * scenario depend on neither its neighbours nor the level.
 */
void rmc_product_none(const double *root, size_t n, const double *z, struct rmc_target to);
void rmc_product_avx2(const double *root, size_t n, const double *z, struct rmc_target to);
void rmc_product_avx512(const double *root, size_t n, const double *z, struct rmc_target to);

#endif
