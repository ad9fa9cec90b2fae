/* SPDX-License-Identifier: Apache-2.0 */
/* The fast version of a book: slots of resting orders, linked at each price from the oldest to the youngest. */
#ifndef SLIPWAY_ORDERBOOK_FAST_H
#define SLIPWAY_ORDERBOOK_FAST_H

#include "ids.h"
#include "internal.h"
#include "levels.h"
#include "slots.h"

/* The two sides of an instrument. Arrays are by book_side. */
struct sides {
    int64_t best[2];   /* BOOK_NO_BID and BOOK_NO_ASK for empty sides */
    uint32_t level[2]; /* of the best price, or NO_LEVEL */
    uint32_t root;     /* of the tree of levels */
};

struct fast {
    struct book common;
    struct slots slots;
    struct levels levels;
    struct ids ids; /* used if options.unique_ids is set */
    struct sides sides[];
};

/* Returns the side to which resting orders at PRICE belong. */
static inline book_side book_side_at(const struct sides *sides, int64_t price) {
    return price <= sides->best[BOOK_BID] ? BOOK_BID : BOOK_ASK;
}

/* Returns the resting order of a slot. */
static inline struct book_order book_order_in(const struct fast *fast, uint32_t slot) {
    const struct resting *resting = &fast->slots.at[slot];
    const uint32_t instrument = book_leaf_of(&fast->levels, resting->level)->instrument;
    const int64_t price = book_price_of(&fast->levels, resting->level);
    return (struct book_order){.id = resting->id,
                               .price = price,
                               .volume = resting->volume,
                               .instrument = instrument,
                               .owner = fast->slots.owners[slot],
                               .side = (uint8_t)book_side_at(&fast->sides[instrument], price),
                               .kind = BOOK_LIMIT};
}

/* The calls of look.c and check.c. */
uint64_t book_fast_find(const struct book *book, uint64_t id);
book_err book_fast_look(const struct book *book, uint64_t handle, struct book_order *order);
void book_fast_best(const struct book *book, uint32_t instrument, int64_t *bid, int64_t *ask);
int book_fast_visit(const struct book *book, uint32_t instrument, book_side side, book_visitor visitor, void *context);
size_t book_fast_bytes(const struct book *book);
book_err book_fast_check(const struct book *book, char text[BOOK_ERROR_TEXT_BYTES]);

#endif
