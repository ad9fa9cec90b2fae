/* SPDX-License-Identifier: Apache-2.0 */
#include "backtest.h"
#include "slipway/blockfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char form[] = "the file must be RFC 4180 CSV with the columns that var-backtest --help lists";

/* A file that is read, and who takes its records. */
struct reading {
    struct sw_csv *csv;
    const char *path;
    take_record take;
    void *into;
};

/* Hands the records in BYTES on. At the end of the file BYTES is NULL. */
static int take_bytes(const struct reading *reading, const char *bytes, size_t count, struct failure *f) {
    struct sw_csv *csv = reading->csv;
    const char *path = reading->path;
    size_t taken = 0;
    do {
        const sw_csv_result result = bytes == NULL ? sw_csv_end(csv) : sw_csv_bytes(csv, bytes, count, &taken);
        if (result == SW_CSV_MEMORY)
            return fail(f, STATUS_COMPUTE, NULL, "%s: not enough memory to read it", path);
        if (result == SW_CSV_CONTENT)
            return fail(f, STATUS_CONTENT, form, "%s line %lu: %s", path, sw_csv_line(csv), sw_csv_text(csv));
        if (result == SW_CSV_RECORD && reading->take(csv, path, reading->into, f) != STATUS_OK)
            return f->status;
        bytes = bytes == NULL ? NULL : bytes + taken;
        count -= taken;
    } while (count > 0);
    return STATUS_OK;
}

int read_records(const char *path, const char *const *names, size_t count, take_record take, void *into,
                 struct failure *f) {
    enum { ROOM = 1 << 16 };
    struct blk_reader *reader;
    struct blk_error error;
    size_t got = 0;
    if (blk_open(path, &reader, &error) != BLK_OK)
        return fail(f, STATUS_FILE, "check the path, its permissions, and that the file is whole", "%s", error.text);
    struct sw_csv *csv = sw_csv_new(names, count);
    const struct reading reading = {csv, path, take, into};
    char *bytes = malloc(ROOM);
    if (csv == NULL || bytes == NULL)
        fail(f, STATUS_COMPUTE, NULL, "%s: not enough memory to read it", path);
    while (f->status == STATUS_OK) {
        if (blk_read(reader, bytes, ROOM, &got, &error) != BLK_OK)
            fail(f, STATUS_FILE, "fetch the file again", "%s", error.text);
        else if (take_bytes(&reading, got > 0 ? bytes : NULL, got, f) != STATUS_OK || got == 0)
            break;
    }
    if (f->status == STATUS_OK && !sw_csv_has_header(csv))
        fail(f, STATUS_CONTENT, form, "%s line 1: there is no header", path);
    free(bytes);
    sw_csv_free(csv);
    blk_close(reader);
    return f->status;
}

int take_number(const struct sw_csv *csv, size_t index, const char *name, const char *path, double *out,
                struct failure *f) {
    const char *text = sw_csv_field(csv, index).text;
    char *end;
    if (text == NULL)
        return fail(f, STATUS_CONTENT, "give it a value", "%s line %lu: %s is empty", path, sw_csv_line(csv), name);
    *out = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*out) || strpbrk(text, "xX ") != NULL)
        return fail(f, STATUS_CONTENT, "write a decimal number with a point, such as 12.5",
                    "%s line %lu: %s is not a number: \"%.60s\"", path, sw_csv_line(csv), name, text);
    return STATUS_OK;
}
