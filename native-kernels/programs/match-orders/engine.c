/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_trade(struct engine *engine, const struct book_event *event) {
    struct text *text = &engine->trades[event->instrument];
    if (text->stream == NULL)
        text->stream = open_memstream(&text->bytes, &text->count);
    if (text->stream == NULL) {
        engine->lacks_memory = true;
        return;
    }
    sw_csv_put(text->stream, sw_names_text(&engine->names, event->instrument));
    fprintf(text->stream, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRId64 ",%" PRId64 "\n", engine->message,
            event->order, event->taker, event->price, event->volume);
}

static void take_events(void *context, const struct book_event *events, size_t count) {
    struct engine *engine = context;
    book_digest_add(engine->digest, events, count);
    for (size_t i = 0; i < count; i++) {
        const struct book_event *event = &events[i];
        if (event->kind == BOOK_TRADE_MAKER) {
            engine->counts[COUNT_FILLS]++;
            engine->counts[COUNT_NOTIONAL] += (uint64_t)event->price * (uint64_t)event->volume;
            engine->last_maker = *event;
            if (engine->trades != NULL)
                put_trade(engine, event);
        }
        engine->counts[COUNT_TRADE_CONFIRMATIONS] += event->kind == BOOK_TRADE_MAKER || event->kind == BOOK_TRADE_TAKER;
        engine->counts[COUNT_ORDER_CONFIRMATIONS] += event->kind == BOOK_CONFIRMED;
        engine->counts[COUNT_QUOTES] += event->kind == BOOK_QUOTE;
    }
}

int engine_begin(struct engine *engine, const struct options *options, struct sw_failure *f) {
    *engine = (struct engine){.instruments = (uint32_t)options->instruments};
    const struct book_options book = {
        .instruments = engine->instruments, .plain = options->plain, .take = take_events, .context = engine};
    if (options->trades != NULL)
        engine->trades = calloc(engine->instruments, sizeof *engine->trades);
    if (book_new(&book, &engine->book) != BOOK_OK || book_digest_new(engine->instruments, &engine->digest) != BOOK_OK ||
        (options->trades != NULL && engine->trades == NULL))
        return sw_fail(f, STATUS_COMPUTE, "give fewer --instruments",
                       "not enough memory for a book of %" PRIu32 " instruments", engine->instruments);
    return STATUS_OK;
}

static int refuse(struct sw_failure *f, const struct sw_record *record, book_err code) {
    if (code == BOOK_ERR_MEMORY)
        return sw_fail(f, STATUS_COMPUTE, "share the instruments among ranks on more machines",
                       "%.160s line %lu: not enough memory for the book", record->path, record->line);
    return sw_refuse(f, record, SW_NO_COLUMN, NULL, "%s", book_strerror(code));
}

/* Takes a new order. In a file with its own executions, the order must not trade. */
static int take_order(struct engine *engine, const struct book_order *order, const struct sw_record *record,
                      struct sw_failure *f, struct book_result *result) {
    const book_err code = book_submit(engine->book, order, result);
    if (code != BOOK_OK)
        return refuse(f, record, code);
    if (result->handle != BOOK_NO_HANDLE &&
        !known_add(&engine->known, engine->book,
                   (struct known_order){.id = order->id, .handle = result->handle, .instrument = order->instrument}))
        return refuse(f, record, BOOK_ERR_MEMORY);
    return STATUS_OK;
}

static int take_new(struct engine *engine, const struct message *message, const struct sw_record *record,
                    struct sw_failure *f) {
    const struct book_order *order = &message->order;
    struct book_result result;
    if (known_find(&engine->known, engine->book, order->instrument, order->id) != BOOK_NO_HANDLE)
        return sw_refuse(f, record, SW_NO_COLUMN, "give each order an id of its own", "order %" PRIu64 " rests already",
                         order->id);
    if (take_order(engine, order, record, f, &result) == STATUS_OK && message->instrument == NULL)
        engine->counts[COUNT_DISAGREEMENTS] += result.traded > 0;
    return f->status;
}

