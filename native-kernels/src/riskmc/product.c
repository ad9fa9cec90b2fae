/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The product of a triangular matrix with a batch of scenarios. A tile is ROWS rows by LANES scenarios, whose sums stay
 * in registers while k runs. Lanes are vectors of the compiler's, so each scenario is one lane from its first product
 * to its last sum. There is no fused multiply-add: its bits would differ on a processor without one.
 */
#include "models.h"

#include <string.h>

enum { ROWS = 4 };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

static size_t row_begin(size_t row) {
    return row * (row + 1) / 2;
}

/* Rows FIRST to FIRST + ROWS - 1 of one group of scenarios. */
static void tile(const double *root, size_t first, const lanes *z, lanes sums[ROWS]) {
    const double *r0 = root + row_begin(first), *r1 = r0 + first + 1, *r2 = r1 + first + 2, *r3 = r2 + first + 3;
    lanes s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    for (size_t k = 0; k <= first; k++) {
        const lanes at = z[k];
        s0 += r0[k] * at;
        s1 += r1[k] * at;
        s2 += r2[k] * at;
        s3 += r3[k] * at;
    }
    s1 += r1[first + 1] * z[first + 1];
    s2 += r2[first + 1] * z[first + 1];
    s3 += r3[first + 1] * z[first + 1];
    s2 += r2[first + 2] * z[first + 2];
    s3 += r3[first + 2] * z[first + 2];
    s3 += r3[first + 3] * z[first + 3];
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
}

static void single_row(const double *root, size_t row, const lanes *z, lanes *sum) {
    const double *r = root + row_begin(row);
    lanes s = {0};
    for (size_t k = 0; k <= row; k++)
        s += r[k] * z[k];
    *sum = s;
}

void rmc_product(const double *root, size_t n, const double *z, size_t scenarios, size_t stride, double *out) {
    lanes sums[ROWS];
    for (size_t row = 0; row < n;) {
        const size_t rows = row + ROWS <= n ? ROWS : 1;
        for (size_t from = 0; from < scenarios; from += LANES) {
            const lanes *group = (const lanes *)(z + from * n);
            const size_t count = scenarios - from < LANES ? scenarios - from : LANES;
            if (rows == ROWS)
                tile(root, row, group, sums);
            else
                single_row(root, row, group, sums);
            for (size_t r = 0; r < rows; r++)
                memcpy(out + (row + r) * stride + from, &sums[r], count * sizeof(double));
        }
        row += rows;
    }
}
