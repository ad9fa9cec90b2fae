/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The random data generator: gives the orders of a run, each at its time. Before each rate the generator measures by
 * how much the confirmation's clock is ahead (Cristian, "Probabilistic clock synchronization", Distributed Computing 3,
 * 1989: the fastest answer is the most precise one), and announces the start of the rate to the confirmation.
 */
#ifndef SLIPWAY_MARKET_GENERATOR_H
#define SLIPWAY_MARKET_GENERATOR_H

#include "meter.h"
#include "orderflow/orderflow.h"
#include "port.h"

/* The current phase of the generator. */
typedef enum { MKT_ASKING, MKT_STARTING, MKT_GIVING, MKT_CONFIRMING, MKT_STORING } mkt_phase;

struct mkt_generator {
    const struct mkt_run *run;
    struct mkt_port *out;     /* orders */
    struct mkt_port *clock;   /* to the confirmation */
    struct mkt_port *answers; /* of the confirmation */
    struct mkt_port *durable; /* acknowledgements of the store; NULL: no store */
    mkt_phase phase;
    uint32_t rate;
    uint32_t asked;             /* answers about the clock so far */
    int64_t asked_at, shortest; /* nanoseconds: time of the question, and shortest round trip */
    int64_t offset;             /* confirmation's clock less this clock */
    int64_t begin;              /* when the rate begins */
    struct sw_orderflow flow;   /* of the rate */
    uint64_t instrument_state;  /* of the random instruments */
    uint64_t drawn;             /* orders of the rate that are in `batch` or put */
    uint64_t orders;            /* put */
    uint64_t acknowledged;      /* messages, by the store */
    struct mkt_meter meter;     /* of orders put */
    unsigned char batch[MKT_MOST_BATCH * MKT_LONGEST];
};

/* Makes a generator of a run. The caller sets its ports, and ends GENERATOR with mkt_generator_free. */
void mkt_generator_new(struct mkt_generator *generator, const struct mkt_run *run);
void mkt_generator_free(struct mkt_generator *generator);

/* Gives due orders, or waits for the next. A step of a kernel; MKT_ENDED once the store has acknowledged all. */
mkt_result mkt_generator_step(struct mkt_generator *generator, struct sw_failure *f);

#endif
