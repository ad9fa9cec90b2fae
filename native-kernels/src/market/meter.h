/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of a kernel as orders pass, sampled at fixed numbers of orders of a rate, as in the reports. */
#ifndef SLIPWAY_MARKET_METER_H
#define SLIPWAY_MARKET_METER_H

#include "base/failure.h"
#include "chain.h"

/* The delays of messages since the sample before, or during one rate, in microseconds. */
struct mkt_summary {
    uint64_t count;
    double mean, p50, p99, p999;
};

struct mkt_sample {
    uint32_t rate;
    uint64_t orders, messages;                   /* since the rate began */
    int64_t ns;                                  /* since the rate began */
    struct mkt_summary order, trade, completion; /* delays by kind of message; only the confirmation fills them */
};

struct mkt_meter {
    const struct mkt_run *run;
    uint32_t rate;              /* the present rate */
    uint64_t before, of;        /* orders of all earlier rates, and of the present rate */
    uint64_t next;              /* number of orders at which the next work is due */
    int64_t began;              /* nanoseconds */
    uint64_t messages_before;   /* at the start of the rate */
    struct mkt_sample *samples; /* `count` of them */
    size_t count, room;
};

void mkt_meter_start(struct mkt_meter *meter, const struct mkt_run *run);

/* Does the work due at ORDERS orders and MESSAGES messages in all: begins a rate, or adds a sample. Returns STATUS_OK,
 * or fills F. mkt_meter_pass calls this function. */
int mkt_meter_due(struct mkt_meter *meter, uint64_t orders, uint64_t messages, struct sw_failure *f);

/* Counts for METER, after each order, the orders and messages so far. Returns STATUS_OK, or fills F. */
static inline int mkt_meter_pass(struct mkt_meter *meter, uint64_t orders, uint64_t messages, struct sw_failure *f) {
    return orders < meter->next ? STATUS_OK : mkt_meter_due(meter, orders, messages, f);
}

void mkt_meter_free(struct mkt_meter *meter);

#endif
