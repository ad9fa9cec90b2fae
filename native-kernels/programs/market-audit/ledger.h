/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What rests in a market, kept by the audit for itself: on each side of an instrument the price levels in the order of
 * their price, and at each the orders in the order in which they came. It shares nothing with the order book.
 */
#ifndef MARKET_AUDIT_LEDGER_H
#define MARKET_AUDIT_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct resting {
    uint64_t id;
    int64_t volume;       /* what is left of it */
    struct resting *next; /* that came after it at the same price */
};

struct level {
    int64_t price;
    struct resting *first, *last; /* never NULL */
};

struct side {
    bool ask;
    struct level *levels; /* the best price stands last */
    size_t count, room;
};

struct ledger {
    struct side (*sides)[2]; /* of each instrument: bids, asks */
    uint32_t instruments;
    struct resting *spare; /* taken out of the ledger, to be used again */
    uint64_t resting;      /* orders */
};

/* Makes an empty ledger; returns 0, or -1 without memory. The caller ends it with ledger_free. */
int ledger_new(struct ledger *ledger, uint32_t instruments);
void ledger_free(struct ledger *ledger);

/* Returns the level with the best price of a side, or NULL where nothing rests. Valid until the ledger changes. */
struct level *ledger_best(const struct ledger *ledger, uint32_t instrument, bool ask);

/* Puts an order behind those at its price. Returns 0, or -1 without memory. */
int ledger_rest(struct ledger *ledger, uint32_t instrument, bool ask, uint64_t id, int64_t price, int64_t volume);

/* Takes VOLUME, at most what is left, from the first order of the best level of a side; with nothing left it goes. */
void ledger_take(struct ledger *ledger, uint32_t instrument, bool ask, int64_t volume);

#endif
