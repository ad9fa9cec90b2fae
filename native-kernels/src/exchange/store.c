/* SPDX-License-Identifier: Apache-2.0 */
/* Opening the store, and the fence. */
#include "store.h"

#include "inside.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const char xch_schema[];

/* Number of tries of a start to get the lock: the connection of a dead server may live on for a while. */
enum { LOCK_TRIES = 25, START_TRIES = 300 };

static const struct {
    const char *name, *sql;
} ledger_statements[] = {
    {"begin", XCH_BEGIN},
    {"commit", "COMMIT"},
    {"fence", "SELECT exchange_fence(($1::bigint[])[1])"},
    {"entries", "INSERT INTO ledger (number, at, kind, account, symbol, amount, price, order_id) SELECT * FROM"
                " unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::bigint[], $5::text[], $6::numeric[],"
                " $7::numeric[], $8::bigint[])"},
    {"refs", "INSERT INTO ref (ref, seq, hash, content, answer) SELECT * FROM unnest($1::text[], $2::bigint[],"
             " $3::bigint[], $4::bytea[], $5::bytea[])"},
    /* Refs that are used again after they were forgotten. Any other row stays, and refuses the insertion: a request
     * that was done twice cannot be committed. */
    {"forget", "DELETE FROM ref USING unnest($1::text[], $2::bigint[]) AS n (ref, seq) WHERE ref.ref = n.ref"
               " AND ref.seq < n.seq - ($3::bigint[])[1]"},
    {"orders", "SELECT id, account, amount, price, remaining, state,"
               " (extract(epoch FROM opened) * 1000000)::bigint, (extract(epoch FROM closed) * 1000000)::bigint"
               " FROM \"order\" WHERE id = ANY ($1::bigint[])"},
    /* One execution beyond the limit, of an order and of all, shows that there are more. */
    {"fills", "SELECT id, shares, price, at FROM unnest($1::bigint[]) AS asked (id) CROSS JOIN LATERAL (SELECT * FROM ("
              " SELECT number, seq, shares, price, (extract(epoch FROM at) * 1000000)::bigint AS at"
              " FROM execution WHERE buy_order = asked.id UNION ALL"
              " SELECT number, seq, shares, price, (extract(epoch FROM at) * 1000000)::bigint"
              " FROM execution WHERE sell_order = asked.id"
              " LIMIT ($2::bigint[])[1]) AS told ORDER BY number, seq) AS fill LIMIT ($2::bigint[])[2]"},
    {"asked", "SELECT ref, encode(content, 'hex'), encode(answer, 'hex') FROM ref WHERE ref = ANY ($1::text[])"},
};

bool xch_store_pause(struct xch_store *store) {
    const struct timespec pause = {.tv_nsec = TRY_AGAIN_MS * 1000000L};
    if (!atomic_load(&store->stopped))
        nanosleep(&pause, NULL);
    return !atomic_load(&store->stopped);
}

/* --- the fence --- */

/* Takes the lock of the server that owns the database. */
static link_state take_lock(struct xch_link *link, bool *taken) {
    PGresult *result = NULL;
    const link_state state = xch_link_ask(link, "SELECT pg_try_advisory_lock(2121, 1)", NULL, 0, &result);
    *taken = state == LINK_DONE && strcmp(PQgetvalue(result, 0, 0), "t") == 0;
    PQclear(result);
    return state;
}

/* Ends the connections of another server. */
static link_state end_other(struct xch_link *link) {
    return xch_link_run(link,
                        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 2121"
                        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                        " AND pid <> pg_backend_pid()");
}

/* Raises the epoch, once an earlier server's last write has ended. */
static link_state raise_epoch(struct xch_store *store) {
    static const char sql[] = "UPDATE server SET epoch = epoch + 1 RETURNING epoch";
    struct xch_link *const link = &store->ledger;
    PGresult *result = NULL;
    link_state state = xch_link_run(link, XCH_BEGIN "; SELECT pg_advisory_xact_lock(2121, 2)");
    if (state == LINK_DONE)
        state = xch_link_ask(link, sql, NULL, 0, &result);
    if (state == LINK_DONE && xch_take_bigint(result, 0, 0, &store->epoch) != 0)
        state = LINK_REFUSED;
    PQclear(result);
    return state == LINK_DONE ? xch_link_run(link, "COMMIT") : state;
}

static link_state prepare(struct xch_link *link, size_t count) {
    link_state state = LINK_DONE;
    for (size_t i = 0; i < count && state == LINK_DONE; i++)
        state = xch_link_prepare(link, ledger_statements[i].name, ledger_statements[i].sql);
    return state;
}

link_state xch_open_ledger(struct xch_store *store) {
    const struct xch_statement fence = {.name = "fence", .columns = {&store->fence}, .count = 1};
    struct xch_link *const link = &store->ledger;
    bool taken = false;
    link_state state = xch_link_open(link);
    if (state == LINK_DONE)
        state = prepare(link, sizeof ledger_statements / sizeof ledger_statements[0]);
    if (state == LINK_DONE)
        state = xch_link_transact(link, &fence, 1, NULL, 0);
    if (state == LINK_DONE)
        state = take_lock(link, &taken);
    if (state == LINK_DONE && !taken) {
        snprintf(link->text, sizeof link->text,
                 "a connection of another server, or an old one of this, holds the lock");
        state = LINK_REFUSED;
    }
    if (state != LINK_DONE && link->conn != NULL)
        xch_link_close(link);
    return state;
}

