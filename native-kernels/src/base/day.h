/* SPDX-License-Identifier: Apache-2.0 */
/* Days of the calendar, as numbers that ascend with them: yyyymmdd. */
#ifndef SLIPWAY_BASE_DAY_H
#define SLIPWAY_BASE_DAY_H

/* Returns the day that TEXT names as 2024-12-31, or 0 where it names no day of the Gregorian calendar. TEXT may be
 * NULL. */
int sw_day_of(const char *text);

/* Returns how many days DAY comes after 1970-01-01; negative before. */
long sw_day_number(int day);

enum { SW_DAY_BYTES = 11 };

/* Writes DAY as 2024-12-31 to OUT, and returns OUT. */
const char *sw_day_text(int day, char out[SW_DAY_BYTES]);

#endif
