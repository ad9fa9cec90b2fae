/* SPDX-License-Identifier: Apache-2.0 */
/* Refused calls, and that they leave no trace. */
#include "orderbook-cases.h"

void refuses_options_that_no_book_has(void) {
    static const struct book_options wrong[] = {
        {.instruments = 0},
        {.instruments = BOOK_MAX_INSTRUMENTS + 1},
        {.instruments = 1, .least_price = 2, .most_price = 1},
        {.instruments = 1, .least_price = INT64_MIN, .most_price = 1},
        {.instruments = 1, .least_price = 1, .most_price = INT64_MAX},
        {.instruments = 1, .most_volume = -1},
        {.instruments = 1, .most_volume = INT64_MAX},
        {.instruments = 1, .batch = BOOK_MAX_BATCH + 1},
    };
    struct book *book;
    struct book_digest *digest;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK(book_new(&wrong[i], &book) == BOOK_ERR_ARGUMENT && book == NULL, "options %zu", i);
    CHECK(book_digest_new(0, &digest) == BOOK_ERR_ARGUMENT && digest == NULL, "no instruments");
    book_free(NULL);
    book_digest_free(NULL);
}

void refuses_orders_and_stays_as_it_was(void) {
    static const struct {
        struct book_order order;
        book_err code;
    } wrong[] = {
        {{.price = 99, .volume = 1}, BOOK_ERR_PRICE},
        {{.price = 1001, .volume = 1}, BOOK_ERR_PRICE},
        {{.price = INT64_MIN, .volume = 1, .kind = BOOK_IOC}, BOOK_ERR_PRICE},
        {{.price = INT64_MAX, .volume = 1, .kind = BOOK_FOK}, BOOK_ERR_PRICE},
        {{.price = 500, .volume = 0}, BOOK_ERR_VOLUME},
        {{.price = 500, .volume = -1}, BOOK_ERR_VOLUME},
        {{.price = 500, .volume = 1001}, BOOK_ERR_VOLUME},
        {{.price = 500, .volume = INT64_MAX, .kind = BOOK_MARKET}, BOOK_ERR_VOLUME},
        {{.price = 500, .volume = 1, .instrument = 1}, BOOK_ERR_INSTRUMENT},
        {{.price = 500, .volume = 1, .side = 2}, BOOK_ERR_ARGUMENT},
        {{.price = 500, .volume = 1, .kind = BOOK_KINDS}, BOOK_ERR_ARGUMENT},
    };
    struct recorder said = {.count = 0};
    struct book *book =
        new_book((struct book_options){.least_price = 100, .most_price = 1000, .most_volume = 1000}, &said);
    struct book_order orders[] = {{.id = 2, .price = 480, .volume = 1}, {.id = 3, .price = 1001, .volume = 1}};
    uint64_t handles[2];
    size_t done;
    const uint64_t handle = give(book, BOOK_BID, BOOK_LIMIT, 1, 500, 10).handle;
    recorder_clear(&said);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const book_err code = book_submit(book, &wrong[i].order, NULL);
        CHECK(code == wrong[i].code, "order %zu: %s", i, book_strerror(code));
    }
    CHECK(book_replace(book, handle, 99, 1, NULL) == BOOK_ERR_PRICE, "replaced below the range");
    CHECK(book_replace(book, handle, 500, 0, NULL) == BOOK_ERR_VOLUME, "replaced by nothing");
    CHECK(book_replace(book, handle, 500, 1001, NULL) == BOOK_ERR_VOLUME, "replaced by too much");
    CHECK(book_load(book, &wrong[0].order, NULL) == BOOK_ERR_PRICE, "loaded out of the range");
    CHECK(book_submit_all(book, orders, 2, handles, &done) == BOOK_ERR_PRICE && done == 1, "the first of two is taken");
    book_flush(book);
    EXPECT(&said, "confirmed 2: 1 at 480");
    CHECK(book_resting(book) == 2, "two rest");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void refuses_stale_handles(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    struct book_order order;
    CHECK(book_cancel(book, BOOK_NO_HANDLE) == BOOK_ERR_HANDLE, "none");
    CHECK(book_cancel(book, UINT64_MAX) == BOOK_ERR_HANDLE, "never given");
    const uint64_t cancelled = give(book, BOOK_BID, BOOK_LIMIT, 1, 500, 1).handle;
    CHECK(book_cancel(book, cancelled) == BOOK_OK && book_cancel(book, cancelled) == BOOK_ERR_HANDLE, "twice");
    const uint64_t filled = give(book, BOOK_BID, BOOK_LIMIT, 2, 500, 1).handle;
    CHECK(filled != cancelled, "the slot is taken again, the handle is not");
    CHECK(book_cancel(book, cancelled) == BOOK_ERR_HANDLE, "another order is in the slot now");
    CHECK(book_look(book, filled, &order) == BOOK_OK && order.id == 2 && order.price == 500 && order.volume == 1, "2");
    give(book, BOOK_ASK, BOOK_LIMIT, 3, 500, 1);
    recorder_clear(&said);
    CHECK(book_cancel(book, filled) == BOOK_ERR_HANDLE && book_look(book, filled, &order) == BOOK_ERR_HANDLE, "filled");
    CHECK(book_replace(book, filled, 500, 1, NULL) == BOOK_ERR_HANDLE, "replaced");
    book_flush(book);
    CHECK(said.count == 0, "no event");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void refuses_ids_that_rest_where_asked(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){.unique_ids = 1}, &said);
    const struct book_order again = {.id = 7, .price = 400, .volume = 1};
    const uint64_t handle = give(book, BOOK_BID, BOOK_LIMIT, 7, 500, 2).handle;
    CHECK(book_find(book, 7) == handle && book_find(book, 8) == BOOK_NO_HANDLE, "found by id");
    CHECK(book_submit(book, &again, NULL) == BOOK_ERR_DUPLICATE, "again");
    CHECK(book_load(book, &again, NULL) == BOOK_ERR_DUPLICATE, "loaded again");
    give(book, BOOK_ASK, BOOK_LIMIT, 8, 500, 2);
    CHECK(book_find(book, 7) == BOOK_NO_HANDLE, "filled");
    CHECK(book_submit(book, &again, NULL) == BOOK_OK, "an id may come back once its order is gone");
    check_sound(book);
    book_free(book);
    book = new_book((struct book_options){0}, &said);
    give(book, BOOK_BID, BOOK_LIMIT, 7, 500, 2);
    CHECK(book_submit(book, &again, NULL) == BOOK_OK && book_find(book, 7) == BOOK_NO_HANDLE, "ids are the caller's");
    book_free(book);
    recorder_free(&said);
}

