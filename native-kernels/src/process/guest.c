/* SPDX-License-Identifier: Apache-2.0 */
#include "guest.h"

#include "buffers.h"
#include "household.h"
#include "porter.h"
#include "pump.h"
#include "sharing.h"
#include "world.h"

#include "wire/idling.h"
#include "wire/sockets.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct guest *guests_enter(struct guests *guests, const struct guest *as, uint32_t events) {
    struct guest *guest = malloc(sizeof *guest);
    if (guest == NULL)
        return NULL;
    *guest = *as;
    struct epoll_event event = {.events = events, .data.ptr = guest};
    pthread_mutex_lock(&guests->lock);
    const bool added = epoll_ctl(guests->epoll, EPOLL_CTL_ADD, guest->fd, &event) == 0;
    if (added) {
        guest->next = guests->first;
        guests->first = guest;
    }
    pthread_mutex_unlock(&guests->lock);
    if (added)
        return guest;
    free(guest);
    return NULL;
}

void guest_close(struct guests *guests, struct guest *guest) {
    if (guest->kind == GUEST_GONE)
        return;
    epoll_ctl(guests->epoll, EPOLL_CTL_DEL, guest->fd, NULL);
    close(guest->fd);
    for (int i = 0; i < 2; i++)
        if (guest->shared[i] >= 0)
            close(guest->shared[i]);
    if (guest->kind == GUEST_BUFFER)
        mapped_close(guest->buffer);
    guest->kind = GUEST_GONE;
}

/* Says once on the standard error why callers wait at the door: they cannot be told. */
static void tell_lack(const struct proc_world *world, int reason) {
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told))
        fprintf(stderr,
                "%s: lets no more callers in: %s; they wait until others leave\n"
                "hint: raise the limit on open files (ulimit -n), or take more servers\n",
                world->who, strerror(reason));
}

void guest_accept(struct guests *guests, struct guest *listener) {
    for (;;) {
        const int fd = listener->is_tcp ? socket_accept(listener->fd)
                                        : accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) {
            tell_lack(listener->world, errno);
            poll(NULL, 0, 10); /* no descriptor is free: avoids a busy loop while callers wait */
        }
        if (fd < 0)
            return;
        const struct guest stranger = {.kind = GUEST_STRANGER,
                                       .fd = fd,
                                       .is_tcp = listener->is_tcp,
                                       .world = listener->world,
                                       .due = talk_due(),
                                       .shared = {-1, -1}};
        struct ucred peer = {.uid = geteuid()};
        socklen_t bytes = sizeof peer;
        const bool is_ours = listener->is_tcp || (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0 &&
                                                  (peer.uid == geteuid() || peer.uid == 0));
        if (!is_ours || guests_enter(guests, &stranger, EPOLLIN) == NULL)
            close(fd);
    }
}

/* Gives LINE the memory that came with the proof: the bell of the caller, and the rings. */
static bool share_memory(struct guest *guest, struct proc_line *line) {
    const uint32_t room = guest->talk.hello.room;
    struct sw_memory rings = {0};
    if (!sharing_map(guest->shared[0], sizeof *line->other_bell, &line->bell))
        return false;
    line->other_bell = line->bell.base;
    if (!sharing_map(guest->shared[1], line_memory_bytes(room), &rings))
        return false;
    line_lay_out(line, rings.base, room, false);
    return true;
}

void line_free(struct proc_line *line) {
    if (line == NULL)
        return;
    if (line->pump == NULL && line->memory != NULL)
        sw_memory_close(&(struct sw_memory){line->memory, line->memory_bytes});
    pump_free(line);
    sw_memory_close(&line->bell);
    free(line);
}

static bool is_room(uint32_t room) {
    return room >= LINE_LEAST_RING && room <= LINE_MOST_RING && (room & (room - 1)) == 0;
}

/* Makes the side of the object of the line that a stranger requests. Returns the verdict. */
static uint32_t make_line(struct guest *guest, struct proc_line **made, int *bell_fd) {
    const struct talk_hello *hello = &guest->talk.hello;
    struct proc_line *line = is_room(hello->room) ? calloc(1, sizeof *line) : NULL;
    *made = NULL;
    if (line == NULL)
        return is_room(hello->room) ? TALK_NO_MEMORY : TALK_NONSENSE;
    line->fd = guest->fd;
    line->world = guest->world;
    line->client = hello->client;
    memcpy(line->who, hello->who, sizeof line->who - 1);
    if (!(guest->is_tcp ? pump_new(line, hello->room, false) : share_memory(guest, line))) {
        line_free(line);
        return TALK_NO_MEMORY;
    }
    const uint32_t verdict = household_receive(guest->world->household, hello->object, hello->stamp, line, bell_fd);
    if (verdict == TALK_WELCOME)
        *made = line;
    else
        line_free(line);
    return verdict;
}

/* Decides about the request of a stranger that has proved the key. Returns the verdict. */
static uint32_t judge(struct guest *guest, struct proc_line **line, int *bell_fd) {
    const struct talk_hello *hello = &guest->talk.hello;
    const uint32_t verdict = talk_judge(hello);
    *line = NULL;
    if (verdict != TALK_WELCOME)
        return verdict;
    if (hello->wants == TALK_LINE)
        return make_line(guest, line, bell_fd);
    if (guest->is_tcp || !mapped_open(hello->buffer, guest->shared[0], hello->buffer_bytes))
        return TALK_NO_MEMORY;
    guest->buffer = hello->buffer;
    return TALK_WELCOME;
}

