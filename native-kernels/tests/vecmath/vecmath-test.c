/* SPDX-License-Identifier: Apache-2.0 */
#include "vecmath-cases.h"

void at_each_level(void (*run)(vm_simd level)) {
    for (int level = VM_SIMD_NONE; level <= VM_SIMD_AVX512; level++) {
        if (vm_simd_force((vm_simd)level) == 0)
            run((vm_simd)level);
        else
            printf("   not shown at %s, which this processor lacks\n", vm_simd_name((vm_simd)level));
    }
    CHECK(vm_simd_force(vm_simd_best()) == 0, "the best level");
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(levels_are_known_by_name_and_refused_where_there_is_none),
        CASE(functions_have_the_same_bits_at_each_level),
        CASE(functions_have_the_same_bits_however_the_array_is_cut),
        CASE(functions_may_write_over_their_argument),
        CASE(functions_keep_to_the_limits),
        CASE(doubles_are_within_the_stated_error),
        CASE(floats_are_within_the_stated_error),
        CASE(philox_matches_the_known_answers),
        CASE(keys_differ_by_seed_and_by_purpose),
        CASE(each_word_of_the_counter_runs_and_wraps),
        CASE(normals_are_those_of_their_blocks),
        CASE(normals_have_the_same_bits_at_each_level),
        CASE(normals_have_the_moments_of_normals),
        CASE(normals_pass_the_test_of_kolmogorov_and_smirnov),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
