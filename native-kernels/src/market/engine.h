/* SPDX-License-Identifier: Apache-2.0 */
/* The matching engine: takes orders, and gives the order book's events as messages. */
#ifndef SLIPWAY_MARKET_ENGINE_H
#define SLIPWAY_MARKET_ENGINE_H

#include "meter.h"
#include "port.h"
#include "slipway/orderbook.h"

struct mkt_engine {
    const struct mkt_run *run;
    struct mkt_port *in, *out; /* orders, events */
    struct book *book;
    uint32_t part, parts;      /* the engine keeps the instruments with number = PART modulo PARTS */
    uint64_t orders, messages; /* taken, given */
    struct mkt_meter meter;    /* of orders taken and messages given */
    unsigned char *events;     /* not put yet */
    size_t bytes, room, last;
    bool no_memory, no_fit; /* of an event */
    unsigned char records[4 * MKT_RECORD_BYTES];
};

/* Makes an engine of a run. Returns STATUS_OK, or fills F. The caller ends ENGINE with mkt_engine_free. */
int mkt_engine_new(struct mkt_engine *engine, const struct mkt_run *run, struct sw_failure *f);
void mkt_engine_free(struct mkt_engine *engine);

/*
 * Takes the order at BYTES, of which COUNT are there, appends its events to `events`, and marks the last event. An
 * instrument of another part gives no events. Returns the number of bytes of the order. Returns 0 and fills F for bytes
 * that are not an order, an order that the book refuses, an event that does not fit the layout, or a lack of memory.
 */
size_t mkt_engine_take(struct mkt_engine *engine, const unsigned char *bytes, size_t count, struct sw_failure *f);

/* Gets orders, and puts their events. A step of a kernel: MKT_OK, MKT_NOTHING, MKT_ENDED once all events are put,
 * MKT_FAILED. */
mkt_result mkt_engine_step(struct mkt_engine *engine, struct sw_failure *f);

#endif
