/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a store, for the files of the store only. */
#ifndef SLIPWAY_EXCHANGE_INSIDE_H
#define SLIPWAY_EXCHANGE_INSIDE_H

#include "link.h"

#include <stdatomic.h>

enum { LEDGER_COLUMNS = 8, REF_COLUMNS = 5, TABLE_COLUMNS = 9, TABLE_STATEMENTS = 10, TRY_AGAIN_MS = 200 };

struct xch_store {
    struct xch_store_options options;
    atomic_bool stopped;
    int64_t epoch;
    _Atomic uint64_t next_ref; /* the thread of the tables reads this number */
    struct xch_link ledger;    /* holds the lock */
    struct xch_link tables;
    uint64_t refs_dropped;  /* refs below this seq are deleted */
    uint64_t orders_stored; /* the last order of the last cut in the tables */
    struct xch_column fence, tables_fence;
    struct xch_column entries[LEDGER_COLUMNS];
    struct xch_column refs[REF_COLUMNS];
    struct xch_column kept_refs; /* how many */
    struct xch_column asked_orders, asked_refs;
    struct xch_column most_fills; /* of an order, of all */
};

/* Begins a writing transaction. The fence waits for a lock and then reads the epoch. With any setting of the database,
 * that read must see the state after the wait. */
#define XCH_BEGIN "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

/* Connects `link`, which must be unconnected, with all statements prepared. */
link_state xch_open_ledger(struct xch_store *store);
link_state xch_open_tables(struct xch_store *store);

/* Waits before the next try. Returns false if the store is stopped. */
bool xch_store_pause(struct xch_store *store);

/* The questions of a batch: for orders, for their executions, for refs. */
struct xch_questions {
    struct xch_statement at[3];
    PGresult *orders, *fills, *refs;
    size_t count;
};

/* Puts the questions of a batch. Returns 0, or -1 without memory. */
int xch_questions_put(struct xch_store *store, const struct xch_batch *batch, struct xch_questions *questions);

/* Takes the answers into the batch, and frees the results. Returns LINK_DONE or LINK_MEMORY. */
link_state xch_questions_take(struct xch_questions *questions, struct xch_batch *batch);

/* A query and the receiver of its rows. A refusal other than XCH_DONE ends the reading. */
struct xch_source {
    const char *what, *sql;
    xch_refusal (*take)(void *context, const PGresult *result, int row);
};

/* Reads all rows of a query, within a transaction. Returns STATUS_OK, or fills F. */
int xch_link_rows(struct xch_link *link, const struct xch_source *source, void *context, struct sw_failure *f);

/* Adds a row of the table ledger. */
void xch_put_entry(struct xch_column column[LEDGER_COLUMNS], const struct xch_ledger *ledger,
                   const struct xch_entry *entry);

/* The query with the rows for xch_entry_of_row. xch_entry_of_row adds the symbol of the entry to the ledger. Returns 0,
 * or -1 for an invalid row. */
#define XCH_ENTRY_QUERY                                                                                                \
    "SELECT number, (extract(epoch FROM at) * 1000000)::bigint, kind, account, symbol, amount, price, order_id FROM "  \
    "ledger"
int xch_entry_of_row(struct xch_ledger *ledger, const PGresult *result, int row, struct xch_entry *entry);

/* Read numbers of results in text form. Return 0, or -1 for a text that is not such a number. */
int xch_take_bigint(const PGresult *result, int row, int column, int64_t *value);
int xch_take_amount(const PGresult *result, int row, int column, int64_t *units);
int xch_take_money(const PGresult *result, int row, int column, xch_money *money);
int xch_take_state(const PGresult *result, int row, int column, uint8_t *state);

/* The words of xch_state and of xch_kind in the tables. */
extern const char *const xch_state_words[];
extern const char *const xch_kind_words[];

#endif