void refuses_trades_with_the_own_owner_where_asked(void) {
    struct recorder said = {.count = 0};
    struct book *book = new_book((struct book_options){.refuse_own = 1}, &said);
    struct book_order order = {.id = 1, .price = 500, .volume = 5, .owner = 9, .side = BOOK_ASK};
    struct book_order look;
    uint64_t handle;
    CHECK(book_load(book, &order, &handle) == BOOK_OK, "load");
    CHECK(book_look(book, handle, &look) == BOOK_OK && look.owner == 9 && look.side == BOOK_ASK, "the owner is kept");
    give(book, BOOK_ASK, BOOK_LIMIT, 2, 499, 5);
    order.side = BOOK_BID;
    order.id = 3;
    CHECK(book_submit(book, &order, NULL) == BOOK_OK, "5 of another owner come first");
    CHECK(book_submit(book, &order, NULL) == BOOK_ERR_OWN, "would meet its own");
    order.owner = 8;
    order.price = 400;
    CHECK(book_load(book, &order, &handle) == BOOK_OK, "a bid of 8");
    CHECK(book_replace(book, handle, 500, 1, NULL) == BOOK_OK, "trades with 9");
    order.owner = 9;
    order.price = 300;
    CHECK(book_load(book, &order, &handle) == BOOK_OK, "a bid of 9");
    CHECK(book_replace(book, handle, 500, 1, NULL) == BOOK_ERR_OWN, "a replacement would meet its own");
    book_refuse_own(book, 0);
    CHECK(book_replace(book, handle, 500, 1, NULL) == BOOK_OK, "trades once that is allowed");
    book_refuse_own(book, 1);
    order.price = 500;
    CHECK(book_submit(book, &order, NULL) == BOOK_ERR_OWN, "would meet its own again");
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

/* Set by this test; the program is linked with --wrap=realloc and --wrap=malloc. */
static int lacks_memory;
void *__real_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes) {
    return lacks_memory ? NULL : __real_realloc(old, bytes);
}
void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes) {
    return lacks_memory ? NULL : __real_malloc(bytes);
}

/* Orders come without memory available, until one is refused; the same order is then taken with memory. */
void stays_as_it_was_without_memory(void) {
    struct recorder said = {.events = NULL};
    struct book *book = new_book((struct book_options){.unique_ids = !looks_at_plain, .batch = 8192}, &said);
    struct book_order order = {.volume = 1, .side = BOOK_BID};
    int refused = 0;
    for (uint64_t i = 0; i < 3000; i++) {
        order.id = i;
        order.price = (int64_t)i * 1000003 % 7919 * 64;
        lacks_memory = 1;
        const book_err code = book_submit(book, &order, NULL);
        lacks_memory = 0;
        CHECK(code == BOOK_OK || code == BOOK_ERR_MEMORY, "%s", book_strerror(code));
        if (code == BOOK_OK)
            continue;
        refused++;
        CHECK(book_resting(book) == i, "order %d left a trace", (int)i);
        check_sound(book);
        CHECK(book_submit(book, &order, NULL) == BOOK_OK, "with memory");
    }
    CHECK(refused > 5 && book_resting(book) == 3000, "%d were refused", refused);
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

void names_every_code(void) {
    for (int code = BOOK_OK; code <= BOOK_ERR_DAMAGED; code++)
        for (int other = BOOK_OK; other < code; other++)
            CHECK(strcmp(book_strerror((book_err)code), book_strerror((book_err)other)) != 0, "%d and %d", code, other);
    CHECK(strcmp(book_strerror((book_err)999), "unknown error") == 0, "unknown");
}
