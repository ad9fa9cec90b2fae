/* SPDX-License-Identifier: Apache-2.0 */
#include "buffers.h"

#include "connect.h"
#include "errors.h"
#include "sharing.h"
#include "world.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

/* A server that maps a buffer, and the connection that keeps the buffer mapped there. */
struct share {
    const struct proc_world *world;
    int server, fd;
    struct share *next;
};

struct buffer {
    struct sw_memory memory;
    int fd;
    uint64_t number;
    pthread_mutex_t lock; /* protects the shares */
    struct share *shares;
    struct buffer *next;
};

static struct buffer *buffers;
static pthread_rwlock_t buffers_lock = PTHREAD_RWLOCK_INITIALIZER;

void *proc_buffer_new(size_t bytes, struct proc_error *error) {
    struct buffer *buffer = calloc(1, sizeof *buffer);
    if (buffer == NULL || bytes == 0) {
        free(buffer);
        proc_fail(error, bytes == 0 ? PROC_ERR_ARGUMENT : PROC_ERR_MEMORY, "a buffer of %zu bytes cannot be had",
                  bytes);
        return NULL;
    }
    buffer->fd = sharing_new("buffer", bytes, &buffer->memory, error);
    if (buffer->fd < 0 || getrandom(&buffer->number, sizeof buffer->number, 0) != sizeof buffer->number) {
        free(buffer);
        return NULL;
    }
    buffer->number |= 1; /* 0 means no buffer */
    pthread_mutex_init(&buffer->lock, NULL);
    pthread_rwlock_wrlock(&buffers_lock);
    buffer->next = buffers;
    buffers = buffer;
    pthread_rwlock_unlock(&buffers_lock);
    return buffer->memory.base;
}

/* Ends the shares with servers of WORLD, or all shares if WORLD is NULL. */
static void end_shares(struct buffer *buffer, const struct proc_world *world) {
    pthread_mutex_lock(&buffer->lock);
    for (struct share **link = &buffer->shares; *link != NULL;) {
        struct share *share = *link;
        if (world != NULL && share->world != world) {
            link = &share->next;
            continue;
        }
        *link = share->next;
        close(share->fd);
        free(share);
    }
    pthread_mutex_unlock(&buffer->lock);
}

void proc_buffer_free(void *memory) {
    pthread_rwlock_wrlock(&buffers_lock);
    struct buffer **link = &buffers;
    while (*link != NULL && (*link)->memory.base != memory)
        link = &(*link)->next;
    struct buffer *buffer = memory == NULL ? NULL : *link;
    if (buffer != NULL)
        *link = buffer->next;
    pthread_rwlock_unlock(&buffers_lock);
    if (buffer == NULL)
        return;
    end_shares(buffer, NULL);
    pthread_mutex_destroy(&buffer->lock);
    sw_memory_close(&buffer->memory);
    close(buffer->fd);
    free(buffer);
}

void buffers_leave(const struct proc_world *world) {
    pthread_rwlock_rdlock(&buffers_lock);
    for (struct buffer *buffer = buffers; buffer != NULL; buffer = buffer->next)
        end_shares(buffer, world);
    pthread_rwlock_unlock(&buffers_lock);
}

/* Lets the server of LINE map BUFFER, unless the server maps BUFFER already. */
static proc_err share(struct buffer *buffer, const struct proc_line *line, struct proc_error *error) {
    proc_err code = PROC_OK;
    pthread_mutex_lock(&buffer->lock);
    struct share *found = buffer->shares;
    while (found != NULL && (found->world != line->world || found->server != (int)line->remote.server))
        found = found->next;
    if (found == NULL) {
        found = malloc(sizeof *found);
        if (found == NULL)
            code = errors_memory(error, "a buffer that is shared");
        else
            code = connect_buffer(line->world, (int)line->remote.server, buffer->fd,
                                  (struct connect_buffer){buffer->number, buffer->memory.bytes, &found->fd}, error);
        if (code == PROC_OK) {
            found->world = line->world;
            found->server = (int)line->remote.server;
            found->next = buffer->shares;
            buffer->shares = found;
        } else {
            free(found);
        }
    }
    pthread_mutex_unlock(&buffer->lock);
    return code;
}

proc_err buffers_place(const void *at, size_t bytes, const struct proc_line *line, struct bulk_place *place,
                       struct proc_error *error) {
    proc_err code = PROC_OK;
    if (bytes == 0 || line->pump != NULL)
        return PROC_OK;
    pthread_rwlock_rdlock(&buffers_lock);
    for (struct buffer *buffer = buffers; buffer != NULL; buffer = buffer->next) {
        const uintptr_t base = (uintptr_t)buffer->memory.base, begin = (uintptr_t)at;
        if (begin < base || begin - base >= buffer->memory.bytes || bytes > buffer->memory.bytes - (begin - base))
            continue;
        code = share(buffer, line, error);
        if (code == PROC_OK)
            *place = (struct bulk_place){buffer->number, begin - base};
        break;
    }
    pthread_rwlock_unlock(&buffers_lock);
    return code;
}
