/* SPDX-License-Identifier: Apache-2.0 */
/* Days of the calendar, as ascending numbers: yyyymmdd. */
#ifndef SLIPWAY_BASE_DAY_H
#define SLIPWAY_BASE_DAY_H

/* Returns the day of TEXT, written as 2024-12-31, or 0 if TEXT is not a day of the Gregorian calendar. TEXT may be
 * NULL. */
int sw_day_of(const char *text);

/* Returns the number of days from 1970-01-01 to DAY; negative before. */
long sw_day_number(int day);

enum { SW_DAY_BYTES = 11 };

/* Writes DAY as 2024-12-31 to OUT, and returns OUT. */
const char *sw_day_text(int day, char out[SW_DAY_BYTES]);

#endif
