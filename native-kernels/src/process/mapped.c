/* SPDX-License-Identifier: Apache-2.0 */
/* The buffers of other processes that this process maps. */
#include "buffers.h"

#include "sharing.h"

#include <pthread.h>
#include <stdlib.h>

struct mapped {
    uint64_t number;
    struct sw_memory memory;
    int owners; /* connections that keep the buffer mapped; two worlds of one process have one each */
    int uses;
    struct mapped *next;
};

static struct mapped *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct mapped *find(uint64_t number) {
    struct mapped *mapped = all;
    while (mapped != NULL && mapped->number != number)
        mapped = mapped->next;
    return mapped;
}

/* Unmaps MAPPED if no owner and no method uses the memory. */
static void drop_unused(struct mapped *mapped) {
    if (mapped->owners > 0 || mapped->uses > 0)
        return;
    struct mapped **link = &all;
    while (*link != mapped)
        link = &(*link)->next;
    *link = mapped->next;
    sw_memory_close(&mapped->memory);
    free(mapped);
}

static bool add(uint64_t number, int fd, uint64_t bytes) {
    struct mapped *mapped = calloc(1, sizeof *mapped);
    if (mapped == NULL || number == 0 || fd < 0 || bytes > SIZE_MAX / 2 ||
        !sharing_map(fd, (size_t)bytes, &mapped->memory)) {
        free(mapped);
        return false;
    }
    mapped->number = number;
    mapped->owners = 1;
    mapped->next = all;
    all = mapped;
    return true;
}

bool mapped_open(uint64_t number, int fd, uint64_t bytes) {
    pthread_mutex_lock(&lock);
    struct mapped *mapped = find(number);
    if (mapped != NULL)
        mapped->owners++;
    const bool opened = mapped != NULL || add(number, fd, bytes);
    pthread_mutex_unlock(&lock);
    return opened;
}

void mapped_close(uint64_t number) {
    pthread_mutex_lock(&lock);
    struct mapped *mapped = find(number);
    if (mapped != NULL && mapped->owners > 0) {
        mapped->owners--;
        drop_unused(mapped);
    }
    pthread_mutex_unlock(&lock);
}

void *mapped_use(uint64_t number, uint64_t offset, uint64_t bytes) {
    unsigned char *at = NULL;
    pthread_mutex_lock(&lock);
    struct mapped *mapped = find(number);
    if (mapped != NULL && offset <= mapped->memory.bytes && bytes <= mapped->memory.bytes - offset) {
        mapped->uses++;
        at = (unsigned char *)mapped->memory.base + offset;
    }
    pthread_mutex_unlock(&lock);
    return at;
}

void mapped_release(uint64_t number) {
    pthread_mutex_lock(&lock);
    struct mapped *mapped = find(number);
    if (mapped != NULL) {
        mapped->uses--;
        drop_unused(mapped);
    }
    pthread_mutex_unlock(&lock);
}
