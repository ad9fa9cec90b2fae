/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include <stdlib.h>

enum { FIRST_ROOM = 8 };

struct queued *book_queue_at(const struct queue *queue, size_t place) {
    return &queue->orders[(queue->first + place) & (queue->room - 1)];
}

bool book_queue_ready(struct queue *queue) {
    if (queue->count < queue->room)
        return true;
    const size_t room = queue->room == 0 ? FIRST_ROOM : queue->room * 2;
    struct queued *orders = malloc(room * sizeof *orders);
    if (orders == NULL)
        return false;
    for (size_t i = 0; i < queue->count; i++)
        orders[i] = *book_queue_at(queue, i);
    free(queue->orders);
    *queue = (struct queue){.orders = orders, .room = room, .count = queue->count};
    return true;
}

void book_queue_push_back(struct queue *queue, struct queued order) {
    *book_queue_at(queue, queue->count++) = order;
}

void book_queue_pop_front(struct queue *queue) {
    queue->first = (queue->first + 1) & (queue->room - 1);
    queue->count--;
}

void book_queue_remove(struct queue *queue, size_t place) {
    for (size_t i = place + 1; i < queue->count; i++)
        *book_queue_at(queue, i - 1) = *book_queue_at(queue, i);
    queue->count--;
}
