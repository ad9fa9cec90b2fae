/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the sources of the scenario models share. */
#ifndef SLIPWAY_RISKMC_MODELS_INTERNAL_H
#define SLIPWAY_RISKMC_MODELS_INTERNAL_H

#include "internal.h"
#include "product.h"
#include "slipway/riskmc_models.h"
#include "slipway/vecmath.h"

/* Refuses fewer than LEAST returns, returns without factors, and values that are not finite. */
rmc_err rmc_check_returns(const struct rmc_returns *returns, size_t least, struct rmc_error *error);

/*
 * Finds the eigenvalues of the symmetric n x n matrix A, and overwrites the rows of A with the eigenvectors. SCRATCH
 * has room for 2 n. Returns 0, or -1 if the iteration does not end, as only with entries that are not finite.
 */
int rmc_eigen(double *a, size_t n, double *values, double *scratch);

/* Returns the sum of A[i] * B[i], in one order of operations for each COUNT. */
double rmc_dot(const double *a, const double *b, size_t count);

/* Adds FACTOR times OF to TO. */
void rmc_add_times(double *to, double factor, const double *of, size_t count);

/* --- random numbers: the key holds one of these purposes --- */

enum { FOR_MOVES = 16, FOR_TAILS = 17, FOR_DAYS = 18 };

/* Draws the normals of BATCH scenarios from FIRST on for N factors to Z, in the layout of rmc_product_none. */
void rmc_draw_normals(struct vm_key key, uint32_t first, size_t n, double *z);

/* Draws a chi-squared number with DEGREES (above 2) for a scenario. */
double rmc_draw_chi_squared(struct vm_key key, uint32_t scenario, double degrees);

/* Draws STEPS days out of COUNT for a scenario: DAYS[step * stride]. */
void rmc_draw_days(struct vm_key key, uint32_t scenario, uint32_t count, size_t steps, size_t stride, uint32_t *days);

/* --- the parts of a model --- */

struct rmc_model {
    rmc_law law;
    size_t factors;
    size_t horizon_count;
    double *horizons;
    double *mean;      /* by factor, of a day; filtered: the drift alone */
    double *half;      /* filtered: by factor, 0.5 for a factor that moves by its logarithm, else 0 */
    struct vm_key key; /* of normals or days */
    struct vm_key tail_key;
    double degrees;
    double *root;     /* normal, Student: row i begins at i (i + 1) / 2 */
    size_t days;      /* filtered, historical */
    double *history;  /* factors x days: moves, or standardised moves */
    double *variance; /* filtered: by factor, of the coming day */
    struct rmc_garch *garch;
};

/* Each function writes the moves of the factors in ROWS, which has at least one factor. */
rmc_err rmc_moves_by_root(const struct rmc_model *model, struct rmc_block block, struct rmc_rows rows, double *moves,
                          struct rmc_error *error);
rmc_err rmc_moves_filtered(const struct rmc_model *model, struct rmc_block block, struct rmc_rows rows, double *moves,
                           struct rmc_error *error);
void rmc_moves_historical(const struct rmc_model *model, struct rmc_block block, struct rmc_rows rows, double *moves);

/* Makes the standardised moves, the variances and the filters of a filtered model. */
rmc_err rmc_filter(struct rmc_model *model, const struct rmc_model_setup *setup, struct rmc_error *error);

#endif
