/* SPDX-License-Identifier: Apache-2.0 */
/* The trades as a CSV file, for a database. */
#include "market-chain.h"

#include "base/rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int trades_open(struct trades *trades, const char *path, struct sw_failure *f) {
    *trades = (struct trades){.out = fopen(path, "w"), .path = path};
    if (trades->out == NULL)
        return sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", path, strerror(errno));
    fputs("number,instrument,price,volume,resting_id,incoming_id,incoming_side\n", trades->out);
    return STATUS_OK;
}

int trades_watch(void *context, const struct mkt_message *event, struct sw_failure *f) {
    struct trades *trades = context;
    if (event->kind != MKT_TRADE)
        return STATUS_OK;
    if (!event->resting) {
        for (size_t i = 0; i < trades->count; i++) {
            const struct mkt_message *fill = &trades->fills[i];
            fprintf(trades->out, "%" PRIu64 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%" PRIu64 ",%" PRIu64 ",%s\n",
                    ++trades->number, fill->instrument, fill->price, fill->volume, fill->id, event->id,
                    event->ask ? "ask" : "bid");
        }
        trades->count = 0;
        return STATUS_OK;
    }
    struct mkt_message *grown = sw_rows_grow(trades->fills, &trades->room, trades->count + 1, sizeof *grown);
    if (grown == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for the trades of an order");
    trades->fills = grown;
    grown[trades->count++] = *event;
    return STATUS_OK;
}

int trades_close(struct trades *trades, struct sw_failure *f) {
    if (trades->out == NULL)
        return f->status;
    const int failed = ferror(trades->out);
    if ((fclose(trades->out) != 0 || failed) && f->status == STATUS_OK)
        sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", trades->path, strerror(errno));
    free(trades->fills);
    *trades = (struct trades){.out = NULL};
    return f->status;
}
