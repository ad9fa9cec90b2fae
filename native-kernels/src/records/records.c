/* SPDX-License-Identifier: Apache-2.0 */
#include "records/records.h"

#include "slipway/blockfile.h"

#include <stdlib.h>

/* A file that is read, and the receiver of the records. */
struct reading {
    const struct sw_records *records;
    struct sw_csv *csv;
    sw_record_take *take;
    void *into;
    char form[128]; /* hint: the required form of the file */
};

static int take_fields(const struct reading *reading, struct sw_failure *f) {
    struct sw_csv_field fields[SW_CSV_MAX_COLUMNS];
    for (size_t i = 0; i < reading->records->count; i++)
        fields[i] = sw_csv_field(reading->csv, i);
    const struct sw_record record = {reading->records->path, sw_csv_line(reading->csv), reading->records->columns,
                                     fields};
    return reading->take(&record, reading->into, f);
}

/* Passes the records in BYTES on. At the end of the file BYTES is NULL. */
static int take_bytes(const struct reading *reading, const char *bytes, size_t count, struct sw_failure *f) {
    struct sw_csv *csv = reading->csv;
    const char *path = reading->records->path;
    size_t taken = 0;
    do {
        const sw_csv_result result = bytes == NULL ? sw_csv_end(csv) : sw_csv_bytes(csv, bytes, count, &taken);
        if (result == SW_CSV_MEMORY)
            return sw_fail(f, STATUS_COMPUTE, NULL, "%s: not enough memory to read it", path);
        if (result == SW_CSV_CONTENT)
            return sw_fail(f, STATUS_CONTENT, reading->form, "%s line %lu: %s", path, sw_csv_line(csv),
                           sw_csv_text(csv));
        if (result == SW_CSV_RECORD && take_fields(reading, f) != STATUS_OK)
            return f->status;
        bytes = bytes == NULL ? NULL : bytes + taken;
        count -= taken;
    } while (count > 0);
    return STATUS_OK;
}

int sw_records_read(const struct sw_records *records, sw_record_take *take, void *into, struct sw_failure *f) {
    enum { ROOM = 1 << 16 };
    const char *path = records->path;
    struct blk_reader *reader;
    struct blk_error error;
    size_t got = 0;
    if (blk_open(path, &reader, &error) != BLK_OK)
        return sw_fail(f, STATUS_FILE, "check the path, its permissions, and that the file is whole", "%s", error.text);
    struct sw_csv *csv = sw_csv_new(records->columns, records->count);
    struct reading reading = {records, csv, take, into, ""};
    snprintf(reading.form, sizeof reading.form, "the file must be RFC 4180 CSV with the columns that %s --help lists",
             records->program);
    char *bytes = malloc(ROOM);
    if (csv == NULL || bytes == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "%s: not enough memory to read it", path);
    while (f->status == STATUS_OK) {
        if (blk_read(reader, bytes, ROOM, &got, &error) != BLK_OK)
            sw_fail(f, STATUS_FILE, "fetch the file again", "%s", error.text);
        else if (take_bytes(&reading, got > 0 ? bytes : NULL, got, f) != STATUS_OK || got == 0)
            break;
    }
    if (f->status == STATUS_OK && !sw_csv_has_header(csv))
        sw_fail(f, STATUS_CONTENT, reading.form, "%s line 1: there is no header", path);
    free(bytes);
    sw_csv_free(csv);
    blk_close(reader);
    return f->status;
}
