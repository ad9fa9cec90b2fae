/* SPDX-License-Identifier: Apache-2.0 */
/* The records of one input file, each handed to a function, and the fields of a record, taken or refused by name. */
#ifndef SLIPWAY_VARMC_RECORDS_H
#define SLIPWAY_VARMC_RECORDS_H

#include "base/names.h"
#include "varmc.h"

/* A record and where it stands. */
struct record {
    const char *path;
    unsigned long line;
    const char *const *columns;
    const struct sw_csv_field *fields; /* by column */
};

/* What takes records: TAKE is called with TO and returns the status of F. */
struct taker {
    int (*take)(void *to, const struct record *record, struct failure *f);
    void *to;
};

/*
 * Hands each record of the CSV file PATH to TAKER, until it fails. The file has the COUNT COLUMNS at least.
 * Collective; all ranks take the same records. Fails for a file without a record, too. Returns the status of F.
 */
int each_record(MPI_Comm comm, const char *path, const char *const *columns, size_t count, struct taker taker,
                struct failure *f);

/* Fills F: an input's content cannot be used; path, line and column go before FORMAT. HINT may be NULL. */
int refuse(struct failure *f, const struct record *record, int column, const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Each of these takes one field, or refuses it. All return the status of F. */

/* A text of 1 to 31 bytes. */
int take_id(const struct record *record, int column, const char **text, struct failure *f);
/* A finite number. */
int take_real(const struct record *record, int column, double *number, struct failure *f);
/* A whole number from LEAST to MOST. */
int take_whole(const struct record *record, int column, long least, long most, long *number, struct failure *f);
/* A day as YYYY-MM-DD of the Gregorian calendar, in days since 1970-01-01. */
int take_day(const struct record *record, int column, long *day, struct failure *f);
/* One of CHOICES, which end with NULL: its position. */
int take_choice(const struct record *record, int column, const char *const *choices, int *choice, struct failure *f);
/* A name that NAMES has: its number. KIND says in the message what the names are. */
int take_known(const struct record *record, int column, const struct sw_names *names, const char *kind,
               uint32_t *number, struct failure *f);
/* A name that NAMES does not have yet, which is added. */
int take_new(const struct record *record, int column, struct sw_names *names, uint32_t *number, struct failure *f);

/* Returns whether a field is empty or NULL. */
bool is_empty(const struct record *record, int column);

#endif
