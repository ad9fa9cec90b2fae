/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

/* Fills F with the failure of a reading step: a file error unchanged, a content error with path and line in front. */
static int table_failure(sw_table_result result, const char *path, const struct sw_table *table,
                         const struct tp_error *error, struct sw_failure *f) {
    if (result == SW_TABLE_FILE)
        return sw_fail(f, STATUS_FILE,
                       error->code == TP_ERR_OPEN ? "check the path and its permissions on the node of rank 0"
                                                  : "stage the file in again",
                       "%s", error->text);
    if (result == SW_TABLE_MEMORY)
        return sw_fail_alone(f, "%s: not enough memory to read it", path);
    return sw_fail(f, STATUS_CONTENT, "the file must be RFC 4180 CSV with the columns that var-mc --help lists",
                   "%s line %lu: %s", path, sw_table_line(table), error->text);
}

int each_record(MPI_Comm comm, const char *path, const char *const *columns, size_t count, struct taker taker,
                struct sw_failure *f) {
    struct sw_table *table;
    struct sw_csv_field fields[SW_CSV_MAX_COLUMNS];
    struct tp_error error;
    bool any = false;
    sw_table_result result = sw_table_open(comm, path, columns, count, &table, &error);
    while (result == SW_TABLE_OK && (result = sw_table_next(table, fields, &error)) == SW_TABLE_OK) {
        const struct sw_record record = {path, sw_table_line(table), columns, fields};
        any = true;
        if (taker.take(taker.to, &record, f) != STATUS_OK)
            break;
    }
    if (result != SW_TABLE_OK && result != SW_TABLE_END)
        table_failure(result, path, table, &error, f);
    else if (f->status == STATUS_OK && !any)
        sw_fail(f, STATUS_CONTENT, "extract its rows, or leave the file out", "%s line 2: there is no row", path);
    if (!f->alone)
        sw_table_close(table);
    return f->status;
}
