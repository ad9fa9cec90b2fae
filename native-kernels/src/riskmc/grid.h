/* SPDX-License-Identifier: Apache-2.0 */
/* Amounts of money as integer multiples of a grid, so that sums are exact. */
#ifndef SLIPWAY_RISKMC_GRID_H
#define SLIPWAY_RISKMC_GRID_H

#include <stddef.h>
#include <stdint.h>

/* Limits in size: amounts stay below the first, sums at or below the second. */
static const double RMC_GRID_AMOUNT_LIMIT = 0x1p51;
static const int64_t RMC_GRID_SUM_LIMIT = (int64_t)1 << 53;

typedef enum { RMC_GRID_OK, RMC_GRID_AMOUNT, RMC_GRID_SUM } rmc_grid_result;

/*
 * Adds round(FACTOR * (values[i] * rates[i] - today)) to sums[i] for all I below COUNT, with ties to even; RATES may be
 * NULL for rates of 1. Returns RMC_GRID_AMOUNT if a rounded amount is not below 2^51 in size or is no number, and
 * RMC_GRID_SUM if a sum is beyond 2^53 in size; the sums then have no meaning.
 */
rmc_grid_result rmc_grid_add_none(double factor, const double *values, const double *rates, double today, size_t count,
                                  int64_t *sums);
rmc_grid_result rmc_grid_add_avx2(double factor, const double *values, const double *rates, double today, size_t count,
                                  int64_t *sums);
rmc_grid_result rmc_grid_add_avx512(double factor, const double *values, const double *rates, double today,
                                    size_t count, int64_t *sums);

#endif
