/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of one level of the processor, as a table, so that a call chooses the level once. */
#ifndef SLIPWAY_VECMATH_KERNELS_H
#define SLIPWAY_VECMATH_KERNELS_H

#include "slipway/vecmath.h"

struct vm_elementary {
    void (*exp)(size_t n, const double *x, double *y);
    void (*log)(size_t n, const double *x, double *y);
    void (*normal_cdf)(size_t n, const double *x, double *y);
    void (*normal_inverse)(size_t n, const double *p, double *x);
    void (*expf)(size_t n, const float *x, float *y);
    void (*logf)(size_t n, const float *x, float *y);
    void (*normal_cdff)(size_t n, const float *x, float *y);
    void (*normal_inversef)(size_t n, const float *p, float *x);
};

struct vm_draws {
    void (*philox_blocks)(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, uint32_t *blocks);
    void (*normal_pairs)(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, double *a, double *b);
    void (*normal_quads)(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, float *const z[4]);
};

extern const struct vm_elementary vm_elementary_none;
extern const struct vm_draws vm_draws_none;
#ifdef __x86_64__
extern const struct vm_elementary vm_elementary_avx2, vm_elementary_avx512;
extern const struct vm_draws vm_draws_avx2, vm_draws_avx512;
#endif

#endif
