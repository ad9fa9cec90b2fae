/* SPDX-License-Identifier: Apache-2.0 */
/* A CSV file in writing, field by field. A failure is kept until the sheet is closed. */
#ifndef MAKE_BANK_SHEET_H
#define MAKE_BANK_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHEET_BUFFER_BYTES = 1 << 16, SHEET_FIELD_BYTES = 1 << 12 };

struct sheet {
    int fd;       /* -1: bytes are counted, but not written */
    int trouble;  /* errno of the first failure, or 0 */
    bool is_open; /* a row has begun */
    size_t used;
    uint64_t bytes, rows;
    char buffer[SHEET_BUFFER_BYTES];
};

/* Begins SHEET on FD, with the line of column names HEADER. */
void sheet_begin(struct sheet *sheet, int fd, const char *header);

/* Adds a field. A text has neither commas, quotes nor line ends, and at most SHEET_FIELD_BYTES. */
void sheet_text(struct sheet *sheet, const char *text);

/* Adds UNITS of 10^-DECIMALS as a decimal number with that many decimals, 0 to 12. */
void sheet_units(struct sheet *sheet, int64_t units, int decimals);

/* Adds VALUE, rounded to DECIMALS. */
void sheet_number(struct sheet *sheet, double value, int decimals);

/* Adds the ISO date of DAY, which counts from 1970-01-01. */
void sheet_day(struct sheet *sheet, int day);

/* Ends the row. */
void sheet_end_row(struct sheet *sheet);

/* Writes the remaining bytes. Returns 0, or the errno of the sheet's first failure. FD stays open. */
int sheet_end(struct sheet *sheet);

/* Writes the ISO date of DAY, 10 characters and a NUL. */
void sheet_iso(int day, char text[11]);

/* Returns VALUE * 10^DECIMALS as the nearest whole number. */
int64_t sheet_round(double value, int decimals);

#endif
