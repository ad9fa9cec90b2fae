/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of one level of the processor, as a table, so that a call chooses once. */
#ifndef SLIPWAY_VECMATH_KERNELS_H
#define SLIPWAY_VECMATH_KERNELS_H

#include "slipway/vecmath.h"

struct vm_elementary {
    void (*exp)(size_t n, const double *x, double *y);
    void (*log)(size_t n, const double *x, double *y);
    void (*normal_cdf)(size_t n, const double *x, double *y);
    void (*expf)(size_t n, const float *x, float *y);
    void (*logf)(size_t n, const float *x, float *y);
    void (*normal_cdff)(size_t n, const float *x, float *y);
};

extern const struct vm_elementary vm_elementary_none;
#ifdef __x86_64__
extern const struct vm_elementary vm_elementary_avx2, vm_elementary_avx512;
#endif

#endif
