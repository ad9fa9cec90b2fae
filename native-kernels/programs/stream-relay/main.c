/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream-relay [--delay MILLISECONDS] ADDRESS PORT TO-ADDRESS TO-PORT [ADDRESS PORT TO-ADDRESS TO-PORT]... Passes bytes
 * both ways between clients of PORT at ADDRESS and TO-PORT at TO-ADDRESS, so that links reach hosts that only this host
 * reaches. The relay does not interpret the bytes: the ends of a link prove the key of their run to each other. At the
 * limit of 256 connections, the oldest unanswered one makes room for a new one. Each direction holds at most 256 KiB,
 * so a stopped receiver stops its sender. With --delay each byte passes that many milliseconds after its arrival, as on
 * a long line; each direction then holds 16 MiB.
 */
#include "stream/tcp.h"
#include "stream/waiting.h"
#include "wire/sockets.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_PAIRS = 256, MOST_DOORS = 64, ROOM = 262144, DELAYED_ROOM = 16777216, MARKS = 4096 };
static const int64_t try_again = 20000000, give_up = 60000000000;

struct door {
    const char *address, *to_address;
    int port, to_port, fd;
};

/* One direction of a pair: a ring of bytes, and the times at which bytes may go on. */
struct way {
    unsigned char *bytes;
    uint64_t in, out;
    struct {
        uint64_t at;
        int64_t due;
    } marks[MARKS];
    unsigned first_mark, mark_count;
    bool ended, closed; /* no more bytes come; the other side has been told */
};

struct pair {
    const struct door *door;
    int fd[2]; /* the client, and the destination; -1: not connected yet */
    bool connecting;
    int64_t since, due; /* time of arrival, time of the next try to connect */
    struct way way[2];  /* from fd[0] to fd[1], and back */
    bool gone;
};

static struct door doors[MOST_DOORS];
static struct pair *pairs[MOST_PAIRS];
static size_t door_count, pair_count, room = ROOM;
static int64_t delay;

static void end_pair(struct pair *pair) {
    pair->gone = true;
}

static void free_gone(void) {
    size_t kept = 0;
    for (size_t i = 0; i < pair_count; i++) {
        struct pair *pair = pairs[i];
        if (!pair->gone) {
            pairs[kept++] = pair;
            continue;
        }
        for (int side = 0; side < 2; side++) {
            if (pair->fd[side] >= 0)
                close(pair->fd[side]);
            free(pair->way[side].bytes);
        }
        free(pair);
    }
    pair_count = kept;
}

/* Drops the oldest pair without an answer, which may belong to a silent stranger. Returns whether there is one; the
 * pair is removed at the end of the round. */
static bool make_room(void) {
    for (size_t i = 0; i < pair_count; i++) /* the oldest is first */
        if (!pairs[i]->gone && pairs[i]->way[1].in < TCP_CHALLENGE_BYTES + TCP_ANSWER_BYTES) {
            end_pair(pairs[i]);
            return true;
        }
    return false;
}

static void let_in(const struct door *door) {
    if (pair_count == MOST_PAIRS && make_room())
        return; /* further clients wait for the next round */
    const int fd = socket_accept(door->fd);
    struct pair *pair = fd < 0 || pair_count == MOST_PAIRS ? NULL : calloc(1, sizeof *pair);
    if (pair != NULL) {
        *pair = (struct pair){.door = door, .fd = {fd, -1}, .since = idling_now()};
        pair->way[0].bytes = malloc(room);
        pair->way[1].bytes = malloc(room);
    }
    if (pair == NULL || pair->way[0].bytes == NULL || pair->way[1].bytes == NULL) {
        if (pair != NULL) {
            free(pair->way[0].bytes);
            free(pair->way[1].bytes);
        }
        free(pair);
        if (fd >= 0)
            close(fd);
        return;
    }
    pairs[pair_count++] = pair;
}

/* Begins to connect a pair to its destination, or tries again while no process listens there. */
static void lead_on(struct pair *pair) {
    pair->fd[1] = socket_connect(pair->door->to_address, pair->door->to_port);
    pair->connecting = pair->fd[1] >= 0;
    pair->due = idling_now() + try_again;
    if (idling_now() - pair->since > give_up)
        end_pair(pair);
}

static void connected(struct pair *pair) {
    int reason = 0;
    socklen_t bytes = sizeof reason;
    getsockopt(pair->fd[1], SOL_SOCKET, SO_ERROR, &reason, &bytes);
    pair->connecting = false;
    if (reason == 0)
        return;
    close(pair->fd[1]);
    pair->fd[1] = -1;
    if (idling_now() - pair->since > give_up)
        end_pair(pair);
}

/* --- one way --- */

/* Returns the position up to which bytes may go on now. */
static uint64_t may_go(struct way *way, int64_t now) {
    if (delay == 0)
        return way->in;
    while (way->mark_count > 0 && way->marks[way->first_mark].due <= now) {
        const uint64_t at = way->marks[way->first_mark].at;
        if (way->out >= at || way->mark_count == 1) {
            if (way->out < at)
                return at;
        } else if (way->marks[(way->first_mark + 1) % MARKS].due > now)
            return at;
        way->first_mark = (way->first_mark + 1) % MARKS;
        way->mark_count--;
    }
    return way->out;
}

static bool can_take(const struct way *way) {
    return !way->ended && way->in - way->out < room && (delay == 0 || way->mark_count < MARKS);
}

