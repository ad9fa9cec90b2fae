/* SPDX-License-Identifier: Apache-2.0 */
/* The records of a CSV file that one process reads alone. (src/table is for files that all ranks read together.) */
#ifndef SLIPWAY_RECORDS_RECORDS_H
#define SLIPWAY_RECORDS_RECORDS_H

#include "csv/record.h"

#include <stddef.h>

/* Takes one record of a file. Returns the status of F. */
typedef int sw_record_take(const struct sw_record *record, void *into, struct sw_failure *f);

/* A CSV file, plain, BGZF or gzip, and its COUNT COLUMNS, which sw_csv_new looks up. PROGRAM is the name of the program
 * that lists the columns in the help. */
struct sw_records {
    const char *path;
    const char *const *columns;
    size_t count;
    const char *program;
};

/*
 * Hands each record of a file to TAKE, and stops if TAKE fails. Returns the status of F: STATUS_FILE if the file cannot
 * be read, STATUS_CONTENT if the file is not such CSV, STATUS_COMPUTE without memory.
 */
int sw_records_read(const struct sw_records *records, sw_record_take *take, void *into, struct sw_failure *f);

#endif
