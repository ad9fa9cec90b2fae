/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

void ooc_queue_begin(struct ooc_queue *queue) {
    *queue = (struct ooc_queue){.first = 0};
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
}

void ooc_queue_end(struct ooc_queue *queue) {
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

void ooc_queue_put(struct ooc_queue *queue, void *item) {
    pthread_mutex_lock(&queue->lock);
    queue->items[(queue->first + queue->count++) % OOC_QUEUE_ROOM] = item;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void *ooc_queue_take(struct ooc_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0)
        pthread_cond_wait(&queue->changed, &queue->lock);
    void *item = queue->items[queue->first];
    queue->first = (queue->first + 1) % OOC_QUEUE_ROOM;
    queue->count--;
    pthread_mutex_unlock(&queue->lock);
    return item;
}
