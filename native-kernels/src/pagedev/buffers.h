/* SPDX-License-Identifier: Apache-2.0 */
/* The memory for pages that a set has given out. */
#ifndef SLIPWAY_PAGEDEV_BUFFERS_H
#define SLIPWAY_PAGEDEV_BUFFERS_H

#include "internal.h"

#include <pthread.h>

struct pgd_buffer {
    struct pgd_buffer *next;
    char *memory;
    size_t bytes;
};

struct pgd_buffers {
    pthread_mutex_t lock;
    struct pgd_buffer *first;
};

/* Whether BYTES at MEMORY lie in one of the buffers. */
bool pgd_buffer_holds(const struct pgd_buffers *buffers, const char *memory, size_t bytes);

#endif