static bool say(const struct guest *guest, const void *bytes, size_t count, int fd) {
    if (guest->is_tcp)
        return send(guest->fd, bytes, count, MSG_NOSIGNAL) == (int64_t)count;
    return sharing_send(guest->fd, bytes, count, &fd, fd >= 0) == (int64_t)count;
}

/* Turns a stranger into a line or a buffer, as the stranger has requested. */
static void let_in(struct guests *guests, struct guest *guest) {
    struct proc_line *line;
    int bell_fd = -1;
    const uint32_t verdict = judge(guest, &line, &bell_fd);
    talk_answer(&guest->talk, guest->world->key, verdict);
    const bool said = say(guest, &guest->talk.answer, sizeof guest->talk.answer, bell_fd);
    if (bell_fd >= 0)
        close(bell_fd);
    if (verdict == TALK_WELCOME && guest->talk.hello.wants == TALK_BUFFER)
        guest->kind = GUEST_BUFFER;
    if (line != NULL) {
        guest->kind = GUEST_LINE;
        guest->line = line;
        if (guest->is_tcp && line->client >= 0)
            pump_bound_silence(guest->fd);
        struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.ptr = guest};
        epoll_ctl(guests->epoll, EPOLL_CTL_MOD, guest->fd, &event);
    }
    if (line != NULL && !said)
        line_lose(line, "the caller has gone");
    else if (verdict != TALK_WELCOME || !said)
        guest_close(guests, guest);
    for (int i = 0; i < 2; i++) {
        if (guest->kind != GUEST_GONE && guest->shared[i] >= 0)
            close(guest->shared[i]);
        guest->shared[i] = -1;
    }
}

/* Receives up to COUNT bytes, and descriptors with them. Returns the number of bytes, 0 if no bytes have come, or -1 at
 * the end. */
static int64_t receive(struct guest *guest, void *at, size_t count) {
    int fds[2];
    const int64_t got = guest->is_tcp ? recv(guest->fd, at, count, 0) : sharing_receive(guest->fd, at, count, fds, 2);
    if (!guest->is_tcp)
        for (int i = 0; i < 2; i++) {
            if (got > 0 && guest->shared[i] < 0)
                guest->shared[i] = fds[i];
            else if (fds[i] >= 0)
                close(fds[i]);
        }
    if (got < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    return got == 0 ? -1 : got;
}

void guest_listen(struct guests *guests, struct guest *guest) {
    const size_t hello = sizeof guest->talk.hello;
    for (;;) {
        const bool says_hello = guest->got < hello;
        unsigned char *at =
            says_hello ? (unsigned char *)&guest->talk.hello + guest->got : guest->proof + (guest->got - hello);
        const int64_t got = receive(guest, at, (says_hello ? hello : hello + PROOF_BYTES) - guest->got);
        if (got < 0)
            guest_close(guests, guest);
        if (got <= 0)
            return;
        guest->got += (size_t)got;
        if (guest->got == hello &&
            (!talk_challenge(&guest->talk) || !say(guest, &guest->talk.challenge, sizeof guest->talk.challenge, -1))) {
            guest_close(guests, guest);
            return;
        }
        if (guest->got == hello)
            guest->due = talk_due(); /* a new deadline, because this process may have been stopped until now */
        if (guest->got < hello + PROOF_BYTES)
            continue;
        if (guest->talk.hello.world == guest->world->id &&
            proof_is_right(guest->world->key, PROOF_OF_CALLER, (unsigned char *)&guest->talk, TALK_PROVED,
                           guest->proof))
            let_in(guests, guest);
        else
            guest_close(guests, guest);
        return;
    }
}

/* Returns whether a stranger gets a second deadline. This is so if bytes of the stranger are unread at the first
 * deadline, because this process was then stopped, or had no processor, in that time. */
static bool spare(struct guest *guest) {
    char first;
    if (guest->spared || recv(guest->fd, &first, sizeof first, MSG_PEEK | MSG_DONTWAIT) <= 0)
        return false;
    guest->spared = true;
    guest->due = talk_due();
    return true;
}

int guests_sweep(struct guests *guests) {
    const int64_t now = idling_now();
    int64_t first = INT64_MAX;
    pthread_mutex_lock(&guests->lock);
    for (struct guest **link = &guests->first; *link != NULL;) {
        struct guest *guest = *link;
        if (guest->kind == GUEST_STRANGER && guest->due <= now && !spare(guest))
            guest_close(guests, guest);
        if (guest->kind == GUEST_STRANGER && guest->due < first)
            first = guest->due;
        if (guest->kind == GUEST_GONE) {
            *link = guest->next;
            free(guest);
        } else {
            link = &guest->next;
        }
    }
    pthread_mutex_unlock(&guests->lock);
    return first == INT64_MAX ? -1 : (int)((first - now) / 1000000) + 1;
}

void guests_dismiss(struct guests *guests) {
    for (struct guest *guest = guests->first, *next; guest != NULL; guest = next) {
        next = guest->next;
        guest_close(guests, guest);
        if (guest->line != NULL) /* the owner still uses the line, and drops the line later */
            line_lose(guest->line, "this process has left the world");
        free(guest);
    }
    guests->first = NULL;
}
