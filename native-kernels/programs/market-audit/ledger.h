/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The resting orders of a market, kept by the audit: on each side of an instrument the price levels in order of price,
 * and at each level the orders in order of arrival. The ledger shares no code with the order book.
 */
#ifndef MARKET_AUDIT_LEDGER_H
#define MARKET_AUDIT_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct resting {
    uint64_t id;
    int64_t volume;       /* remaining volume */
    struct resting *next; /* the next later order at the same price */
};

struct level {
    int64_t price;
    struct resting *first, *last; /* never NULL */
};

struct side {
    bool ask;
    struct level *levels; /* the best price is last */
    size_t count, room;
};

struct ledger {
    struct side (*sides)[2]; /* of each instrument: bids, asks */
    uint32_t instruments;
    struct resting *spare; /* removed from the ledger, for reuse */
    uint64_t resting;      /* orders */
};

/* Makes an empty ledger; returns 0, or -1 without memory. The caller ends LEDGER with ledger_free. */
int ledger_new(struct ledger *ledger, uint32_t instruments);
void ledger_free(struct ledger *ledger);

/* Returns the level with the best price of a side, or NULL for an empty side. Valid until the ledger changes. */
struct level *ledger_best(const struct ledger *ledger, uint32_t instrument, bool ask);

/* Puts an order behind the others at its price. Returns 0, or -1 without memory. */
int ledger_rest(struct ledger *ledger, uint32_t instrument, bool ask, uint64_t id, int64_t price, int64_t volume);

/* Takes VOLUME, at most the remaining volume, from the first order of the best level of a side. Removes an order
 * without remaining volume. */
void ledger_take(struct ledger *ledger, uint32_t instrument, bool ask, int64_t volume);

#endif
