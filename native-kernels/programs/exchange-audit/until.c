/* SPDX-License-Identifier: Apache-2.0 */
#include "until.h"

#include <string.h>

static const char digits[] = "0123456789";

bool until_is_entry(const char *text) {
    const size_t count = strspn(text, digits);
    return count > 0 && count <= 19 && text[count] == '\0';
}

/* Takes a number of COUNT digits, between LEAST and MOST. */
static bool take(const char **at, int count, int least, int most, int *number) {
    *number = 0;
    for (int i = 0; i < count; i++, ++*at) {
        if (**at < '0' || **at > '9')
            return false;
        *number = 10 * *number + (**at - '0');
    }
    return *number >= least && *number <= most;
}

static bool take_char(const char **at, char wanted) {
    const bool is_there = **at == wanted;
    *at += is_there;
    return is_there;
}

static bool take_date(const char **at) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year, month, day;
    if (!take(at, 4, 1, 9999, &year) || !take_char(at, '-') || !take(at, 2, 1, 12, &month) || !take_char(at, '-'))
        return false;
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return take(at, 2, 1, days[month - 1] + (month == 2 && is_leap), &day);
}

static bool take_time(const char **at) {
    int number;
    if (!take(at, 2, 0, 23, &number) || !take_char(at, ':') || !take(at, 2, 0, 59, &number))
        return false;
    if (!take_char(at, ':'))
        return true;
    if (!take(at, 2, 0, 59, &number))
        return false;
    if (!take_char(at, '.'))
        return true;
    const size_t count = strspn(*at, digits);
    *at += count;
    return count >= 1 && count <= 6;
}

static bool take_zone(const char **at) {
    int number;
    if (take_char(at, 'Z'))
        return true;
    if ((!take_char(at, '+') && !take_char(at, '-')) || !take(at, 2, 0, 15, &number))
        return false;
    if (take_char(at, ':'))
        return take(at, 2, 0, 59, &number);
    return **at == '\0' || take(at, 2, 0, 59, &number);
}

bool until_is_instant(const char *text) {
    const char *at = text;
    if (!take_date(&at))
        return false;
    if (*at == '\0')
        return true;
    if (!take_char(&at, ' ') && !take_char(&at, 'T'))
        return false;
    return take_time(&at) && (*at == '\0' || take_zone(&at)) && *at == '\0';
}
