/* SPDX-License-Identifier: Apache-2.0 */
#include "pump.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>

/* ASK_SECONDS: the system probes a silent host after this time. SILENCE_SECONDS: the host then counts as gone. All
 * others must learn of a death, and end, within 10 seconds, so they have 4 seconds left. */
enum { ASK_SECONDS = 3, SILENCE_SECONDS = 6 };

bool pump_new(struct proc_line *line, uint32_t room, bool calls) {
    struct pump *pump = calloc(1, sizeof *pump);
    void *memory = aligned_alloc(64, line_memory_bytes(room));
    line->pump = pump;
    if (pump != NULL && memory != NULL)
        pump->stage = malloc(room);
    if (pump == NULL || memory == NULL || pump->stage == NULL) {
        free(memory);
        return false;
    }
    memset(memory, 0, LINE_MEMORY_HEAD);
    line_lay_out(line, memory, room, calls);
    pump->out = line->out;
    pump->in = line->in;
    pump->room = room;
    return true;
}

void pump_bound_silence(int fd) {
    const int idle = ASK_SECONDS;
    const unsigned most = 1000 * SILENCE_SECONDS;
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &most, sizeof most);
}

void pump_free(struct proc_line *line) {
    if (line->pump == NULL)
        return;
    free(line->pump->stage);
    free(line->pump);
    free(line->memory);
    line->pump = NULL;
    line->memory = NULL;
}

/* A record has one form in a ring and on the connection: the length, the bytes, and the padding. */
void pump_out(struct proc_line *line) {
    struct pump *pump = line->pump;
    const void *record;
    uint32_t bytes;
    pump->writes = false;
    while (ring_front(&pump->out, &record, &bytes) == RING_FOUND) {
        const unsigned char *whole = (const unsigned char *)record - sizeof(uint32_t);
        const int64_t now = send(line->fd, whole + pump->sent, ring_cost(bytes) - pump->sent, MSG_NOSIGNAL);
        if (now < 0) {
            pump->writes = errno == EAGAIN || errno == EINTR;
            if (!pump->writes)
                line_lose(line, "the connection was cut: %s", strerror(errno));
            break;
        }
        pump->sent += (uint64_t)now;
        if (pump->sent < ring_cost(bytes))
            continue;
        pump->sent = 0;
        ring_take(&pump->out, bytes);
        ring_settle(&pump->out);
    }
    sw_bell_call(line->own_bell); /* wakes the owner, because the ring may have room now */
}

/* Counts the requests among the records that come. */
static void count(struct proc_line *line, const unsigned char *record, uint32_t bytes) {
    struct pump *pump = line->pump;
    if (pump->rest > 0 || bytes < HEAD_BYTES) {
        pump->rest -= bytes < pump->rest ? bytes : pump->rest;
        return;
    }
    struct request_head head;
    memcpy(&head, record, sizeof head);
    const uint64_t all = halves(head.bytes), here = bytes - HEAD_BYTES;
    pump->rest = here < all ? all - here : 0;
    atomic_fetch_add_explicit(&line->memory->sent, 1, memory_order_relaxed);
}

/* Checks whether a farewell of the other side stands in the place of a record. */
static void hear_farewell(struct proc_line *line, const unsigned char *at, size_t bytes) {
    struct line_farewell farewell;
    if (bytes < sizeof farewell)
        return;
    memcpy(&farewell, at, sizeof farewell);
    line_hear_farewell(line, &farewell);
}

/* Puts the complete records of the stage into the ring. Returns false if one is not a record. */
static bool put_staged(struct proc_line *line) {
    struct pump *pump = line->pump;
    while (pump->end - pump->begin >= sizeof(uint32_t)) {
        const unsigned char *at = pump->stage + pump->begin;
        uint32_t bytes;
        memcpy(&bytes, at, sizeof bytes);
        if (bytes == FAREWELL_MARK) {
            ring_publish(&pump->in); /* earlier records are taken before the farewell */
            hear_farewell(line, at, pump->end - pump->begin);
            break;
        }
        if (bytes == 0 || bytes > line_record_most(line->in.room))
            return false;
        if (pump->end - pump->begin < ring_cost(bytes))
            break;
        if (!ring_fits(&pump->in, bytes)) {
            /* Set before the second check, so that either the thread that makes room sees `starved`, or this check sees
             * the room. */
            atomic_store(&pump->starved, true);
            if (!ring_fits(&pump->in, bytes))
                break;
            atomic_store(&pump->starved, false);
        }
        count(line, at + sizeof bytes, bytes);
        ring_put(&pump->in, at + sizeof bytes, bytes);
        pump->begin += ring_cost(bytes);
    }
    memmove(pump->stage, pump->stage + pump->begin, pump->end - pump->begin);
    pump->end -= pump->begin;
    pump->begin = 0;
    ring_publish(&pump->in);
    return true;
}

void pump_in(struct proc_line *line) {
    struct pump *pump = line->pump;
    for (;;) {
        if (!put_staged(line)) {
            line_lose(line, "what came is no record");
            break;
        }
        if (atomic_load(&pump->starved) || pump->end == pump->room)
            break;
        const int64_t now = recv(line->fd, pump->stage + pump->end, pump->room - pump->end, 0);
        if (now < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (now <= 0) {
            line_lose(line, "the connection was cut: %s", now < 0 ? strerror(errno) : "the other side has ended");
            break;
        }
        pump->end += (size_t)now;
    }
    sw_bell_call(line->own_bell);
}
