/* SPDX-License-Identifier: Apache-2.0 */
/* Resting orders, their memory, and the output of events. */
#include "orderbook-cases.h"

#include "orderflow/orderflow.h"

static int load_into(void *context, const struct book_order *order, uint64_t handle) {
    (void)handle;
    return book_load(context, order, NULL) == BOOK_OK ? 0 : 1;
}

static void submit_random(struct book *book, struct sw_orderflow *flow, int count) {
    for (int i = 0; i < count; i++) {
        const struct book_order order = sw_orderflow_next(flow);
        CHECK(book_submit(book, &order, NULL) == BOOK_OK, "order %d", i);
    }
    book_flush(book);
}

void loads_orders_in_their_old_ranks(void) {
    struct recorder first = {.count = 0}, second = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &first);
    struct book *loaded = new_book((struct book_options){0}, &second);
    struct sw_orderflow flow = {.state = 5};
    submit_random(book, &flow, 20000);
    CHECK(book_visit(book, 0, BOOK_ASK, load_into, loaded) == 0, "asks");
    CHECK(book_visit(book, 0, BOOK_BID, load_into, loaded) == 0, "bids");
    CHECK(book_resting(loaded) == book_resting(book), "all are loaded");
    book_flush(loaded);
    CHECK(second.count == 0, "loading gives no event");
    check_sound(loaded);
    recorder_clear(&first);
    struct sw_orderflow same = flow;
    submit_random(book, &flow, 20000);
    submit_random(loaded, &same, 20000);
    CHECK(first.count == second.count && memcmp(first.events, second.events, first.count * sizeof *first.events) == 0,
          "both books go on alike");
    const struct book_order crossing = {.price = 549, .volume = 1, .side = BOOK_BID};
    CHECK(book_load(loaded, &crossing, NULL) == BOOK_ERR_CROSSED, "an order that would trade");
    book_free(book);
    book_free(loaded);
    recorder_free(&first);
    recorder_free(&second);
}

void adds_up_the_levels_of_a_side(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    struct book_level levels[4];
    give(book, BOOK_ASK, BOOK_LIMIT, 1, 502, 7);
    give(book, BOOK_ASK, BOOK_LIMIT, 2, 501, BOOK_MOST_VOLUME);
    give(book, BOOK_ASK, BOOK_LIMIT, 3, 501, BOOK_MOST_VOLUME);
    give(book, BOOK_ASK, BOOK_LIMIT, 4, 900, 1);
    give(book, BOOK_BID, BOOK_LIMIT, 5, 400, 1);
    CHECK(book_depth(book, 0, BOOK_ASK, levels, 4) == 3, "three levels");
    CHECK(levels[0].price == 501 && levels[0].orders == 2 && levels[0].volume == INT64_MAX, "a sum that is too large");
    CHECK(levels[1].price == 502 && levels[1].orders == 1 && levels[1].volume == 7, "502");
    CHECK(book_depth(book, 0, BOOK_ASK, levels, 2) == 2 && levels[1].price == 502, "the best two");
    CHECK(book_depth(book, 0, BOOK_BID, levels, 4) == 1 && levels[0].price == 400, "bids");
    CHECK(book_depth(book, 1, BOOK_BID, levels, 4) == 0, "no such instrument");
    book_free(book);
    recorder_free(&said);
}

struct batches {
    size_t calls, largest, events;
};

static void count_batches(void *context, const struct book_event *events, size_t count) {
    struct batches *batches = context;
    (void)events;
    batches->calls++;
    batches->events += count;
    batches->largest = count > batches->largest ? count : batches->largest;
}

void hands_out_events_in_batches(void) {
    struct batches batches = {0};
    struct book *book;
    const struct book_options options = {
        .instruments = 1, .plain = looks_at_plain, .batch = 3, .take = count_batches, .context = &batches};
    CHECK(book_new(&options, &book) == BOOK_OK, "book");
    for (uint64_t i = 0; i < 4; i++) {
        const struct book_order order = {.id = i, .price = 500, .volume = 1};
        CHECK(book_submit(book, &order, NULL) == BOOK_OK, "order");
    }
    CHECK(batches.calls == 1 && batches.events == 3, "a full batch is handed out before the next event");
    const struct book_order all = {.id = 9, .price = 500, .volume = 4, .side = BOOK_ASK};
    CHECK(book_submit(book, &all, NULL) == BOOK_OK, "order");
    book_flush(book);
    CHECK(batches.largest == 3 && batches.events == 5 + 6, "%zu events", batches.events);
    const size_t calls = batches.calls;
    book_flush(book);
    CHECK(batches.calls == calls, "nothing is handed out twice");
    book_free(book);
}

