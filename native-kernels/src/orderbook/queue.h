/* SPDX-License-Identifier: Apache-2.0 */
/* A double-ended queue of the plain version, like the queue of the reports' OrderBook for each price. */
#ifndef SLIPWAY_ORDERBOOK_QUEUE_H
#define SLIPWAY_ORDERBOOK_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct queued {
    uint64_t id;
    int64_t volume;
    uint32_t owner;
    uint32_t slot;
};

/* A queue. All zero is empty. */
struct queue {
    struct queued *orders; /* a ring: the first order at FIRST, the others behind, wrapping round the end */
    size_t room, first, count;
};

/* Makes sure that one more order fits. Returns false without memory. */
bool book_queue_ready(struct queue *queue);

/* Returns the order at a place, counted from the front. */
struct queued *book_queue_at(const struct queue *queue, size_t place);

/* The caller has called book_queue_ready. */
void book_queue_push_back(struct queue *queue, struct queued order);

void book_queue_pop_front(struct queue *queue);

/* Removes the order at a place; the orders behind move up. */
void book_queue_remove(struct queue *queue, size_t place);

#endif
