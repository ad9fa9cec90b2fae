/* SPDX-License-Identifier: Apache-2.0 */
/* Items of requests, done by a shard. */
#ifndef EXCHANGE_SERVER_ITEMS_H
#define EXCHANGE_SERVER_ITEMS_H

#include "work.h"

/* A request in progress, and the destination of its answers. */
struct doing {
    struct xch_ledger *ledger;
    struct xch_shard *shard;
    const struct xch_request *request;
    struct xch_answer *answers; /* one for each item */
    struct waits *waits;        /* gets the items that the store has to answer */
};

enum { ITEM_OF_OTHER = 1 };

/* Does an item; the symbol of an order belongs to the shard. Returns 0; -1 without memory; ITEM_OF_OTHER without any
 * effect, if the item cancels an order of another shard. */
int do_item(const struct doing *doing, uint32_t place);

/* Does all items, in order. */
int do_items(const struct doing *doing);

#endif
