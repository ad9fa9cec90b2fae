/* SPDX-License-Identifier: Apache-2.0 */
/*
 * delay-line MILLISECONDS CARD CARD A long line between two network cards: each frame that arrives at one card leaves
 * the other MILLISECONDS later, both ways. For kernels without netem. Prints "up" when frames pass. Offloads of the
 * cards, splitting of large frames and checksums, pass unchanged (PACKET_VNET_HDR). Frames beyond 32 MiB under way are
 * dropped, as by a router.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    ROOM = 33554432, /* bytes under way in one direction */
    MOST_FRAME = 65536 + 64,
    AT_ONCE = 64, /* frames taken before others are looked at */
    SOCKET_ROOM = 8388608
};

/* A frame under way, followed by its bytes. */
struct frame {
    int64_t due;         /* nanoseconds of the clock */
    uint32_t bytes, all; /* of the frame; with this header, rounded up. No bytes: the ring goes on at its start */
};

/* One direction: a ring of frames. */
struct way {
    unsigned char *ring;
    size_t in, out, used;
};

static int64_t delay;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static _Noreturn void fail(const char *what, const char *name) {
    fprintf(stderr, "delay-line: %s %s: %s\n", what, name, strerror(errno));
    exit(5);
}

static int open_card(const char *name) {
    const int on = 1, room = SOCKET_ROOM;
    const struct sockaddr_ll address = {
        .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = (int)if_nametoindex(name)};
    if (address.sll_ifindex == 0)
        fail("there is no card", name);
    const int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) != 0 ||
        setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) != 0 ||
        bind(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        fail("cannot open card", name);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room);
    return fd;
}

/* Returns a place for a frame of at most MOST_FRAME bytes, or NULL if the ring is full. */
static struct frame *place(struct way *way) {
    const size_t most = sizeof(struct frame) + MOST_FRAME, rest = ROOM - way->in;
    if (rest < most && way->used + rest + most <= ROOM) {
        if (rest >= sizeof(struct frame))
            *(struct frame *)(void *)(way->ring + way->in) = (struct frame){0, 0, (uint32_t)rest};
        way->used += rest;
        way->in = 0;
    }
    return ROOM - way->in >= most && way->used + most <= ROOM ? (struct frame *)(void *)(way->ring + way->in) : NULL;
}

/* Takes the frames that have arrived at a card. */
static void take(struct way *way, int from) {
    static unsigned char dropped[MOST_FRAME];
    for (int i = 0; i < AT_ONCE; i++) {
        struct frame *frame = place(way);
        const ssize_t got = recv(from, frame == NULL ? dropped : (unsigned char *)(frame + 1), MOST_FRAME, 0);
        if (got <= 0)
            return;
        if (frame == NULL)
            continue;
        const size_t all = (sizeof *frame + (size_t)got + 15) / 16 * 16;
        *frame = (struct frame){now() + delay, (uint32_t)got, (uint32_t)all};
        way->in += all;
        way->used += all;
    }
}

/* Returns the frame that goes out next, or NULL. */
static struct frame *first(struct way *way) {
    while (way->used > 0) {
        struct frame *frame = (struct frame *)(void *)(way->ring + way->out);
        const size_t rest = ROOM - way->out;
        if (rest >= sizeof *frame && frame->bytes > 0)
            return frame;
        way->used -= rest;
        way->out = 0;
    }
    return NULL;
}

/* Sends the due frames. A frame that the card refuses is lost, as on any line. */
static void give(struct way *way, int to) {
    struct frame *frame;
    while ((frame = first(way)) != NULL && frame->due <= now()) {
        if (send(to, frame + 1, frame->bytes, 0) < 0 && (errno == EAGAIN || errno == ENOBUFS))
            return;
        way->out += frame->all;
        way->used -= frame->all;
    }
}

/* Waits until a frame comes or is due. */
static void wait_for(struct way ways[2], struct pollfd polls[2]) {
    int64_t due = INT64_MAX;
    for (int i = 0; i < 2; i++) {
        const struct frame *frame = first(&ways[i]);
        if (frame != NULL && frame->due < due)
            due = frame->due;
    }
    const int64_t left = due - now(), rest = left > 0 ? left : 0;
    const struct timespec time = {rest / 1000000000, rest % 1000000000};
    if (ppoll(polls, 2, due == INT64_MAX ? NULL : &time, NULL) < 0 && errno != EINTR)
        fail("cannot wait for", "cards");
}

int main(int argc, char **argv) {
    struct way ways[2] = {{malloc(ROOM), 0, 0, 0}, {malloc(ROOM), 0, 0, 0}};
    char *end = NULL;
    const double milliseconds = argc == 4 ? strtod(argv[1], &end) : -1;
    if (argc != 4 || *end != '\0' || !(milliseconds >= 0 && milliseconds <= 10000)) {
        fputs("usage: delay-line MILLISECONDS CARD CARD\n", stderr);
        return 2;
    }
    if (ways[0].ring == NULL || ways[1].ring == NULL)
        fail("no memory for", "frames");
    delay = (int64_t)(milliseconds * 1e6);
    struct pollfd polls[2] = {{open_card(argv[2]), POLLIN, 0}, {open_card(argv[3]), POLLIN, 0}};
    if (puts("up") < 0 || fflush(stdout) != 0)
        fail("cannot say", "up");
    for (;;) {
        for (int i = 0; i < 2; i++) {
            take(&ways[i], polls[i].fd);
            give(&ways[i], polls[1 - i].fd);
        }
        wait_for(ways, polls);
    }
}
