/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the fast and the plain version of a book share: checked options, the batch of events, and the calls
 * of each version. */
#ifndef SLIPWAY_ORDERBOOK_INTERNAL_H
#define SLIPWAY_ORDERBOOK_INTERNAL_H

#include "slipway/orderbook.h"

#include <stdbool.h>

enum { BOOK_DEFAULT_BATCH = 256 };

/* The calls of a version. Arguments have passed the checks of book.c, except handles, which only the version knows. */
struct book_version {
    struct book *(*make)(const struct book_options *options); /* NULL without memory */
    void (*drop)(struct book *book);
    book_err (*submit)(struct book *book, const struct book_order *order, struct book_result *result);
    book_err (*submit_all)(struct book *book, const struct book_order *orders, size_t count, uint64_t *handles,
                           size_t *done);
    book_err (*cancel)(struct book *book, uint64_t handle);
    book_err (*replace)(struct book *book, uint64_t handle, int64_t price, int64_t volume, struct book_result *result);
    book_err (*load)(struct book *book, const struct book_order *order, uint64_t *handle);
    uint64_t (*find)(const struct book *book, uint64_t id);
    book_err (*look)(const struct book *book, uint64_t handle, struct book_order *order);
    void (*best)(const struct book *book, uint32_t instrument, int64_t *bid, int64_t *ask);
    int (*visit)(const struct book *book, uint32_t instrument, book_side side, book_visitor visitor, void *context);
    size_t (*bytes)(const struct book *book);
    book_err (*check)(const struct book *book, char text[BOOK_ERROR_TEXT_BYTES]);
};

extern const struct book_version book_fast_version;
extern const struct book_version book_plain_version;

/* The first member of the struct of each version. */
struct book {
    const struct book_version *version;
    struct book_options options; /* with the defaults filled in */
    struct book_event *events;   /* the batch, of options.batch events */
    struct book_event *next;     /* place of the next event */
    struct book_event *end;      /* of the batch */
    uint64_t resting;
};

/* Returns the place for the next event. Hands out a full batch first. */
static inline struct book_event *book_event_room(struct book *book) {
    if (__builtin_expect(book->next == book->end, 0))
        book_flush(book);
    return book->next++;
}

/* Refuses an order with fields that no book of these options can take. */
static inline book_err book_refuse(const struct book_options *options, const struct book_order *order) {
    if (__builtin_expect(order->side > BOOK_ASK || order->kind >= BOOK_KINDS, 0))
        return BOOK_ERR_ARGUMENT;
    if (__builtin_expect(order->instrument >= options->instruments, 0))
        return BOOK_ERR_INSTRUMENT;
    if (__builtin_expect(order->volume <= 0 || order->volume > options->most_volume, 0))
        return BOOK_ERR_VOLUME;
    if (__builtin_expect((order->price < options->least_price || order->price > options->most_price) &&
                             order->kind != BOOK_MARKET,
                         0))
        return BOOK_ERR_PRICE;
    return BOOK_OK;
}

/* Returns the worst price at which an order may trade. A market order has no limit. */
static inline int64_t book_limit_of(const struct book_order *order) {
    if (order->kind == BOOK_MARKET)
        return order->side == BOOK_BID ? BOOK_MOST_PRICE : BOOK_LEAST_PRICE;
    return order->price;
}

static inline uint64_t book_handle_of(uint32_t slot, uint32_t generation) {
    return (uint64_t)generation << 32 | slot;
}

/* Writes the defect to TEXT, and returns BOOK_ERR_DAMAGED. */
book_err book_damaged(char text[BOOK_ERROR_TEXT_BYTES], const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
