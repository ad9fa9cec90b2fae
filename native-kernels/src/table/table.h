/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of a CSV file (csv/csv.h) read by all ranks together through twophase: every rank gets every record. All
 * functions except sw_table_line are collective, and all ranks fail alike, except with SW_TABLE_MEMORY, which other
 * ranks may not see. Memory of a rank: the memory of twophase's tp_open, and the longest record.
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
    SW_TABLE_CONTENT, /* the text of the error states the defect; sw_table_line the line */
    SW_TABLE_MEMORY   /* this rank has no memory; others may wait for this rank in a collective call */
} sw_table_result;

/*
 * Opens PATH and finds the COUNT columns NAMES in the header. The header must have all columns, except those with a "?"
 * before the name (csv/csv.h). NAMES must outlive the table. The caller ends *TABLE with sw_table_close, also after a
 * failure; *TABLE is NULL without memory.
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
