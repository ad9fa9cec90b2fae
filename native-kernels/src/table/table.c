/* SPDX-License-Identifier: Apache-2.0 */
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>

struct sw_table {
    struct tp_file *file;
    struct sw_csv *csv;
    size_t columns;
};

/* Hands the next line of the file, or the end, to the parser. Writes the parser's result to *RECORD. */
static sw_table_result feed(struct sw_table *table, sw_csv_result *record, struct tp_error *error) {
    const char *line;
    size_t length;
    if (tp_read_line(table->file, &line, &length, error) != TP_OK)
        return SW_TABLE_FILE;
    *record = line != NULL ? sw_csv_take_line(table->csv, line, length) : sw_csv_end(table->csv);
    if (*record == SW_CSV_CONTENT)
        snprintf(error->text, sizeof error->text, "%s", sw_csv_text(table->csv));
    return *record == SW_CSV_CONTENT ? SW_TABLE_CONTENT : *record == SW_CSV_MEMORY ? SW_TABLE_MEMORY : SW_TABLE_OK;
}

sw_table_result sw_table_open(MPI_Comm comm, const char *path, const char *const *names, size_t count,
                              struct sw_table **table, struct tp_error *error) {
    struct sw_table *made = calloc(1, sizeof *made);
    sw_csv_result record;
    *table = made;
    if (made == NULL)
        return SW_TABLE_MEMORY;
    made->columns = count;
    made->csv = sw_csv_new(names, count);
    if (made->csv == NULL)
        return SW_TABLE_MEMORY;
    if (tp_open(comm, path, NULL, &made->file, error) != TP_OK)
        return SW_TABLE_FILE;
    sw_table_result result = SW_TABLE_OK;
    while (result == SW_TABLE_OK && !sw_csv_has_header(made->csv))
        result = feed(made, &record, error);
    return result;
}

sw_table_result sw_table_next(struct sw_table *table, struct sw_csv_field *fields, struct tp_error *error) {
    sw_csv_result record = SW_CSV_MORE;
    while (record == SW_CSV_MORE) {
        const sw_table_result result = feed(table, &record, error);
        if (result != SW_TABLE_OK)
            return result;
    }
    if (record == SW_CSV_END)
        return SW_TABLE_END;
    for (size_t i = 0; i < table->columns; i++)
        fields[i] = sw_csv_field(table->csv, i);
    return SW_TABLE_OK;
}

unsigned long sw_table_line(const struct sw_table *table) {
    return sw_csv_line(table->csv);
}

void sw_table_close(struct sw_table *table) {
    if (table == NULL)
        return;
    tp_close(table->file);
    sw_csv_free(table->csv);
    free(table);
}
