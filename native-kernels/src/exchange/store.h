/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The store of the exchange: PostgreSQL (schema.sql). The store knows the ledger, but no protocol.
 *
 *     store = xch_store_open(&options, f);      // one server to a database: takes the fence
 *     xch_store_load(store, &sink, f);          // loads the stored rows into the sink's ledger and books
 *     xch_store_commit(store, &batch);          // one thread: entries and answers, durable at return
 *     xch_store_tables(store, &cut);            // another thread: the tables as of one entry
 *
 * Two transactions. A batch is one transaction: ledger rows and refs; answers leave after the commit. A cut is another
 * transaction, later, on a separate connection: the rows of accounts, positions, orders and executions as of one ledger
 * number, which is in `state`. A start loads the tables as of that number and replays the later ledger rows.
 *
 * The fence. A server holds an advisory lock for as long as its connection lives, so that a second server is refused.
 * Each start raises the epoch, and each transaction first reads the epoch, so that a replaced or hung server cannot
 * write any more.
 *
 * Outage of the database. Commits wait and try again until they succeed. After a lost answer to a COMMIT, the store
 * connects again, takes the lock, which the end of the old connection has released, and checks whether the batch is
 * stored.
 *
 * Threads. xch_store_commit belongs to one thread at a time, xch_store_tables to one, and both may run at once.
 */
#ifndef SLIPWAY_EXCHANGE_STORE_H
#define SLIPWAY_EXCHANGE_STORE_H

#include "base/failure.h"
#include "exchange/ledger.h"
#include "exchange/shard.h"

enum { XCH_REF_BYTES = 65, XCH_CONTENT_BYTES = 16 };

/* Most executions that are reported for one order, and for all orders of a batch. */
enum { XCH_MOST_FILLS = 50000, XCH_MOST_ALL_FILLS = 500000 };

struct xch_store_options {
    const char *database;      /* libpq's connection string, without a password */
    const char *password_file; /* the first line is the password; NULL: no password */
    const char *program;       /* for messages on standard error */
    bool replace;              /* ends another server's connections and takes over */
    uint64_t refs;             /* number of refs kept */
};

/* Refuses a connection string that libpq cannot read, or that has a password. Returns STATUS_OK, or fills F. */
int xch_check_conninfo(const char *text, struct sw_failure *f);

struct xch_store;

/* Connects, makes missing tables, and takes the fence. Returns NULL and fills F if another server has the database, or
 * if the database cannot be reached. The caller ends the store with xch_store_free, which accepts NULL. */
struct xch_store *xch_store_open(const struct xch_store_options *options, struct sw_failure *f);
void xch_store_free(struct xch_store *store);

/* From now on, calls that wait for the database give up. May be called by any thread and by a signal handler. */
void xch_store_stop(struct xch_store *store);

/* --- a start --- */

/* The destination of a start's stored rows. */
struct xch_sink {
    struct xch_ledger *ledger;
    struct xch_shard *(*shard_of)(void *context, const char *symbol);
    int (*take_ref)(void *context, uint64_t hash); /* the oldest first; a result other than 0: no memory */
    void *context;
};

/* Loads all stored data. Returns STATUS_OK, or fills F: STATUS_CONTENT for rows that contradict each other. */
int xch_store_load(struct xch_store *store, const struct xch_sink *sink, struct sw_failure *f);

/* --- batches --- */

/* A ref and its answer. */
struct xch_ref {
    char ref[XCH_REF_BYTES];
    unsigned char content[XCH_CONTENT_BYTES]; /* a fingerprint of the request */
    uint64_t hash;
    const char *answer;
    size_t answer_bytes;
};

/* A question for a closed order, once for each order, or for a ref that was used before, and the answer. */
struct xch_asked_order {
    uint64_t id;
    bool found;
    bool too_many; /* more than XCH_MOST_FILLS executions */
    bool left_out; /* the orders of the batch have too many executions: those of this order are not reported */
    struct xch_order_row row; /* without the symbol, which is XCH_NONE */
    struct xch_fill *fills;   /* freed by the asker */
    uint32_t fill_count, fill_room;
};
struct xch_asked_ref {
    char ref[XCH_REF_BYTES];
    bool found;
    unsigned char content[XCH_CONTENT_BYTES];
    char *answer; /* freed by the asker */
    size_t answer_bytes;
};

struct xch_batch {
    const struct xch_ledger *ledger; /* for the texts of symbols */
    struct xch_entries entries;
    struct xch_asked_order *orders;
    struct xch_asked_ref *asked_refs;
    size_t order_count, asked_ref_count;
    bool answers_first; /* whether an answer to be stored with a ref depends on the answers of the questions */
    /* Called once, when the questions are answered; with answers_first, before any data are stored. A result other than
     * 0: no memory. */
    int (*answered)(void *context);
    void *context;
    struct xch_ref *refs;
    size_t ref_count;
};

typedef enum {
    XCH_STORE_DONE,     /* durable */
    XCH_STORE_WRONG,    /* the database refuses the data for good: see xch_store_words */
    XCH_STORE_REPLACED, /* another server has taken over: no data were or will be written */
    XCH_STORE_STOPPED,  /* xch_store_stop came first: the data may or may not have been written */
    XCH_STORE_MEMORY
} xch_stored;

/* Makes the entries and refs of a batch durable, and answers its questions. Waits without limit. */
xch_stored xch_store_commit(struct xch_store *store, struct xch_batch *batch);

/* Updates the tables to a cut with durable entries. */
xch_stored xch_store_tables(struct xch_store *store, const struct xch_ledger *ledger, const struct xch_cut *cut);

/* Returns the words with which the database has refused a batch, or, with TABLES, a cut. */
const char *xch_store_words(const struct xch_store *store, bool tables);

/* Returns the number of the next ref in the store. */
uint64_t xch_store_next_ref(const struct xch_store *store);

#endif
