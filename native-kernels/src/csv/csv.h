/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parses CSV records (RFC 4180, UTF-8, with a header) from bytes of any origin. The caller hands in bytes or lines, and
 * asks for the fields whenever a record is complete:
 *
 *     struct sw_csv *csv = sw_csv_new(names, 2);
 *     while ((bytes = more(&count)) != NULL)
 *         for (; count > 0; bytes += taken, count -= taken)
 *             if ((result = sw_csv_bytes(csv, bytes, count, &taken)) == SW_CSV_RECORD)
 *                 use(sw_csv_field(csv, 0), sw_csv_field(csv, 1));
 *             else if (result != SW_CSV_MORE)
 *                 return report(sw_csv_line(csv), sw_csv_text(csv));
 *     result = sw_csv_end(csv);      // SW_CSV_RECORD if the last line has no LF
 *
 * The header names the columns. An unquoted empty field is NULL, a quoted one is an empty string, as in PostgreSQL's
 * COPY. A record ends with LF or CR LF; line ends inside quotes belong to the field. Memory: the longest record, at
 * most twice SW_CSV_RECORD_LIMIT. No function calls MPI; one thread at a time uses a struct sw_csv.
 */
#ifndef SLIPWAY_CSV_CSV_H
#define SLIPWAY_CSV_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    SW_CSV_MAX_COLUMNS = 64,
    SW_CSV_RECORD_LIMIT = 64 << 20, /* longest record in bytes: bounds the memory that one lost quote takes */
    SW_CSV_TEXT_BYTES = 256
};

struct sw_csv;

typedef enum {
    SW_CSV_MORE,    /* all bytes are taken, and the record needs more */
    SW_CSV_RECORD,  /* a record is complete */
    SW_CSV_END,     /* there are no more records */
    SW_CSV_CONTENT, /* sw_csv_text returns the defect, sw_csv_line the line */
    SW_CSV_MEMORY   /* an allocation failed */
} sw_csv_result;

struct sw_csv_field {
    char *text; /* ends with a NUL; NULL for NULL */
    size_t length;
};

/*
 * Makes a reader that looks up the COUNT columns NAMES in the header. COUNT is at most SW_CSV_MAX_COLUMNS, and NAMES
 * must outlive the reader. The header must have all columns, except columns with a "?" before the name: the fields of a
 * missing column are NULL. Returns NULL without memory. The caller ends the reader with sw_csv_free.
 */
struct sw_csv *sw_csv_new(const char *const *names, size_t count);

/*
 * Takes bytes, at most up to the end of a record, and writes the number taken to *TAKEN. Also reads the header. After
 * SW_CSV_CONTENT and SW_CSV_MEMORY only sw_csv_line, sw_csv_text and sw_csv_free may follow.
 */
sw_csv_result sw_csv_bytes(struct sw_csv *csv, const char *bytes, size_t count, size_t *taken);

/* Takes one line without the LF. Otherwise like sw_csv_bytes. */
sw_csv_result sw_csv_take_line(struct sw_csv *csv, const char *line, size_t length);

/* Says that there are no more bytes. Returns SW_CSV_RECORD once if the last line has no LF, then SW_CSV_END. */
sw_csv_result sw_csv_end(struct sw_csv *csv);

/* Returns whether the header was read, and has all columns. */
bool sw_csv_has_header(const struct sw_csv *csv);

/* Returns the field of column NAMES[index] in the complete record; valid until more bytes are handed in. */
struct sw_csv_field sw_csv_field(const struct sw_csv *csv, size_t index);

/* Returns the line on which the current record begins. The header begins on line 1. */
unsigned long sw_csv_line(const struct sw_csv *csv);

/* Returns the defect, after SW_CSV_CONTENT. Valid as long as CSV. */
const char *sw_csv_text(const struct sw_csv *csv);

/* Frees a reader. Accepts NULL. */
void sw_csv_free(struct sw_csv *csv);

/* Writes TEXT to OUT as a field, in quotes if TEXT has a comma, a quote or a line end. The caller checks OUT for
 * errors. */
void sw_csv_put(FILE *out, const char *text);

#endif
