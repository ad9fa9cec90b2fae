/* SPDX-License-Identifier: Apache-2.0 */
#include "reader.h"

#include "base/text.h"
#include "inside.h"
#include "map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct xch_reader {
    struct xch_store_options options;
    struct xch_link link;
};

/* Fills F with the reason for a failed read: the database cannot be reached, or refuses. */
static int fail_read(struct xch_reader *reader, struct sw_failure *f) {
    if (reader->link.conn == NULL)
        return sw_fail(f, STATUS_FILE,
                       "does PostgreSQL run there, and are the connection string and the password right?",
                       "cannot reach the database: %s", reader->link.text);
    return sw_fail(f, STATUS_FILE, "has an exchange server ever used this database?", "cannot read the database: %s",
                   reader->link.text);
}

struct xch_reader *xch_reader_open(const struct xch_store_options *options, struct sw_failure *f) {
    struct xch_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        sw_fail(f, STATUS_COMPUTE, NULL, "no memory for a reader");
        return NULL;
    }
    reader->options = *options;
    reader->link = (struct xch_link){.options = &reader->options, .name = "slipway exchange reader"};
    if (xch_link_open(&reader->link) == LINK_DONE &&
        xch_link_run(&reader->link, "SET enable_seqscan = on; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") ==
            LINK_DONE)
        return reader;
    fail_read(reader, f);
    xch_reader_free(reader);
    return NULL;
}

void xch_reader_free(struct xch_reader *reader) {
    if (reader == NULL)
        return;
    xch_link_close(&reader->link);
    free(reader);
}

/* Queries one row of numbers. */
static int ask(struct xch_reader *reader, const char *sql, const char *value, uint64_t *numbers, struct sw_failure *f) {
    PGresult *result = NULL;
    const char *const values[] = {value};
    if (xch_link_ask(&reader->link, sql, values, value == NULL ? 0 : 1, &result) != LINK_DONE)
        return fail_read(reader, f);
    for (int i = 0; i < PQnfields(result); i++) {
        int64_t number = 0;
        if (PQntuples(result) != 1 || xch_take_bigint(result, 0, i, &number) != 0)
            sw_fail(f, STATUS_CONTENT, NULL, "the database contradicts itself: \"%s\" gives no number", sql);
        numbers[i] = (uint64_t)number;
    }
    PQclear(result);
    return f->status;
}

int xch_reader_span(struct xch_reader *reader, uint64_t *last, uint64_t *as_of, struct sw_failure *f) {
    uint64_t numbers[2] = {0};
    if (ask(reader, "SELECT (SELECT coalesce(max(number), 0) FROM ledger), as_of FROM state", NULL, numbers, f) !=
        STATUS_OK)
        return f->status;
    *last = numbers[0];
    *as_of = numbers[1];
    return STATUS_OK;
}

int xch_reader_at(struct xch_reader *reader, const char *instant, uint64_t *number, struct sw_failure *f) {
    return ask(reader, "SELECT coalesce(max(number), 0) FROM ledger WHERE at <= $1::timestamptz", instant, number, f);
}

/* --- entries --- */

static xch_refusal take_entry(void *context, const PGresult *result, int row) {
    const struct xch_span *const span = context;
    struct xch_entry entry = {0};
    if (xch_entry_of_row(span->ledger, result, row, &entry) != 0)
        return XCH_DAMAGED;
    return span->take(span->context, &entry);
}

int xch_reader_entries(struct xch_reader *reader, const struct xch_span *span, struct sw_failure *f) {
    char sql[300];
    struct xch_span taken = *span;
    snprintf(sql, sizeof sql, XCH_ENTRY_QUERY " WHERE number > %" PRIu64 " AND number <= %" PRIu64 " ORDER BY number",
             span->after, span->until);
    return xch_link_rows(&reader->link, &(struct xch_source){"ledger", sql, take_entry}, &taken, f);
}

/* --- the tables against a ledger --- */

struct comparing {
    struct xch_ledger *ledger;
    struct xch_difference *difference;
    uint64_t rows;
    uint64_t sum; /* of hashes */
};

/* Notes a row that differs. */
static void differs(struct comparing *comparing, uint64_t *count, const char *table, const PGresult *result, int row) {
    char *const first = comparing->difference->first;
    if (first[0] == '\0')
        snprintf(first, sizeof comparing->difference->first, "table %s, the row %.40s %.40s", table,
                 PQgetvalue(result, row, 0), PQnfields(result) > 1 ? PQgetvalue(result, row, 1) : "");
    ++*count;
}

