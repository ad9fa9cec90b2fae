/* SPDX-License-Identifier: Apache-2.0 */
/* exchange-load: many clients of one exchange server in one thread. */
#ifndef SLIPWAY_EXCHANGE_LOAD_H
#define SLIPWAY_EXCHANGE_LOAD_H

#include "base/failure.h"
#include "base/options.h"
#include "exchange/protocol.h"
#include "market/times.h"
#include "slipway/progress.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { LOAD_MOST_CONNECTIONS = 1024, LOAD_HOLDERS = 16, LOAD_KNOWN = 64, LOAD_ECHO = 160, LOAD_REF = 48 };

typedef enum { PREPARE_YES, PREPARE_NO, PREPARE_ONLY } prepare_kind;
/* The effect of orders: some trade and some rest, each trades that finds a partner, or all rest. */
typedef enum { TRADE_SOME, TRADE_ALL, TRADE_NONE } trade_kind;

struct load_options {
    const char *host, *socket, *mix, *answers;
    uint64_t port, connections, requests, items, symbols, accounts, seed;
    double seconds, rate, valid, again;
    int prepare, trade;
    bool report_data, refs, help;
    uint64_t parts[4]; /* of the mix: order, query, cancel, create */
};

extern const struct sw_options load_option_table;

/* Reads the command line. Returns STATUS_OK, or fills F. */
int load_options_read(struct load_options *options, int argc, char **argv, struct sw_failure *f);
void load_print_usage(FILE *out);

/* --- random draws --- */

struct load_random {
    uint64_t state;
};

uint64_t load_draw(struct load_random *random, uint64_t below);
/* Returns true in PERCENT of all draws. */
bool load_happens(struct load_random *random, double percent);

/* --- sent requests, and expected answers --- */

/* The possible answers to an item. */
typedef enum {
    EXPECT_OPENED,
    EXPECT_CREATED,
    EXPECT_ERROR,
    EXPECT_STATUS,   /* of an order that this client knows */
    EXPECT_CANCELED, /* or an error: the order may have been executed meanwhile */
    EXPECT_ANY       /* opened or an error: random data */
} expectation;

/* An order that was opened, or is about to be. */
struct load_order {
    uint64_t id, account, symbol;
    int64_t amount, limit;
};

struct load_item {
    expectation expected;
    char echo[LOAD_ECHO]; /* the attributes, in the form of an answer */
    struct load_order order;
};

struct load_client {
    uint64_t number;
    int fd; /* -1: not connected */
    bool connecting, busy, again;
    struct load_random random;
    struct xch_bytes out, in, last; /* `last`: the earlier answer to a request that is sent again */
    size_t sent;
    int64_t intended, retry; /* nanoseconds: intended time of the request; time of the next try to connect */
    uint64_t requests;       /* made so far */
    bool spoiled;            /* the request has a wrong form: the default error is expected */
    struct load_item *items;
    size_t count;
    struct load_order known[LOAD_KNOWN]; /* orders that it opened and did not cancel */
    size_t known_count;
};

struct load_totals {
    uint64_t requests, opened, errors, wrong, lost_connections;
    char first_wrong[256];
    struct mkt_times times;
};

struct load {
    struct load_options options;
    uint64_t run; /* a number unique to the run, for refs and new accounts */
    uint64_t created;
    struct load_client *clients;
    struct load_totals totals;
    FILE *answers;
    int epoll;
    int64_t began, ends; /* nanoseconds */
    uint64_t started;    /* requests sent or being sent */
    uint64_t busy;       /* clients waiting for an answer */
};

/* Makes the next request of a client: the bytes, and the expected answer. */
void load_make_request(struct load *load, struct load_client *client);

/* Adds requests that create the load's accounts and symbols to OUT: COUNT items from the item FIRST on, as one document
 * with its length line. Returns the total number of items; adds no request if FIRST is not below that. */
uint64_t load_make_creation(const struct load_options *options, uint64_t first, uint64_t count, struct xch_bytes *out);

/* Returns the last account in requests. */
uint64_t load_last_account(const struct load_options *options);

/* Adds requests that check the existence of the accounts FIRST to LAST, and of a load's marks on them: two for each
 * account. These requests have no effect. */
void load_make_looks(uint64_t first, uint64_t last, struct xch_bytes *out);

/* Returns the first account from FIRST on that exists without the mark of a load, by the answers to those requests, or
 * 0. */
uint64_t load_find_foreign(uint64_t first, const char *answers, size_t bytes);

/* Finds a whole answer at the start of COUNT bytes. Returns the number of bytes, 0 if incomplete, and the place of the
 * line. An answer may follow a length line. */
size_t load_find_answer(const char *bytes, size_t count, const char **line, size_t *line_bytes);

/* Checks the answer, a line that ends with a line feed, against the expected one, and counts the answer. */
void load_check_answer(struct load *load, struct load_client *client, const char *line, size_t bytes);

/* --- running --- */

/* Connects, and waits for the connection. Returns the socket, or -1 with F filled. */
int load_connect(const struct load_options *options, struct sw_failure *f);
/* Begins to connect. Returns the socket, or -1. */
int load_begin_connect(const struct load_options *options);

/* Creates accounts and symbols over one connection, unless one of the accounts exists and was not made by a load. */
int load_prepare(struct load *load, struct sw_failure *f);

/* Runs the clients until time or requests are used up, or SIGTERM or SIGINT comes, and each request is answered. */
int load_run(struct load *load, struct sw_failure *f);

/* Appends the counts to the file that SLIPWAY_PROGRESS names, at most four times a second. */
void load_tell(const struct load *load, int64_t now, bool last);

#endif
