/* SPDX-License-Identifier: Apache-2.0 */
/* What a store consists of; for the files of the store alone. */
#ifndef SLIPWAY_EXCHANGE_INSIDE_H
#define SLIPWAY_EXCHANGE_INSIDE_H

#include "link.h"

#include <stdatomic.h>

enum { LEDGER_COLUMNS = 8, REF_COLUMNS = 5, TABLE_COLUMNS = 9, TABLE_STATEMENTS = 10, TRY_AGAIN_MS = 200 };

struct xch_store {
    struct xch_store_options options;
    atomic_bool stopped;
    int64_t epoch;
    _Atomic uint64_t next_ref; /* the thread of the tables reads it */
    struct xch_link ledger;    /* holds the lock */
    struct xch_link tables;
    uint64_t refs_dropped;  /* refs below this seq are deleted */
    uint64_t orders_stored; /* the last order of the last cut that is in the tables */
    struct xch_column fence, tables_fence;
    struct xch_column entries[LEDGER_COLUMNS];
    struct xch_column refs[REF_COLUMNS];
    struct xch_column kept_refs; /* how many */
    struct xch_column asked_orders, asked_refs;
    struct xch_column most_fills; /* of an order, of all */
};

/* Begins what writes. The fence waits for a lock and then looks at the epoch: whatever the database is set to, that
 * look must not be at a state from before the wait. */
#define XCH_BEGIN "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

/* Connects `link`, which has no connection, with all statements prepared. */
link_state xch_open_ledger(struct xch_store *store);
link_state xch_open_tables(struct xch_store *store);

/* Waits before the next try. Returns false where the store is stopped. */
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

/* A query and who takes its rows; another refusal than XCH_DONE ends the reading. */
struct xch_source {
    const char *what, *sql;
    xch_refusal (*take)(void *context, const PGresult *result, int row);
};

/* Reads all rows of a query, within a transaction. Returns STATUS_OK, or fills F. */
int xch_link_rows(struct xch_link *link, const struct xch_source *source, void *context, struct sw_failure *f);

/* Adds a row of the table ledger. */
void xch_put_entry(struct xch_column column[LEDGER_COLUMNS], const struct xch_ledger *ledger,
                   const struct xch_entry *entry);

/* What xch_entry_of_row reads. It adds the entry's symbol to the ledger. Returns 0, or -1 where the row makes no sense.
 */
#define XCH_ENTRY_QUERY                                                                                                \
    "SELECT number, (extract(epoch FROM at) * 1000000)::bigint, kind, account, symbol, amount, price, order_id FROM "  \
    "ledger"
int xch_entry_of_row(struct xch_ledger *ledger, const PGresult *result, int row, struct xch_entry *entry);

/* Reads numbers of results in text form. Return 0, or -1 where the text is none. */
int xch_take_bigint(const PGresult *result, int row, int column, int64_t *value);
int xch_take_amount(const PGresult *result, int row, int column, int64_t *units);
int xch_take_money(const PGresult *result, int row, int column, xch_money *money);
int xch_take_state(const PGresult *result, int row, int column, uint8_t *state);

/* The words of xch_state and of xch_kind in the tables. */
extern const char *const xch_state_words[];
extern const char *const xch_kind_words[];

#endif
