/* SPDX-License-Identifier: Apache-2.0 */
/* Page devices and data sets of one process, case by case. */
#include "pagedev/pagedev-cases.h"

#include "pagedev/sets.h"

static const struct check_case cases[] = {
    CASE(keeps_an_array_through_closing_and_opening),
    CASE(reads_and_writes_any_box_in_any_order),
    CASE(reads_zeros_where_nothing_was_written),
    CASE(serves_several_threads_at_once),
    CASE(keeps_what_its_user_keeps_in_it),
    CASE(may_be_moved_with_its_disks),
    CASE(makes_sums_that_differ_for_every_flipped_bit),
    CASE(places_pages_by_each_kind_of_map),
    CASE(refuses_maps_that_put_two_pages_in_one_place),
    CASE(copies_into_other_pages_maps_and_disks),
    CASE(copies_with_little_memory),
    CASE(reads_each_generation_until_the_next_is_committed),
    CASE(forgets_what_was_not_committed),
    CASE(commits_a_unit_on_all_disks_or_none),
    CASE(takes_spare_places_and_never_a_kept_one),
    CASE(reads_what_was_queued_before_a_later_write),
    CASE(reads_ahead_into_its_cache),
    CASE(writes_behind_and_commits_what_it_wrote),
    CASE(takes_memory_of_any_alignment),
    CASE(shortens_a_log_that_has_grown_long),
    CASE(names_page_and_disk_of_flipped_bytes),
    CASE(names_the_page_that_is_in_anothers_place),
    CASE(names_the_older_page_that_a_lying_disk_has_kept),
    CASE(names_the_older_page_from_a_log_that_was_shortened),
    CASE(drops_the_torn_end_of_a_log),
    CASE(refuses_a_log_that_is_damaged_within),
    CASE(refuses_files_of_other_sets_and_versions),
    CASE(refuses_data_files_that_were_cut_off),
    CASE(tells_a_full_disk_and_goes_on_when_there_is_room),
    CASE(keeps_a_release_that_the_log_had_no_room_for),
    CASE(tells_a_disk_that_fails_to_read_or_write),
    CASE(commits_nothing_more_after_a_failed_sync),
    CASE(tells_a_failed_write_behind_when_it_is_committed),
    CASE(keeps_its_files_from_other_users),
    CASE(works_without_o_direct_and_says_so),
    CASE(says_with_figures_that_a_disk_has_too_little_room),
    CASE(leaves_nothing_of_a_set_that_cannot_be_made),
    CASE(writes_and_reads_npy_and_raw_files),
    CASE(reads_files_in_fortran_order_and_of_real_values),
    CASE(refuses_values_that_are_not_finite_with_their_place),
    CASE(refuses_damaged_npy_files),
    CASE(refuses_files_of_another_shape),
    CASE(refuses_pages_and_boxes_outside_of_the_array),
    CASE(refuses_shapes_that_pages_do_not_divide),
    CASE(refuses_a_second_writer),
    CASE(refuses_generations_that_there_are_not),
    CASE(refuses_folders_that_hold_a_set_or_none),
    CASE(removes_a_set_with_its_disks),
    CASE(names_every_code_of_pagedev),
    CASE(keeps_its_table_of_places_sound),
    CASE(reorders_blocks_of_any_shape),
    CASE(divides_arrays_into_boxes_within_memory),
};

int main(void) {
    folder_begin("pagedev");
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    folder_end();
    return status;
}
