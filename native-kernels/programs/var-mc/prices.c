/* SPDX-License-Identifier: Apache-2.0 */
/* The price panel: rows (symbol, day, close) become days x symbols of the days with prices of every symbol. */
#include "base/day.h"
#include "records.h"

#include <stdlib.h>
#include <string.h>

enum { SYMBOL, DAY, CLOSE, COLUMNS };

struct price {
    int day; /* yyyymmdd */
    uint32_t symbol;
    double close;
};

struct rows {
    struct market *market;
    struct price *price;
    size_t count, room;
};

/* Takes the symbol of a row: the current one, or a new one. Refuses a symbol that returns after another one. */
static int take_symbol(const struct sw_record *record, struct sw_names *symbols, uint32_t *symbol,
                       struct sw_failure *f) {
    const char *text;
    int is_new;
    if (sw_take_id(record, SYMBOL, &text, f) != STATUS_OK)
        return f->status;
    *symbol = sw_names_add(symbols, text, &is_new);
    if (*symbol == SW_NO_NAME)
        return sw_fail_alone(f, "%s: not enough memory for %u symbols", record->path, symbols->count);
    if (!is_new && *symbol + 1 != symbols->count)
        return sw_refuse(f, record, SYMBOL, "order the rows by symbol, day", "\"%s\" comes back", text);
    return STATUS_OK;
}

static int take_price(void *to, const struct sw_record *record, struct sw_failure *f) {
    struct rows *rows = to;
    struct price price;
    if (take_symbol(record, &rows->market->symbols, &price.symbol, f) != STATUS_OK ||
        sw_take_day(record, DAY, &price.day, f) != STATUS_OK)
        return f->status;
    const struct price *before = rows->count > 0 ? &rows->price[rows->count - 1] : NULL;
    if (before != NULL && before->symbol == price.symbol && before->day >= price.day)
        return sw_refuse(f, record, DAY, "order the rows by symbol, day, one row a day", "%s does not ascend",
                         sw_text_of_field(record, DAY));
    if (sw_take_real(record, CLOSE, &price.close, f) != STATUS_OK)
        return f->status;
    if (!(price.close > 0))
        return sw_refuse(f, record, CLOSE, NULL, "%g is not above zero", price.close);
    if (make_room((void **)&rows->price, &rows->room, rows->count + 1, sizeof *rows->price, f) != STATUS_OK)
        return f->status;
    rows->price[rows->count++] = price;
    return STATUS_OK;
}

static int ascending(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Writes the trading days to DAYS: the days on which some symbol has a price. Returns their number. */
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

/* Puts each price into the row of its trading day, and counts the symbols with a price on that day. */
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

/* Keeps the days with prices of all symbols, and writes the number of trading days from each to the next. */
static void keep_common_days(struct market *market, const size_t *seen, size_t count) {
    const size_t n = market->symbols.count;
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

static int make_panel(const char *path, struct market *market, const struct rows *rows, struct sw_failure *f) {
    const size_t n = market->symbols.count;
    int *days = malloc((rows->count + 1) * sizeof *days);
    const size_t count = days != NULL ? trading_days(rows, days) : 0;
    size_t *seen = calloc(count + 1, sizeof *seen);
    market->close = calloc((count + 1) * (n + 1), sizeof *market->close);
    market->gaps = calloc(count + 1, sizeof *market->gaps);
    if (days == NULL || seen == NULL || market->close == NULL || market->gaps == NULL)
        sw_fail_alone(f, "%s: not enough memory for a panel of %zu symbols", path, n);
    else {
        spread(rows, days, n, market->close, seen);
        keep_common_days(market, seen, count);
    }
    free(days);
    free(seen);
    if (f->status == STATUS_OK && market->days < 3)
        sw_fail(f, STATUS_CONTENT, "extract more history, and the same days for all symbols",
                "%s: the %zu symbols have %zu days in common; a covariance needs 3", path, n, market->days);
    return f->status;
}

int read_prices(MPI_Comm comm, const char *path, struct market *market, struct sw_failure *f) {
    static const char *const columns[COLUMNS] = {"symbol", "day", "close"};
    struct rows rows = {market, NULL, 0, 0};
    if (each_record(comm, path, columns, COLUMNS, (struct taker){take_price, &rows}, f) == STATUS_OK)
        make_panel(path, market, &rows, f);
    free(rows.price);
    return f->status;
}
