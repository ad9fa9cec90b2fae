#include "table/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct csv {
    struct tp_file *file;
    size_t columns[CSV_MAX_COLUMNS]; /* wanted column -> position in the file */
    size_t wanted;
    size_t width; /* columns of the header */
    unsigned long line;
    unsigned long next_line;
    char *record; /* the record, with quotes removed in place */
    size_t capacity;
    struct csv_field fields[CSV_MAX_COLUMNS];
};

static csv_result content(struct csv *csv, struct tp_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static csv_result content(struct csv *csv, struct tp_error *error, const char *format, ...) {
    va_list args;
    (void)csv;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return CSV_CONTENT;
}

static size_t count_quotes(const char *text, size_t length) {
    size_t quotes = 0;
    for (size_t i = 0; i < length; i++)
        quotes += text[i] == '"';
    return quotes;
}

static int append(struct csv *csv, size_t at, const char *text, size_t length) {
    if (at + length + 2 > csv->capacity) {
        const size_t capacity = (at + length + 2) * 2;
        char *grown = realloc(csv->record, capacity);
        if (grown == NULL)
            return -1;
        csv->record = grown;
        csv->capacity = capacity;
    }
    memcpy(csv->record + at, text, length);
    csv->record[at + length] = '\0';
    return 0;
}

/* A record is one line, or more while a quoted field holds a line end. */
static csv_result read_record(struct csv *csv, size_t *length, struct tp_error *error) {
    size_t quotes = 0;
    *length = 0;
    csv->line = csv->next_line;
    for (;;) {
        const char *line;
        size_t bytes;
        if (tp_read_line(csv->file, &line, &bytes, error) != TP_OK)
            return CSV_FILE;
        if (line == NULL)
            return *length == 0 && quotes == 0 ? CSV_END : content(csv, error, "a quoted field does not end");
        csv->next_line++;
        quotes += count_quotes(line, bytes);
        if (append(csv, *length, line, bytes) != 0)
            return CSV_MEMORY;
        *length += bytes;
        if (quotes % 2 == 0)
            break;
        csv->record[(*length)++] = '\n';
    }
    if (*length > 0 && csv->record[*length - 1] == '\r')
        csv->record[--*length] = '\0';
    if (memchr(csv->record, '\0', *length) != NULL)
        return content(csv, error, "holds a NUL byte");
    return CSV_OK;
}

/* Take the quotes off one field in place. Returns the character after it, NULL when it is malformed. */
static char *take_field(char *at, struct csv_field *field) {
    if (*at != '"') {
        const size_t length = strcspn(at, ",\"");
        if (at[length] == '"')
            return NULL;
        field->text = length > 0 ? at : NULL;
        field->length = length;
        return at + length;
    }
    char *out = at, *in = at + 1;
    field->text = at;
    for (;; in++) {
        if (*in == '\0')
            return NULL;
        if (*in == '"' && *++in != '"')
            break;
        *out++ = *in;
    }
    field->length = (size_t)(out - at);
    if (*in != ',' && *in != '\0')
        return NULL;
    const char end = *in;
    *out = '\0';
    *in = end;
    return in;
}

static csv_result split(struct csv *csv, size_t *count, struct tp_error *error) {
    char *at = csv->record;
    *count = 0;
    for (;;) {
        if (*count == CSV_MAX_COLUMNS)
            return content(csv, error, "has more than %d fields", CSV_MAX_COLUMNS);
        char *end = take_field(at, &csv->fields[*count]);
        if (end == NULL)
            return content(csv, error, "field %zu: quotes are not as RFC 4180 wants them", *count + 1);
        ++*count;
        const char mark = *end;
        *end = '\0';
        if (mark == '\0')
            return CSV_OK;
        at = end + 1;
    }
}

static csv_result read_header(struct csv *csv, const char *const *names, struct tp_error *error) {
    size_t length;
    csv_result result = read_record(csv, &length, error);
    if (result == CSV_END)
        return content(csv, error, "is empty: a header line is missing");
    if (result == CSV_OK)
        result = split(csv, &csv->width, error);
    if (result != CSV_OK)
        return result;
    for (size_t i = 0; i < csv->wanted; i++) {
        size_t found = csv->width;
        for (size_t j = 0; j < csv->width; j++)
            if (csv->fields[j].text != NULL && strcmp(csv->fields[j].text, names[i]) == 0) {
                if (found < csv->width)
                    return content(csv, error, "column \"%s\" is there twice", names[i]);
                found = j;
            }
        if (found == csv->width)
            return content(csv, error, "column \"%s\" is missing", names[i]);
        csv->columns[i] = found;
    }
    return CSV_OK;
}

csv_result csv_open(MPI_Comm comm, const char *path, const char *const *names, size_t count, struct csv **csv,
                    struct tp_error *error) {
    struct csv *made = calloc(1, sizeof *made);
    *csv = made;
    if (made == NULL)
        return CSV_MEMORY;
    made->wanted = count;
    made->line = made->next_line = 1;
    if (tp_open(comm, path, NULL, &made->file, error) != TP_OK)
        return CSV_FILE;
    return read_header(made, names, error);
}

csv_result csv_next(struct csv *csv, struct csv_field *fields, struct tp_error *error) {
    size_t length, count;
    csv_result result = read_record(csv, &length, error);
    if (result == CSV_OK)
        result = split(csv, &count, error);
    if (result != CSV_OK)
        return result;
    if (count != csv->width)
        return content(csv, error, "has %zu fields, the header has %zu", count, csv->width);
    for (size_t i = 0; i < csv->wanted; i++)
        fields[i] = csv->fields[csv->columns[i]];
    return CSV_OK;
}

unsigned long csv_line(const struct csv *csv) {
    return csv->line;
}

void csv_close(struct csv *csv) {
    if (csv == NULL)
        return;
    tp_close(csv->file);
    free(csv->record);
    free(csv);
}
