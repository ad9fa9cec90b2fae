/* SPDX-License-Identifier: Apache-2.0 */
#include "csv/csv.h"
#include "base/rows.h"
#include "base/text.h"
#include "csv/quotes.h"

#include <stdlib.h>
#include <string.h>

struct sw_csv {
    const char *const *names;
    size_t columns[SW_CSV_MAX_COLUMNS]; /* wanted column -> position in the file */
    size_t wanted;
    size_t width;        /* columns of the header; 0 before the header */
    unsigned long line;  /* of the record's begin */
    unsigned long lines; /* that have ended */
    char *record;        /* the record; quotes are removed in place */
    size_t capacity;
    size_t length;
    int complete; /* the record is whole: the next bytes begin a new record */
    int in_line;  /* bytes came since the last LF */
    bool inside;  /* of a quoted field */
    struct sw_csv_field fields[SW_CSV_MAX_COLUMNS];
    char text[SW_CSV_TEXT_BYTES];
};

static sw_csv_result content(struct sw_csv *csv, const char *format, ...) __attribute__((format(printf, 2, 3)));

static sw_csv_result content(struct sw_csv *csv, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sw_text_format(csv->text, sizeof csv->text, format, args);
    va_end(args);
    return SW_CSV_CONTENT;
}

struct sw_csv *sw_csv_new(const char *const *names, size_t count) {
    struct sw_csv *csv = calloc(1, sizeof *csv);
    if (csv == NULL)
        return NULL;
    csv->names = names;
    csv->wanted = count;
    csv->line = 1;
    return csv;
}

void sw_csv_free(struct sw_csv *csv) {
    if (csv == NULL)
        return;
    free(csv->record);
    free(csv);
}

/* --- fields out of a record --- */

/* Removes the quotes of one field in place. Returns the character after the field, or NULL for a malformed field. */
static char *take_field(char *at, struct sw_csv_field *field) {
    if (*at != '"') {
        const size_t length = strcspn(at, ",\"");
        if (at[length] == '"')
            return NULL;
        *field = (struct sw_csv_field){length > 0 ? at : NULL, length};
        return at + length;
    }
    char *out = at, *in = at + 1;
    for (;; in++) {
        if (*in == '\0')
            return NULL;
        if (*in == '"' && *++in != '"')
            break;
        *out++ = *in;
    }
    if (*in != ',' && *in != '\0')
        return NULL;
    *out = '\0';
    *field = (struct sw_csv_field){at, (size_t)(out - at)};
    return in;
}

static sw_csv_result split(struct sw_csv *csv, size_t *count) {
    char *at = csv->record;
    for (*count = 0;;) {
        if (*count == SW_CSV_MAX_COLUMNS)
            return content(csv, "has more than %d fields", SW_CSV_MAX_COLUMNS);
        char *end = take_field(at, &csv->fields[*count]);
        if (end == NULL)
            return content(csv, "field %zu: quotes are not as RFC 4180 wants them", *count + 1);
        ++*count;
        const char mark = *end;
        *end = '\0';
        if (mark == '\0')
            return SW_CSV_RECORD;
        at = end + 1;
    }
}

/* Finds a column. A missing optional column gets the position behind the last one. */
static sw_csv_result find_column(struct sw_csv *csv, const char *wanted, size_t *column) {
    const bool optional = *wanted == '?';
    const char *name = optional ? wanted + 1 : wanted;
    *column = csv->width;
    for (size_t i = 0; i < csv->width; i++) {
        if (csv->fields[i].text == NULL || strcmp(csv->fields[i].text, name) != 0)
            continue;
        if (*column < csv->width)
            return content(csv, "column \"%s\" is there twice", name);
        *column = i;
    }
    return optional || *column < csv->width ? SW_CSV_RECORD : content(csv, "column \"%s\" is missing", name);
}

