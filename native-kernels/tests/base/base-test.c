/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the cases of the base library, which base-cases.h lists by subject. */
#include "base-cases.h"
#include "support/check.h"

#include <unistd.h>

char folder[64];

const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const struct check_case cases[] = {
    CASE(formats_a_text_and_cuts_what_does_not_fit),
    CASE(writes_bytes_and_seconds_for_people),
    CASE(joins_two_texts),
    CASE(finds_a_name_among_names),
    CASE(hashes_a_text_as_its_authors_say),
    CASE(fails_with_a_status_a_message_and_a_hint),
    CASE(has_a_text_for_every_code),
    CASE(grows_rows_and_keeps_what_they_hold),
    CASE(grows_rows_by_many_at_once),
    CASE(leaves_rows_alone_that_cannot_grow),
    CASE(has_a_clock_that_goes_on_and_one_of_the_day),
    CASE(knows_the_days_of_the_calendar),
    CASE(shares_out_everything_once_and_evenly),
    CASE(numbers_names_in_the_order_in_which_they_come),
    CASE(finds_each_of_many_names),
    CASE(spreads_names_that_were_chosen_to_collide_where_it_has_a_key),
    CASE(keeps_what_is_loaded),
    CASE(a_bell_wakes_another_process),
    CASE(a_wait_ends_when_the_bell_has_rung_or_after_a_while),
    CASE(shares_memory_by_its_name_between_processes),
    CASE(memory_that_cannot_be_made_leaves_no_name),
    CASE(memory_of_another_user_is_refused),
    CASE(opens_regular_files_only),
    CASE(reads_at_an_offset_and_less_at_the_end_only),
    CASE(writes_in_order_and_at_an_offset),
    CASE(empties_a_file_and_follows_no_link),
    CASE(syncs_the_folder_of_a_file),
    CASE(a_part_gets_its_name_when_it_is_whole),
    CASE(a_part_that_is_dropped_leaves_nothing),
    CASE(a_part_that_fails_leaves_what_was_there),
    CASE(quotes_any_text_as_json),
    CASE(cuts_a_quoted_text_between_characters_and_closes_it),
    CASE(finds_the_numbers_of_an_object),
    CASE(finds_the_strings_of_an_object),
    CASE(reads_each_kind_of_option),
    CASE(says_what_is_wrong_with_an_option),
    CASE(says_which_option_is_missing_and_cuts_long_messages),
    CASE(takes_all_options_or_says_where_help_is),
    CASE(tells_which_options_a_command_line_gives),
    CASE(prints_a_line_for_each_option),
    CASE(writes_options_as_a_command_line_has_them),
    CASE(a_fingerprint_is_the_sum_of_those_of_its_parts),
    CASE(a_fingerprint_tells_each_changed_byte),
};

int main(void) {
    snprintf(folder, sizeof folder, "/tmp/slipway-base-test.XXXXXX");
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        return EXIT_FAILURE;
    }
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? status : EXIT_FAILURE;
}
