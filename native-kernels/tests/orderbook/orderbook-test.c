/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of the order book, case by case, for both versions. */
#include "orderbook-cases.h"

#include <inttypes.h>

int looks_at_plain;

struct book *new_book(struct book_options options, struct recorder *recorder) {
    struct book *book;
    if (options.instruments == 0)
        options.instruments = 1;
    options.plain = looks_at_plain;
    options.take = record_events;
    options.context = recorder;
    const book_err code = book_new(&options, &book);
    CHECK(code == BOOK_OK, "%s", book_strerror(code));
    return book;
}

struct book_result give(struct book *book, book_side side, book_kind kind, uint64_t id, int64_t price, int64_t volume) {
    const struct book_order order = {
        .id = id, .price = price, .volume = volume, .side = (uint8_t)side, .kind = (uint8_t)kind};
    struct book_result result = {.handle = BOOK_NO_HANDLE};
    const book_err code = book_submit(book, &order, &result);
    CHECK(code == BOOK_OK, "order %" PRIu64 ": %s", id, book_strerror(code));
    book_flush(book);
    return result;
}

static void price_text(int64_t price, char out[32]) {
    if (price == BOOK_NO_BID || price == BOOK_NO_ASK)
        snprintf(out, 32, "none");
    else
        snprintf(out, 32, "%" PRId64, price);
}

static void event_text(const struct book_event *event, char out[128]) {
    static const char *const names[] = {
        [BOOK_CONFIRMED] = "confirmed", [BOOK_CANCELLED] = "cancelled", [BOOK_REPLACED] = "replaced"};
    const char *last = event->last ? ", all" : "";
    char bid[32], ask[32];
    switch (event->kind) {
    case BOOK_TRADE_MAKER:
        snprintf(out, 128, "maker %" PRIu64 " with %" PRIu64 ": %" PRId64 " at %" PRId64 "%s", event->order,
                 event->taker, event->volume, event->price, last);
        break;
    case BOOK_TRADE_TAKER:
        snprintf(out, 128, "taker %" PRIu64 ": %" PRId64 " at %" PRId64 "%s", event->order, event->volume, event->price,
                 last);
        break;
    case BOOK_QUOTE:
        price_text(event->bid, bid);
        price_text(event->ask, ask);
        snprintf(out, 128, "quote %s %s by %" PRIu64, bid, ask, event->order);
        break;
    default:
        snprintf(out, 128, "%s %" PRIu64 ": %" PRId64 " at %" PRId64, names[event->kind], event->order, event->volume,
                 event->price);
    }
}

void expect(struct recorder *recorder, const char *const *texts, size_t count) {
    char text[128];
    CHECK(recorder->count == count, "%zu events, not %zu", recorder->count, count);
    for (size_t i = 0; i < recorder->count; i++) {
        event_text(&recorder->events[i], text);
        CHECK(i < count && strcmp(text, texts[i]) == 0, "event %zu is \"%s\"", i, text);
    }
    recorder_clear(recorder);
}

void check_sound(const struct book *book) {
    char text[BOOK_ERROR_TEXT_BYTES];
    CHECK(book_check(book, text) == BOOK_OK, "%s", text);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(matches_by_price_and_then_by_time),
        CASE(mirrors_asks_for_bids),
        CASE(keeps_what_a_partly_filled_order_has_left),
        CASE(lets_market_ioc_and_fok_orders_never_rest),
        CASE(cancels_by_handle_at_any_place_of_a_level),
        CASE(keeps_the_place_of_an_order_with_less_volume),
        CASE(lets_a_replaced_order_trade),
        CASE(keeps_instruments_apart),
        CASE(takes_prices_of_any_sign_and_size),
        CASE(works_the_example_of_the_exchange_report),
        CASE(refuses_options_that_no_book_has),
        CASE(refuses_orders_and_stays_as_it_was),
        CASE(refuses_stale_handles),
        CASE(refuses_ids_that_rest_where_asked),
        CASE(refuses_trades_with_the_own_owner_where_asked),
        CASE(stays_as_it_was_without_memory),
        CASE(names_every_code),
        CASE(loads_orders_in_their_old_ranks),
        CASE(adds_up_the_levels_of_a_side),
        CASE(hands_out_events_in_batches),
        CASE(has_one_digest_however_events_are_cut_and_mixed),
        CASE(keeps_within_its_bytes_an_order),
        CASE(gives_the_golden_counts_of_a_million_orders),
        CASE(agrees_with_the_routines_of_the_appendix),
        CASE(shows_what_the_other_text_loses),
    };
    int status = EXIT_SUCCESS;
    for (looks_at_plain = 0; looks_at_plain <= 1; looks_at_plain++) {
        printf("the %s version\n", looks_at_plain ? "plain" : "fast");
        if (run_cases(cases, sizeof cases / sizeof cases[0]) != EXIT_SUCCESS)
            status = EXIT_FAILURE;
    }
    return status;
}