static uint64_t digest_of(const struct book_event *events, size_t count, size_t step) {
    struct book_digest *digest;
    CHECK(book_digest_new(2, &digest) == BOOK_OK, "digest");
    for (size_t i = 0; i < count; i += step)
        CHECK(book_digest_add(digest, events + i, count - i < step ? count - i : step) == BOOK_OK, "add");
    const uint64_t value = book_digest_value(digest);
    book_digest_free(digest);
    return value;
}

void has_one_digest_however_events_are_cut_and_mixed(void) {
    struct book_event events[] = {
        {.kind = BOOK_TRADE_MAKER, .order = 1, .taker = 2, .price = 500, .volume = 3},
        {.kind = BOOK_TRADE_TAKER, .order = 2, .price = 500, .volume = 3},
        {.kind = BOOK_QUOTE, .order = 2, .bid = BOOK_NO_BID, .ask = 501},
        {.kind = BOOK_CONFIRMED, .order = 4, .price = 1, .volume = 1, .instrument = 1},
    };
    const uint64_t value = digest_of(events, 4, 4);
    struct book_digest *digest;
    CHECK(digest_of(events, 0, 1) == 0, "nothing");
    CHECK(digest_of(events, 4, 1) == value, "one by one");
    struct book_event mixed[] = {events[0], events[3], events[1], events[2]};
    CHECK(digest_of(mixed, 4, 4) == value, "instruments mixed otherwise");
    CHECK(digest_of(events, 3, 3) + digest_of(events + 3, 1, 1) == value, "parts add up");
    struct book_event swapped[] = {events[1], events[0], events[2], events[3]};
    CHECK(digest_of(swapped, 4, 4) != value, "two swapped");
    CHECK(digest_of(events + 1, 3, 3) != value, "one lost");
    events[1].volume++;
    CHECK(digest_of(events, 4, 4) != value, "a volume changed");
    events[1].volume--;
    events[0].side = BOOK_ASK;
    events[0].taker = 77;
    CHECK(digest_of(events, 4, 4) == value, "what the reports' messages do not say makes no difference");
    CHECK(book_digest_new(1, &digest) == BOOK_OK, "digest");
    CHECK(book_digest_add(digest, events, 4) == BOOK_ERR_INSTRUMENT && book_digest_value(digest) == 0, "none is added");
    book_digest_free(digest);
}

void keeps_within_its_bytes_an_order(void) {
    if (looks_at_plain)
        return; /* its memory is not stated */
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    struct sw_orderflow flow = {.state = 1};
    submit_random(book, &flow, 300000);
    const double each = (double)book_bytes(book) / (double)book_resting(book);
    CHECK(each <= 40, "%.1f bytes", each);
    /* Former orders take no memory, however many come and go. */
    const size_t before = book_bytes(book);
    for (int i = 0; i < 100000; i++) {
        const struct book_result result = give(book, BOOK_BID, BOOK_LIMIT, 1, 450 - i % 7, 1);
        CHECK(book_cancel(book, result.handle) == BOOK_OK, "cancel");
    }
    CHECK(book_bytes(book) <= before + (1 << 12), "%zu bytes more", book_bytes(book) - before);
    /* Lone prices, far from each other. */
    struct book *sparse = new_book((struct book_options){0}, &said);
    uint64_t state = 3;
    for (uint64_t i = 0; i < 1 << 16; i++)
        give(sparse, BOOK_BID, BOOK_LIMIT, i, (int64_t)(sw_orderflow_bits(&state) >> 3), 1);
    const double lone = (double)book_bytes(sparse) / (double)book_resting(sparse);
    CHECK(lone <= 540, "%.1f bytes for an order at a price of its own", lone);
    check_sound(sparse);
    book_free(sparse);
    book_free(book);
    recorder_free(&said);
}
