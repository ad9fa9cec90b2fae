/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of csv-test in separate files. */
#ifndef SLIPWAY_TESTS_CSV_CASES_H
#define SLIPWAY_TESTS_CSV_CASES_H

void takes_numbers_and_refuses_what_is_none(void);
void takes_days_choices_and_names(void);

#endif
