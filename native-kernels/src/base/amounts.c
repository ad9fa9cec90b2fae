/* SPDX-License-Identifier: Apache-2.0 */
#include "base/amounts.h"

#include <stdio.h>

enum { UNIT = 1024, MINUTE = 60, HOUR = 3600, DAY = 86400 };
static const double most_seconds = 1e15; /* that are told apart */

const char *sw_bytes_text(double bytes, char text[SW_AMOUNT_BYTES]) {
    static const char *const units[] = {"bytes", "KB", "MB", "GB", "TB", "PB"};
    size_t unit = 0;
    while (bytes >= UNIT && unit + 1 < sizeof units / sizeof units[0]) {
        bytes /= UNIT;
        unit++;
    }
    const unsigned long long tenths = (unsigned long long)(bytes * 10 + 0.5);
    snprintf(text, SW_AMOUNT_BYTES, "%.*f %s", tenths % 10 != 0, (double)tenths / 10, units[unit]);
    return text;
}

const char *sw_seconds_text(double seconds, char text[SW_AMOUNT_BYTES]) {
    const unsigned long long all = (unsigned long long)((seconds < most_seconds ? seconds : most_seconds) + 0.5);
    if (all < MINUTE)
        snprintf(text, SW_AMOUNT_BYTES, "%.1f s", seconds);
    else if (all < HOUR)
        snprintf(text, SW_AMOUNT_BYTES, "%llu min %llu s", all / MINUTE, all % MINUTE);
    else if (all < DAY)
        snprintf(text, SW_AMOUNT_BYTES, "%llu h %llu min", all / HOUR, all % HOUR / MINUTE);
    else
        snprintf(text, SW_AMOUNT_BYTES, "%llu d %llu h", all / DAY, all % DAY / HOUR);
    return text;
}
