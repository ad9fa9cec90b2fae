/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the sources of oocfft-test share. */
#ifndef SLIPWAY_TESTS_OOCFFT_CASES_H
#define SLIPWAY_TESTS_OOCFFT_CASES_H

#include "slipway/oocfft.h"
#include "support/check.h"

#include <complex.h>

/* Returns an array of random numbers, which are equal for equal SEED and SIZE. The caller frees the array. */
double complex *random_array(const int64_t size[3], uint64_t seed);

/* Returns a random array of SIZE, transformed in memory by THREADS threads. The caller frees the array. */
double complex *transformed(const int64_t size[3], ooc_task task, const struct ooc_filter *filter, int threads);

static inline int64_t elements_of(const int64_t size[3]) {
    return size[0] * size[1] * size[2];
}

/* oocfft-memory.c */
void transforms_are_those_of_fftw_in_long_double(void);
void the_inverse_transform_brings_the_array_back(void);
void bits_do_not_depend_on_threads(void);
void an_impulse_has_a_flat_transform_and_a_wave_a_single_line(void);
void the_spectrum_adds_up_to_the_mean_square(void);
void a_wave_has_its_power_in_the_bin_of_its_wave_number(void);
void poisson_is_solved_for_a_wave(void);
void filters_keep_what_they_say(void);
void lengths_with_other_factors_are_refused(void);

/* oocfft-shapes.c */
void odd_shapes_are_transformed_as_sums_by_the_letter_are(void);
void bits_do_not_depend_on_the_level_of_the_processor(void);

/* oocfft-plans.c */
void an_array_that_the_memory_holds_is_transformed_there(void);
void two_passes_are_taken_where_their_pages_are_large(void);
void a_small_memory_is_left_three_passes(void);
void every_plan_holds_every_element_in_one_unit_of_each_pass(void);
void memory_of_a_plan_is_not_more_than_was_given(void);
void too_little_memory_is_told_with_figures(void);
void pages_that_do_not_divide_the_array_are_refused(void);
void arrays_of_more_elements_than_can_be_counted_are_refused(void);
void an_array_of_one_line_has_units_of_a_line(void);
void a_filter_takes_three_passes(void);

/* oocfft-disks.c */
void every_plan_gives_the_bytes_of_the_transform_in_memory(void);
void several_clients_give_the_same_bytes_and_the_same_spectrum(void);
void an_interrupted_run_goes_on_with_other_clients(void);
void the_transform_comes_back_from_disks(void);
void flipped_bytes_are_told_with_their_disk(void);
void a_set_with_other_pages_is_refused(void);

#endif
