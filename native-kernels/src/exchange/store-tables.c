/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts: the tables as of one entry. */
#include "inside.h"
#include "store.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *sql;
} table_statements[] = {
    {"begin", XCH_BEGIN},
    {"commit", "COMMIT"},
    {"fence", "SELECT exchange_fence(($1::bigint[])[1]), pg_advisory_xact_lock(2121, 3)"},
    {"symbols", "INSERT INTO symbol (symbol) SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING"},
    {"accounts", "INSERT INTO account (id, balance, reserved) SELECT * FROM unnest($1::bigint[], $2::numeric[],"
                 " $3::numeric[]) ON CONFLICT (id) DO UPDATE SET balance = excluded.balance,"
                 " reserved = excluded.reserved"},
    {"positions", "INSERT INTO position (account, symbol, shares, reserved) SELECT * FROM unnest($1::bigint[],"
                  " $2::text[], $3::numeric[], $4::numeric[]) ON CONFLICT (account, symbol) DO UPDATE SET"
                  " shares = excluded.shares, reserved = excluded.reserved"},
    {"opened", "INSERT INTO \"order\" (id, account, symbol, amount, price, remaining, state, opened, closed)"
               " SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::numeric[], $5::numeric[],"
               " $6::numeric[], $7::text[], $8::timestamptz[], $9::timestamptz[])"},
    {"changed", "UPDATE \"order\" AS o SET remaining = n.remaining, state = n.state, closed = n.closed FROM"
                " unnest($1::bigint[], $2::numeric[], $3::text[], $4::timestamptz[]) AS"
                " n (id, remaining, state, closed) WHERE o.id = n.id"},
    {"executions", "INSERT INTO execution (number, seq, buy_order, sell_order, symbol, shares, price, at)"
                   " SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::text[],"
                   " $6::numeric[], $7::numeric[], $8::timestamptz[])"},
    {"state", "UPDATE state SET as_of = ($1::bigint[])[1], orders = ($1::bigint[])[2], at = ($2::timestamptz[])[1]"},
    {"refs", "DELETE FROM ref WHERE seq <= ($1::bigint[])[1]"},
};

link_state xch_open_tables(struct xch_store *store) {
    struct xch_link *const link = &store->tables;
    link_state state = xch_link_open(link);
    for (size_t i = 0; i < sizeof table_statements / sizeof table_statements[0] && state == LINK_DONE; i++)
        state = xch_link_prepare(link, table_statements[i].name, table_statements[i].sql);
    if (state != LINK_DONE && link->conn != NULL)
        xch_link_close(link);
    return state;
}

/* The statements of one cut and their columns. */
struct writing {
    const struct xch_ledger *ledger;
    const struct xch_cut *cut;
    struct xch_statement statements[TABLE_STATEMENTS];
    struct xch_column columns[TABLE_STATEMENTS][TABLE_COLUMNS];
    size_t count;
};

static void put_text(struct xch_column *column, const char *text) {
    xch_column_bytes(column, text, strlen(text));
}

static void put_symbol(const struct writing *writing, struct xch_column *column, uint32_t symbol) {
    put_text(column, xch_symbol_text(writing->ledger, symbol));
}

static void put_time(struct xch_column *column, const struct xch_order_row *order) {
    if (order->state == XCH_OPEN)
        xch_column_null(column);
    else
        xch_column_time(column, order->closed);
}

/* Begins the columns of one more statement. */
static struct xch_column *begin(struct writing *writing, const char *name, const xch_type *types, int count) {
    struct xch_column *const columns = writing->columns[writing->count];
    struct xch_statement *const statement = &writing->statements[writing->count++];
    *statement = (struct xch_statement){.name = name, .count = count};
    for (int i = 0; i < count; i++) {
        xch_column_begin(&columns[i], types[i]);
        statement->columns[i] = &columns[i];
    }
    return columns;
}

static void put_symbols(struct writing *writing) {
    if (writing->cut->symbols_from == writing->cut->symbols_to)
        return;
    struct xch_column *const column = begin(writing, "symbols", (const xch_type[]){XCH_TEXT}, 1);
    for (uint32_t i = writing->cut->symbols_from; i < writing->cut->symbols_to; i++)
        put_symbol(writing, &column[0], i);
}

