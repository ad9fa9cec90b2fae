/* SPDX-License-Identifier: Apache-2.0 */
/* A connection to PostgreSQL that is opened again after a loss; for the files of the store only. */
#ifndef SLIPWAY_EXCHANGE_LINK_H
#define SLIPWAY_EXCHANGE_LINK_H

#include "base/failure.h"
#include "column.h"
#include "store.h"

#include <libpq-fe.h>

enum { LINK_PARAMETERS = 12, LINK_TEXT = 300 };

/* The result of one try. */
typedef enum {
    LINK_DONE,
    LINK_LOST,    /* the connection is lost: a COMMIT that was sent may have taken effect */
    LINK_REFUSED, /* the database refused, and the transaction has had no effect */
    LINK_WRONG,   /* the database refused the data, and always will */
    LINK_REPLACED,
    LINK_MEMORY
} link_state;

struct xch_link {
    const struct xch_store_options *options;
    const char *name; /* for PostgreSQL's list of connections */
    PGconn *conn;     /* NULL: no connection */
    bool told;        /* whether the outage was reported */
    char text[LINK_TEXT];
};

/* A statement with parameters, which are columns in binary form. */
struct xch_statement {
    const char *name; /* of a prepared statement */
    const struct xch_column *columns[LINK_PARAMETERS];
    int count;
    PGresult **result; /* of a question: receives the rows, in text form; the caller frees them with PQclear */
};

/* Connects. Returns LINK_DONE, or LINK_LOST or LINK_REFUSED with the defect in `text`. */
link_state xch_link_open(struct xch_link *link);
void xch_link_close(struct xch_link *link);

/* Runs SQL without parameters, possibly several statements. */
link_state xch_link_run(struct xch_link *link, const char *sql);

/* Prepares a statement. */
link_state xch_link_prepare(struct xch_link *link, const char *name, const char *sql);

/* Runs a query with parameters in text form. The caller frees *result with PQclear; *result is NULL unless the call
 * returns LINK_DONE. */
link_state xch_link_ask(struct xch_link *link, const char *sql, const char *const *values, int count,
                        PGresult **result);

/*
 * Runs prepared statements as one transaction, and questions behind it, all in one round trip. Without statements there
 * is no transaction. The results of questions are NULL unless the call returns LINK_DONE. LINK_LOST: the transaction
 * may have been committed.
 */
link_state xch_link_transact(struct xch_link *link, const struct xch_statement *statements, size_t count,
                             const struct xch_statement *questions, size_t question_count);

/* Reports on standard error, once each time, that the database is away, or is back. */
void xch_link_tell(struct xch_link *link, link_state state);

#endif