static void take(struct pair *pair, struct way *way, int from) {
    const size_t at = way->in % room, rest = room - (way->in - way->out);
    const size_t most = rest < room - at ? rest : room - at;
    const ssize_t got = recv(from, way->bytes + at, most, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got < 0) {
        end_pair(pair);
        return;
    }
    way->ended = got == 0;
    way->in += (uint64_t)got;
    if (delay > 0 && got > 0) {
        const unsigned mark = (way->first_mark + way->mark_count++) % MARKS;
        way->marks[mark].at = way->in;
        way->marks[mark].due = idling_now() + delay;
    }
}

static void give(struct pair *pair, struct way *way, int to) {
    for (uint64_t until; (until = may_go(way, idling_now())) > way->out;) {
        const size_t at = way->out % room;
        const size_t most = until - way->out < room - at ? (size_t)(until - way->out) : room - at;
        const ssize_t sent = send(to, way->bytes + at, most, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            end_pair(pair);
        if (sent < 0)
            return;
        way->out += (uint64_t)sent;
    }
    if (way->ended && way->in == way->out && !way->closed) {
        shutdown(to, SHUT_WR);
        way->closed = true;
    }
}

/* --- all --- */

static short wanted(const struct pair *pair, int side) {
    const struct way *from = &pair->way[side], *to = &pair->way[1 - side];
    if (side == 1 && pair->connecting)
        return POLLOUT;
    return (short)((can_take(from) ? POLLIN : 0) | (delay == 0 && to->in > to->out ? POLLOUT : 0));
}

static void serve(struct pair *pair, const struct pollfd polls[2]) {
    if (pair->connecting && polls[1].revents != 0)
        connected(pair);
    for (int side = 0; side < 2 && !pair->gone; side++)
        if (pair->fd[side] >= 0 && !(side == 1 && pair->connecting) && (polls[side].revents & ~POLLOUT) != 0 &&
            can_take(&pair->way[side]))
            take(pair, &pair->way[side], pair->fd[side]);
    for (int side = 0; side < 2 && !pair->gone; side++)
        if (pair->fd[1 - side] >= 0 && !pair->connecting)
            give(pair, &pair->way[side], pair->fd[1 - side]);
    if (pair->way[0].closed && pair->way[1].closed)
        end_pair(pair);
}

/* Returns the milliseconds until work is due without an event, or -1. */
static int next_due(void) {
    int64_t due = INT64_MAX;
    for (size_t i = 0; i < pair_count; i++) {
        if (pairs[i]->fd[1] < 0 && pairs[i]->due < due)
            due = pairs[i]->due;
        for (int side = 0; side < 2; side++)
            if (pairs[i]->way[side].mark_count > 0 &&
                pairs[i]->way[side].marks[pairs[i]->way[side].first_mark].due < due)
                due = pairs[i]->way[side].marks[pairs[i]->way[side].first_mark].due;
    }
    const int64_t now = idling_now();
    return due == INT64_MAX ? -1 : due <= now ? 0 : (int)((due - now + 999999) / 1000000);
}

static void round_of_all(struct pollfd *polls) {
    const size_t known = pair_count;
    for (size_t i = 0; i < door_count; i++)
        polls[i] = (struct pollfd){doors[i].fd, POLLIN, 0};
    for (size_t i = 0; i < known; i++) {
        if (pairs[i]->fd[1] < 0 && pairs[i]->due <= idling_now())
            lead_on(pairs[i]);
        for (int side = 0; side < 2; side++) {
            const short events = wanted(pairs[i], side);
            polls[door_count + 2 * i + (size_t)side] =
                (struct pollfd){events == 0 ? -1 : pairs[i]->fd[side], events, 0};
        }
    }
    if (poll(polls, door_count + 2 * known, next_due()) < 0)
        return;
    for (size_t i = 0; i < known; i++)
        serve(pairs[i], &polls[door_count + 2 * i]);
    for (size_t i = 0; i < door_count; i++)
        if (polls[i].revents != 0)
            let_in(&doors[i]);
    free_gone();
}

static int port_of(const char *text) {
    char *end;
    const long port = strtol(text, &end, 10);
    return *text == '\0' || *end != '\0' || port < 1 || port > 65535 ? 0 : (int)port;
}

static int open_door(char **words) {
    struct door *door = &doors[door_count];
    *door = (struct door){words[0], words[2], port_of(words[1]), port_of(words[3]), -1};
    if (door->port == 0 || door->to_port == 0 || door_count == MOST_DOORS) {
        fprintf(stderr, "stream-relay: %s %s %s %s: these are no two ports, or there are more than %d\n", words[0],
                words[1], words[2], words[3], MOST_DOORS);
        return 2;
    }
    door->fd = socket_listen(door->address, door->port);
    if (door->fd < 0) {
        fprintf(stderr, "stream-relay: cannot listen at %s:%d: %s\n", door->address, door->port, strerror(errno));
        return 5;
    }
    door_count++;
    return 0;
}

int main(int argc, char **argv) {
    static struct pollfd polls[MOST_DOORS + 2 * MOST_PAIRS];
    int first = 1, status = 0;
    if (argc > 2 && strcmp(argv[1], "--delay") == 0) {
        char *end;
        delay = strtol(argv[2], &end, 10) * 1000000;
        first = *end != '\0' || delay < 0 || delay > give_up ? argc : 3;
        room = delay > 0 ? DELAYED_ROOM : ROOM;
    }
    if (first >= argc || (argc - first) % 4 != 0) {
        fputs("usage: stream-relay [--delay MILLISECONDS] ADDRESS PORT TO-ADDRESS TO-PORT [...]\n", stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    for (int i = first; i < argc && status == 0; i += 4)
        status = open_door(argv + i);
    if (status != 0)
        return status;
    for (;;)
        round_of_all(polls);
}
