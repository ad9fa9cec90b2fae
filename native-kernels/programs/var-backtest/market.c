/* SPDX-License-Identifier: Apache-2.0 */
/* The history: rows (factor, day, value) become days x factors of the portfolio's factors, and the moves. */
#include "backtest.h"

#include "base/rows.h"

#include <math.h>
#include <stdlib.h>

struct price {
    int day;
    uint32_t factor;
    double value;
};

struct reading {
    struct market *market;
    struct sw_names names; /* of the factors, in the order of the history */
    struct price *prices;
    size_t count, room;
    size_t weighted; /* factors that have a weight */
};

/* Takes the factor of a row: the current one, or a new one. Refuses a factor that returns after another one. */
static int take_factor(const struct sw_record *record, struct reading *reading, uint32_t *factor,
                       struct sw_failure *f) {
    const char *text;
    int is_new;
    if (sw_take_id(record, 0, &text, f) != STATUS_OK)
        return f->status;
    *factor = sw_names_add(&reading->names, text, &is_new);
    if (*factor == SW_NO_NAME)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %u factors", reading->names.count);
    if (!is_new && *factor + 1 != reading->names.count)
        return sw_refuse(f, record, 0, "order the rows by factor and day", "\"%s\" comes back", text);
    reading->market->factors = reading->names.count;
    return STATUS_OK;
}

/* A row without a value says that the factor lacks the day. */
static int take_price(const struct sw_record *record, void *into, struct sw_failure *f) {
    enum { FACTOR, DAY, VALUE };
    struct reading *reading = into;
    struct price price = {.value = NAN};
    if (take_factor(record, reading, &price.factor, f) != STATUS_OK ||
        sw_take_day(record, DAY, &price.day, f) != STATUS_OK)
        return f->status;
    const struct price *before = reading->count > 0 ? &reading->prices[reading->count - 1] : NULL;
    if (before != NULL && before->factor == price.factor && before->day >= price.day)
        return sw_refuse(f, record, DAY, "order the rows by factor and day, one row a day", "%s does not ascend",
                         sw_text_of_field(record, DAY));
    if (!sw_is_empty(record, VALUE) && sw_take_real(record, VALUE, &price.value, f) != STATUS_OK)
        return f->status;
    if (price.value <= 0)
        return sw_refuse(f, record, VALUE, "leave it empty where there is no price", "%g is not above zero",
                         price.value);
    struct price *prices = sw_rows_grow(reading->prices, &reading->room, reading->count + 1, sizeof price);
    if (prices == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu prices", reading->count + 1);
    reading->prices = prices;
    reading->prices[reading->count++] = price;
    return STATUS_OK;
}

static int take_weight(const struct sw_record *record, void *into, struct sw_failure *f) {
    enum { FACTOR, WEIGHT };
    struct reading *reading = into;
    double *weights = reading->market->weights, weight;
    const char *name = sw_text_of_field(record, FACTOR);
    const uint32_t j = sw_names_find(&reading->names, name);
    if (j == SW_NO_NAME)
        return sw_refuse(f, record, SW_NO_COLUMN, "name a factor of the history", "the history has no factor \"%.40s\"",
                         name);
    if (!isnan(weights[j]))
        return sw_refuse(f, record, FACTOR, "give each factor one row", "\"%s\" comes back", name);
    if (sw_take_real(record, WEIGHT, &weight, f) != STATUS_OK)
        return f->status;
    weights[j] = weight;
    reading->weighted++;
    return STATUS_OK;
}

static int read_weights(const struct options *options, struct reading *reading, struct sw_failure *f) {
    static const char *const columns[] = {"factor", "weight"};
    struct market *market = reading->market;
    market->weights = calloc(market->factors, sizeof *market->weights);
    if (market->weights == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu weights", market->factors);
    for (size_t j = 0; j < market->factors; j++)
        market->weights[j] = options->weights != NULL ? NAN : 1 / (double)market->factors;
    if (options->weights == NULL)
        return STATUS_OK;
    const struct sw_records records = {options->weights, columns, 2, "var-backtest"};
    if (sw_records_read(&records, take_weight, reading, f) == STATUS_OK && reading->weighted == 0)
        sw_fail(f, STATUS_CONTENT, "give the weight of a factor at least", "%s line 2: there is no weight",
                options->weights);
    return f->status;
}

static int by_day(const void *a, const void *b) {
    const struct price *x = a, *y = b;
    return (x->day > y->day) - (x->day < y->day);
}

/* Leaves out the factors without a weight, and renumbers the others, also in the prices. */
static void keep_weighted(struct reading *reading) {
    struct market *market = reading->market;
    size_t kept = 0, prices = 0;
    for (size_t j = 0, at = 0; j < market->factors; j++) {
        const bool keep = !isnan(market->weights[j]);
        for (; at < reading->count && reading->prices[at].factor == j; at++)
            if (keep) {
                reading->prices[prices] = reading->prices[at];
                reading->prices[prices++].factor = (uint32_t)kept;
            }
        if (keep)
            market->weights[kept++] = market->weights[j];
    }
    market->factors = kept;
    reading->count = prices;
}

/* Arranges the prices in rows of days. */
static int spread(struct reading *reading, struct sw_failure *f) {
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
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu days of %zu factors", days, n);
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

static int make_moves(const char *path, struct market *market, struct sw_failure *f) {
    rmc_move *move = calloc(market->factors, sizeof *move); /* prices move by their logarithms: RMC_MOVE_LOG is 0 */
    struct rmc_error error;
    if (move == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu factors", market->factors);
    const struct rmc_history history = {market->prices, move, market->day_count, market->factors};
    if (rmc_returns_of(&history, market->moves, market->spans, &market->count, &error) != RMC_OK)
        sw_fail(f, STATUS_CONTENT, "give the same days for all factors, or leave factors out by --weights", "%s: %s",
                path, error.text);
    free(move);
    return f->status;
}

int read_market(const struct options *options, struct market *market, struct sw_failure *f) {
    static const char *const columns[] = {"factor", "day", "value"};
    struct reading reading = {.market = market};
    *market = (struct market){.factors = 0};
    const struct sw_records records = {options->history, columns, 3, "var-backtest"};
    if (sw_records_read(&records, take_price, &reading, f) == STATUS_OK && reading.count == 0)
        sw_fail(f, STATUS_CONTENT, "extract the history again", "%s line 2: there is no price", options->history);
    if (f->status == STATUS_OK && read_weights(options, &reading, f) == STATUS_OK) {
        keep_weighted(&reading);
        if (spread(&reading, f) == STATUS_OK)
            make_moves(options->history, market, f);
    }
    free(reading.prices);
    sw_names_free(&reading.names);
    return f->status;
}

void free_market(struct market *market) {
    free(market->weights);
    free(market->days);
    free(market->prices);
    free(market->moves);
    free(market->spans);
}
