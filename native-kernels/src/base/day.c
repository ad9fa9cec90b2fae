/* SPDX-License-Identifier: Apache-2.0 */
#include "base/day.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int days_of_month(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

int sw_day_of(const char *text) {
    if (text == NULL || strlen(text) != 10 || text[4] != '-' || text[7] != '-')
        return 0;
    for (int i = 0; i < 10; i++)
        if (i != 4 && i != 7 && (text[i] < '0' || text[i] > '9'))
            return 0;
    const int year = (int)strtol(text, NULL, 10), month = (int)strtol(text + 5, NULL, 10);
    const int day = (int)strtol(text + 8, NULL, 10);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_of_month(year, month))
        return 0;
    return year * 10000 + month * 100 + day;
}

/* Counts years from March on, so that a leap day is the last day of a year. */
long sw_day_number(int day) {
    const int month = day / 100 % 100, after_march = month > 2;
    const long year = day / 10000 - (after_march ? 0 : 1), m = after_march ? month - 3 : month + 9;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * m + 2) / 5 + day % 100 - 1 - 719468;
}

const char *sw_day_text(int day, char out[SW_DAY_BYTES]) {
    snprintf(out, SW_DAY_BYTES, "%04u-%02u-%02u", (unsigned)day / 10000 % 10000, (unsigned)day / 100 % 100,
             (unsigned)day % 100);
    return out;
}
