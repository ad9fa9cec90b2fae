/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include "base/day.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { ID_BYTES = 32 };

int each_record(MPI_Comm comm, const char *path, const char *const *columns, size_t count, struct taker taker,
                struct failure *f) {
    struct sw_table *table;
    struct sw_csv_field fields[SW_CSV_MAX_COLUMNS];
    struct tp_error error;
    bool any = false;
    sw_table_result result = sw_table_open(comm, path, columns, count, &table, &error);
    while (result == SW_TABLE_OK && (result = sw_table_next(table, fields, &error)) == SW_TABLE_OK) {
        const struct record record = {path, sw_table_line(table), columns, fields};
        any = true;
        if (taker.take(taker.to, &record, f) != STATUS_OK)
            break;
    }
    if (result != SW_TABLE_OK && result != SW_TABLE_END)
        table_failure(result, path, table, &error, f);
    else if (f->status == STATUS_OK && !any)
        fail(f, STATUS_CONTENT, "leave the file out of the list, or extract its rows", "%s line 2: there is no row",
             path);
    if (!f->alone)
        sw_table_close(table);
    return f->status;
}

int refuse(struct failure *f, const struct record *record, int column, const char *hint, const char *format, ...) {
    char reason[256];
    va_list args;
    va_start(args, format);
    sw_text_format(reason, sizeof reason, format, args);
    va_end(args);
    return fail(f, STATUS_CONTENT, hint, "%.160s line %lu: %s %s", record->path, record->line, record->columns[column],
                reason);
}

bool is_empty(const struct record *record, int column) {
    return record->fields[column].text == NULL || record->fields[column].length == 0;
}

static const char *text_of(const struct record *record, int column) {
    return record->fields[column].text != NULL ? record->fields[column].text : "";
}

int take_id(const struct record *record, int column, const char **text, struct failure *f) {
    *text = text_of(record, column);
    const size_t length = strlen(*text);
    if (length < 1)
        return refuse(f, record, column, "give it a value", "is empty");
    if (length >= ID_BYTES || length != record->fields[column].length)
        return refuse(f, record, column, "names have at most 31 bytes", "is too long: \"%.40s\"", *text);
    return STATUS_OK;
}

int take_real(const struct record *record, int column, double *number, struct failure *f) {
    const char *text = text_of(record, column);
    char *end;
    *number = strtod(text, &end);
    if (is_empty(record, column))
        return refuse(f, record, column, "give it a value", "is empty");
    if (end == text || *end != '\0' || !isfinite(*number) || strpbrk(text, "xX ") != NULL)
        return refuse(f, record, column, "write a decimal number with a point, such as 12.5",
                      "is not a number: \"%.60s\"", text);
    return STATUS_OK;
}

int take_whole(const struct record *record, int column, long least, long most, long *number, struct failure *f) {
    const char *text = text_of(record, column);
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || *number < least || *number > most)
        return refuse(f, record, column, NULL, "is not a whole number from %ld to %ld: \"%.40s\"", least, most, text);
    return STATUS_OK;
}

int take_day(const struct record *record, int column, long *day, struct failure *f) {
    const char *text = text_of(record, column);
    const int found = sw_day_of(text);
    if (found == 0)
        return refuse(f, record, column, "write a day as 2026-03-31", "is not a day: \"%.40s\"", text);
    *day = sw_day_number(found);
    return STATUS_OK;
}

int take_choice(const struct record *record, int column, const char *const *choices, int *choice, struct failure *f) {
    char list[160] = "";
    const char *text = text_of(record, column);
    *choice = sw_text_find(choices, text);
    if (*choice >= 0)
        return STATUS_OK;
    for (int i = 0; choices[i] != NULL; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", choices[i]);
    }
    return refuse(f, record, column, NULL, "is not one of %s: \"%.40s\"", list, text);
}

int take_known(const struct record *record, int column, const struct sw_names *names, const char *kind,
               uint32_t *number, struct failure *f) {
    const char *text;
    if (take_id(record, column, &text, f) != STATUS_OK)
        return f->status;
    *number = sw_names_find(names, text);
    if (*number == SW_NO_NAME)
        return refuse(f, record, column, "extract its row too, or leave this one out",
                      "is no %s of the list's files: \"%s\"", kind, text);
    return STATUS_OK;
}

int take_new(const struct record *record, int column, struct sw_names *names, uint32_t *number, struct failure *f) {
    const char *text;
    int is_new;
    if (take_id(record, column, &text, f) != STATUS_OK)
        return f->status;
    *number = sw_names_add(names, text, &is_new);
    if (*number == SW_NO_NAME)
        return fail_for_memory(f, "%s: not enough memory for %u names", record->path, names->count);
    if (!is_new)
        return refuse(f, record, column, "give each row an id of its own", "comes twice: \"%s\"", text);
    return STATUS_OK;
}
