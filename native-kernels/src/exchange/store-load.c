/* SPDX-License-Identifier: Apache-2.0 */
/* A start: loads the tables as of an entry, and the later entries. */
#include "base/text.h"
#include "inside.h"
#include "store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loading {
    struct xch_store *store;
    const struct xch_sink *sink;
    uint64_t as_of, last_order;
    uint64_t last_row, last_opened; /* the last order's number in the tables order and ledger */
    int64_t at;
};

/* --- rows --- */

static int take_id(const PGresult *result, int row, int column, uint64_t *id) {
    int64_t value = 0;
    if (xch_take_bigint(result, row, column, &value) != 0 || value < 0)
        return -1;
    *id = (uint64_t)value;
    return 0;
}

static xch_refusal take_state(void *context, const PGresult *result, int row) {
    struct loading *const loading = context;
    const int wrong =
        take_id(result, row, 0, &loading->as_of) != 0 || take_id(result, row, 1, &loading->last_order) != 0 ||
        xch_take_bigint(result, row, 2, &loading->at) != 0 || take_id(result, row, 3, &loading->last_row) != 0 ||
        take_id(result, row, 4, &loading->last_opened) != 0;
    loading->store->orders_stored = loading->last_order;
    return wrong ? XCH_DAMAGED : XCH_DONE;
}

static xch_refusal take_symbol(void *context, const PGresult *result, int row) {
    struct loading *const loading = context;
    return xch_load_symbol(loading->sink->ledger, PQgetvalue(result, row, 0));
}

static xch_refusal take_account(void *context, const PGresult *result, int row) {
    struct loading *const loading = context;
    struct xch_account account = {0};
    if (take_id(result, row, 0, &account.id) != 0 || xch_take_money(result, row, 1, &account.balance) != 0 ||
        xch_take_money(result, row, 2, &account.reserved) != 0)
        return XCH_DAMAGED;
    return xch_load_account(loading->sink->ledger, &account);
}

static xch_refusal take_position(void *context, const PGresult *result, int row) {
    struct loading *const loading = context;
    struct xch_position_row position = {.symbol = xch_symbol_find(loading->sink->ledger, PQgetvalue(result, row, 1))};
    if (take_id(result, row, 0, &position.account) != 0 || xch_take_amount(result, row, 2, &position.shares) != 0 ||
        xch_take_amount(result, row, 3, &position.reserved) != 0)
        return XCH_DAMAGED;
    return xch_load_position(loading->sink->ledger, &position);
}

static xch_refusal take_order(void *context, const PGresult *result, int row) {
    struct loading *const loading = context;
    const char *const symbol = PQgetvalue(result, row, 2);
    struct xch_order_row order = {.symbol = xch_symbol_find(loading->sink->ledger, symbol)};
    if (take_id(result, row, 0, &order.id) != 0 || take_id(result, row, 1, &order.account) != 0 ||
        xch_take_amount(result, row, 3, &order.amount) != 0 || xch_take_amount(result, row, 4, &order.price) != 0 ||
        xch_take_amount(result, row, 5, &order.remaining) != 0 || xch_take_bigint(result, row, 6, &order.opened) != 0)
        return XCH_DAMAGED;
    const xch_refusal refusal = xch_load_order(loading->sink->ledger, &order);
    if (refusal != XCH_DONE)
        return refusal;
    return xch_shard_load(loading->sink->shard_of(loading->sink->context, symbol), order.id);
}

static xch_refusal take_fill(void *context, const PGresult *result, int row) {
    struct loading *const loading = context;
    struct xch_fill fill;
    uint64_t id = 0;
    if (take_id(result, row, 0, &id) != 0 || xch_take_amount(result, row, 1, &fill.shares) != 0 ||
        xch_take_amount(result, row, 2, &fill.price) != 0 || xch_take_bigint(result, row, 3, &fill.at) != 0)
        return XCH_DAMAGED;
    return xch_load_fill(loading->sink->ledger, id, &fill);
}

static xch_refusal take_ref(void *context, const PGresult *result, int row) {
    struct loading *const loading = context;
    int64_t hash = 0, seq = 0;
    if (xch_take_bigint(result, row, 0, &seq) != 0 || xch_take_bigint(result, row, 1, &hash) != 0)
        return XCH_DAMAGED;
    loading->store->next_ref = (uint64_t)seq + 1;
    return loading->sink->take_ref(loading->sink->context, (uint64_t)hash) == 0 ? XCH_DONE : XCH_MEMORY;
}

