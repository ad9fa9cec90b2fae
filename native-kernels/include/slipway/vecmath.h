/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vecmath: functions, random numbers and normals over arrays, by the best instructions of the processor.
 *
 *     vm_exp(n, x, y);                                               // y[i] = exp(x[i])
 *
 *     struct vm_key key = vm_key_of(seed, PURPOSE_PATHS);            // purposes never share numbers
 *     const uint32_t counter[4] = {scenario, instrument, 0, step};
 *     vm_normal_pairs(key, counter, 0, n, a, b);                     // a[i] and b[i] belong to scenario + i
 *
 * Same bits. Each function has one source, which is compiled for AVX-512, for AVX2 with FMA, and in plain C. The source
 * uses only the operations + - * / and square root of IEEE 754, comparisons, conversions and explicit fused
 * multiply-adds. So all three builds give the same bits on any processor. Element i of a result depends on element i of
 * the arguments alone, however an array is cut. (The payload of a NaN is not fixed.) Processors other than x86-64 have
 * plain C only. The rounding mode must be to nearest, and subnormals must not be flushed to zero.
 *
 * Errors of results are stated in ulp: the distance from the exact value, divided by the distance of the two doubles
 * (floats) around that value. The stated errors are the largest found in some 10^7 arguments for each function, rounded
 * up.
 *
 * Threads and memory. No function blocks, prints, exits, fails or allocates. Several threads may call the functions at
 * the same time with separate results. vm_simd_force applies to all threads; a call that has begun keeps its level.
 *
 * Arrays may be of any alignment and length, 0 too. A result may be the same array as the argument; otherwise the two
 * do not overlap.
 */
#ifndef SLIPWAY_VECMATH_H
#define SLIPWAY_VECMATH_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define VM_VERSION 400

#ifdef __cplusplus
extern "C" {
#endif

/* --- levels of the processor --- */

typedef enum {
    VM_SIMD_NONE,  /* plain C */
    VM_SIMD_AVX2,  /* AVX2 and FMA */
    VM_SIMD_AVX512 /* AVX-512 F, DQ, VL and BW */
} vm_simd;

/* Returns the best level that this processor and the operating system support. */
vm_simd vm_simd_best(void);

/* Returns the level of calls that begin now: the best level, or the level that was forced last. */
vm_simd vm_simd_now(void);

/* Makes all calls that begin after this one use LEVEL, in all threads. Returns 0. Returns -1 and keeps the old level if
 * the processor lacks LEVEL or LEVEL does not exist. */
int vm_simd_force(vm_simd level);

/* Returns "none", "avx2" or "avx512"; "unknown" for any other value. Static storage. */
const char *vm_simd_name(vm_simd level);

/* Finds the level of a name. Returns 0. Returns -1 and leaves *LEVEL unchanged if no level has the name. */
int vm_simd_named(const char *name, vm_simd *level);

/* --- functions --- */

/*
 * Writes exp(x[i]) to y[i], within 1.1 ulp for doubles and floats. A result too large for the type is infinite. A
 * result for x[i] far below zero is subnormal, and 0 further below. NaN gives NaN.
 */
void vm_exp(size_t n, const double *x, double *y);
void vm_expf(size_t n, const float *x, float *y);

/* Writes the natural logarithm of x[i] to y[i], within 1 ulp for doubles and floats, subnormals included. 0 gives
 * -infinity, infinity gives infinity, a number below 0 and NaN give NaN. */
void vm_log(size_t n, const double *x, double *y);
void vm_logf(size_t n, const float *x, float *y);

/* Writes the probability that a standard normal is at most x[i] to y[i]: within 12 ulp (floats: 7), out to the last
 * subnormal near x = -38.5 (-14.1). -infinity gives 0, infinity 1, NaN NaN. */
void vm_normal_cdf(size_t n, const double *x, double *y);
void vm_normal_cdff(size_t n, const float *x, float *y);

/* Writes the p[i]-quantile of the standard normal to x[i]: within 8 ulp (floats: 5). 0 gives -infinity, 1 gives
 * infinity, NaN and numbers outside of 0 to 1 give NaN. */
void vm_normal_inverse(size_t n, const double *p, double *x);
void vm_normal_inversef(size_t n, const float *p, float *x);

/* --- random numbers --- */

/*
 * Random numbers are functions of a key and a counter of four words: Philox4x32-10 (Salmon, Moraes, Dror and Shaw,
 * "Parallel random numbers: as easy as 1, 2, 3", SC'11) makes a block of four words out of them. No state is kept
 * between calls. Functions of many blocks increment one word of the counter: block i has counter[word] + i there,
 * modulo 2^32, and the other words unchanged. WORD is from 0 to 3 (taken modulo 4).
 */
struct vm_key {
    uint32_t word[2];
};

/* Returns the key of a purpose under a seed: the first words of the block of the counter (purpose, 0, 0, 0) under the
 * seed as key, low half first. So different purposes have unrelated keys. */
struct vm_key vm_key_of(uint64_t seed, uint32_t purpose);

/* Computes one block. OUT may be COUNTER. */
void vm_philox(struct vm_key key, const uint32_t counter[4], uint32_t out[4]);

/* Writes N blocks, one after another: BLOCKS has room for 4 N words. */
void vm_philox_blocks(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, uint32_t *blocks);

/*
 * Writes two independent standard normals from each of N blocks (w0, w1, w2, w3) to A and B, by the method of Box and
 * Muller ("A note on the generation of random normal deviates", 1958): a = r cos(2 pi v), b = r sin(2 pi v), r^2 = -2
 * log(u), with the uniforms u = (U + 1) / 2^53 and v = V / 2^53, where U is the first 53 bits of w0 w1 and V the first
 * 53 bits of w2 w3. No normal is beyond 8.6. The result is within 2e-15 of the exact value of the formulas.
 */
void vm_normal_pairs(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, double *a, double *b);

/*
 * Writes four independent standard normals from each of N blocks to z[0][i] to z[3][i], in single precision. The first
 * two come from u = (U + 1/2) / 2^31 and v = w1 / 2^32, where U is the first 31 bits of w0; both U and u are rounded to
 * floats. The other two come from w2 and w3 in the same way. No normal is beyond 6.7. The result is within 1e-6 of the
 * exact value of the formulas for this u.
 */
void vm_normal_quads(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, float *const z[4]);

#ifdef __cplusplus
}
#endif

#endif