static xch_refusal compare_account(void *context, const PGresult *result, int row) {
    struct comparing *const comparing = context;
    int64_t id = 0;
    xch_money balance = 0, reserved = 0;
    const int wrong = xch_take_bigint(result, row, 0, &id) != 0 || xch_take_money(result, row, 1, &balance) != 0 ||
                      xch_take_money(result, row, 2, &reserved) != 0;
    const uint32_t place = xch_account_find(comparing->ledger, (uint64_t)id);
    comparing->rows++;
    if (wrong || place == XCH_NONE || xch_account_at(comparing->ledger, place)->balance != balance ||
        xch_account_at(comparing->ledger, place)->reserved != reserved)
        differs(comparing, &comparing->difference->accounts, "account", result, row);
    return XCH_DONE;
}

static xch_refusal compare_position(void *context, const PGresult *result, int row) {
    struct comparing *const comparing = context;
    int64_t id = 0, shares = 0, reserved = 0;
    const int wrong = xch_take_bigint(result, row, 0, &id) != 0 || xch_take_amount(result, row, 2, &shares) != 0 ||
                      xch_take_amount(result, row, 3, &reserved) != 0;
    const uint32_t account = xch_account_find(comparing->ledger, (uint64_t)id);
    const uint32_t symbol = xch_symbol_find(comparing->ledger, PQgetvalue(result, row, 1));
    const struct xch_position *const position =
        account == XCH_NONE || symbol == XCH_NONE ? NULL : xch_position_of(comparing->ledger, account, symbol);
    comparing->rows++;
    if (wrong || position == NULL || position->shares != shares || position->reserved != reserved)
        differs(comparing, &comparing->difference->positions, "position", result, row);
    return XCH_DONE;
}

static bool same_order(struct comparing *comparing, const PGresult *result, int row) {
    int64_t id = 0, account = 0, opened = 0, closed = 0, amount = 0, price = 0, remaining = 0;
    uint8_t state = 0;
    if (xch_take_bigint(result, row, 0, &id) != 0 || xch_take_bigint(result, row, 1, &account) != 0 ||
        xch_take_amount(result, row, 3, &amount) != 0 || xch_take_amount(result, row, 4, &price) != 0 ||
        xch_take_amount(result, row, 5, &remaining) != 0 || xch_take_state(result, row, 6, &state) != 0 ||
        xch_take_bigint(result, row, 7, &opened) != 0 || xch_take_bigint(result, row, 8, &closed) != 0)
        return false;
    const struct xch_order *const order = xch_order_find(comparing->ledger, (uint64_t)id);
    if (order == NULL || strcmp(PQgetvalue(result, row, 2), xch_symbol_text(comparing->ledger, order->symbol)) != 0)
        return false;
    const struct xch_order_row mine = xch_order_row_of(comparing->ledger, order);
    return mine.account == (uint64_t)account && mine.amount == amount && mine.price == price &&
           mine.remaining == remaining && mine.state == state && mine.opened == opened && mine.closed == closed;
}

static xch_refusal compare_order(void *context, const PGresult *result, int row) {
    struct comparing *const comparing = context;
    comparing->rows++;
    if (!same_order(comparing, result, row))
        differs(comparing, &comparing->difference->orders, "order", result, row);
    return XCH_DONE;
}

static xch_refusal add_execution(void *context, const PGresult *result, int row) {
    struct comparing *const comparing = context;
    struct xch_trade trade = {0};
    int64_t number = 0, seq = 0, buy = 0, sell = 0;
    if (xch_take_bigint(result, row, 0, &number) != 0 || xch_take_bigint(result, row, 1, &seq) != 0 ||
        xch_take_bigint(result, row, 2, &buy) != 0 || xch_take_bigint(result, row, 3, &sell) != 0 ||
        xch_take_amount(result, row, 5, &trade.shares) != 0 || xch_take_amount(result, row, 6, &trade.price) != 0 ||
        xch_take_bigint(result, row, 7, &trade.at) != 0)
        return XCH_DAMAGED;
    trade.number = (uint64_t)number;
    trade.seq = (uint32_t)seq;
    trade.buy_order = (uint64_t)buy;
    trade.sell_order = (uint64_t)sell;
    comparing->rows++;
    comparing->sum += xch_trade_hash(&trade, PQgetvalue(result, row, 4));
    return XCH_DONE;
}

