/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of an order on the book, worked out by hand. */
#include "orderbook-cases.h"

void matches_by_price_and_then_by_time(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    give(book, BOOK_BID, BOOK_LIMIT, 1, 509, 10);
    give(book, BOOK_BID, BOOK_LIMIT, 2, 510, 20);
    give(book, BOOK_BID, BOOK_LIMIT, 3, 510, 10);
    give(book, BOOK_BID, BOOK_LIMIT, 4, 501, 70);
    EXPECT(&said, "quote 509 none by 1", "confirmed 1: 10 at 509", "quote 510 none by 2", "confirmed 2: 20 at 510",
           "confirmed 3: 10 at 510", "confirmed 4: 70 at 501");
    const struct book_result result = give(book, BOOK_ASK, BOOK_LIMIT, 5, 500, 100);
    EXPECT(&said, "maker 2 with 5: 20 at 510, all", "maker 3 with 5: 10 at 510, all", "taker 5: 30 at 510",
           "maker 1 with 5: 10 at 509, all", "taker 5: 10 at 509", "maker 4 with 5: 60 at 501",
           "taker 5: 60 at 501, all", "quote 501 none by 5");
    CHECK(result.traded == 100 && result.rests == 0 && result.handle == BOOK_NO_HANDLE, "result");
    CHECK(book_resting(book) == 1, "one order rests");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void mirrors_asks_for_bids(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    give(book, BOOK_ASK, BOOK_LIMIT, 1, 500, 5);
    give(book, BOOK_ASK, BOOK_LIMIT, 2, 499, 5);
    give(book, BOOK_ASK, BOOK_LIMIT, 3, 499, 5);
    recorder_clear(&said);
    give(book, BOOK_BID, BOOK_LIMIT, 4, 500, 12);
    EXPECT(&said, "maker 2 with 4: 5 at 499, all", "maker 3 with 4: 5 at 499, all", "taker 4: 10 at 499",
           "maker 1 with 4: 2 at 500", "taker 4: 2 at 500, all", "quote none 500 by 4");
    give(book, BOOK_BID, BOOK_LIMIT, 5, 499, 1);
    EXPECT(&said, "quote 499 500 by 5", "confirmed 5: 1 at 499");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void keeps_what_a_partly_filled_order_has_left(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    give(book, BOOK_BID, BOOK_LIMIT, 1, 510, 30);
    recorder_clear(&said);
    const struct book_result result = give(book, BOOK_ASK, BOOK_LIMIT, 2, 505, 50);
    EXPECT(&said, "maker 1 with 2: 30 at 510, all", "taker 2: 30 at 510", "quote none 505 by 2");
    CHECK(result.traded == 30 && result.rests == 20 && result.handle != BOOK_NO_HANDLE, "result");
    /* The maker with remaining volume stays first at its price. */
    give(book, BOOK_ASK, BOOK_LIMIT, 3, 505, 5);
    give(book, BOOK_BID, BOOK_LIMIT, 4, 505, 8);
    recorder_clear(&said);
    give(book, BOOK_BID, BOOK_LIMIT, 5, 505, 14);
    EXPECT(&said, "maker 2 with 5: 12 at 505, all", "maker 3 with 5: 2 at 505", "taker 5: 14 at 505, all");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void lets_market_ioc_and_fok_orders_never_rest(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    give(book, BOOK_BID, BOOK_MARKET, 1, 77, 5);
    EXPECT(&said, "cancelled 1: 5 at 0");
    give(book, BOOK_ASK, BOOK_LIMIT, 2, 500, 5);
    give(book, BOOK_ASK, BOOK_LIMIT, 3, 510, 5);
    recorder_clear(&said);
    give(book, BOOK_BID, BOOK_IOC, 4, 499, 1);
    EXPECT(&said, "cancelled 4: 1 at 499");
    give(book, BOOK_BID, BOOK_FOK, 5, 509, 6);
    EXPECT(&said, "cancelled 5: 6 at 509");
    give(book, BOOK_BID, BOOK_FOK, 6, 510, 6);
    EXPECT(&said, "maker 2 with 6: 5 at 500, all", "taker 6: 5 at 500", "maker 3 with 6: 1 at 510",
           "taker 6: 1 at 510, all", "quote none 510 by 6");
    const struct book_result result = give(book, BOOK_BID, BOOK_MARKET, 7, 0, 9);
    EXPECT(&said, "maker 3 with 7: 4 at 510, all", "taker 7: 4 at 510", "quote none none by 7", "cancelled 7: 5 at 0");
    CHECK(result.handle == BOOK_NO_HANDLE && result.rests == 0 && result.traded == 4, "result");
    give(book, BOOK_BID, BOOK_LIMIT, 8, 400, 5);
    recorder_clear(&said);
    give(book, BOOK_ASK, BOOK_MARKET, 9, 0, 5);
    EXPECT(&said, "maker 8 with 9: 5 at 400, all", "taker 9: 5 at 400, all", "quote none none by 9");
    CHECK(book_resting(book) == 0, "none rests");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void cancels_by_handle_at_any_place_of_a_level(void) {
    /* The order in which four orders are cancelled: the rest fills in the order of arrival. */
    static const int orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}, {2, 0, 3, 1}};
    struct recorder said = {.count = 0};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        struct book *book = new_book((struct book_options){0}, &said);
        uint64_t handles[4];
        for (uint64_t id = 0; id < 4; id++)
            handles[id] = give(book, BOOK_ASK, BOOK_LIMIT, id, 500, 1).handle;
        for (int j = 0; j < 2; j++) {
            CHECK(book_cancel(book, handles[orders[i][j]]) == BOOK_OK, "cancel");
            check_sound(book);
        }
        book_flush(book);
        recorder_clear(&said);
        give(book, BOOK_BID, BOOK_LIMIT, 9, 500, 2);
        uint64_t last = 0;
        for (size_t j = 0; j < 2; j++) {
            CHECK(said.events[j].kind == BOOK_TRADE_MAKER && (j == 0 || said.events[j].order > last), "in order");
            last = said.events[j].order;
        }
        book_free(book);
        recorder_clear(&said);
    }
    struct book *book = new_book((struct book_options){0}, &said);
    const uint64_t low = give(book, BOOK_BID, BOOK_LIMIT, 1, 490, 3).handle;
    const uint64_t high = give(book, BOOK_BID, BOOK_LIMIT, 2, 491, 4).handle;
    recorder_clear(&said);
    CHECK(book_cancel(book, high) == BOOK_OK && book_cancel(book, low) == BOOK_OK, "cancel");
    book_flush(book);
    EXPECT(&said, "quote 490 none by 2", "cancelled 2: 4 at 491", "quote none none by 1", "cancelled 1: 3 at 490");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void keeps_the_place_of_an_order_with_less_volume(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    struct book_result result;
    const uint64_t first = give(book, BOOK_ASK, BOOK_LIMIT, 1, 500, 10).handle;
    give(book, BOOK_ASK, BOOK_LIMIT, 2, 500, 10);
    recorder_clear(&said);
    CHECK(book_replace(book, first, 500, 4, &result) == BOOK_OK && result.handle == first && result.rests == 4, "less");
    book_flush(book);
    EXPECT(&said, "replaced 1: 4 at 500");
    give(book, BOOK_BID, BOOK_LIMIT, 3, 500, 1);
    recorder_clear(&said);
    CHECK(book_replace(book, first, 500, 4, &result) == BOOK_OK && result.handle != first, "3 are left: 4 are more");
    CHECK(book_cancel(book, first) == BOOK_ERR_HANDLE, "the handle ends with the place");
    give(book, BOOK_BID, BOOK_LIMIT, 4, 500, 11);
    EXPECT(&said, "replaced 1: 4 at 500", "confirmed 1: 4 at 500", "maker 2 with 4: 10 at 500, all",
           "maker 1 with 4: 1 at 500", "taker 4: 11 at 500, all");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void lets_a_replaced_order_trade(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    struct book_result result;
    const uint64_t bid = give(book, BOOK_BID, BOOK_LIMIT, 1, 490, 10).handle;
    give(book, BOOK_ASK, BOOK_LIMIT, 2, 500, 4);
    recorder_clear(&said);
    CHECK(book_replace(book, bid, 500, 6, &result) == BOOK_OK && result.traded == 4 && result.rests == 2, "result");
    book_flush(book);
    EXPECT(&said, "replaced 1: 6 at 500", "maker 2 with 1: 4 at 500, all", "taker 1: 4 at 500", "quote 500 none by 1");
    CHECK(book_replace(book, result.handle, 495, 2, NULL) == BOOK_OK, "moves down");
    book_flush(book);
    EXPECT(&said, "replaced 1: 2 at 495", "quote 495 none by 1", "confirmed 1: 2 at 495");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void keeps_instruments_apart(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){.instruments = 3}, &said);
    struct book_order order = {.id = 1, .price = 500, .volume = 5, .instrument = 2, .side = BOOK_BID};
    int64_t bid, ask;
    CHECK(book_submit(book, &order, NULL) == BOOK_OK, "bid for 2");
    order.instrument = 1;
    order.side = BOOK_ASK;
    CHECK(book_submit(book, &order, NULL) == BOOK_OK && book_resting(book) == 2, "an ask of 1 does not trade with it");
    CHECK(book_best(book, 2, &bid, &ask) == BOOK_OK && bid == 500 && ask == BOOK_NO_ASK, "2");
    CHECK(book_best(book, 1, &bid, &ask) == BOOK_OK && bid == BOOK_NO_BID && ask == 500, "1");
    CHECK(book_best(book, 0, &bid, &ask) == BOOK_OK && bid == BOOK_NO_BID && ask == BOOK_NO_ASK, "0");
    book_flush(book);
    CHECK(said.events[0].instrument == 2 && said.events[2].instrument == 1, "events name the instrument");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void takes_prices_of_any_sign_and_size(void) {
    static const int64_t prices[] = {BOOK_LEAST_PRICE, -1000000007,    -64, -33, -32, -1, 0, 1, 31, 32, 1000000007,
                                     INT64_C(1) << 40, BOOK_MOST_PRICE};
    enum { PRICES = sizeof prices / sizeof prices[0] };
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    struct book_level levels[PRICES];
    /* Bids come in an order that is not theirs. */
    for (size_t i = 0; i < PRICES; i++)
        give(book, BOOK_BID, BOOK_LIMIT, i, prices[i * 5 % PRICES], BOOK_MOST_VOLUME);
    check_sound(book);
    CHECK(book_depth(book, 0, BOOK_BID, levels, PRICES) == PRICES, "a level each");
    for (size_t i = 0; i < PRICES; i++)
        CHECK(levels[i].price == prices[PRICES - 1 - i] && levels[i].volume == BOOK_MOST_VOLUME, "level %zu", i);
    for (size_t i = 0; i < PRICES; i++) {
        recorder_clear(&said);
        give(book, BOOK_ASK, i % 2 == 0 ? BOOK_MARKET : BOOK_IOC, 100, BOOK_LEAST_PRICE, BOOK_MOST_VOLUME);
        CHECK(said.events[0].price == prices[PRICES - 1 - i], "fill %zu", i);
        check_sound(book);
    }
    CHECK(book_resting(book) == 0, "all are filled");
    book_free(book);
    recorder_free(&said);
}

/* The orders of the exchange server's report, so that readers find the report's worked example here. */
void works_the_example_of_the_exchange_report(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    give(book, BOOK_BID, BOOK_LIMIT, 1, 125, 300);
    give(book, BOOK_ASK, BOOK_LIMIT, 2, 130, 100);
    give(book, BOOK_BID, BOOK_LIMIT, 3, 127, 200);
    give(book, BOOK_ASK, BOOK_LIMIT, 4, 128, 500);
    give(book, BOOK_ASK, BOOK_LIMIT, 5, 140, 200);
    give(book, BOOK_BID, BOOK_LIMIT, 6, 125, 400);
    recorder_clear(&said);
    give(book, BOOK_ASK, BOOK_LIMIT, 7, 124, 400);
    EXPECT(&said, "maker 3 with 7: 200 at 127, all", "taker 7: 200 at 127", "maker 1 with 7: 200 at 125",
           "taker 7: 200 at 125, all", "quote 125 128 by 7");
    book_free(book);
    recorder_free(&said);
}
