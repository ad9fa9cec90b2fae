/* SPDX-License-Identifier: Apache-2.0 */
/* The price panel: rows (symbol, day, close) in, days x symbols of the days that every symbol has out. */
#include "varmc.h"

#include <stdlib.h>
#include <string.h>

struct price {
    int day; /* yyyymmdd */
    size_t symbol;
    double close;
};

struct rows {
    struct price *price;
    size_t count;
    size_t capacity;
    size_t symbol_capacity;
};

/* ISO date as yyyymmdd; 0 when it is none. */
static int parse_day(const char *text) {
    static const int month_days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (text == NULL || strlen(text) != 10 || text[4] != '-' || text[7] != '-')
        return 0;
    for (int i = 0; i < 10; i++)
        if (i != 4 && i != 7 && (text[i] < '0' || text[i] > '9'))
            return 0;
    const int year = atoi(text), month = atoi(text + 5), day = atoi(text + 8);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > month_days[month - 1])
        return 0;
    return year * 10000 + month * 100 + day;
}

/* Takes the symbol of a row: the current one, or a new one. Refuses a symbol that comes back after another one. */
static int take_symbol(const struct sw_csv_field *field, const char *path, const struct sw_table *table,
                       struct market *market, struct rows *rows, struct failure *f) {
    const size_t n = market->symbol_count;
    if (field->text == NULL || field->length == 0)
        return fail(f, STATUS_CONTENT, "give it a value", "%s line %lu: symbol is empty", path, sw_table_line(table));
    if (n > 0 && strcmp(market->symbols[n - 1], field->text) == 0)
        return STATUS_OK;
    if (field->length >= sizeof market->symbols[0])
        return fail(f, STATUS_CONTENT, NULL, "%s line %lu: symbol \"%.40s\" is longer than 31 bytes", path,
                    sw_table_line(table), field->text);
    for (size_t i = 0; i < n; i++)
        if (strcmp(market->symbols[i], field->text) == 0)
            return fail(f, STATUS_CONTENT, "order the rows by symbol, day", "%s line %lu: symbol \"%s\" comes back",
                        path, sw_table_line(table), field->text);
    if (grow((void **)&market->symbols, n, &rows->symbol_capacity, sizeof market->symbols[0], f) != STATUS_OK)
        return f->status;
    memcpy(market->symbols[n], field->text, field->length + 1);
    market->symbol_count = n + 1;
    return STATUS_OK;
}

static int take_row(const struct sw_csv_field *fields, const char *path, const struct sw_table *table,
                    struct market *market, struct rows *rows, struct failure *f) {
    struct price price;
    if (take_symbol(&fields[0], path, table, market, rows, f) != STATUS_OK)
        return f->status;
    price.symbol = market->symbol_count - 1;
    price.day = parse_day(fields[1].text);
    if (price.day == 0)
        return fail(f, STATUS_CONTENT, "write it as 2024-12-31", "%s line %lu: day is not a date: \"%.40s\"", path,
                    sw_table_line(table), fields[1].text != NULL ? fields[1].text : "");
    const struct price *before = rows->count > 0 ? &rows->price[rows->count - 1] : NULL;
    if (before != NULL && before->symbol == price.symbol && before->day >= price.day)
        return fail(f, STATUS_CONTENT, "order the rows by symbol, day, one row a day",
                    "%s line %lu: day %s does not ascend", path, sw_table_line(table), fields[1].text);
    if (take_number(&fields[2], "close", path, table, &price.close, f) != STATUS_OK)
        return f->status;
    if (!(price.close > 0))
        return fail(f, STATUS_CONTENT, NULL, "%s line %lu: close %g is not above zero", path, sw_table_line(table),
                    price.close);
    if (grow((void **)&rows->price, rows->count, &rows->capacity, sizeof *rows->price, f) != STATUS_OK)
        return f->status;
    rows->price[rows->count++] = price;
    return STATUS_OK;
}

static int ascending(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Writes the trading days to DAYS: those on which some symbol has a price. Returns how many. */
static size_t trading_days(const struct rows *rows, int *days) {
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++)
        days[i] = rows->price[i].day;
    qsort(days, rows->count, sizeof *days, ascending);
    for (size_t i = 0; i < rows->count; i++)
        if (count == 0 || days[count - 1] != days[i])
            days[count++] = days[i];
    return count;
}

/* Puts each price into the row of its trading day, and counts the symbols that have the day. */
static void spread(const struct rows *rows, const int *days, size_t symbols, double *close, size_t *seen) {
    size_t day = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct price *at = &rows->price[i];
        if (i == 0 || at->symbol != rows->price[i - 1].symbol)
            day = 0;
        while (days[day] < at->day)
            day++;
        seen[day]++;
        close[day * symbols + at->symbol] = at->close;
    }
}

/* Keeps the days that all symbols have, and tells how many trading days lie from each to the next. */
static void keep_common_days(struct market *market, const size_t *seen, size_t count) {
    const size_t n = market->symbol_count;
    size_t before = 0;
    for (size_t day = 0; day < count; day++) {
        if (seen[day] != n)
            continue;
        if (market->days > 0) {
            market->gaps[market->days - 1] = (uint32_t)(day - before);
            market->returns_scaled += day - before > 1;
        }
        memmove(market->close + n * market->days++, market->close + n * day, n * sizeof *market->close);
        before = day;
    }
    market->days_dropped = count - market->days;
}

static int make_panel(const char *path, struct market *market, const struct rows *rows, struct failure *f) {
    const size_t n = market->symbol_count;
    int *days = malloc((rows->count + 1) * sizeof *days);
    const size_t count = days != NULL ? trading_days(rows, days) : 0;
    size_t *seen = calloc(count + 1, sizeof *seen);
    market->close = calloc((count + 1) * (n + 1), sizeof *market->close);
    market->gaps = calloc(count + 1, sizeof *market->gaps);
    if (days == NULL || seen == NULL || market->close == NULL || market->gaps == NULL)
        fail_for_memory(f, "%s: not enough memory for a panel of %zu symbols", path, n);
    else {
        spread(rows, days, n, market->close, seen);
        keep_common_days(market, seen, count);
    }
    free(days);
    free(seen);
    if (f->status == STATUS_OK && market->days < 3)
        fail(f, STATUS_CONTENT, "extract more history, and the same days for all symbols",
             "%s: the %zu symbols have %zu days in common; a covariance needs 3", path, n, market->days);
    return f->status;
}

int read_prices(MPI_Comm comm, const char *path, struct market *market, struct failure *f) {
    static const char *const names[] = {"symbol", "day", "close"};
    struct sw_table *table;
    struct sw_csv_field fields[3];
    struct tp_error error;
    struct rows rows = {NULL, 0, 0, 0};
    sw_table_result result = sw_table_open(comm, path, names, 3, &table, &error);
    while (result == SW_TABLE_OK && (result = sw_table_next(table, fields, &error)) == SW_TABLE_OK)
        if (take_row(fields, path, table, market, &rows, f) != STATUS_OK)
            break;
    if (result != SW_TABLE_OK && result != SW_TABLE_END)
        table_failure(result, path, table, &error, f);
    else if (f->status == STATUS_OK)
        make_panel(path, market, &rows, f);
    if (!f->alone)
        sw_table_close(table);
    free(rows.price);
    return f->status;
}
