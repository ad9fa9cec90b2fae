/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of base-test, which base-test.c runs in this order, and the folder of their files. */
#ifndef SLIPWAY_TESTS_BASE_CASES_H
#define SLIPWAY_TESTS_BASE_CASES_H

extern char folder[64];

/* Returns the path of the file NAME in the folder. The next call overwrites the path. */
const char *in_folder(const char *name);

/* base-text.c */
void formats_a_text_and_cuts_what_does_not_fit(void);
void writes_bytes_and_seconds_for_people(void);
void joins_two_texts(void);
void finds_a_name_among_names(void);
void hashes_a_text_as_its_authors_say(void);
void fails_with_a_status_a_message_and_a_hint(void);
void has_a_text_for_every_code(void);
void grows_rows_and_keeps_what_they_hold(void);
void grows_rows_by_many_at_once(void);
void leaves_rows_alone_that_cannot_grow(void);
void has_a_clock_that_goes_on_and_one_of_the_day(void);
void knows_the_days_of_the_calendar(void);
void shares_out_everything_once_and_evenly(void);

/* base-names.c */
void numbers_names_in_the_order_in_which_they_come(void);
void finds_each_of_many_names(void);
void spreads_names_that_were_chosen_to_collide_where_it_has_a_key(void);

/* base-processes.c */
void keeps_what_is_loaded(void);
void a_bell_wakes_another_process(void);
void a_wait_ends_when_the_bell_has_rung_or_after_a_while(void);
void shares_memory_by_its_name_between_processes(void);
void memory_that_cannot_be_made_leaves_no_name(void);
void memory_of_another_user_is_refused(void);

/* base-files.c */
void opens_regular_files_only(void);
void reads_at_an_offset_and_less_at_the_end_only(void);
void writes_in_order_and_at_an_offset(void);
void empties_a_file_and_follows_no_link(void);
void syncs_the_folder_of_a_file(void);
void a_part_gets_its_name_when_it_is_whole(void);
void a_part_that_is_dropped_leaves_nothing(void);
void a_part_that_fails_leaves_what_was_there(void);

/* base-json.c */
void quotes_any_text_as_json(void);
void cuts_a_quoted_text_between_characters_and_closes_it(void);
void finds_the_numbers_of_an_object(void);
void finds_the_strings_of_an_object(void);

/* base-options.c */
void reads_each_kind_of_option(void);
void says_what_is_wrong_with_an_option(void);
void says_which_option_is_missing_and_cuts_long_messages(void);
void takes_all_options_or_says_where_help_is(void);
void tells_which_options_a_command_line_gives(void);
void prints_a_line_for_each_option(void);
void writes_options_as_a_command_line_has_them(void);

/* base-fingerprint.c */
void a_fingerprint_is_the_sum_of_those_of_its_parts(void);
void a_fingerprint_tells_each_changed_byte(void);

#endif
