/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the fields of a record of a file, or refuses a field with path, line and column. */
#ifndef SLIPWAY_CSV_RECORD_H
#define SLIPWAY_CSV_RECORD_H

#include "base/failure.h"
#include "base/names.h"
#include "csv/csv.h"

#include <stdint.h>

struct sw_record {
    const char *path;
    unsigned long line;
    const char *const *columns;        /* names; a "?" in front marks a column that may be missing, as in sw_csv_new */
    const struct sw_csv_field *fields; /* by column */
};

enum { SW_NO_COLUMN = -1 };

/*
 * Fills F with a refusal of the record's contents. The message begins with the path, the line, and the name of COLUMN
 * unless that is SW_NO_COLUMN. HINT may be NULL. Returns STATUS_CONTENT.
 */
int sw_refuse(struct sw_failure *f, const struct sw_record *record, int column, const char *hint, const char *format,
              ...) __attribute__((format(printf, 5, 6)));

/* Returns the name of a column without the "?" of an optional column. */
const char *sw_column_name(const struct sw_record *record, int column);

/* Returns whether a field is empty or NULL. */
bool sw_is_empty(const struct sw_record *record, int column);

/* Returns the text of a field, empty for NULL. The text lives as long as the record. */
const char *sw_text_of_field(const struct sw_record *record, int column);

enum { SW_ID_BYTES = 32 }; /* of a name, including the NUL */

/* Each of the following functions takes or refuses one field. All return the status of F. */

/* Takes a text of 1 to 31 bytes, which lives as long as the record. */
int sw_take_id(const struct sw_record *record, int column, const char **text, struct sw_failure *f);
/* Takes a finite number. */
int sw_take_real(const struct sw_record *record, int column, double *number, struct sw_failure *f);
/* Takes a whole number from LEAST to MOST. */
int sw_take_whole(const struct sw_record *record, int column, long least, long most, long *number,
                  struct sw_failure *f);
/* Takes a day of the Gregorian calendar, written as YYYY-MM-DD. *day is the number from sw_day_of: yyyymmdd. */
int sw_take_day(const struct sw_record *record, int column, int *day, struct sw_failure *f);
/* Takes one of CHOICES, which end with NULL. *choice is the position in CHOICES. */
int sw_take_choice(const struct sw_record *record, int column, const char *const *choices, int *choice,
                   struct sw_failure *f);
/* Takes a name in NAMES. *number is its number. The message of a refusal calls the names KIND. */
int sw_take_known(const struct sw_record *record, int column, const struct sw_names *names, const char *kind,
                  uint32_t *number, struct sw_failure *f);
/* Takes a name that is not in NAMES yet, and adds the name. */
int sw_take_new(const struct sw_record *record, int column, struct sw_names *names, uint32_t *number,
                struct sw_failure *f);

#endif
