/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include "base/rows.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_BYTES = sizeof(uint32_t) };

int queue_put(struct queue *queue, const unsigned char *record, size_t bytes) {
    if (queue->first == queue->end)
        queue->first = queue->end = 0;
    unsigned char *grown = sw_rows_grow(queue->bytes, &queue->room, queue->end + LENGTH_BYTES + bytes, 1);
    if (grown == NULL)
        return -1;
    const uint32_t length = (uint32_t)bytes;
    queue->bytes = grown;
    memcpy(grown + queue->end, &length, LENGTH_BYTES);
    memcpy(grown + queue->end + LENGTH_BYTES, record, bytes);
    queue->end += LENGTH_BYTES + bytes;
    return 0;
}

size_t queue_get(struct queue *queue, unsigned char *out, size_t room) {
    size_t taken = 0;
    while (queue->first < queue->end) {
        uint32_t length;
        memcpy(&length, queue->bytes + queue->first, LENGTH_BYTES);
        if (length > room - taken || (length == 0 && taken > 0))
            break;
        memcpy(out + taken, queue->bytes + queue->first + LENGTH_BYTES, length);
        queue->first += LENGTH_BYTES + length;
        taken += length;
        if (length == 0)
            break;
    }
    return taken;
}

void queue_free(struct queue *queue) {
    free(queue->bytes);
    *queue = (struct queue){.bytes = NULL};
}
