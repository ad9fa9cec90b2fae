/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exchange server: the front reads requests and does them in memory, the store makes them durable, then the answers
 * leave.
 *
 *   front (this thread)   reads requests into a work; hands the work out when the last one is durable; sends answers
 *   crew (crew.h)         does the items, in its shards; with a single shard the front does
 *   committer (a thread)  makes a work durable: xch_store_commit
 *   writer (a thread)     updates the tables to a cut: xch_store_tables
 *
 * A work is cut between requests, so a commit holds whole requests only. One work is being committed while the next one
 * fills.
 */
#ifndef EXCHANGE_SERVER_SERVER_H
#define EXCHANGE_SERVER_SERVER_H

#include "crew.h"
#include "exchange/protocol.h"
#include "exchange/store.h"
#include "options.h"
#include "refs.h"
#include "work.h"
#include "worker.h"

/* HOLD_PART, HOLD_MS: a work waits for more requests for this fraction of the last commit's time, and for at most
 * HOLD_MS. */
enum { HOLD_PART = 4, HOLD_MS = 2 };
enum {
    CUT_MS = 300,
    STOP_MS = 15000,
    PRESSED_MS = 5000,
    MOST_WAITING = 100000,
    MOST_HELD = 64 << 20,   /* of a work */
    MOST_BYTES = 128 << 20, /* of all works, and of unread answers */
    MOST_CLOSED = 1000000
};

struct server {
    struct options options;
    struct xch_ledger *ledger;
    struct crew crew;
    struct xch_store *store; /* NULL: --no-store */
    struct xch_parser *parser;
    struct refs refs;
    struct work works[2];
    struct work *filling;    /* takes requests */
    struct work *committing; /* under way, or NULL */
    struct xch_cut cut;      /* being written, or waiting for its entries to be durable */
    bool cut_waits;          /* the cut was made, and is not being written yet */
    bool cut_durable;        /* the cut no longer waits for the entries of a work under way */
    double cut_at;           /* when the last cut was made */
    uint64_t cut_as_of;
    xch_stored cut_stored;
    struct worker committer, writer;
    struct connections connections;
    struct xch_answer answers[XCH_MOST_ITEMS]; /* of the current request */
    int epoll, signals;
    bool stopping;
    bool full;   /* the data waiting for the database or for clients are at their limit */
    bool broken; /* memory was short: the state in memory may be incomplete */
    double stop_by;
    double handed_at;  /* when the work under way was handed out */
    double hold_until; /* until then the next work waits for more requests, unless it has the expected number */
    size_t expected;
};

/* Serves until the server is told to end. Returns STATUS_OK, or fills F. */
int server_run(struct server *server, struct sw_failure *f);

/*
 * Adds FD to the descriptors that the front watches; WHAT is one of the server's members. Returns 0, or -1 with errno.
 */
int server_watch(struct server *server, int fd, void *what);

/* Says whether the data waiting for the database, or for clients, are at their limit. */
bool front_is_full(const struct server *server);

/* Closes connections of clients that stand still, or keep memory that others wait for. */
void front_expire(struct server *server, double now);

/* Takes the complete requests of a connection, and does them. */
void front_take(struct server *server, struct connection *connection);

/* Does a request, and adds its answer to the work being filled; takes ownership of REQUEST. AGAIN: its ref was looked
 * up. */
int front_do(struct server *server, struct connection *connection, struct xch_request *request,
             const struct text *document, bool again);

/* Does the requests that front_do has left to the crew: all taken requests are done on return. */
int front_finish(struct server *server);

#endif
