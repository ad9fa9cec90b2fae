/* SPDX-License-Identifier: Apache-2.0 */
/* A record of a file, whose fields are taken, or refused by path, line and column. */
#ifndef SLIPWAY_CSV_RECORD_H
#define SLIPWAY_CSV_RECORD_H

#include "base/failure.h"
#include "base/names.h"
#include "csv/csv.h"

#include <stdint.h>

struct sw_record {
    const char *path;
    unsigned long line;
    const char *const *columns; /* names; a column that may be missing has a "?" in front, as sw_csv_new takes it */
    const struct sw_csv_field *fields; /* by column */
};

enum { SW_NO_COLUMN = -1 };

/*
 * Fills F: the content of the record cannot be used. The message begins with the path, the line, and the name of COLUMN
 * unless that is SW_NO_COLUMN. HINT may be NULL. Returns STATUS_CONTENT.
 */
int sw_refuse(struct sw_failure *f, const struct sw_record *record, int column, const char *hint, const char *format,
              ...) __attribute__((format(printf, 5, 6)));

/* Returns the name of a column without the "?" of one that may be missing. */
const char *sw_column_name(const struct sw_record *record, int column);

/* Returns whether a field is empty or NULL. */
bool sw_is_empty(const struct sw_record *record, int column);

/* Returns the text of a field: an empty one for NULL. The text lives as long as the record. */
const char *sw_text_of_field(const struct sw_record *record, int column);

enum { SW_ID_BYTES = 32 }; /* of a name, with its NUL */

/* Each of the following takes one field, or refuses it. All return the status of F. */

/* Takes a text of 1 to 31 bytes, which lives as long as the record. */
int sw_take_id(const struct sw_record *record, int column, const char **text, struct sw_failure *f);
/* Takes a finite number. */
int sw_take_real(const struct sw_record *record, int column, double *number, struct sw_failure *f);
/* Takes a whole number from LEAST to MOST. */
int sw_take_whole(const struct sw_record *record, int column, long least, long most, long *number,
                  struct sw_failure *f);
/* Takes a day of the Gregorian calendar, written as YYYY-MM-DD, as the number that sw_day_of makes of it: yyyymmdd. */
int sw_take_day(const struct sw_record *record, int column, int *day, struct sw_failure *f);
/* Takes one of CHOICES, which end with NULL: its position. */
int sw_take_choice(const struct sw_record *record, int column, const char *const *choices, int *choice,
                   struct sw_failure *f);
/* Takes a name that NAMES has: its number. KIND says in the message what the names are. */
int sw_take_known(const struct sw_record *record, int column, const struct sw_names *names, const char *kind,
                  uint32_t *number, struct sw_failure *f);
/* Takes a name that NAMES does not have yet, and adds it. */
int sw_take_new(const struct sw_record *record, int column, struct sw_names *names, uint32_t *number,
                struct sw_failure *f);

#endif
