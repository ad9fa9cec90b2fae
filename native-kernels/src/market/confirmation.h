/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order confirmation: has all events, measures how long after the intended time of its order each came, and passes
 * them on to the store. Events of several engines that have the same orders are joined by their sequence numbers: each
 * is taken from the engine that gives it first.
 */
#ifndef SLIPWAY_MARKET_CONFIRMATION_H
#define SLIPWAY_MARKET_CONFIRMATION_H

#include "meter.h"
#include "port.h"
#include "slipway/orderbook.h"
#include "times.h"

struct mkt_confirmation {
    const struct mkt_run *run;
    struct mkt_port *in;      /* events and the clock, joined */
    struct mkt_port *out;     /* to the store; NULL: there is no store */
    struct mkt_port *answers; /* to the generator */
    /* Told after each sample; NULL: nobody. */
    void (*tell)(void *context, const struct mkt_confirmation *confirmation);
    void *context;
    /* Told each event; NULL: nobody. Returns STATUS_OK, or fills F. */
    int (*watch)(void *watcher, const struct mkt_message *event, struct sw_failure *f);
    void *watcher;
    uint64_t taken[MKT_KERNELS]; /* bytes of events that each engine gave, their sequence number */
    uint64_t joined;             /* bytes of events that were taken on */
    uint64_t orders;             /* of which all events have come */
    uint64_t messages, kinds[MKT_KINDS];
    bool answered;                                         /* the present order has a confirmation already */
    int64_t begin;                                         /* of the rate, by the clock of this kernel */
    uint64_t first, rate;                                  /* id of its first order, and orders per second */
    int64_t clock_error;                                   /* the largest that a measured offset may be wrong by */
    struct mkt_times order, trade, completion;             /* since the last sample */
    struct mkt_times all_order, all_trade, all_completion; /* of the rate */
    struct mkt_meter meter;                                /* of orders and messages */
    struct mkt_summary by_rate[MKT_MOST_RATES][3];         /* order, trade, completion */
    struct book_digest *digest;
    unsigned char records[4 * MKT_RECORD_BYTES];
};

/* Makes a confirmation of a run. Returns STATUS_OK, or fills F. The caller ends it with mkt_confirmation_free. */
int mkt_confirmation_new(struct mkt_confirmation *confirmation, const struct mkt_run *run, struct sw_failure *f);
void mkt_confirmation_free(struct mkt_confirmation *confirmation);

/* Gets events, measures and passes them on. A kernel's step. */
mkt_result mkt_confirmation_step(struct mkt_confirmation *confirmation, struct sw_failure *f);

/* Returns the digest of all events so far (slipway/orderbook.h). */
uint64_t mkt_confirmation_digest(const struct mkt_confirmation *confirmation);

#endif
