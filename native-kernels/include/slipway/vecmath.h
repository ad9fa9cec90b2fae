/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vecmath: functions, random numbers and normals over arrays, by the best instructions of the processor.
 *
 *     vm_exp(n, x, y);                                       // y[i] = exp(x[i])
 *
 * Same bits. Each function is compiled from one source for AVX-512, for AVX2 with FMA, and in plain C. It uses nothing
 * but IEEE 754's + - * / and square root, comparisons and explicit fused multiply-adds. So all three give the same
 * bits, and so does any split of an array. Processors other than x86-64 have plain C only.
 */
#ifndef SLIPWAY_VECMATH_H
#define SLIPWAY_VECMATH_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define VM_VERSION 200

#ifdef __cplusplus
extern "C" {
#endif

/* --- instructions --- */

typedef enum { VM_SIMD_NONE, VM_SIMD_AVX2, VM_SIMD_AVX512 } vm_simd;

/* Returns the best level that this processor and its operating system have. */
vm_simd vm_simd_best(void);

/* Returns the level that calls use which begin now: the best one, or the one that was forced. */
vm_simd vm_simd_now(void);

/* Makes the calls of all threads that begin after this use LEVEL. Returns -1, and changes nothing, where the processor
 * lacks it; else 0. */
int vm_simd_force(vm_simd level);

/* Returns "none", "avx2" or "avx512"; "unknown" for a value that is no level. Static storage. */
const char *vm_simd_name(vm_simd level);

/* Finds the level of a name. Returns -1, and leaves LEVEL as it was, for a name that no level has; else 0. */
int vm_simd_named(const char *name, vm_simd *level);

/* --- functions of arrays --- */

void vm_exp(size_t n, const double *x, double *y);
void vm_expf(size_t n, const float *x, float *y);
void vm_log(size_t n, const double *x, double *y);
void vm_logf(size_t n, const float *x, float *y);
void vm_normal_cdf(size_t n, const double *x, double *y);
void vm_normal_cdff(size_t n, const float *x, float *y);

#ifdef __cplusplus
}
#endif

#endif
