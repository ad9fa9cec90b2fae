/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exchange-session: a trading day from files to files. The program starts a private PostgreSQL and exchange server,
 * sends the day's requests, writes the results as CSV, and ends both servers.
 *
 *   input.c     accounts, positions and requests, as the XML to send
 *   children.c  PostgreSQL out of a copied data folder, the server, the audit: each dies with this process
 *   client.c    requests out and answers in, over several connections
 *   database.c  tables of the exchange as CSV
 *
 * All files except results are in the folder DAY_FOLDER below the current one. Sockets have names with relative paths
 * and /proc/self/cwd, because the path of a run's folder may be longer than a socket's name.
 */
#ifndef EXCHANGE_SESSION_H
#define EXCHANGE_SESSION_H

#include "base/failure.h"
#include "exchange/protocol.h"
#include "slipway/progress.h"

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define DAY_FOLDER "exchange"
#define SERVER_SOCKET "exchange.socket"
/* In the folder of the day. Only the owner of the folder reaches the socket. */
#define DATABASE "host=/proc/self/cwd port=5432 user=exchange dbname=postgres"
#define DATABASE_FROM_ABOVE "host=/proc/self/cwd/" DAY_FOLDER " port=5432 user=exchange dbname=postgres"

struct options {
    bool help, refuse_own;
    const char *accounts, *positions, *requests, *results, *postgres;
    uint64_t connections, every, shards;
};

/* --- options.c --- */
int take_options(int argc, char **argv, struct options *options, struct sw_failure *f);
void print_usage(FILE *out);

/* --- input.c --- */
enum request_kind { REQUEST_ORDER, REQUEST_QUERY, REQUEST_CANCEL };

/* A request of the day, in the order of the file. */
struct request {
    uint64_t id, account;
    int64_t at;          /* microseconds of the day */
    size_t xml, bytes;   /* an order: place of its document in the day's bytes */
    size_t target;       /* a query or cancel: the number of the request with the order */
    uint64_t order;      /* the server's id of an opened order, or 0 */
    int64_t sent, taken; /* nanoseconds of the clock; taken 0: not answered */
    unsigned char kind;
};

/* A row of the opening: an account, or a position of an account. */
struct opening {
    const char *path;
    unsigned long line;
    size_t xml, bytes; /* of the row's element */
};

struct day {
    struct opening *openings;
    size_t opening_count, opening_room;
    struct request *requests;
    size_t count, room;
    struct xch_bytes xml;
};

/* Reads the three files. The caller frees DAY, also after a failure. Returns the status of F. */
int read_day(const struct options *options, struct day *day, struct sw_failure *f);
void free_day(struct day *day);

/* --- copy.c --- */
/* Copies the folder FROM to TO, which must not exist and becomes readable by this user only. Returns 0, or -1 with
 * errno. */
int copy_folder(const char *from, const char *to);
/* Removes a folder and its contents. Returns 0, or -1 with errno. */
int remove_folder(const char *path);

/* --- children.c --- */
struct children {
    pid_t postgres, server; /* 0: not running */
    bool has_folder;        /* this process has made the folder of the day */
};

/* Makes the folder of the day and starts PostgreSQL in it. Returns the status of F; the caller ends CHILDREN with
 * end_children, also after a failure. */
int start_postgres(const struct options *options, struct children *children, struct sw_failure *f);
/* Starts the server and waits until it takes connections. */
int start_server(const struct options *options, struct children *children, struct sw_failure *f);
/* Checks that both still run. Returns the status of F. */
int check_children(struct children *children, struct sw_failure *f);
/* Makes the server write its tables and end. */
int end_server(struct children *children, struct sw_failure *f);

struct audit {
    uint64_t entries;
    char digest[40], money_off[64], shares_off[64];
};
/* Runs the audit of the ledger. */
int run_audit(struct audit *audit, struct sw_failure *f);

/* Ends the running children and removes the folder of the day. */
void end_children(struct children *children);

/* --- client.c --- */
struct counts {
    uint64_t orders, queries, cancels, refused, passed_over; /* skipped, because the target order was refused */
    double seconds, per_s, p50_ms, p99_ms;
};

/* Opens the accounts and positions of the day, and then sends the requests. Returns the status of F. */
int trade(const struct options *options, struct day *day, struct children *children, struct counts *counts,
          struct sw_failure *f);

/* --- answers.c --- */
/* One element of an answer. */
struct element {
    const char *name;  /* without a NUL */
    size_t name_bytes; /* length of the name */
    uint64_t id;       /* of the last attribute `id`, or 0 */
    char text[160];    /* text between the tags of an element without elements; cut if too long */
};
/* Takes the next element of a list of results from *AT on and moves *AT behind the element. Returns false without an
 * element. */
bool next_element(const char **at, const char *end, struct element *element);
bool element_is(const struct element *element, const char *name);

/* --- progress.c --- */
struct progress {
    struct slipway_progress file;
    int64_t last; /* time of the last line, in nanoseconds of the clock */
    size_t told;  /* number of requests answered in the last line */
};
/* Reports DONE requests of the day, at most four times a second. */
void progress_tell(struct progress *progress, const struct day *day, size_t done, int64_t now);
int64_t clock_ns(void);
/* Returns the time in milliseconds within which PERCENT of the COUNT requests from FIRST on were answered; 0 without
 * requests or memory. */
double answer_time(const struct day *day, size_t first, size_t count, double percent);

/* --- database.c --- */
struct results {
    const struct day *day;
    const struct counts *counts;
    const struct audit *audit;
};
/* Writes the results of the day, and the number of executions to *EXECUTIONS_COUNT. Returns the status of F. */
int write_results(const struct options *options, const struct results *results, uint64_t *executions_count,
                  struct sw_failure *f);

#endif
