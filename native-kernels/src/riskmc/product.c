/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The product of a triangular matrix with a batch of scenarios, compiled for each level of the processor. A tile is
 * ROWS rows by a few lanes of scenarios, whose sums stay in registers while k runs; each scenario is one lane from its
 * first product to its last sum. There is no fused multiply-add: where the processor lacks it, it costs more than all
 * else.
 */
#include "product.h"

#include "vecmath/lanes.h"

enum { ROWS = 4, VECTORS = LANE_BYTES < 64 ? 2 : 1, WIDTH = VECTORS * LANE_DOUBLES };

static size_t row_begin(size_t row) {
    return row * (row + 1) / 2;
}

/* Adds k from BEGIN to END - 1 to the sums of COUNT rows from FIRST on. */
LANE void add_columns(const double *const rows[ROWS], int first, size_t begin, size_t end, const double *z,
                      lane_double sums[ROWS][VECTORS]) {
    for (size_t k = begin; k < end; k++) {
        lane_double at[VECTORS];
        LANE_UNROLL
        for (int v = 0; v < VECTORS; v++)
            at[v] = lane_load(z + k * LANES + v * LANE_DOUBLES);
        LANE_UNROLL
        for (int r = first; r < ROWS; r++) {
            LANE_UNROLL
            for (int v = 0; v < VECTORS; v++)
                sums[r][v] += rows[r][k] * at[v];
        }
    }
}

/* Rows FIRST to FIRST + ROWS - 1 of WIDTH scenarios. */
LANE void tile(const double *root, size_t first, const double *z, lane_double sums[ROWS][VECTORS]) {
    const double *rows[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        rows[r] = root + row_begin(first + r);
    add_columns(rows, 0, 0, first + 1, z, sums);
    add_columns(rows, 1, first + 1, first + 2, z, sums);
    add_columns(rows, 2, first + 2, first + 3, z, sums);
    add_columns(rows, 3, first + 3, first + 4, z, sums);
}

LANE void single_row(const double *root, size_t row, const double *z, lane_double sums[ROWS][VECTORS]) {
    const double *r = root + row_begin(row);
    for (size_t k = 0; k <= row; k++)
        for (int v = 0; v < VECTORS; v++)
            sums[0][v] += r[k] * lane_load(z + k * LANES + v * LANE_DOUBLES);
}

void KERNEL(rmc_product)(const double *root, size_t n, const double *z, struct rmc_target to) {
    for (size_t row = 0; row < n;) {
        const size_t rows = row + ROWS <= n ? ROWS : 1;
        for (size_t from = 0; from < to.scenarios; from += WIDTH) {
            const double *group = z + from / LANES * (n * LANES) + from % LANES;
            const size_t count = to.scenarios - from < WIDTH ? to.scenarios - from : WIDTH;
            lane_double sums[ROWS][VECTORS] = {{{0}}};
            if (rows == ROWS)
                tile(root, row, group, sums);
            else
                single_row(root, row, group, sums);
            for (size_t r = 0; r < rows; r++)
                memcpy(to.out + (row + r) * to.stride + from, sums[r], count * sizeof(double));
        }
        row += rows;
    }
}
