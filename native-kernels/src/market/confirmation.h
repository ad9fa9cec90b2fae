/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order confirmation: gets all events, measures the delay of each since the intended time of its order, and passes
 * the events on to the store. Sequence numbers join the events of several engines with the same orders: each event is
 * taken from the engine that gives it first.
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
    struct mkt_port *out;     /* to the store; NULL: no store */
    struct mkt_port *answers; /* to the generator */
    /* Called after each sample; NULL: not called. */
    void (*tell)(void *context, const struct mkt_confirmation *confirmation);
    void *context;
    /* Called for each event; NULL: not called. Returns STATUS_OK, or fills F. */
    int (*watch)(void *watcher, const struct mkt_message *event, struct sw_failure *f);
    void *watcher;
    uint64_t taken[MKT_KERNELS]; /* bytes of events from each engine, which serve as sequence number */
    uint64_t joined;             /* bytes of events passed on */
    uint64_t orders;             /* orders with all events received */
    uint64_t messages, kinds[MKT_KINDS];
    bool answered;                                         /* the current order has a confirmation already */
    int64_t begin;                                         /* of the rate, by the clock of this kernel */
    uint64_t first, rate;                                  /* id of the first order, and orders per second */
    int64_t clock_error;                                   /* the largest possible error of a measured offset */
    struct mkt_times order, trade, completion;             /* since the last sample */
    struct mkt_times all_order, all_trade, all_completion; /* of the rate */
    struct mkt_meter meter;                                /* of orders and messages */
    struct mkt_summary by_rate[MKT_MOST_RATES][3];         /* order, trade, completion */
    struct book_digest *digest;
    unsigned char records[4 * MKT_RECORD_BYTES];
};

/* Makes a confirmation of a run. Returns STATUS_OK, or fills F. The caller ends CONFIRMATION with
 * mkt_confirmation_free. */
int mkt_confirmation_new(struct mkt_confirmation *confirmation, const struct mkt_run *run, struct sw_failure *f);
void mkt_confirmation_free(struct mkt_confirmation *confirmation);

/* Gets events, measures and passes them on. A step of a kernel. */
mkt_result mkt_confirmation_step(struct mkt_confirmation *confirmation, struct sw_failure *f);

/* Returns the digest of all events so far (slipway/orderbook.h). */
uint64_t mkt_confirmation_digest(const struct mkt_confirmation *confirmation);

#endif
