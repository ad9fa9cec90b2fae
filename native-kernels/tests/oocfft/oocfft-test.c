/* SPDX-License-Identifier: Apache-2.0 */
#include "oocfft-cases.h"

#include "support/draw.h"

double complex *random_array(const int64_t size[3], uint64_t seed) {
    const int64_t count = elements_of(size);
    double complex *array = NULL;
    void *room = NULL;
    draw_seed(seed);
    if (posix_memalign(&room, 64, (size_t)count * sizeof *array) == 0)
        array = room;
    for (int64_t i = 0; array != NULL && i < count; i++)
        array[i] = (double)(int64_t)draw_bits() * 0x1p-63 + I * ((double)(int64_t)draw_bits() * 0x1p-63);
    return array;
}

double complex *transformed(const int64_t size[3], ooc_task task, const struct ooc_filter *filter, int threads) {
    double complex *array = random_array(size, 7);
    struct ooc_engine *engine;
    struct ooc_error error = {.text = ""};
    CHECK(ooc_engine_new(size, threads, &engine, &error) == OOC_OK, "%s", error.text);
    ooc_transform(engine, task, filter, (double *)array);
    ooc_engine_free(engine);
    return array;
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(transforms_are_those_of_fftw_in_long_double),
        CASE(the_inverse_transform_brings_the_array_back),
        CASE(bits_do_not_depend_on_threads),
        CASE(an_impulse_has_a_flat_transform_and_a_wave_a_single_line),
        CASE(the_spectrum_adds_up_to_the_mean_square),
        CASE(a_wave_has_its_power_in_the_bin_of_its_wave_number),
        CASE(poisson_is_solved_for_a_wave),
        CASE(filters_keep_what_they_say),
        CASE(lengths_with_other_factors_are_refused),
        CASE(odd_shapes_are_transformed_as_sums_by_the_letter_are),
        CASE(bits_do_not_depend_on_the_level_of_the_processor),
        CASE(an_array_that_the_memory_holds_is_transformed_there),
        CASE(two_passes_are_taken_where_their_pages_are_large),
        CASE(a_small_memory_is_left_three_passes),
        CASE(every_plan_holds_every_element_in_one_unit_of_each_pass),
        CASE(memory_of_a_plan_is_not_more_than_was_given),
        CASE(too_little_memory_is_told_with_figures),
        CASE(pages_that_do_not_divide_the_array_are_refused),
        CASE(arrays_of_more_elements_than_can_be_counted_are_refused),
        CASE(an_array_of_one_line_has_units_of_a_line),
        CASE(a_filter_takes_three_passes),
        CASE(every_plan_gives_the_bytes_of_the_transform_in_memory),
        CASE(several_clients_give_the_same_bytes_and_the_same_spectrum),
        CASE(an_interrupted_run_goes_on_with_other_clients),
        CASE(the_transform_comes_back_from_disks),
        CASE(flipped_bytes_are_told_with_their_disk),
        CASE(a_set_with_other_pages_is_refused),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