static void put_accounts(struct writing *writing) {
    static const xch_type types[] = {XCH_BIGINT, XCH_NUMERIC, XCH_NUMERIC};
    if (writing->cut->account_count == 0)
        return;
    struct xch_column *const column = begin(writing, "accounts", types, 3);
    for (size_t i = 0; i < writing->cut->account_count; i++) {
        const struct xch_account *const account = &writing->cut->accounts[i];
        xch_column_bigint(&column[0], (int64_t)account->id);
        xch_column_money(&column[1], account->balance);
        xch_column_money(&column[2], account->reserved);
    }
}

static void put_positions(struct writing *writing) {
    static const xch_type types[] = {XCH_BIGINT, XCH_TEXT, XCH_NUMERIC, XCH_NUMERIC};
    if (writing->cut->position_count == 0)
        return;
    struct xch_column *const column = begin(writing, "positions", types, 4);
    for (size_t i = 0; i < writing->cut->position_count; i++) {
        const struct xch_position_row *const position = &writing->cut->positions[i];
        xch_column_bigint(&column[0], (int64_t)position->account);
        put_symbol(writing, &column[1], position->symbol);
        xch_column_amount(&column[2], position->shares);
        xch_column_amount(&column[3], position->reserved);
    }
}

/* Adds orders that the table does not have yet, after the order STORED. */
static void put_opened(struct writing *writing, uint64_t stored) {
    static const xch_type types[] = {XCH_BIGINT,  XCH_BIGINT, XCH_TEXT, XCH_NUMERIC, XCH_NUMERIC,
                                     XCH_NUMERIC, XCH_TEXT,   XCH_TIME, XCH_TIME};
    struct xch_column *const column = begin(writing, "opened", types, 9);
    for (size_t i = 0; i < writing->cut->order_count; i++) {
        const struct xch_order_row *const order = &writing->cut->orders[i];
        if (order->id <= stored)
            continue;
        xch_column_bigint(&column[0], (int64_t)order->id);
        xch_column_bigint(&column[1], (int64_t)order->account);
        put_symbol(writing, &column[2], order->symbol);
        xch_column_amount(&column[3], order->amount);
        xch_column_amount(&column[4], order->price);
        xch_column_amount(&column[5], order->remaining);
        put_text(&column[6], xch_state_words[order->state]);
        xch_column_time(&column[7], order->opened);
        put_time(&column[8], order);
    }
    if (column[0].rows == 0)
        writing->count--;
}

static void put_changed(struct writing *writing, uint64_t stored) {
    static const xch_type types[] = {XCH_BIGINT, XCH_NUMERIC, XCH_TEXT, XCH_TIME};
    struct xch_column *const column = begin(writing, "changed", types, 4);
    for (size_t i = 0; i < writing->cut->order_count; i++) {
        const struct xch_order_row *const order = &writing->cut->orders[i];
        if (order->id > stored)
            continue;
        xch_column_bigint(&column[0], (int64_t)order->id);
        xch_column_amount(&column[1], order->remaining);
        put_text(&column[2], xch_state_words[order->state]);
        put_time(&column[3], order);
    }
    if (column[0].rows == 0)
        writing->count--;
}

static void put_executions(struct writing *writing) {
    static const xch_type types[] = {XCH_BIGINT, XCH_INTEGER, XCH_BIGINT,  XCH_BIGINT,
                                     XCH_TEXT,   XCH_NUMERIC, XCH_NUMERIC, XCH_TIME};
    if (writing->cut->execution_count == 0)
        return;
    struct xch_column *const column = begin(writing, "executions", types, 8);
    for (size_t i = 0; i < writing->cut->execution_count; i++) {
        const struct xch_trade *const trade = &writing->cut->executions[i];
        xch_column_bigint(&column[0], (int64_t)trade->number);
        xch_column_integer(&column[1], (int32_t)trade->seq);
        xch_column_bigint(&column[2], (int64_t)trade->buy_order);
        xch_column_bigint(&column[3], (int64_t)trade->sell_order);
        put_symbol(writing, &column[4], trade->symbol);
        xch_column_amount(&column[5], trade->shares);
        xch_column_amount(&column[6], trade->price);
        xch_column_time(&column[7], trade->at);
    }
}

static void put_state(struct writing *writing) {
    struct xch_column *const column = begin(writing, "state", (const xch_type[]){XCH_BIGINT, XCH_TIME}, 2);
    xch_column_bigint(&column[0], (int64_t)writing->cut->as_of);
    xch_column_bigint(&column[0], (int64_t)writing->cut->last_order);
    xch_column_time(&column[1], writing->cut->at);
}

