/* SPDX-License-Identifier: Apache-2.0 */
/* The history: rows (factor, day, value) in, days x factors of what the portfolio holds out, and the moves. */
#include "backtest.h"

#include "base/day.h"
#include "base/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct price {
    int day;
    size_t factor;
    double value;
};

struct reading {
    struct market *market;
    struct price *prices;
    size_t count, capacity, name_capacity;
    size_t weighted; /* factors that have a weight */
};

static int grow(void **array, size_t count, size_t *capacity, size_t size, struct failure *f) {
    void *grown = sw_rows_grow(*array, capacity, count + 1, size);
    if (grown == NULL)
        return fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu input rows", count + 1);
    *array = grown;
    return STATUS_OK;
}

static size_t find_factor(const struct market *market, const char *name) {
    size_t j = 0;
    while (j < market->factors && strcmp(market->names[j], name) != 0)
        j++;
    return j;
}

/* Takes the factor of a row: the current one, or a new one. */
static int take_factor(const struct sw_csv *csv, const char *path, struct reading *reading, struct failure *f) {
    struct market *market = reading->market;
    const struct sw_csv_field field = sw_csv_field(csv, 0);
    const size_t n = market->factors;
    if (field.text == NULL || field.length == 0)
        return fail(f, STATUS_CONTENT, "give it a value", "%s line %lu: factor is empty", path, sw_csv_line(csv));
    if (n > 0 && strcmp(market->names[n - 1], field.text) == 0)
        return STATUS_OK;
    if (field.length >= NAME_BYTES)
        return fail(f, STATUS_CONTENT, "give it a shorter name",
                    "%s line %lu: factor \"%.40s\" is longer than %d bytes", path, sw_csv_line(csv), field.text,
                    NAME_BYTES - 1);
    if (find_factor(market, field.text) < n)
        return fail(f, STATUS_CONTENT, "order the rows by factor and day", "%s line %lu: factor \"%s\" comes back",
                    path, sw_csv_line(csv), field.text);
    if (grow((void **)&market->names, n, &reading->name_capacity, NAME_BYTES, f) != STATUS_OK)
        return f->status;
    memcpy(market->names[n], field.text, field.length + 1);
    market->factors = n + 1;
    return STATUS_OK;
}

/* A row without a value says that the factor lacks the day. */
static int take_price(const struct sw_csv *csv, const char *path, void *into, struct failure *f) {
    struct reading *reading = into;
    if (take_factor(csv, path, reading, f) != STATUS_OK)
        return f->status;
    const char *day = sw_csv_field(csv, 1).text;
    struct price price = {sw_day_of(day), reading->market->factors - 1, NAN};
    if (price.day == 0)
        return fail(f, STATUS_CONTENT, "write it as 2024-12-31", "%s line %lu: day is not a date: \"%.40s\"", path,
                    sw_csv_line(csv), day != NULL ? day : "");
    const struct price *before = reading->count > 0 ? &reading->prices[reading->count - 1] : NULL;
    if (before != NULL && before->factor == price.factor && before->day >= price.day)
        return fail(f, STATUS_CONTENT, "order the rows by factor and day, one row a day",
                    "%s line %lu: day %s does not ascend", path, sw_csv_line(csv), day);
    if (sw_csv_field(csv, 2).text != NULL && take_number(csv, 2, "value", path, &price.value, f) != STATUS_OK)
        return f->status;
    if (price.value <= 0)
        return fail(f, STATUS_CONTENT, "leave it empty where there is no price",
                    "%s line %lu: value %g is not above zero", path, sw_csv_line(csv), price.value);
    if (grow((void **)&reading->prices, reading->count, &reading->capacity, sizeof price, f) != STATUS_OK)
        return f->status;
    reading->prices[reading->count++] = price;
    return STATUS_OK;
}

static int take_weight(const struct sw_csv *csv, const char *path, void *into, struct failure *f) {
    struct reading *reading = into;
    struct market *market = reading->market;
    const char *name = sw_csv_field(csv, 0).text;
    const size_t j = find_factor(market, name != NULL ? name : "");
    double weight;
    if (j == market->factors)
        return fail(f, STATUS_CONTENT, "name a factor of the history",
                    "%s line %lu: the history has no factor \"%.40s\"", path, sw_csv_line(csv),
                    name != NULL ? name : "");
    if (!isnan(market->weights[j]))
        return fail(f, STATUS_CONTENT, "give each factor one row", "%s line %lu: factor \"%s\" comes back", path,
                    sw_csv_line(csv), name);
    if (take_number(csv, 1, "weight", path, &weight, f) != STATUS_OK)
        return f->status;
    market->weights[j] = weight;
    reading->weighted++;
    return STATUS_OK;
}

