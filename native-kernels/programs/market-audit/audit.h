/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules of the market, held against the messages of a store one by one. For each order the ledger says what has to
 * come next; a message that is anything else breaks a rule.
 */
#ifndef MARKET_AUDIT_AUDIT_H
#define MARKET_AUDIT_AUDIT_H

#include "ledger.h"
#include "market/store.h"

/* What has to come next. */
typedef enum { STEP_ORDER, STEP_RESTING, STEP_INCOMING, STEP_QUOTE, STEP_CONFIRMATION, STEPS } step;

struct audit {
    struct ledger ledger;
    step next;
    struct mkt_message order;                       /* the order that came last */
    int64_t left;                                   /* of its volume */
    int64_t level_volume;                           /* traded at the present price, and not yet confirmed to it */
    int64_t level_price;                            /* that price */
    bool traded;                                    /* it has traded */
    int64_t best_bid, best_ask;                     /* before it */
    uint64_t orders, trades, confirmations, quotes; /* messages of each kind */
    uint64_t fills, volume;                         /* trades by the resting side, and their volume */
    unsigned __int128 notional;                     /* sum of price times volume of the fills */
};

/* Makes an audit of a market without orders. Returns 0, or -1 without memory. The caller ends it with audit_free. */
int audit_new(struct audit *audit, uint32_t instruments);
void audit_free(struct audit *audit);

/*
 * Takes the next message. Returns STATUS_OK; STATUS_CONTENT where it breaks a rule, and fills F with the rule, what had
 * to come and what came instead; STATUS_COMPUTE without memory. NUMBER is that of the message in the store PATH.
 */
int audit_take(struct audit *audit, const char *path, uint64_t number, const struct mkt_message *message,
               struct sw_failure *f);

#endif
