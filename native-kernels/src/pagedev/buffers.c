/* SPDX-License-Identifier: Apache-2.0 */
#include "buffers.h"

#include "set.h"

#include <stdlib.h>

bool pgd_buffer_holds(const struct pgd_buffers *buffers, const char *memory, size_t bytes) {
    bool holds = false;
    pthread_mutex_t *lock = (pthread_mutex_t *)&buffers->lock;
    pthread_mutex_lock(lock);
    for (const struct pgd_buffer *buffer = buffers->first; buffer != NULL && !holds; buffer = buffer->next)
        holds = memory >= buffer->memory && memory + bytes <= buffer->memory + buffer->bytes;
    pthread_mutex_unlock(lock);
    return holds;
}

void *pgd_buffer_new(struct pgd_set *set, size_t bytes) {
    const size_t pages = bytes / PGD_BUFFER_ALIGNMENT + 1, room = pages * PGD_BUFFER_ALIGNMENT;
    struct pgd_buffer *buffer = malloc(sizeof *buffer);
    if (buffer == NULL)
        return NULL;
    buffer->bytes = bytes % PGD_BUFFER_ALIGNMENT == 0 && bytes > 0 ? bytes : room;
    buffer->memory = set->site->buffer_new(buffer->bytes);
    if (buffer->memory == NULL) {
        free(buffer);
        return NULL;
    }
    pthread_mutex_lock(&set->buffers.lock);
    buffer->next = set->buffers.first;
    set->buffers.first = buffer;
    pthread_mutex_unlock(&set->buffers.lock);
    return buffer->memory;
}

static struct pgd_buffer *take_out(struct pgd_set *set, const void *memory) {
    struct pgd_buffer **at = &set->buffers.first;
    pthread_mutex_lock(&set->buffers.lock);
    while (*at != NULL && (*at)->memory != memory)
        at = &(*at)->next;
    struct pgd_buffer *buffer = *at;
    if (buffer != NULL)
        *at = buffer->next;
    pthread_mutex_unlock(&set->buffers.lock);
    return buffer;
}

void pgd_buffer_free(struct pgd_set *set, void *buffer) {
    struct pgd_buffer *found = buffer == NULL ? NULL : take_out(set, buffer);
    if (found == NULL)
        return;
    set->site->buffer_free(found->memory);
    free(found);
}
