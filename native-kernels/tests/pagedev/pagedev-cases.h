/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of pagedev-test. */
#ifndef SLIPWAY_TESTS_PAGEDEV_CASES_H
#define SLIPWAY_TESTS_PAGEDEV_CASES_H

/* pagedev-arrays.c */
void keeps_an_array_through_closing_and_opening(void);
void reads_and_writes_any_box_in_any_order(void);
void reads_zeros_where_nothing_was_written(void);
void serves_several_threads_at_once(void);
void keeps_what_its_user_keeps_in_it(void);
void may_be_moved_with_its_disks(void);
void makes_sums_that_differ_for_every_flipped_bit(void);

/* pagedev-maps.c */
void places_pages_by_each_kind_of_map(void);
void refuses_maps_that_put_two_pages_in_one_place(void);
void copies_into_other_pages_maps_and_disks(void);
void copies_with_little_memory(void);

/* pagedev-pages.c */
void reads_each_generation_until_the_next_is_committed(void);
void forgets_what_was_not_committed(void);
void commits_a_unit_on_all_disks_or_none(void);
void takes_spare_places_and_never_a_kept_one(void);
void reads_what_was_queued_before_a_later_write(void);
void reads_ahead_into_its_cache(void);
void writes_behind_and_commits_what_it_wrote(void);
void takes_memory_of_any_alignment(void);
void shortens_a_log_that_has_grown_long(void);

/* pagedev-damage.c */
void names_page_and_disk_of_flipped_bytes(void);
void names_the_page_that_is_in_anothers_place(void);
void names_the_older_page_that_a_lying_disk_has_kept(void);
void names_the_older_page_from_a_log_that_was_shortened(void);
void drops_the_torn_end_of_a_log(void);
void refuses_a_log_that_is_damaged_within(void);
void refuses_files_of_other_sets_and_versions(void);
void refuses_data_files_that_were_cut_off(void);

/* pagedev-faults.c */
void tells_a_full_disk_and_goes_on_when_there_is_room(void);
void keeps_a_release_that_the_log_had_no_room_for(void);
void tells_a_disk_that_fails_to_read_or_write(void);
void commits_nothing_more_after_a_failed_sync(void);
void tells_a_failed_write_behind_when_it_is_committed(void);
void keeps_its_files_from_other_users(void);
void works_without_o_direct_and_says_so(void);
void says_with_figures_that_a_disk_has_too_little_room(void);
void leaves_nothing_of_a_set_that_cannot_be_made(void);

/* pagedev-files.c */
void writes_and_reads_npy_and_raw_files(void);
void reads_files_in_fortran_order_and_of_real_values(void);
void refuses_values_that_are_not_finite_with_their_place(void);
void refuses_damaged_npy_files(void);
void refuses_files_of_another_shape(void);

/* pagedev-refusals.c */
void refuses_pages_and_boxes_outside_of_the_array(void);
void refuses_shapes_that_pages_do_not_divide(void);
void refuses_a_second_writer(void);
void refuses_generations_that_there_are_not(void);
void refuses_folders_that_hold_a_set_or_none(void);
void removes_a_set_with_its_disks(void);
void names_every_code_of_pagedev(void);

/* pagedev-parts.c */
void keeps_its_table_of_places_sound(void);
void reorders_blocks_of_any_shape(void);
void divides_arrays_into_boxes_within_memory(void);

#endif