static xch_refusal take_entry(void *context, const PGresult *result, int row) {
    struct loading *const loading = context;
    struct xch_ledger *const ledger = loading->sink->ledger;
    struct xch_entry entry = {0};
    if (xch_entry_of_row(ledger, result, row, &entry) != 0)
        return XCH_DAMAGED;
    const char *const symbol = entry.symbol == XCH_NONE ? "" : xch_symbol_text(ledger, entry.symbol);
    return xch_shard_replay(loading->sink->shard_of(loading->sink->context, symbol), &entry);
}

/* --- queries --- */

static const struct xch_source tables[] = {
    {"state",
     "SELECT as_of, orders, (extract(epoch FROM at) * 1000000)::bigint, (SELECT coalesce(max(id), 0) FROM \"order\"),"
     " coalesce((SELECT order_id FROM ledger WHERE number <= as_of AND kind = 'order' ORDER BY number DESC LIMIT 1), 0)"
     " FROM state",
     take_state},
    {"symbol", "SELECT symbol FROM symbol", take_symbol},
    {"account", "SELECT id, balance, reserved FROM account", take_account},
    {"position", "SELECT account, symbol, shares, reserved FROM position", take_position},
    {"order",
     "SELECT id, account, symbol, amount, price, remaining, (extract(epoch FROM opened) * 1000000)::bigint"
     " FROM \"order\" WHERE state = 'open' ORDER BY id",
     take_order},
    {"execution",
     "SELECT o.id, e.shares, e.price, (extract(epoch FROM e.at) * 1000000)::bigint FROM \"order\" AS o JOIN"
     " LATERAL (SELECT * FROM execution WHERE buy_order = o.id UNION ALL"
     " SELECT * FROM execution WHERE sell_order = o.id) AS e ON true"
     " WHERE o.state = 'open' AND o.remaining <> abs(o.amount) ORDER BY e.number, e.seq",
     take_fill},
};

static int load(struct loading *loading, const struct xch_source *source, struct sw_failure *f) {
    return xch_link_rows(&loading->store->ledger, source, loading, f);
}

/* Checks the last number of an order: new numbers follow it, so a wrong number would be given twice. */
static int check_last_order(const struct loading *loading, struct sw_failure *f) {
    if (loading->last_order == loading->last_row && loading->last_order == loading->last_opened)
        return STATUS_OK;
    return sw_fail(f, STATUS_CONTENT, "exchange-audit --tables tells what differs",
                   "the database contradicts itself: the last order up to entry %" PRIu64 " is %" PRIu64
                   " in table state, %" PRIu64 " in table order and %" PRIu64 " in table ledger",
                   loading->as_of, loading->last_order, loading->last_row, loading->last_opened);
}

static int load_all(struct loading *loading, struct sw_failure *f) {
    char entries[300], refs[200];
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (load(loading, &tables[i], f) != STATUS_OK)
            return f->status;
    if (check_last_order(loading, f) != STATUS_OK)
        return f->status;
    xch_load_end(loading->sink->ledger, loading->as_of, loading->last_order, loading->at);
    snprintf(entries, sizeof entries, XCH_ENTRY_QUERY " WHERE number > %" PRIu64 " ORDER BY number", loading->as_of);
    const struct xch_source ledger = {"ledger", entries, take_entry};
    xch_ledger_replaying(loading->sink->ledger, true);
    const int status = load(loading, &ledger, f);
    xch_ledger_replaying(loading->sink->ledger, false);
    if (status != STATUS_OK)
        return status;
    snprintf(refs, sizeof refs,
             "SELECT seq, hash FROM ref WHERE seq > (SELECT coalesce(max(seq), 0) FROM ref) - %" PRIu64 " ORDER BY seq",
             loading->store->options.refs);
    return load(loading, &(struct xch_source){"ref", refs, take_ref}, f);
}

int xch_store_load(struct xch_store *store, const struct xch_sink *sink, struct sw_failure *f) {
    struct loading loading = {.store = store, .sink = sink};
    struct xch_link *const link = &store->ledger;
    store->next_ref = 1;
    if (xch_link_run(link, "BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL cursor_tuple_fraction = 1") != LINK_DONE)
        return sw_fail(f, STATUS_FILE, NULL, "cannot read the database: %s", link->text);
    if (load_all(&loading, f) != STATUS_OK)
        return f->status;
    if (xch_link_run(link, "COMMIT") != LINK_DONE)
        return sw_fail(f, STATUS_FILE, NULL, "cannot read the database: %s", link->text);
    return STATUS_OK;
}