static int fail_open(struct xch_store *store, struct sw_failure *f) {
    return sw_fail(f, STATUS_FILE, "is the connection string right, and may its user create tables?",
                   "cannot use the database: %s", store->ledger.text);
}

/* Gets the lock of a database without a server, or with a server to be replaced. */
static int become_the_server(struct xch_store *store, struct sw_failure *f) {
    bool taken = false;
    /* The other server must not regain the lock while this server waits for it. */
    if (store->options.replace && (end_other(&store->ledger) != LINK_DONE || raise_epoch(store) != LINK_DONE))
        return fail_open(store, f);
    for (int tries = 0; tries < LOCK_TRIES && !taken; tries++) {
        link_state state = take_lock(&store->ledger, &taken);
        if (state == LINK_DONE && !taken && store->options.replace)
            state = end_other(&store->ledger);
        if (state != LINK_DONE)
            return fail_open(store, f);
        if (!taken && !xch_store_pause(store))
            break;
    }
    if (!taken)
        return sw_fail(f, STATUS_FILE, "end it, or start with --replace, after which it can write no more",
                       "another exchange server has this database");
    return raise_epoch(store) == LINK_DONE ? STATUS_OK : fail_open(store, f);
}

/* Connects; waits for a database that is starting, or recovering from a crash. */
static link_state open_patiently(struct xch_store *store) {
    link_state state = xch_link_open(&store->ledger);
    for (int tries = 0; tries < START_TRIES && state == LINK_LOST; tries++) {
        if (PQping(store->options.database) != PQPING_REJECT || !xch_store_pause(store))
            break;
        state = xch_link_open(&store->ledger);
    }
    return state;
}

static int open_all(struct xch_store *store, struct sw_failure *f) {
    if (open_patiently(store) != LINK_DONE || xch_link_run(&store->ledger, xch_schema) != LINK_DONE)
        return fail_open(store, f);
    if (become_the_server(store, f) != STATUS_OK)
        return f->status;
    xch_column_begin(&store->fence, XCH_BIGINT);
    xch_column_bigint(&store->fence, store->epoch);
    xch_column_begin(&store->tables_fence, XCH_BIGINT);
    xch_column_bigint(&store->tables_fence, store->epoch);
    xch_column_begin(&store->kept_refs, XCH_BIGINT);
    xch_column_bigint(&store->kept_refs, (int64_t)store->options.refs);
    xch_column_begin(&store->most_fills, XCH_BIGINT);
    xch_column_bigint(&store->most_fills, XCH_MOST_FILLS + 1);
    xch_column_bigint(&store->most_fills, XCH_MOST_ALL_FILLS + 1);
    if (xch_column_end(&store->most_fills) != 0 || xch_column_end(&store->fence) != 0 ||
        xch_column_end(&store->tables_fence) != 0 || xch_column_end(&store->kept_refs) != 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for a store");
    if (prepare(&store->ledger, sizeof ledger_statements / sizeof ledger_statements[0]) != LINK_DONE)
        return fail_open(store, f);
    return STATUS_OK;
}

struct xch_store *xch_store_open(const struct xch_store_options *options, struct sw_failure *f) {
    struct xch_store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        sw_fail(f, STATUS_COMPUTE, NULL, "no memory for a store");
        return NULL;
    }
    store->options = *options;
    store->ledger = (struct xch_link){.options = &store->options, .name = "slipway exchange ledger"};
    store->tables = (struct xch_link){.options = &store->options, .name = "slipway exchange tables"};
    if (open_all(store, f) != STATUS_OK) {
        xch_store_free(store);
        return NULL;
    }
    return store;
}

void xch_store_free(struct xch_store *store) {
    if (store == NULL)
        return;
    xch_link_close(&store->ledger);
    xch_link_close(&store->tables);
    for (size_t i = 0; i < LEDGER_COLUMNS; i++)
        xch_column_free(&store->entries[i]);
    for (size_t i = 0; i < REF_COLUMNS; i++)
        xch_column_free(&store->refs[i]);
    xch_column_free(&store->asked_orders);
    xch_column_free(&store->most_fills);
    xch_column_free(&store->asked_refs);
    xch_column_free(&store->fence);
    xch_column_free(&store->kept_refs);
    xch_column_free(&store->tables_fence);
    free(store);
}

void xch_store_stop(struct xch_store *store) {
    atomic_store(&store->stopped, true);
}

const char *xch_store_words(const struct xch_store *store, bool tables) {
    return tables ? store->tables.text : store->ledger.text;
}

uint64_t xch_store_next_ref(const struct xch_store *store) {
    return atomic_load(&store->next_ref);
}
