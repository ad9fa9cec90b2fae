/*
 * CSV records (RFC 4180, UTF-8, header line) read by all ranks together through twophase. Columns are found by the
 * names in the header. An unquoted empty field is NULL, a quoted one is an empty string (as PostgreSQL's COPY).
 * Collective like twophase: all ranks call csv_open and csv_next alike, and fail alike. Internal to var-mc.
 */
#ifndef SLIPWAY_CSV_H
#define SLIPWAY_CSV_H

#include "slipway/twophase.h"

enum { CSV_MAX_COLUMNS = 64 };

struct csv;

typedef enum {
    CSV_OK,
    CSV_END,     /* no more records */
    CSV_FILE,    /* twophase failed: the error's text is complete */
    CSV_CONTENT, /* the text says what is wrong and the line number where */
    CSV_MEMORY
} csv_result;

struct csv_field {
    char *text; /* NUL-terminated; NULL for NULL */
    size_t length;
};

/* Opens PATH, reads the header and looks up the COUNT columns NAMES, which must all be there. */
csv_result csv_open(MPI_Comm comm, const char *path, const char *const *names, size_t count, struct csv **csv,
                    struct tp_error *error);

/* The next record: FIELDS[i] is the field of the column NAMES[i], valid until the next call. */
csv_result csv_next(struct csv *csv, struct csv_field *fields, struct tp_error *error);

/* Line on which the current record begins, 1-based; the header is line 1. */
unsigned long csv_line(const struct csv *csv);

void csv_close(struct csv *csv); /* accepts NULL */

#endif
