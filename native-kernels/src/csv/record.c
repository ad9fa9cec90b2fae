/* SPDX-License-Identifier: Apache-2.0 */
#include "csv/record.h"

#include "base/day.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *sw_column_name(const struct sw_record *record, int column) {
    const char *name = record->columns[column];
    return name + (*name == '?');
}

int sw_refuse(struct sw_failure *f, const struct sw_record *record, int column, const char *hint, const char *format,
              ...) {
    char reason[256];
    va_list args;
    va_start(args, format);
    sw_text_format(reason, sizeof reason, format, args);
    va_end(args);
    return sw_fail(f, STATUS_CONTENT, hint, "%.160s line %lu: %s%s%s", record->path, record->line,
                   column == SW_NO_COLUMN ? "" : sw_column_name(record, column), column == SW_NO_COLUMN ? "" : " ",
                   reason);
}

bool sw_is_empty(const struct sw_record *record, int column) {
    return record->fields[column].text == NULL || record->fields[column].length == 0;
}

const char *sw_text_of_field(const struct sw_record *record, int column) {
    return record->fields[column].text != NULL ? record->fields[column].text : "";
}

int sw_take_id(const struct sw_record *record, int column, const char **text, struct sw_failure *f) {
    *text = sw_text_of_field(record, column);
    const size_t length = strlen(*text);
    if (length < 1)
        return sw_refuse(f, record, column, "give it a value", "is empty");
    if (length >= SW_ID_BYTES || length != record->fields[column].length)
        return sw_refuse(f, record, column, "names have at most 31 bytes", "is too long: \"%.40s\"", *text);
    return STATUS_OK;
}

int sw_take_real(const struct sw_record *record, int column, double *number, struct sw_failure *f) {
    const char *text = sw_text_of_field(record, column);
    char *end;
    *number = strtod(text, &end);
    if (sw_is_empty(record, column))
        return sw_refuse(f, record, column, "give it a value", "is empty");
    if (end == text || *end != '\0' || !isfinite(*number) || strpbrk(text, "xX ") != NULL)
        return sw_refuse(f, record, column, "write a decimal number with a point, such as 12.5",
                         "is not a number: \"%.60s\"", text);
    return STATUS_OK;
}

int sw_take_whole(const struct sw_record *record, int column, long least, long most, long *number,
                  struct sw_failure *f) {
    const char *text = sw_text_of_field(record, column);
    char *end;
    if (sw_is_empty(record, column))
        return sw_refuse(f, record, column, "give it a value", "is empty");
    errno = 0;
    *number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || *number < least || *number > most)
        return sw_refuse(f, record, column, NULL, "is not a whole number from %ld to %ld: \"%.40s\"", least, most,
                         text);
    return STATUS_OK;
}

int sw_take_day(const struct sw_record *record, int column, int *day, struct sw_failure *f) {
    const char *text = sw_text_of_field(record, column);
    *day = sw_day_of(text);
    if (*day == 0)
        return sw_refuse(f, record, column, "write a day as 2026-03-31", "is not a day: \"%.40s\"", text);
    return STATUS_OK;
}

int sw_take_choice(const struct sw_record *record, int column, const char *const *choices, int *choice,
                   struct sw_failure *f) {
    char list[160] = "";
    const char *text = sw_text_of_field(record, column);
    *choice = sw_text_find(choices, text);
    if (*choice >= 0)
        return STATUS_OK;
    for (int i = 0; choices[i] != NULL; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", choices[i]);
    }
    return sw_refuse(f, record, column, NULL, "is not one of %s: \"%.40s\"", list, text);
}

int sw_take_known(const struct sw_record *record, int column, const struct sw_names *names, const char *kind,
                  uint32_t *number, struct sw_failure *f) {
    const char *text;
    if (sw_take_id(record, column, &text, f) != STATUS_OK)
        return f->status;
    *number = sw_names_find(names, text);
    if (*number == SW_NO_NAME)
        return sw_refuse(f, record, column, "extract its row too, or leave this one out",
                         "is no %s of the list's files: \"%s\"", kind, text);
    return STATUS_OK;
}

int sw_take_new(const struct sw_record *record, int column, struct sw_names *names, uint32_t *number,
                struct sw_failure *f) {
    const char *text;
    int is_new;
    if (sw_take_id(record, column, &text, f) != STATUS_OK)
        return f->status;
    *number = sw_names_add(names, text, &is_new);
    if (*number == SW_NO_NAME)
        return sw_fail_alone(f, "%s: not enough memory for %u names", record->path, names->count);
    if (!is_new)
        return sw_refuse(f, record, column, "give each row an id of its own", "comes twice: \"%s\"", text);
    return STATUS_OK;
}
