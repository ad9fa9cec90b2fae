/* SPDX-License-Identifier: Apache-2.0 */
/* The design of the exchange report, rebuilt as a rival: a thread pool, three tables, a separate transaction for each
 * step of a request, and one lock around all steps. */
#ifndef SLIPWAY_BENCH_REPORT_DESIGN_H
#define SLIPWAY_BENCH_REPORT_DESIGN_H

#include "exchange/protocol.h"

#include <libpq-fe.h>

enum { REPORT_MOST_EXECUTED = 64 };

/* The answer of one item with its buffer. */
struct report_answer {
    struct xch_answer answer;
    struct xch_execution executed[REPORT_MOST_EXECUTED];
};

/* Makes the three tables again, empty. Returns 0 or -1. */
int report_make_tables(PGconn *connection);

/* Serves one item of a request as in the report: select, then update, then insert, each committed at once. */
void report_serve_item(PGconn *connection, const struct xch_request *request, const struct xch_item *item,
                       struct report_answer *answer);

#endif
