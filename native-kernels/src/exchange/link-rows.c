/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of a query, a part at a time. */
#include "inside.h"

#include <stdio.h>

enum { FETCHED = 20000 };

static int fail_read(const struct xch_link *link, const struct xch_source *source, struct sw_failure *f) {
    return sw_fail(f, STATUS_FILE, NULL, "cannot read table %s: %s", source->what, link->text);
}

static int take_rows(const struct xch_source *source, const PGresult *result, void *context, struct sw_failure *f) {
    for (int row = 0; row < PQntuples(result); row++) {
        const xch_refusal refusal = source->take(context, result, row);
        if (refusal == XCH_DONE)
            continue;
        if (refusal == XCH_MEMORY)
            return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for what the database has");
        return sw_fail(f, STATUS_CONTENT, "exchange-audit tells how far the ledger is sound",
                       "the database contradicts itself: table %s, the row that begins with %s: %s", source->what,
                       PQgetvalue(result, row, 0), xch_refusal_text(refusal));
    }
    return STATUS_OK;
}

int xch_link_rows(struct xch_link *link, const struct xch_source *source, void *context, struct sw_failure *f) {
    char sql[1024], fetch[64];
    int rows = 0;
    snprintf(sql, sizeof sql, "DECLARE rows NO SCROLL CURSOR FOR %s", source->sql);
    snprintf(fetch, sizeof fetch, "FETCH %d FROM rows", FETCHED);
    link_state state = xch_link_run(link, sql);
    do {
        PGresult *result = NULL;
        if (state == LINK_DONE)
            state = xch_link_ask(link, fetch, NULL, 0, &result);
        if (state != LINK_DONE)
            return fail_read(link, source, f);
        rows = PQntuples(result);
        const int status = take_rows(source, result, context, f);
        PQclear(result);
        if (status != STATUS_OK)
            return status;
    } while (rows == FETCHED);
    return xch_link_run(link, "CLOSE rows") == LINK_DONE ? STATUS_OK : fail_read(link, source, f);
}