/* Takes an execution. An order that is not in the file takes the executed volume of the message. */
static int take_execution(struct engine *engine, const struct book_order *executed, const struct sw_record *record,
                          struct sw_failure *f) {
    struct book_order order = *executed;
    struct book_result result;
    order.id = 0;
    order.side = executed->side == BOOK_BID ? BOOK_ASK : BOOK_BID;
    order.kind = BOOK_IOC;
    engine->last_maker = (struct book_event){.kind = BOOK_TRADE_MAKER};
    const book_err code = book_submit(engine->book, &order, &result);
    if (code != BOOK_OK)
        return refuse(f, record, code);
    book_flush(engine->book);
    const struct book_event *maker = &engine->last_maker;
    engine->counts[COUNT_DISAGREEMENTS] +=
        maker->order != executed->id || maker->price != executed->price || maker->volume != executed->volume;
    return STATUS_OK;
}

/* Changes a resting order, and counts an order that does not rest. */
static int take_change(struct engine *engine, const struct message *message, const struct sw_record *record,
                       struct sw_failure *f) {
    const struct book_order *order = &message->order;
    const uint64_t handle = known_find(&engine->known, engine->book, order->instrument, order->id);
    struct book_order resting;
    struct book_result result = {.handle = BOOK_NO_HANDLE};
    book_err code;
    if (handle == BOOK_NO_HANDLE) {
        engine->counts[message->instrument == NULL ? COUNT_DISAGREEMENTS : COUNT_UNKNOWN]++;
        return STATUS_OK;
    }
    book_look(engine->book, handle, &resting);
    if (message->kind == MESSAGE_REDUCE && order->volume < resting.volume)
        code = book_replace(engine->book, handle, resting.price, resting.volume - order->volume, &result);
    else if (message->kind == MESSAGE_REPLACE)
        code = book_replace(engine->book, handle, order->price, order->volume, &result);
    else
        code = book_cancel(engine->book, handle);
    /* A row that takes all of an order states the volume. */
    if (message->instrument == NULL && result.handle == BOOK_NO_HANDLE && order->volume != resting.volume)
        engine->counts[COUNT_DISAGREEMENTS]++;
    if (code == BOOK_OK && result.handle != BOOK_NO_HANDLE && result.handle != handle &&
        !known_add(&engine->known, engine->book,
                   (struct known_order){.id = order->id, .handle = result.handle, .instrument = order->instrument}))
        code = BOOK_ERR_MEMORY;
    return code == BOOK_OK ? STATUS_OK : refuse(f, record, code);
}

int engine_take(struct engine *engine, const struct message *message, const struct sw_record *record,
                struct sw_failure *f) {
    switch (message->kind) {
    case MESSAGE_ORDER:
        take_new(engine, message, record, f);
        break;
    case MESSAGE_EXECUTION:
        take_execution(engine, &message->order, record, f);
        break;
    case MESSAGE_NOTHING:
        return STATUS_OK;
    default:
        take_change(engine, message, record, f);
    }
    if (engine->trades != NULL)
        book_flush(engine->book);
    if (f->status == STATUS_OK && engine->lacks_memory)
        sw_fail(f, STATUS_COMPUTE, "leave out --trades", "not enough memory for the text of the trades");
    return f->status;
}

void engine_finish(struct engine *engine) {
    book_flush(engine->book);
    engine->counts[COUNT_RESTING] = book_resting(engine->book);
    engine->counts[COUNT_DIGEST] = book_digest_value(engine->digest);
}

void engine_end(struct engine *engine) {
    for (uint32_t i = 0; engine->trades != NULL && i < engine->instruments; i++)
        if (engine->trades[i].stream != NULL) {
            fclose(engine->trades[i].stream);
            free(engine->trades[i].bytes);
        }
    free(engine->trades);
    known_free(&engine->known);
    sw_names_free(&engine->names);
    book_digest_free(engine->digest);
    book_free(engine->book);
}
