/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shard of the exchange: the books of its symbols. The shard matches, and reports trades to the ledger. A shard
 * belongs to one thread. Several shards share a ledger; each call here takes the ledger's lock.
 */
#ifndef SLIPWAY_EXCHANGE_SHARD_H
#define SLIPWAY_EXCHANGE_SHARD_H

#include "exchange/ledger.h"

struct xch_shard_options {
    unsigned number, count; /* number of the shard, and number of shards (xch_shard_of); COUNT 0: the only one */
    bool plain;             /* the plain version of the book, for checks of the fast version */
    bool refuse_own;        /* refuses an incoming order that would trade with an order of the same account */
};

struct xch_shard;

/* Returns the shard, of COUNT, of a symbol. The result is constant in a process and differs between processes, so that
 * no client can choose symbols that all belong to one shard. */
unsigned xch_shard_of(const char *symbol, unsigned count);

/* Returns a shard without orders, or NULL without memory. The caller ends the shard with xch_shard_free, which accepts
 * NULL. */
struct xch_shard *xch_shard_new(struct xch_ledger *ledger, const struct xch_shard_options *options);
void xch_shard_free(struct xch_shard *shard);

/* Opens an order of an account, and matches it at once with resting orders; *id is the number of the order. */
xch_refusal xch_shard_order(struct xch_shard *shard, uint64_t account, const char *symbol, int64_t amount,
                            int64_t price, uint64_t *id);

/* The report of an order that is open or not yet stored. The caller frees `fills`, which are NULL if there is no room
 * for them. */
struct xch_report {
    struct xch_order_row row;
    struct xch_fill *fills;
    uint32_t fill_count;
};

/* Reports an order, and at most ROOM executions; XCH_STORED: ask the store. */
xch_refusal xch_shard_query(struct xch_shard *shard, uint64_t account, uint64_t id, size_t room,
                            struct xch_report *report);

/* Cancels an order and reports it. XCH_OTHER_SHARD: no effect; the shard of the order's symbol must do it. Only this
 * call can know: an order may be opened between an earlier look and this call. */
xch_refusal xch_shard_cancel(struct xch_shard *shard, uint64_t account, uint64_t id, struct xch_report *report);

/* Replays an entry, including trades within one account, even if the shard refuses these. XCH_DAMAGED: the entry does
 * not follow from earlier entries. */
xch_refusal xch_shard_replay(struct xch_shard *shard, const struct xch_entry *entry);

/* Puts an open order, loaded into the ledger, into the book behind all others at the same price. */
xch_refusal xch_shard_load(struct xch_shard *shard, uint64_t id);

/* The resting orders at one price of a symbol. */
struct xch_level {
    int64_t price, shares;
    uint64_t orders;
};

/*
 * Writes at most ROOM levels of a side to LEVELS, the best first, and returns their number. SELLS: the side of sells.
 */
size_t xch_shard_depth(const struct xch_shard *shard, uint32_t symbol, bool sells, struct xch_level *levels,
                       size_t room);

#endif