/* Deletes all refs except the last ones, which are kept. */
static void put_refs(struct writing *writing, uint64_t before) {
    struct xch_column *const column = begin(writing, "refs", (const xch_type[]){XCH_BIGINT}, 1);
    xch_column_bigint(&column[0], (int64_t)before);
}

static int end_columns(struct writing *writing) {
    int failed = 0;
    for (size_t i = 1; i < writing->count; i++) /* the first is the fence, which has its parameters already */
        for (int j = 0; j < writing->statements[i].count; j++)
            failed |= xch_column_end(&writing->columns[i][j]);
    return failed;
}

static int fill(struct xch_store *store, struct writing *writing) {
    const uint64_t next = atomic_load(&store->next_ref);
    writing->statements[0] = (struct xch_statement){.name = "fence", .columns = {&store->tables_fence}, .count = 1};
    writing->count = 1;
    put_symbols(writing);
    put_accounts(writing);
    put_positions(writing);
    put_opened(writing, store->orders_stored);
    put_changed(writing, store->orders_stored);
    put_executions(writing);
    put_state(writing);
    if (next > store->options.refs + store->refs_dropped) {
        put_refs(writing, next - store->options.refs - 1);
        store->refs_dropped = next - store->options.refs;
    }
    return end_columns(writing);
}

/* Checks whether a cut is stored after its connection was lost during COMMIT. */
static link_state look(struct xch_store *store, const struct xch_cut *cut, bool *there) {
    PGresult *result = NULL;
    int64_t as_of = 0;
    link_state state = xch_link_ask(&store->tables, "SELECT as_of FROM state", NULL, 0, &result);
    if (state == LINK_DONE && (PQntuples(result) != 1 || xch_take_bigint(result, 0, 0, &as_of) != 0))
        state = LINK_REFUSED;
    PQclear(result);
    *there = state == LINK_DONE && (uint64_t)as_of == cut->as_of;
    return state;
}

/* Waits for the lock under which each cut is written: the old connection may still be at its COMMIT. */
static link_state settle(struct xch_store *store, const struct xch_cut *cut, bool *there) {
    const link_state state = xch_link_run(&store->tables, "BEGIN; SELECT pg_advisory_xact_lock(2121, 3); COMMIT");
    return state == LINK_DONE ? look(store, cut, there) : state;
}

static link_state try_once(struct xch_store *store, struct writing *writing, bool *doubt) {
    bool there = false;
    link_state state = LINK_DONE;
    if (store->tables.conn == NULL)
        state = xch_open_tables(store);
    if (state == LINK_DONE && *doubt)
        state = settle(store, writing->cut, &there);
    if (state != LINK_DONE || there)
        return state;
    *doubt = false;
    state = xch_link_transact(&store->tables, writing->statements, writing->count, NULL, 0);
    *doubt = state == LINK_LOST;
    return state;
}

static xch_stored write_tables(struct xch_store *store, struct writing *writing) {
    bool doubt = false;
    link_state state;
    while ((state = try_once(store, writing, &doubt)) == LINK_LOST || state == LINK_REFUSED) {
        xch_link_tell(&store->tables, state);
        if (!xch_store_pause(store))
            return XCH_STORE_STOPPED;
    }
    if (state == LINK_WRONG)
        return XCH_STORE_WRONG;
    xch_link_tell(&store->tables, state);
    if (state == LINK_DONE)
        store->orders_stored = writing->cut->last_order;
    return state == LINK_DONE ? XCH_STORE_DONE : XCH_STORE_REPLACED;
}

xch_stored xch_store_tables(struct xch_store *store, const struct xch_ledger *ledger, const struct xch_cut *cut) {
    struct writing *writing = calloc(1, sizeof *writing);
    if (writing == NULL)
        return XCH_STORE_MEMORY;
    writing->ledger = ledger;
    writing->cut = cut;
    const xch_stored stored = fill(store, writing) == 0 ? write_tables(store, writing) : XCH_STORE_MEMORY;
    for (size_t i = 1; i < TABLE_STATEMENTS; i++)
        for (size_t j = 0; j < TABLE_COLUMNS; j++)
            xch_column_free(&writing->columns[i][j]);
    free(writing);
    return stored;
}
