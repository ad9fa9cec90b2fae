/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shard of the exchange: the books of the symbols that fall to it. It matches, and tells the ledger what traded. A
 * shard belongs to one thread; several shards share a ledger, whose lock each call here takes.
 */
#ifndef SLIPWAY_EXCHANGE_SHARD_H
#define SLIPWAY_EXCHANGE_SHARD_H

#include "exchange/ledger.h"

struct xch_shard_options {
    unsigned number, count; /* which one of how many it is (xch_shard_of); COUNT 0: the only one */
    bool plain;             /* the plain version of the book, to check the fast one against */
    bool refuse_own;        /* refuses an order that comes in and would trade with one of the same account */
};

struct xch_shard;

/* Returns the shard, of COUNT, to which a symbol falls: the same for a text in all of this process, and another in
 * other processes, so that nobody can choose symbols that all fall to one shard. */
unsigned xch_shard_of(const char *symbol, unsigned count);

/* Returns a shard without orders, or NULL without memory. The caller ends it with xch_shard_free, which accepts NULL.
 */
struct xch_shard *xch_shard_new(struct xch_ledger *ledger, const struct xch_shard_options *options);
void xch_shard_free(struct xch_shard *shard);

/* Opens an order of an account, at once matched with what rests; *id is its number. */
xch_refusal xch_shard_order(struct xch_shard *shard, uint64_t account, const char *symbol, int64_t amount,
                            int64_t price, uint64_t *id);

/* What is told of an order that is open or not yet stored. The caller frees `fills`, which are NULL where there is no
 * room for them. */
struct xch_report {
    struct xch_order_row row;
    struct xch_fill *fills;
    uint32_t fill_count;
};

/* Tells of an order, and of its executions where there are at most ROOM; XCH_STORED: the store knows it. */
xch_refusal xch_shard_query(struct xch_shard *shard, uint64_t account, uint64_t id, size_t room,
                            struct xch_report *report);

/* Cancels an order and tells of it. XCH_OTHER_SHARD: nothing has been done, the shard of its symbol is to do it. Only
 * this call can tell: an order may be opened between a look for it and the call. */
xch_refusal xch_shard_cancel(struct xch_shard *shard, uint64_t account, uint64_t id, struct xch_report *report);

/* Does an entry again, an own trade even where the shard refuses them. XCH_DAMAGED: it does not follow from those
 * before it. */
xch_refusal xch_shard_replay(struct xch_shard *shard, const struct xch_entry *entry);

/* Puts an open order that was loaded into the ledger into its book, behind all at its price. */
xch_refusal xch_shard_load(struct xch_shard *shard, uint64_t id);

/* What rests at one price of a symbol. */
struct xch_level {
    int64_t price, shares;
    uint64_t orders;
};

/* Writes the levels of a side, the best one first, and returns how many; ROOM is that of LEVELS. SELLS: that side. */
size_t xch_shard_depth(const struct xch_shard *shard, uint32_t symbol, bool sells, struct xch_level *levels,
                       size_t room);

#endif
