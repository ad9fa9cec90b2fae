/* SPDX-License-Identifier: Apache-2.0 */
/* The plain version of a book: the appendix of the report, implemented literally. */
#ifndef SLIPWAY_ORDERBOOK_PLAIN_H
#define SLIPWAY_ORDERBOOK_PLAIN_H

#include "internal.h"
#include "queue.h"

/*
 * The orders at one price: an element of the report's vector OrderBook. A price that has had orders keeps the queue.
 */
struct element {
    int64_t price;
    struct queue queue;
};

/* One instrument. The report's vector has an element for each of 1,000 prices. Here any price is possible, so the
 * vector has only prices that have had orders, ascending. */
struct vector {
    struct element *elements;
    size_t room, count;
    bool whole;               /* has an element for each price of the range */
    int64_t max_bid, min_ask; /* BOOK_NO_BID and BOOK_NO_ASK: the report's price limits */
};

/* The place of a resting order. A place is taken while its generation is odd. */
struct place {
    uint32_t generation;
    uint32_t instrument;
    int64_t price;
    uint32_t next_free;
};

enum { NO_PLACE = UINT32_MAX };

struct plain {
    struct book common;
    struct place *places;
    size_t place_room;
    uint32_t place_count, place_free;
    struct vector vectors[];
};

/* Returns the number of elements with a lower price: the position of PRICE in the vector, or the position to insert
 * PRICE. */
size_t book_plain_position(const struct vector *vector, int64_t price);

/* Returns the place of a handle, or NO_PLACE if no order of that handle rests. */
uint32_t book_plain_place(const struct plain *plain, uint64_t handle);

/* Returns the order of a taken place, and writes the position in the queue to *POSITION. */
struct queued *book_plain_order(const struct plain *plain, uint32_t place, struct queue **queue, size_t *position);

/* Makes sure that there is a free place. Returns false without memory. */
bool book_plain_place_ready(struct plain *plain);

/* Takes a place for an order that will rest. The caller has called book_plain_place_ready. */
uint32_t book_plain_take_place(struct plain *plain, const struct book_order *order);

void book_plain_release_place(struct plain *plain, uint32_t place);

/* Makes sure that the vector has an element of PRICE with room for one more order. Returns false without memory. */
bool book_plain_element_ready(struct vector *vector, int64_t price);

/* The calls of plain-look.c. */
uint64_t book_plain_find(const struct book *book, uint64_t id);
book_err book_plain_look(const struct book *book, uint64_t handle, struct book_order *order);
void book_plain_best(const struct book *book, uint32_t instrument, int64_t *bid, int64_t *ask);
int book_plain_visit(const struct book *book, uint32_t instrument, book_side side, book_visitor visitor, void *context);
size_t book_plain_bytes(const struct book *book);
book_err book_plain_check(const struct book *book, char text[BOOK_ERROR_TEXT_BYTES]);

#endif
