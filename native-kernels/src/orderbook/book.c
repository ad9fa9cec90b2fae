/* SPDX-License-Identifier: Apache-2.0 */
/* The public calls. They check arguments, once for both versions. */
#include "internal.h"

#include <stdlib.h>

/* Fills in defaults. Returns BOOK_ERR_ARGUMENT for options that no book can have. */
static book_err complete(const struct book_options *given, struct book_options *options) {
    *options = *given;
    if (options->least_price == 0 && options->most_price == 0) {
        options->least_price = BOOK_LEAST_PRICE;
        options->most_price = BOOK_MOST_PRICE;
    }
    if (options->most_volume == 0)
        options->most_volume = BOOK_MOST_VOLUME;
    if (options->batch == 0)
        options->batch = BOOK_DEFAULT_BATCH;
    const bool sound = options->instruments >= 1 && options->instruments <= BOOK_MAX_INSTRUMENTS &&
                       options->least_price >= BOOK_LEAST_PRICE && options->most_price <= BOOK_MOST_PRICE &&
                       options->least_price <= options->most_price && options->most_volume > 0 &&
                       options->most_volume <= BOOK_MOST_VOLUME && options->batch <= BOOK_MAX_BATCH;
    return sound ? BOOK_OK : BOOK_ERR_ARGUMENT;
}

book_err book_new(const struct book_options *options, struct book **book) {
    struct book_options whole;
    *book = NULL;
    book_err code = complete(options, &whole);
    if (code != BOOK_OK)
        return code;
    const struct book_version *version = whole.plain ? &book_plain_version : &book_fast_version;
    struct book *made = version->make(&whole);
    struct book_event *events = malloc(whole.batch * sizeof *events);
    if (made == NULL || events == NULL) {
        if (made != NULL)
            version->drop(made);
        free(events);
        return BOOK_ERR_MEMORY;
    }
    made->version = version;
    made->options = whole;
    made->events = made->next = events;
    made->end = events + whole.batch;
    *book = made;
    return BOOK_OK;
}

void book_free(struct book *book) {
    if (book == NULL)
        return;
    free(book->events);
    book->version->drop(book);
}

void book_refuse_own(struct book *book, int refuse_own) {
    book->options.refuse_own = refuse_own;
}

void book_flush(struct book *book) {
    const size_t count = (size_t)(book->next - book->events);
    book->next = book->events;
    if (count > 0 && book->options.take != NULL)
        book->options.take(book->options.context, book->events, count);
}

book_err book_submit(struct book *book, const struct book_order *order, struct book_result *result) {
    struct book_result unread;
    book_err code = book_refuse(&book->options, order);
    return code != BOOK_OK ? code : book->version->submit(book, order, result != NULL ? result : &unread);
}

book_err book_submit_all(struct book *book, const struct book_order *orders, size_t count, uint64_t *handles,
                         size_t *done) {
    return book->version->submit_all(book, orders, count, handles, done);
}

book_err book_cancel(struct book *book, uint64_t handle) {
    return book->version->cancel(book, handle);
}

book_err book_replace(struct book *book, uint64_t handle, int64_t price, int64_t volume, struct book_result *result) {
    struct book_result unread;
    if (price < book->options.least_price || price > book->options.most_price)
        return BOOK_ERR_PRICE;
    if (volume <= 0 || volume > book->options.most_volume)
        return BOOK_ERR_VOLUME;
    return book->version->replace(book, handle, price, volume, result != NULL ? result : &unread);
}

book_err book_load(struct book *book, const struct book_order *order, uint64_t *handle) {
    uint64_t unread;
    struct book_order resting = *order;
    resting.kind = BOOK_LIMIT;
    book_err code = book_refuse(&book->options, &resting);
    return code != BOOK_OK ? code : book->version->load(book, &resting, handle != NULL ? handle : &unread);
}

uint64_t book_find(const struct book *book, uint64_t id) {
    return book->options.unique_ids ? book->version->find(book, id) : BOOK_NO_HANDLE;
}

book_err book_look(const struct book *book, uint64_t handle, struct book_order *order) {
    return book->version->look(book, handle, order);
}

book_err book_best(const struct book *book, uint32_t instrument, int64_t *bid, int64_t *ask) {
    if (instrument >= book->options.instruments)
        return BOOK_ERR_INSTRUMENT;
    book->version->best(book, instrument, bid, ask);
    return BOOK_OK;
}

int book_visit(const struct book *book, uint32_t instrument, book_side side, book_visitor visitor, void *context) {
    return instrument < book->options.instruments ? book->version->visit(book, instrument, side, visitor, context) : 0;
}

uint64_t book_resting(const struct book *book) {
    return book->resting;
}

size_t book_bytes(const struct book *book) {
    return book->version->bytes(book) + book->options.batch * sizeof *book->events;
}

book_err book_check(const struct book *book, char text[BOOK_ERROR_TEXT_BYTES]) {
    text[0] = '\0';
    if (book->next < book->events || book->next > book->end)
        return book_damaged(text, "the batch of events has more than its room");
    return book->version->check(book, text);
}
