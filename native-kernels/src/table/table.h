/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of a CSV file (csv/csv.h) read by all ranks together through twophase: every rank gets every record. All
 * functions but sw_table_line are collective, and all ranks fail alike, except for SW_TABLE_MEMORY, which the other
 * ranks may not see. Memory of a rank: that of twophase's tp_open, and the longest record.
 */
#ifndef SLIPWAY_TABLE_TABLE_H
#define SLIPWAY_TABLE_TABLE_H

#include "csv/csv.h"
#include "slipway/twophase.h"

struct sw_table;

typedef enum {
    SW_TABLE_OK,
    SW_TABLE_END,     /* there are no more records */
    SW_TABLE_FILE,    /* twophase failed: the error's text is complete */
    SW_TABLE_CONTENT, /* the error's text says what is wrong; sw_table_line says where */
    SW_TABLE_MEMORY   /* this rank has no memory; others may wait for it in a collective call */
} sw_table_result;

/*
 * Opens PATH and finds the COUNT columns NAMES in its header, which must have them all but those whose names begin with
 * "?" (csv/csv.h). NAMES must outlive the table.
 * *TABLE is to be ended with sw_table_close after a failure, too; it is NULL where there is no memory for it.
 */
sw_table_result sw_table_open(MPI_Comm comm, const char *path, const char *const *names, size_t count,
                              struct sw_table **table, struct tp_error *error);

/* Reads the next record: FIELDS[i] is the field of column NAMES[i], valid until the next call. */
sw_table_result sw_table_next(struct sw_table *table, struct sw_csv_field *fields, struct tp_error *error);

/* Returns the line on which the current record begins. The header begins on line 1. */
unsigned long sw_table_line(const struct sw_table *table);

/* Closes the file and frees TABLE. Collective. Accepts NULL on all ranks. */
void sw_table_close(struct sw_table *table);

#endif
