/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The product of a triangular matrix with a batch of scenarios, compiled for each level of the processor. A tile is
 * ROWS rows by a few lanes of scenarios. The sums of a tile stay in registers while k runs. Each scenario is one lane
 * from the first product to the last sum. The product uses no fused multiply-add: a processor without that instruction
 * would spend most of the time there.
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

/* Computes the ROWS rows at INDEX, ascending, for WIDTH scenarios. */
LANE void tile(const double *root, const size_t index[ROWS], const double *z, lane_double sums[ROWS][VECTORS]) {
    const double *rows[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        rows[r] = root + row_begin(index[r]);
    add_columns(rows, 0, 0, index[0] + 1, z, sums);
    add_columns(rows, 1, index[0] + 1, index[1] + 1, z, sums);
    add_columns(rows, 2, index[1] + 1, index[2] + 1, z, sums);
    add_columns(rows, 3, index[2] + 1, index[3] + 1, z, sums);
}

LANE void single_row(const double *root, size_t row, const double *z, lane_double sums[ROWS][VECTORS]) {
    const double *r = root + row_begin(row);
    for (size_t k = 0; k <= row; k++)
        for (int v = 0; v < VECTORS; v++)
            sums[0][v] += r[k] * lane_load(z + k * LANES + v * LANE_DOUBLES);
}

void KERNEL(rmc_product)(const double *root, struct rmc_rows rows, struct rmc_numbers z, struct rmc_target to) {
    for (size_t i = 0; i < rows.count;) {
        const size_t some = i + ROWS <= rows.count ? ROWS : 1;
        size_t index[ROWS] = {0};
        for (size_t r = 0; r < some; r++)
            index[r] = rmc_row(rows, i + r);
        for (size_t from = 0; from < to.scenarios; from += WIDTH) {
            const double *group = z.at + from / LANES * (z.n * LANES) + from % LANES;
            const size_t count = to.scenarios - from < WIDTH ? to.scenarios - from : WIDTH;
            lane_double sums[ROWS][VECTORS] = {{{0}}};
            if (some == ROWS)
                tile(root, index, group, sums);
            else
                single_row(root, index[0], group, sums);
            for (size_t r = 0; r < some; r++)
                memcpy(to.out + index[r] * to.stride + from, sums[r], count * sizeof(double));
        }
        i += some;
    }
}
