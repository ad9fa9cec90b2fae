/* SPDX-License-Identifier: Apache-2.0 */
/* Queues that lead the units of a pass from one thread to the next. */
#ifndef SLIPWAY_OOCFFT_QUEUE_H
#define SLIPWAY_OOCFFT_QUEUE_H

#include <pthread.h>

enum { OOC_QUEUE_ROOM = 4 }; /* as many units as a client keeps, and the end */

struct ooc_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    void *items[OOC_QUEUE_ROOM];
    int first, count;
};

void ooc_queue_begin(struct ooc_queue *queue);
void ooc_queue_end(struct ooc_queue *queue);

/* Appends ITEM; there are never more of them than room. */
void ooc_queue_put(struct ooc_queue *queue, void *item);

/* Waits for an item, and takes the item. */
void *ooc_queue_take(struct ooc_queue *queue);

#endif
