/* SPDX-License-Identifier: Apache-2.0 */
/* The store as a kernel: merges the orders of the split and the events of the confirmation into the message store, and
 * acknowledges durable messages to the generator. */
#ifndef SLIPWAY_MARKET_ARCHIVE_H
#define SLIPWAY_MARKET_ARCHIVE_H

#include "chain.h"
#include "port.h"
#include "store.h"

struct mkt_archive {
    struct mkt_port *orders, *events;
    struct mkt_port *durable; /* to the generator */
    struct mkt_store *store;
    struct mkt_span waiting_orders, waiting_events; /* in the two buffers below */
    bool no_more_orders;                            /* their stream has ended */
    int64_t synced;                                 /* when the store was last made durable */
    uint64_t stored;                                /* messages, set once done */
    unsigned char order_room[4 * MKT_RECORD_BYTES], event_room[4 * MKT_RECORD_BYTES];
};

/* Makes the store PATH for a run. Returns STATUS_OK, or fills F. The caller ends ARCHIVE with mkt_archive_free. */
int mkt_archive_new(struct mkt_archive *archive, const struct mkt_run *run, const char *path, struct sw_failure *f);

/* Frees the rest; a store that was not finished stays without its end. */
void mkt_archive_free(struct mkt_archive *archive);

/* Stores the available messages. A step of a kernel: MKT_ENDED once all messages are durable and acknowledged. */
mkt_result mkt_archive_step(struct mkt_archive *archive, struct sw_failure *f);

#endif
