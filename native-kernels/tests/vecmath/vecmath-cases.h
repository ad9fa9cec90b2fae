/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of vecmath-test, and their shared parts. */
#ifndef SLIPWAY_TESTS_VECMATH_CASES_H
#define SLIPWAY_TESTS_VECMATH_CASES_H

#include "slipway/vecmath.h"
#include "support/check.h"

typedef void array_function(size_t n, const double *x, double *y);
typedef void array_functionf(size_t n, const float *x, float *y);

/* Runs RUN at each level of the processor, with the level forced, and names the missing levels. */
void at_each_level(void (*run)(vm_simd level));

/* Values without the errors of double: to some 60 bits, where long double has 64 at least. */
long double reference_exp(double x);
long double reference_log(double x);
long double reference_cdf(double x);
long double reference_inverse(double p);

void levels_are_known_by_name_and_refused_where_there_is_none(void);
void functions_have_the_same_bits_at_each_level(void);
void functions_have_the_same_bits_however_the_array_is_cut(void);
void functions_may_write_over_their_argument(void);
void functions_keep_to_the_limits(void);
void doubles_are_within_the_stated_error(void);
void floats_are_within_the_stated_error(void);
void philox_matches_the_known_answers(void);
void keys_differ_by_seed_and_by_purpose(void);
void each_word_of_the_counter_runs_and_wraps(void);
void normals_are_those_of_their_blocks(void);
void normals_have_the_same_bits_at_each_level(void);
void normals_have_the_moments_of_normals(void);
void normals_pass_the_test_of_kolmogorov_and_smirnov(void);

#endif
