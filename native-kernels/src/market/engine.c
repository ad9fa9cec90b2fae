/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include "base/rows.h"
#include "encode.h"

#include <inttypes.h>
#include <stdlib.h>

/* Returns the message of an event with a set instrument. */
static struct mkt_message message_of(const struct book_event *event) {
    struct mkt_message message = {.instrument = event->instrument};
    switch (event->kind) {
    case BOOK_QUOTE:
        message.kind = MKT_QUOTE;
        message.best_bid = event->bid == BOOK_NO_BID ? MKT_NO_BID : event->bid;
        message.best_ask = event->ask == BOOK_NO_ASK ? MKT_NO_ASK : event->ask;
        return message;
    case BOOK_CONFIRMED:
        message.kind = MKT_CONFIRMATION;
        break;
    default: /* all other events of a limit order are trades */
        message.kind = MKT_TRADE;
        message.resting = event->kind == BOOK_TRADE_MAKER;
        message.price = event->price;
        message.volume = event->volume;
    }
    message.ask = event->side == BOOK_ASK;
    message.id = event->order;
    return message;
}

static void take_events(void *context, const struct book_event *events, size_t count) {
    struct mkt_engine *engine = context;
    unsigned char *grown =
        sw_rows_grow(engine->events, &engine->room, engine->bytes + count * MKT_LONGEST, sizeof *grown);
    if (grown == NULL) {
        engine->no_memory = true;
        return;
    }
    engine->events = grown;
    for (size_t i = 0; i < count; i++) {
        const struct mkt_message message = message_of(&events[i]);
        const size_t bytes = mkt_encode_in(engine->run->layout, &message, grown + engine->bytes);
        if (bytes == 0)
            engine->no_fit = true;
        engine->last = engine->bytes;
        engine->bytes += bytes;
        engine->messages++;
    }
}

int mkt_engine_new(struct mkt_engine *engine, const struct mkt_run *run, struct sw_failure *f) {
    *engine = (struct mkt_engine){.run = run, .parts = 1};
    const struct book_options options = {.instruments = mkt_run_instruments(run),
                                         .least_price = 1,
                                         .most_price = run->layout->most_price,
                                         .most_volume = run->layout->most_order_volume,
                                         .take = take_events,
                                         .context = engine};
    mkt_meter_start(&engine->meter, run);
    const book_err code = book_new(&options, &engine->book);
    return code == BOOK_OK ? STATUS_OK : sw_fail(f, STATUS_COMPUTE, NULL, "no order book: %s", book_strerror(code));
}

void mkt_engine_free(struct mkt_engine *engine) {
    book_free(engine->book);
    free(engine->events);
    mkt_meter_free(&engine->meter);
    *engine = (struct mkt_engine){.run = NULL};
}

static int match(struct mkt_engine *engine, const struct mkt_message *message, struct sw_failure *f) {
    const struct book_order order = {.id = message->id,
                                     .price = message->price,
                                     .volume = message->volume,
                                     .instrument = message->instrument,
                                     .side = message->ask ? BOOK_ASK : BOOK_BID,
                                     .kind = BOOK_LIMIT};
    const book_err code = book_submit(engine->book, &order, NULL);
    if (code != BOOK_OK)
        return sw_fail(f, STATUS_CONTENT, "The order before it was the last one that was taken.",
                       "order %" PRIu64 ", number %" PRIu64 " of the stream, is refused: %s", message->id,
                       engine->orders, book_strerror(code));
    book_flush(engine->book);
    if (engine->no_memory)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for the events of order %" PRIu64, message->id);
    if (engine->no_fit)
        return sw_fail(f, STATUS_CONTENT, "Use --layout wide.",
                       "an event of order %" PRIu64 " does not fit the %s layout", message->id,
                       engine->run->layout->name);
    engine->events[engine->last] |= MKT_LAST;
    return STATUS_OK;
}

size_t mkt_engine_take(struct mkt_engine *engine, const unsigned char *bytes, size_t count, struct sw_failure *f) {
    struct mkt_message message;
    const int length = mkt_decode(engine->run->layout, bytes, count, &message);
    if (length <= 0 || message.kind != MKT_ORDER) {
        sw_fail(f, STATUS_CONTENT, NULL, "number %" PRIu64 " of the stream of orders is no order", engine->orders + 1);
        return 0;
    }
    engine->orders++;
    if (message.instrument % engine->parts == engine->part && match(engine, &message, f) != STATUS_OK)
        return 0;
    return (size_t)length;
}

static mkt_result put_events(struct mkt_engine *engine, struct sw_failure *f) {
    const size_t bytes = engine->bytes;
    engine->bytes = 0;
    return bytes == 0
               ? MKT_OK
               : mkt_put_messages(engine->out, engine->run->layout, engine->run->batch, engine->events, bytes, f);
}

/* Matches orders. Puts events as soon as a record is full, so that no order waits for a later one. */
static mkt_result match_all(struct mkt_engine *engine, size_t count, struct sw_failure *f) {
    const size_t enough = engine->run->batch * engine->run->layout->bytes[MKT_CONFIRMATION];
    mkt_result result = MKT_OK;
    for (size_t at = 0, length; at < count && result == MKT_OK; at += length) {
        length = mkt_engine_take(engine, engine->records + at, count - at, f);
        if (length == 0 || mkt_meter_pass(&engine->meter, engine->orders, engine->messages, f) != STATUS_OK)
            return MKT_FAILED;
        if (engine->bytes >= enough)
            result = put_events(engine, f);
    }
    return result == MKT_OK ? put_events(engine, f) : result;
}

mkt_result mkt_engine_step(struct mkt_engine *engine, struct sw_failure *f) {
    size_t got;
    mkt_result result = engine->in->get(engine->in, engine->records, sizeof engine->records, &got, MKT_ANY_TIME, f);
    if (result == MKT_OK)
        return match_all(engine, got, f);
    if (result == MKT_ENDED && engine->out->end(engine->out, f) == MKT_FAILED)
        result = MKT_FAILED;
    return result;
}
