/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of columns at one level of the processor, as a table, so that a call chooses once. */
#ifndef SLIPWAY_OOCFFT_COLUMN_KERNELS_H
#define SLIPWAY_OOCFFT_COLUMN_KERNELS_H

#include "columns.h"

struct ooc_column_kernels {
    int lanes;
    void (*transform)(const struct ooc_columns *columns, double *lanes, double *const rooms[2]);
    void (*gather)(const struct ooc_rows *rows, double *lanes);
    void (*scatter)(const struct ooc_rows *rows, const double *lanes, double scale);
    void (*take)(const struct ooc_columns *columns, const struct ooc_strip *strip, double *lanes);
    void (*give)(const struct ooc_columns *columns, const struct ooc_strip *strip, const double *lanes);
};

extern const struct ooc_column_kernels ooc_column_kernels_none;
#ifdef __x86_64__
extern const struct ooc_column_kernels ooc_column_kernels_avx2, ooc_column_kernels_avx512;
#endif

#endif
