/* SPDX-License-Identifier: Apache-2.0 */
/* Records that wait between two kernels of one rank. All zero is an empty queue. */
#ifndef MARKET_CHAIN_QUEUE_H
#define MARKET_CHAIN_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct queue {
    unsigned char *bytes; /* each record behind its length */
    size_t first, end, room;
};

/* Appends a record. Returns 0, or -1 without memory. */
int queue_put(struct queue *queue, const unsigned char *record, size_t bytes);

static inline bool queue_is_empty(const struct queue *queue) {
    return queue->first == queue->end;
}

/* Takes out as many whole records as fit into ROOM bytes, up to an empty record, and returns their bytes. An empty
 * record is taken out alone, and gives 0. */
size_t queue_get(struct queue *queue, unsigned char *out, size_t room);

void queue_free(struct queue *queue);

#endif
