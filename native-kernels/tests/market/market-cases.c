/* SPDX-License-Identifier: Apache-2.0 */
#include "market-cases.h"

#include "orderflow/orderflow.h"

#include <stdlib.h>
#include <string.h>

struct sample_market sample_market_of(const struct mkt_layout *layout, uint32_t instruments, uint64_t count,
                                      uint64_t seed) {
    const struct mkt_run run = {.layout = layout,
                                .rates = {0},
                                .rate_count = 1,
                                .orders = count,
                                .instruments = instruments,
                                .batch = 1,
                                .every = count};
    struct sample_market sample = {.market = {.layout = layout, .instruments = instruments},
                                   .orders = malloc(count * MKT_LONGEST),
                                   .order_count = count};
    struct sw_failure f = {.status = STATUS_OK};
    static struct mkt_engine engine;
    struct sw_orderflow flow = {.state = seed};
    uint64_t state = ~seed;
    if (mkt_engine_new(&engine, &run, &f) != STATUS_OK || sample.orders == NULL)
        abort();
    for (uint64_t i = 0; i < count; i++) {
        const struct book_order order = sw_orderflow_next(&flow);
        const struct mkt_message message = {.kind = MKT_ORDER,
                                            .ask = order.side == BOOK_ASK,
                                            .instrument = (uint32_t)(sw_orderflow_bits(&state) % instruments),
                                            .id = order.id,
                                            .price = order.price,
                                            .volume = order.volume};
        unsigned char *at = sample.orders + sample.order_bytes;
        sample.order_bytes += mkt_encode(layout, &message, at);
        if (mkt_engine_take(&engine, at, MKT_LONGEST, &f) == 0)
            abort();
    }
    sample.event_bytes = engine.bytes;
    sample.event_count = engine.messages;
    sample.events = malloc(engine.bytes);
    memcpy(sample.events, engine.events, engine.bytes);
    mkt_engine_free(&engine);
    return sample;
}

void sample_market_free(struct sample_market *sample) {
    free(sample->orders);
    free(sample->events);
}

/* Returns the bytes of the whole messages within MOST bytes, or of one message if that is longer. */
static size_t whole(const struct mkt_layout *layout, const unsigned char *bytes, size_t count, size_t most) {
    size_t at = 0;
    while (at < count) {
        const size_t next = layout->bytes[mkt_kind_of(bytes + at)];
        if (at > 0 && at + next > most)
            break;
        at += next;
    }
    return at;
}

int sample_market_store(const struct sample_market *sample, const char *path, size_t piece, struct sw_failure *f) {
    const struct mkt_layout *layout = sample->market.layout;
    struct mkt_store *store = mkt_store_create(path, &sample->market, f);
    struct mkt_span orders = {sample->orders, 0}, events = {sample->events, 0};
    size_t orders_left = sample->order_bytes, events_left = sample->event_bytes;
    while (store != NULL && f->status == STATUS_OK && (orders_left > 0 || events_left > 0)) {
        if (mkt_store_wants_order(store) && orders.bytes == 0 && orders_left > 0) {
            orders.bytes = whole(layout, orders.at, orders_left, piece);
            orders_left -= orders.bytes;
        } else if (events.bytes == 0) {
            events.bytes = whole(layout, events.at, events_left, piece);
            events_left -= events.bytes;
        }
        mkt_store_merge(store, &orders, &events, f);
    }
    if (store != NULL && f->status != STATUS_OK) {
        mkt_store_drop(store);
        return f->status;
    }
    return store == NULL ? f->status : mkt_store_close(store, f);
}
