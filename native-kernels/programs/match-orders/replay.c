/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays a message store: matches its orders again, compares the events with those in the store, and prints the state
 * at any message.
 */
#include "modes.h"

#include "market/store.h"
#include "slipway/orderbook.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LEVELS_SHOWN = 10 };

struct replay {
    struct book *book;
    struct book_digest *digest;
    uint32_t instruments;
    uint64_t counts[MKT_KINDS], fills;
    struct mkt_message order;    /* the order of the coming events */
    struct book_event *events;   /* given by the book for the order */
    size_t count, room, checked; /* and how many of them were compared with the store */
    bool lacks_memory;
};

static void take_events(void *context, const struct book_event *events, size_t count) {
    struct replay *replay = context;
    if (replay->count + count > replay->room) {
        const size_t room = 2 * (replay->count + count);
        struct book_event *grown = realloc(replay->events, room * sizeof *grown);
        if (grown == NULL) {
            replay->lacks_memory = true;
            return;
        }
        replay->events = grown;
        replay->room = room;
    }
    for (size_t i = 0; i < count; i++)
        replay->events[replay->count++] = events[i];
}

/* Returns the order of MESSAGE for the book. */
static struct book_order order_of(const struct mkt_message *message) {
    return (struct book_order){.id = message->id,
                               .price = message->price,
                               .volume = message->volume,
                               .instrument = message->instrument,
                               .side = message->ask ? BOOK_ASK : BOOK_BID,
                               .kind = BOOK_LIMIT};
}

static bool is_same(const struct book_event *event, const struct mkt_message *message) {
    if (message->instrument != event->instrument)
        return false;
    if (event->kind == BOOK_QUOTE)
        return message->kind == MKT_QUOTE &&
               message->best_bid == (event->bid == BOOK_NO_BID ? MKT_NO_BID : event->bid) &&
               message->best_ask == (event->ask == BOOK_NO_ASK ? MKT_NO_ASK : event->ask);
    if (message->id != event->order || message->ask != (event->side == BOOK_ASK))
        return false;
    if (event->kind == BOOK_CONFIRMED)
        return message->kind == MKT_CONFIRMATION;
    return message->kind == MKT_TRADE && message->resting == (event->kind == BOOK_TRADE_MAKER) &&
           message->price == event->price && message->volume == event->volume;
}

/* Takes an event of the store, which must equal the book's event. */
static int take_event(struct replay *replay, const char *path, uint64_t number, const struct mkt_message *message,
                      struct sw_failure *f) {
    if (replay->checked == replay->count || !is_same(&replay->events[replay->checked], message) ||
        message->last != (replay->checked + 1 == replay->count))
        return sw_fail(f, STATUS_CONTENT, "market-audit names the rule that is broken.",
                       "%.200s: message %" PRIu64 " (%s) is not what the book gives for order %" PRIu64, path, number,
                       mkt_kind_name(message->kind), replay->order.id);
    const struct book_event *event = &replay->events[replay->checked++];
    replay->fills += event->kind == BOOK_TRADE_MAKER;
    book_digest_add(replay->digest, event, 1);
    return STATUS_OK;
}

/* Refuses a store with fewer events than the book gave for the order before message NUMBER. */
static int check_all_came(const struct replay *replay, const char *path, uint64_t number, struct sw_failure *f) {
    return replay->checked == replay->count
               ? STATUS_OK
               : sw_fail(f, STATUS_CONTENT, "market-audit names the rule that is broken.",
                         "%.200s: before message %" PRIu64 " lacks what the book gives for order %" PRIu64
                         " behind its first %zu events",
                         path, number, replay->order.id, replay->checked);
}

/* Takes an order. Events and depth are made at once: a request for the depth at one of the events gets the depth after
 * all of them. */
static int take_order(struct replay *replay, const char *path, uint64_t number, const struct mkt_message *message,
                      struct sw_failure *f) {
    const struct book_order order = order_of(message);
    if (check_all_came(replay, path, number, f) != STATUS_OK)
        return f->status;
    replay->count = replay->checked = 0;
    replay->order = *message;
    const book_err code = book_submit(replay->book, &order, NULL);
    book_flush(replay->book);
    if (code != BOOK_OK || replay->lacks_memory)
        return sw_fail(f, code == BOOK_OK || code == BOOK_ERR_MEMORY ? STATUS_COMPUTE : STATUS_CONTENT, NULL,
                       "%.200s: message %" PRIu64 ", order %" PRIu64 ": %s", path, number, message->id,
                       code == BOOK_OK ? "no memory for its events" : book_strerror(code));
    return STATUS_OK;
}