static sw_csv_result take_header(struct sw_csv *csv) {
    size_t width;
    sw_csv_result result = split(csv, &width);
    if (result != SW_CSV_RECORD)
        return result;
    csv->width = width;
    for (size_t i = 0; i < csv->wanted && result == SW_CSV_RECORD; i++)
        result = find_column(csv, csv->names[i], &csv->columns[i]);
    return result == SW_CSV_RECORD ? SW_CSV_MORE : result;
}

static sw_csv_result take_record(struct sw_csv *csv) {
    size_t count;
    csv->complete = 1;
    if (csv->length > 0 && csv->record[csv->length - 1] == '\r')
        csv->length--;
    csv->record[csv->length] = '\0';
    if (memchr(csv->record, '\0', csv->length) != NULL)
        return content(csv, "holds a NUL byte");
    if (csv->width == 0)
        return take_header(csv);
    const sw_csv_result result = split(csv, &count);
    if (result == SW_CSV_RECORD && count != csv->width)
        return content(csv, "has %zu fields, the header has %zu", count, csv->width);
    return result;
}

/* --- a record out of bytes --- */

/* Appends bytes without a line end outside quotes, and keeps room for a NUL behind them. */
static sw_csv_result append(struct sw_csv *csv, const char *bytes, size_t count) {
    if (csv->complete) {
        csv->complete = 0;
        csv->length = 0;
        csv->line = csv->lines + 1;
    }
    if (count > SW_CSV_RECORD_LIMIT - csv->length)
        return content(csv, "a record is longer than %d bytes; a quote may be missing", SW_CSV_RECORD_LIMIT);
    char *record = sw_rows_grow(csv->record, &csv->capacity, csv->length + count + 1, 1);
    if (record == NULL)
        return SW_CSV_MEMORY;
    csv->record = record;
    if (count > 0)
        memcpy(record + csv->length, bytes, count);
    csv->length += count;
    csv->inside = sw_csv_inside(csv->inside, bytes, count);
    return SW_CSV_MORE;
}

/* Ends a line. A record is one line, or more lines while a quoted field holds a line end. */
static sw_csv_result end_line(struct sw_csv *csv) {
    csv->lines++;
    csv->in_line = 0;
    return csv->inside ? append(csv, "\n", 1) : take_record(csv);
}

sw_csv_result sw_csv_take_line(struct sw_csv *csv, const char *line, size_t length) {
    const sw_csv_result result = append(csv, line, length);
    return result == SW_CSV_MORE ? end_line(csv) : result;
}

sw_csv_result sw_csv_bytes(struct sw_csv *csv, const char *bytes, size_t count, size_t *taken) {
    sw_csv_result result = SW_CSV_MORE;
    *taken = 0;
    while (*taken < count && result == SW_CSV_MORE) {
        const char *at = bytes + *taken, *lf = memchr(at, '\n', count - *taken);
        const size_t length = lf != NULL ? (size_t)(lf - at) : count - *taken;
        *taken += length + (lf != NULL);
        csv->in_line = 1;
        result = append(csv, at, length);
        if (lf != NULL && result == SW_CSV_MORE)
            result = end_line(csv);
    }
    return result;
}

sw_csv_result sw_csv_end(struct sw_csv *csv) {
    if (csv->in_line) {
        const sw_csv_result result = end_line(csv);
        if (result != SW_CSV_MORE)
            return result;
    }
    if (csv->inside)
        return content(csv, "a quoted field does not end");
    if (csv->width > 0)
        return SW_CSV_END;
    return content(csv, "is empty: a header line is missing");
}

bool sw_csv_has_header(const struct sw_csv *csv) {
    return csv->width > 0;
}

struct sw_csv_field sw_csv_field(const struct sw_csv *csv, size_t index) {
    static const struct sw_csv_field nothing = {NULL, 0};
    return csv->columns[index] < csv->width ? csv->fields[csv->columns[index]] : nothing;
}

unsigned long sw_csv_line(const struct sw_csv *csv) {
    return csv->line;
}

const char *sw_csv_text(const struct sw_csv *csv) {
    return csv->text;
}