static xch_refusal compare_symbol(void *context, const PGresult *result, int row) {
    struct comparing *const comparing = context;
    comparing->rows++;
    if (xch_symbol_find(comparing->ledger, PQgetvalue(result, row, 0)) == XCH_NONE)
        differs(comparing, &comparing->difference->symbols, "symbol", result, row);
    return XCH_DONE;
}

/* Compares the number from which the next orders are numbered. */
static xch_refusal compare_state(void *context, const PGresult *result, int row) {
    struct comparing *const comparing = context;
    int64_t orders = 0;
    comparing->rows++;
    if (xch_take_bigint(result, row, 1, &orders) != 0 || (uint64_t)orders != xch_last_order(comparing->ledger))
        differs(comparing, &comparing->difference->orders, "state", result, row);
    return XCH_DONE;
}

uint64_t xch_trade_hash(const struct xch_trade *trade, const char *symbol) {
    const uint64_t parts[] = {trade->number,          trade->seq,           trade->buy_order,
                              trade->sell_order,      sw_text_hash(symbol), (uint64_t)trade->shares,
                              (uint64_t)trade->price, (uint64_t)trade->at};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        hash = xch_mix(hash * 31 + parts[i] + i + 1);
    return hash;
}

/* Reads a table, and counts missing and surplus rows. */
static int compare_rows(struct xch_reader *reader, const struct xch_source *source, struct comparing *comparing,
                        uint64_t wanted, uint64_t *count) {
    struct sw_failure f = {.status = STATUS_OK};
    comparing->rows = comparing->sum = 0;
    if (xch_link_rows(&reader->link, source, comparing, &f) != STATUS_OK)
        return -1;
    const uint64_t rows = comparing->rows;
    *count += rows > wanted ? rows - wanted : wanted - rows;
    if (rows != wanted && comparing->difference->first[0] == '\0')
        snprintf(comparing->difference->first, sizeof comparing->difference->first,
                 "table %s has %" PRIu64 " rows, not %" PRIu64, source->what, rows, wanted);
    return 0;
}

int xch_reader_compare(struct xch_reader *reader, struct xch_ledger *ledger, uint64_t trades, uint64_t sum,
                       struct xch_difference *difference, struct sw_failure *f) {
    static const struct xch_source accounts = {"account", "SELECT id, balance, reserved FROM account", compare_account};
    static const struct xch_source positions = {"position", "SELECT account, symbol, shares, reserved FROM position",
                                                compare_position};
    static const struct xch_source orders = {
        "order",
        "SELECT id, account, symbol, amount, price, remaining, state, (extract(epoch FROM opened) * 1000000)::bigint,"
        " coalesce((extract(epoch FROM closed) * 1000000)::bigint, 0) FROM \"order\"",
        compare_order};
    static const struct xch_source executions = {
        "execution",
        "SELECT number, seq, buy_order, sell_order, symbol, shares, price, (extract(epoch FROM at) * 1000000)::bigint"
        " FROM execution",
        add_execution};
    static const struct xch_source symbols = {"symbol", "SELECT symbol FROM symbol", compare_symbol};
    static const struct xch_source state = {"state", "SELECT as_of, orders FROM state", compare_state};
    struct comparing comparing = {.ledger = ledger, .difference = difference};
    *difference = (struct xch_difference){0};
    if (compare_rows(reader, &accounts, &comparing, xch_accounts(ledger), &difference->accounts) != 0 ||
        compare_rows(reader, &positions, &comparing, xch_positions(ledger), &difference->positions) != 0 ||
        compare_rows(reader, &orders, &comparing, xch_last_order(ledger), &difference->orders) != 0 ||
        compare_rows(reader, &symbols, &comparing, xch_symbols(ledger), &difference->symbols) != 0 ||
        compare_rows(reader, &state, &comparing, 1, &difference->orders) != 0 ||
        compare_rows(reader, &executions, &comparing, trades, &difference->executions) != 0)
        return fail_read(reader, f);
    if (comparing.sum != sum && difference->executions == 0) {
        difference->executions = 1;
        snprintf(difference->first, sizeof difference->first, "table execution: its rows are others");
    }
    return STATUS_OK;
}