static int read_weights(const struct options *options, struct reading *reading, struct failure *f) {
    static const char *const names[] = {"factor", "weight"};
    struct market *market = reading->market;
    market->weights = calloc(market->factors, sizeof *market->weights);
    if (market->weights == NULL)
        return fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu weights", market->factors);
    for (size_t j = 0; j < market->factors; j++)
        market->weights[j] = options->weights != NULL ? NAN : 1 / (double)market->factors;
    if (options->weights == NULL)
        return STATUS_OK;
    if (read_records(options->weights, names, 2, take_weight, reading, f) == STATUS_OK && reading->weighted == 0)
        fail(f, STATUS_CONTENT, "give the weight of a factor at least", "%s line 2: there is no weight",
             options->weights);
    return f->status;
}

static int by_day(const void *a, const void *b) {
    const struct price *x = a, *y = b;
    return (x->day > y->day) - (x->day < y->day);
}

/* Leaves out the factors without a weight, and renumbers the others: those of the prices, too. */
static void keep_weighted(struct reading *reading) {
    struct market *market = reading->market;
    size_t kept = 0, prices = 0;
    for (size_t j = 0, at = 0; j < market->factors; j++) {
        const bool keep = !isnan(market->weights[j]);
        for (; at < reading->count && reading->prices[at].factor == j; at++)
            if (keep) {
                reading->prices[prices] = reading->prices[at];
                reading->prices[prices++].factor = kept;
            }
        if (keep) {
            memmove(market->names[kept], market->names[j], NAME_BYTES);
            market->weights[kept++] = market->weights[j];
        }
    }
    market->factors = kept;
    reading->count = prices;
}

/* Puts the prices into rows of days. */
static int spread(struct reading *reading, struct failure *f) {
    struct market *market = reading->market;
    const size_t n = market->factors;
    size_t days = 0;
    qsort(reading->prices, reading->count, sizeof *reading->prices, by_day);
    for (size_t i = 0; i < reading->count; i++)
        days += i == 0 || reading->prices[i].day != reading->prices[i - 1].day;
    market->days = calloc(days + 1, sizeof *market->days);
    market->prices = calloc(days + 1, n * sizeof *market->prices);
    market->moves = calloc(days + 1, n * sizeof *market->moves);
    market->spans = calloc(days + 1, sizeof *market->spans);
    if (market->days == NULL || market->prices == NULL || market->moves == NULL || market->spans == NULL)
        return fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu days of %zu factors", days, n);
    for (size_t i = 0; i < days * n; i++)
        market->prices[i] = NAN;
    for (size_t i = 0; i < reading->count; i++) {
        const struct price *at = &reading->prices[i];
        if (i == 0 || at->day != at[-1].day)
            market->days[market->day_count++] = at->day;
        market->prices[(market->day_count - 1) * n + at->factor] = at->value;
    }
    return STATUS_OK;
}

static int make_moves(const char *path, struct market *market, struct failure *f) {
    rmc_move *move = calloc(market->factors, sizeof *move); /* prices move by their logarithms: RMC_MOVE_LOG is 0 */
    struct rmc_error error;
    if (move == NULL)
        return fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu factors", market->factors);
    const struct rmc_history history = {market->prices, move, market->day_count, market->factors};
    if (rmc_returns_of(&history, market->moves, market->spans, &market->count, &error) != RMC_OK)
        fail(f, STATUS_CONTENT, "give the same days for all factors, or leave factors out by --weights", "%s: %s", path,
             error.text);
    free(move);
    return f->status;
}

int read_market(const struct options *options, struct market *market, struct failure *f) {
    static const char *const names[] = {"factor", "day", "value"};
    struct reading reading = {.market = market};
    *market = (struct market){.factors = 0};
    if (read_records(options->history, names, 3, take_price, &reading, f) == STATUS_OK && reading.count == 0)
        fail(f, STATUS_CONTENT, "extract the history again", "%s line 2: there is no price", options->history);
    if (f->status == STATUS_OK && read_weights(options, &reading, f) == STATUS_OK) {
        keep_weighted(&reading);
        if (spread(&reading, f) == STATUS_OK)
            make_moves(options->history, market, f);
    }
    free(reading.prices);
    return f->status;
}

void free_market(struct market *market) {
    free(market->names);
    free(market->weights);
    free(market->days);
    free(market->prices);
    free(market->moves);
    free(market->spans);
}
