/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chooses among the builds of a kernel at run time. Other libraries with kernels use the same macro:
 *     VM_CHOOSE(prc_european)(n, spot, out);
 * calls prc_european_avx512, prc_european_avx2 or prc_european_none, by vm_simd_now(). The macro also works for tables
 * of functions.
 */
#ifndef SLIPWAY_VECMATH_CHOOSE_H
#define SLIPWAY_VECMATH_CHOOSE_H

#include "slipway/vecmath.h"

#ifdef __x86_64__
#define VM_CHOOSE(name)                                                                                                \
    (*(vm_simd_now() == VM_SIMD_AVX512 ? &name##_avx512 : vm_simd_now() == VM_SIMD_AVX2 ? &name##_avx2 : &name##_none))
#else
#define VM_CHOOSE(name) (*&name##_none)
#endif

#endif
