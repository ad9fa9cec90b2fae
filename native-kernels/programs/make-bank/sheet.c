/* SPDX-License-Identifier: Apache-2.0 */
#include "sheet.h"

#include "base/files.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const double tens[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

static void flush(struct sheet *sheet) {
    if (sheet->trouble == 0 && sheet->fd >= 0 && sw_file_write(sheet->fd, sheet->buffer, sheet->used) != 0)
        sheet->trouble = errno;
    sheet->bytes += sheet->used;
    sheet->used = 0;
}

static void put(struct sheet *sheet, const char *bytes, size_t count) {
    if (sheet->used + count > sizeof sheet->buffer)
        flush(sheet);
    memcpy(sheet->buffer + sheet->used, bytes, count);
    sheet->used += count;
}

static void put_field(struct sheet *sheet, const char *bytes, size_t count) {
    if (sheet->is_open)
        put(sheet, ",", 1);
    sheet->is_open = true;
    put(sheet, bytes, count);
}

void sheet_begin(struct sheet *sheet, int fd, const char *header) {
    sheet->fd = fd;
    sheet->trouble = 0;
    sheet->is_open = false;
    sheet->used = 0;
    sheet->bytes = sheet->rows = 0;
    put(sheet, header, strlen(header));
    put(sheet, "\n", 1);
}

void sheet_text(struct sheet *sheet, const char *text) {
    put_field(sheet, text, strlen(text));
}

void sheet_units(struct sheet *sheet, int64_t units, int decimals) {
    char text[40];
    size_t at = sizeof text;
    uint64_t left = units < 0 ? 0 - (uint64_t)units : (uint64_t)units;
    for (int digits = 0; left > 0 || digits <= decimals; digits++) {
        if (digits == decimals && decimals > 0)
            text[--at] = '.';
        text[--at] = (char)('0' + left % 10);
        left /= 10;
    }
    if (units < 0)
        text[--at] = '-';
    put_field(sheet, text + at, sizeof text - at);
}

int64_t sheet_round(double value, int decimals) {
    return (int64_t)floor(value * tens[decimals] + 0.5);
}

void sheet_number(struct sheet *sheet, double value, int decimals) {
    sheet_units(sheet, sheet_round(value, decimals), decimals);
}

/* Puts COUNT digits of NUMBER. */
static void put_digits(char *text, int number, int count) {
    for (int i = count - 1; i >= 0; i--) {
        text[i] = (char)('0' + number % 10);
        number /= 10;
    }
}

/* The Gregorian calendar by years that begin in March, so that the day of a leap year comes last. */
void sheet_iso(int day, char text[11]) {
    const int shifted = day + 719468, era = shifted / 146097, of_era = shifted % 146097;
    const int year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int of_year = of_era - (365 * year + year / 4 - year / 100), march = (5 * of_year + 2) / 153;
    const int month = march < 10 ? march + 3 : march - 9;
    put_digits(text, year + 400 * era + (month <= 2 ? 1 : 0), 4);
    put_digits(text + 5, month, 2);
    put_digits(text + 8, of_year - (153 * march + 2) / 5 + 1, 2);
    text[4] = text[7] = '-';
    text[10] = '\0';
}

void sheet_day(struct sheet *sheet, int day) {
    char text[11];
    sheet_iso(day, text);
    put_field(sheet, text, 10);
}

void sheet_end_row(struct sheet *sheet) {
    put(sheet, "\n", 1);
    sheet->is_open = false;
    sheet->rows++;
}

int sheet_end(struct sheet *sheet) {
    flush(sheet);
    return sheet->trouble;
}