static void print_side(const struct replay *replay, uint32_t instrument, book_side side) {
    struct book_level levels[LEVELS_SHOWN];
    const size_t count = book_depth(replay->book, instrument, side, levels, LEVELS_SHOWN);
    for (size_t i = 0; i < count; i++)
        printf("depth: instrument=%" PRIu32 " side=%s price=%" PRId64 " volume=%" PRId64 " orders=%" PRIu64 "\n",
               instrument, side == BOOK_ASK ? "ask" : "bid", levels[i].price, levels[i].volume, levels[i].orders);
}

/* A side without orders has no best price. */
static void print_quote(const struct book_event *event) {
    char bid[24] = "none", ask[24] = "none";
    if (event->bid != BOOK_NO_BID)
        snprintf(bid, sizeof bid, "%" PRId64, event->bid);
    if (event->ask != BOOK_NO_ASK)
        snprintf(ask, sizeof ask, "%" PRId64, event->ask);
    printf("event: quote bid=%s ask=%s\n", bid, ask);
}

/* Prints the last order with all events, and the depth after that order. */
static void print_order(const struct replay *replay) {
    const struct mkt_message *order = &replay->order;
    printf("order: id=%" PRIu64 " instrument=%" PRIu32 " side=%s price=%" PRId64 " volume=%" PRId64 "\n", order->id,
           order->instrument, order->ask ? "ask" : "bid", order->price, order->volume);
    for (size_t i = 0; i < replay->checked; i++) {
        const struct book_event *event = &replay->events[i];
        if (event->kind == BOOK_QUOTE)
            print_quote(event);
        else if (event->kind == BOOK_CONFIRMED)
            printf("event: order confirmation id=%" PRIu64 "\n", event->order);
        else
            printf("event: trade confirmation id=%" PRIu64 " price=%" PRId64 " volume=%" PRId64 " %s\n", event->order,
                   event->price, event->volume, event->kind == BOOK_TRADE_MAKER ? "resting" : "incoming");
    }
    print_side(replay, order->instrument, BOOK_BID);
    print_side(replay, order->instrument, BOOK_ASK);
}

static void print_summary(const struct replay *replay, uint64_t messages) {
    printf("messages=%" PRIu64 " orders=%" PRIu64 " fills=%" PRIu64 " trade_confirmations=%" PRIu64
           " order_confirmations=%" PRIu64 " quotes=%" PRIu64 " resting=%" PRIu64 " digest=%016" PRIx64 "\n",
           messages, replay->counts[MKT_ORDER], replay->fills, replay->counts[MKT_TRADE],
           replay->counts[MKT_CONFIRMATION], replay->counts[MKT_QUOTE], book_resting(replay->book),
           book_digest_value(replay->digest));
}

static int replay_messages(struct replay *replay, struct mkt_reader *reader, const char *path, uint64_t until,
                           struct sw_failure *f) {
    struct mkt_message message;
    mkt_read found = MKT_READ;
    while (mkt_reader_number(reader) < until && (found = mkt_reader_next(reader, &message, f)) == MKT_READ) {
        const uint64_t number = mkt_reader_number(reader);
        replay->counts[message.kind]++;
        if ((message.kind == MKT_ORDER ? take_order : take_event)(replay, path, number, &message, f) != STATUS_OK)
            return f->status;
    }
    if (found == MKT_BROKEN ||
        (found == MKT_END && check_all_came(replay, path, mkt_reader_number(reader) + 1, f) != STATUS_OK))
        return f->status;
    if (until != UINT64_MAX && mkt_reader_number(reader) < until)
        return sw_fail(f, STATUS_USAGE, NULL, "%.200s has %" PRIu64 " messages, and none of number %" PRIu64, path,
                       mkt_reader_number(reader), until);
    print_summary(replay, mkt_reader_number(reader));
    if (until != UINT64_MAX)
        print_order(replay);
    return STATUS_OK;
}

int replay_store(const char *path, uint64_t until, struct sw_failure *f) {
    struct replay replay = {.book = NULL};
    struct mkt_reader *reader = mkt_reader_open(path, f);
    if (reader == NULL)
        return f->status;
    replay.instruments = mkt_reader_market(reader)->instruments;
    const struct book_options options = {.instruments = replay.instruments, .take = take_events, .context = &replay};
    if (book_new(&options, &replay.book) != BOOK_OK || book_digest_new(replay.instruments, &replay.digest) != BOOK_OK)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for a book");
    else
        replay_messages(&replay, reader, path, until > 0 ? until : UINT64_MAX, f);
    book_free(replay.book);
    book_digest_free(replay.digest);
    free(replay.events);
    mkt_reader_free(reader);
    return f->status;
}
