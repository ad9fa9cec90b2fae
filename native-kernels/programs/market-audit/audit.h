/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks the rules of the market on the messages of a store, one by one. For each order the ledger determines the next
 * message; any other message breaks a rule.
 */
#ifndef MARKET_AUDIT_AUDIT_H
#define MARKET_AUDIT_AUDIT_H

#include "ledger.h"
#include "market/store.h"

/* The next message. */
typedef enum { STEP_ORDER, STEP_RESTING, STEP_INCOMING, STEP_QUOTE, STEP_CONFIRMATION, STEPS } step;

struct audit {
    struct ledger ledger;
    step next;
    struct mkt_message order;   /* the last order */
    int64_t left;               /* remaining volume */
    int64_t level_volume;       /* traded at the current price, and not yet confirmed to the order */
    int64_t level_price;        /* that price */
    bool traded;                /* whether the order has traded */
    int64_t best_bid, best_ask; /* before the order */
    uint64_t orders, trades, confirmations, quotes; /* messages of each kind */
    uint64_t fills, volume;                         /* trades by the resting side, and their volume */
    unsigned __int128 notional;                     /* sum of price times volume of the fills */
};

/* Makes an audit of a market without orders. Returns 0, or -1 without memory. The caller ends AUDIT with audit_free. */
int audit_new(struct audit *audit, uint32_t instruments);
void audit_free(struct audit *audit);

/*
 * Takes the next message. Returns STATUS_OK; STATUS_CONTENT for a broken rule, and fills F with the rule, the expected
 * message and the actual one; STATUS_COMPUTE without memory. NUMBER is the number of the message in the store PATH.
 */
int audit_take(struct audit *audit, const char *path, uint64_t number, const struct mkt_message *message,
               struct sw_failure *f);

#endif
