/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exchange server: its front reads requests and does them, in memory; the store makes them durable; then their
 * answers leave.
 *
 *   front (this thread)   reads, fills a work with requests; hands it out when the last one is durable; sends answers
 *   crew (crew.h)         does the items, in its shards; with one shard the front does
 *   committer (a thread)  makes a work durable: xch_store_commit
 *   writer (a thread)     brings the tables up to a cut: xch_store_tables
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

/* HOLD_PART, HOLD_MS: a work waits for more requests for that part of the last commit, and for so many ms at most. */
enum { HOLD_PART = 4, HOLD_MS = 2 };
enum {
    CUT_MS = 300,
    STOP_MS = 15000,
    PRESSED_MS = 5000,
    MOST_WAITING = 100000,
    MOST_HELD = 64 << 20,   /* of a work */
    MOST_BYTES = 128 << 20, /* of all works, and of what clients have not read */
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
    struct work *committing; /* is on its way; NULL: none is */
    struct xch_cut cut;      /* is being written, or waits for its entries to be durable */
    bool cut_waits;          /* it was made, and is not being written yet */
    bool cut_durable;        /* it waits no more for the entries of a work that is on its way */
    double cut_at;           /* when the last one was made */
    uint64_t cut_as_of;
    xch_stored cut_stored;
    struct worker committer, writer;
    struct connections connections;
    struct xch_answer answers[XCH_MOST_ITEMS]; /* of the request that is being done */
    int epoll, signals;
    bool stopping;
    bool full;   /* what waits for the database, or for clients, is as much as may wait */
    bool broken; /* memory was short: what is in memory may lack a part of what happened */
    double stop_by;
    double handed_at;  /* when the work that is on its way was */
    double hold_until; /* until then the next work waits for more requests, unless it has as many as are expected */
    size_t expected;
};

/* Serves until it is told to end. Returns STATUS_OK, or fills F. */
int server_run(struct server *server, struct sw_failure *f);

/* Adds FD to what the front waits for; WHAT is one of the server's members. Returns 0, or -1 with errno. */
int server_watch(struct server *server, int fd, void *what);

/* Says whether as much waits for the database, or for clients, as may. */
bool front_is_full(const struct server *server);

/* Sends away clients that stand still, or keep memory that others wait for. */
void front_expire(struct server *server, double now);

/* Takes what requests a connection has ready, and does them. */
void front_take(struct server *server, struct connection *connection);

/* Does a request, and adds its answer to the work that fills; takes over REQUEST. AGAIN: its ref was looked up. */
int front_do(struct server *server, struct connection *connection, struct xch_request *request,
             const struct text *document, bool again);

/* Does what front_do has left to the crew: all that is taken is done when it returns. */
int front_finish(struct server *server);

#endif
