/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The store of the exchange: PostgreSQL (schema.sql). It knows the ledger, and no protocol.
 *
 *     store = xch_store_open(&options, f);      // one server to a database: takes the fence
 *     xch_store_load(store, &sink, f);          // what is stored goes into the sink's ledger and books
 *     xch_store_commit(store, &batch);          // one thread: entries and answers, durable when it returns
 *     xch_store_tables(store, &cut);            // another thread: the tables as of one entry
 *
 * Two transactions. A batch is one: its ledger rows and refs; answers leave when it is committed. A cut is another, at
 * leisure, on a connection of its own: the rows of accounts, positions, orders and executions as of one ledger number,
 * which `state` has. A start loads the tables as of that number and does again the ledger rows behind it.
 *
 * The fence. A server holds an advisory lock for as long as its connection stands, so that a second one is refused;
 * each start raises the epoch, and each transaction begins with a look at the epoch, so that a server that was
 * replaced, or hung, can write no more.
 *
 * The database away. Commits wait and try again until they succeed. Where the answer to a COMMIT was lost, the store
 * connects again, takes the lock, which the old connection's end has set free, and looks whether the batch is there.
 *
 * Threads. xch_store_commit belongs to one thread at a time, xch_store_tables to one, and both may run at once.
 */
#ifndef SLIPWAY_EXCHANGE_STORE_H
#define SLIPWAY_EXCHANGE_STORE_H

#include "base/failure.h"
#include "exchange/ledger.h"
#include "exchange/shard.h"

enum { XCH_REF_BYTES = 65, XCH_CONTENT_BYTES = 16 };

/* How many executions are told of an order that is asked for, and of all orders of a batch. */
enum { XCH_MOST_FILLS = 50000, XCH_MOST_ALL_FILLS = 500000 };

struct xch_store_options {
    const char *database;      /* libpq's connection string, without a password */
    const char *password_file; /* its first line is the password; NULL: there is none */
    const char *program;       /* for messages on standard error */
    bool replace;              /* ends another server's connections and takes over */
    uint64_t refs;             /* how many refs are kept */
};

/* Refuses a connection string that libpq cannot read, or that has a password. Returns STATUS_OK, or fills F. */
int xch_check_conninfo(const char *text, struct sw_failure *f);

struct xch_store;

/* Connects, makes what tables are missing, and takes the fence. Returns NULL and fills F: another server has the
 * database, or it cannot be reached. The caller ends the store with xch_store_free, which accepts NULL. */
struct xch_store *xch_store_open(const struct xch_store_options *options, struct sw_failure *f);
void xch_store_free(struct xch_store *store);

/* From now on, calls that wait for the database to come back give up. For any thread, and for a handler of signals. */
void xch_store_stop(struct xch_store *store);

/* --- a start --- */

/* Where a start puts what is stored. */
struct xch_sink {
    struct xch_ledger *ledger;
    struct xch_shard *(*shard_of)(void *context, const char *symbol);
    int (*take_ref)(void *context, uint64_t hash); /* the oldest first; another value than 0: no memory */
    void *context;
};

/* Loads all that is stored. Returns STATUS_OK, or fills F: STATUS_CONTENT where the rows contradict each other. */
int xch_store_load(struct xch_store *store, const struct xch_sink *sink, struct sw_failure *f);

/* --- batches --- */

/* A ref and the answer that it got. */
struct xch_ref {
    char ref[XCH_REF_BYTES];
    unsigned char content[XCH_CONTENT_BYTES]; /* a fingerprint of the request */
    uint64_t hash;
    const char *answer;
    size_t answer_bytes;
};

/* A question for a closed order, each of them once, or for a ref that was used before; and its answer. */
struct xch_asked_order {
    uint64_t id;
    bool found;
    bool too_many;            /* it has more than XCH_MOST_FILLS executions */
    bool left_out;            /* the orders of the batch have too many: those of this one are not told */
    struct xch_order_row row; /* but for its symbol, which is XCH_NONE */
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
    bool answers_first; /* an answer that is to be stored with a ref depends on the questions' answers */
    /* Called once, when the questions are answered; where answers_first is set, before anything is stored. Another
     * value than 0: memory. */
    int (*answered)(void *context);
    void *context;
    struct xch_ref *refs;
    size_t ref_count;
};

typedef enum {
    XCH_STORE_DONE,     /* it is durable */
    XCH_STORE_WRONG,    /* the database refuses the data for good: see xch_store_words */
    XCH_STORE_REPLACED, /* another server has taken over: nothing was written, and nothing ever will be */
    XCH_STORE_STOPPED,  /* xch_store_stop came first: nobody knows whether it was written */
    XCH_STORE_MEMORY
} xch_stored;

/* Makes the entries and refs of a batch durable, and answers its questions. Waits as long as it takes. */
xch_stored xch_store_commit(struct xch_store *store, struct xch_batch *batch);

/* Brings the tables up to a cut whose entries are durable. */
xch_stored xch_store_tables(struct xch_store *store, const struct xch_ledger *ledger, const struct xch_cut *cut);

/* Returns the words with which the database has refused a batch, or, where TABLES, a cut. */
const char *xch_store_words(const struct xch_store *store, bool tables);

/* Returns the number that the store has for the next ref. */
uint64_t xch_store_next_ref(const struct xch_store *store);

#endif
