/* SPDX-License-Identifier: Apache-2.0 */
#include "guests.h"

#include "waiting.h"
#include "wire/sockets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_STRANGERS = 64 };
static const int64_t second = 1000000000, try_again = 20000000;

/* Asks the system for EVENTS of a guest. ADDED is false for a guest that is new to the system. */
static void ask(const struct guests *guests, struct guest *guest, uint32_t events, bool added) {
    struct epoll_event event = {.events = events, .data.ptr = guest};
    epoll_ctl(guests->epoll, added ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, guest->fd, &event);
}

struct guest *guests_add(struct guests *guests, guest_kind kind, int fd, struct tcp *tcp) {
    struct guest *guest = calloc(1, sizeof *guest);
    if (guest == NULL) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    *guest = (struct guest){.kind = kind, .fd = fd, .tcp = tcp, .due = INT64_MAX, .since = idling_now()};
    guest->next = guests->first;
    guests->first = guest;
    if (fd >= 0)
        ask(guests, guest, EPOLLIN, false);
    return guest;
}

/* Closes the socket of a guest. A forked child may have the socket open too, and the system would go on watching an
 * open socket. */
static void close_socket(const struct guests *guests, struct guest *guest) {
    if (guest->fd < 0)
        return;
    epoll_ctl(guests->epoll, EPOLL_CTL_DEL, guest->fd, NULL);
    close(guest->fd);
    guest->fd = -1;
}

static void go(struct guests *guests, struct guest *guest) {
    if (guest->kind == GUEST_STRANGER)
        guests->strangers--;
    close_socket(guests, guest);
    guest->kind = GUEST_GONE;
}

/* Lets the kernel use the socket from now on. */
static void be_ready(struct guests *guests, struct guest *guest, guest_kind kind) {
    guest->kind = kind;
    guest->due = INT64_MAX;
    ask(guests, guest, kind == GUEST_SENDER ? EPOLLIN : EPOLLONESHOT, true);
    guest->tcp->guest = guest;
    atomic_store(&guest->tcp->fd, guest->fd);
    atomic_store(&guest->tcp->state, TCP_READY);
    sw_bell_ring(guest->tcp->bell);
}

/* --- incoming guests --- */

static void let_in(struct guests *guests, const struct guest *listener) {
    int fd;
    while (guests->strangers < MOST_STRANGERS && (fd = socket_accept(listener->fd)) >= 0) {
        struct guest *stranger = guests_add(guests, GUEST_STRANGER, fd, NULL);
        if (stranger == NULL)
            return;
        stranger->due = stranger->since + 5 * second;
        guests->strangers++;
    }
}

/* Drops the oldest stranger, to make room for others. */
static void make_room(struct guests *guests) {
    struct guest *oldest = NULL;
    for (struct guest *guest = guests->first; guest != NULL; guest = guest->next)
        if (guest->kind == GUEST_STRANGER && (oldest == NULL || guest->since < oldest->since))
            oldest = guest;
    if (guests->strangers >= MOST_STRANGERS && oldest != NULL)
        go(guests, oldest);
}

/* Sends a part of the talk. The socket is new and takes these few bytes at once. */
static bool say(const struct guest *guest, const unsigned char *bytes, size_t count) {
    return send(guest->fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)count;
}

/* Judges a guest that has said hello and proved the key. */
static void welcome(struct guests *guests, struct guest *guest) {
    int verdict, end;
    if (!tcp_judge(&stream_app.graph, guest->talk, guest->proof, &verdict, &end)) {
        go(guests, guest);
        return;
    }
    struct tcp *tcp = guests->side(end, false);
    if (verdict == TCP_WELCOME && (tcp == NULL || atomic_load(&tcp->state) != TCP_PENDING))
        verdict = TCP_NO_SUCH_END;
    if (verdict == TCP_WELCOME && atomic_load(&tcp->closed))
        verdict = TCP_WANTS_NO_MORE;
    tcp_answer(&stream_app.graph, verdict, guest->talk);
    const bool said = say(guest, guest->talk + TCP_ANSWER_AT, TCP_ANSWER_BYTES);
    if (tcp != NULL && verdict == TCP_OTHER_ORDER)
        tcp_break(tcp, "the sender's host has another order of bytes: let kernels on such hosts not be linked");
    if (tcp != NULL && verdict == TCP_OTHER_VERSION)
        tcp_break(tcp, "the sender has another version of this library");
    if (verdict != TCP_WELCOME || !said) { /* a guest that does not get the answer calls again */
        go(guests, guest);
        return;
    }
    guests->strangers--;
    guest->tcp = tcp;
    be_ready(guests, guest, GUEST_RECEIVER);
}

/*
 * Reads on in PART, which begins after BEFORE bytes of the other side's message and has BYTES. Returns 1 for a whole
 * part, 0 if more is to come, -1 if the other side is gone.
 */
static int read_part(struct guest *guest, unsigned char *part, size_t before, size_t bytes) {
    const size_t at = guest->got - before;
    const ssize_t got = recv(guest->fd, part + at, bytes - at, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (got <= 0)
        return -1;
    guest->got += (size_t)got;
    return guest->got == before + bytes;
}

static void hear_stranger(struct guests *guests, struct guest *guest) {
    const bool hello = guest->got < TCP_HELLO_BYTES;
    const int whole = hello ? read_part(guest, guest->talk, 0, TCP_HELLO_BYTES)
                            : read_part(guest, guest->proof, TCP_HELLO_BYTES, TCP_PROOF_BYTES);
    if (whole < 0 || (whole > 0 && hello &&
                      !(tcp_challenge(&stream_app.graph, guest->talk) &&
                        say(guest, guest->talk + TCP_HELLO_BYTES, TCP_CHALLENGE_BYTES))))
        go(guests, guest);
    else if (whole > 0 && !hello)
        welcome(guests, guest);
}

/* --- outgoing connections --- */

/* Calls again a little later, because of WHY, or gives up after a minute. */
static void call_again(struct guests *guests, struct guest *guest, const char *why) {
    close_socket(guests, guest);
    guest->kind = GUEST_CALLER;
    guest->due = idling_now() + try_again;
    if (idling_now() - guest->since < 60 * second)
        return;
    const struct stream_end *plan = guest->tcp->plan;
    tcp_break(guest->tcp, "nobody answers at %s:%d for 60 seconds: %s", plan->address, plan->port, why);
    go(guests, guest);
}

void guest_call(struct guests *guests, struct guest *guest) {
    const struct stream_end *plan = guest->tcp->plan;
    guest->fd = socket_connect(plan->address, plan->port);
    guest->due = idling_now() + 5 * second;
    if (guest->fd < 0)
        call_again(guests, guest, strerror(errno));
    else
        ask(guests, guest, EPOLLOUT, false);
}

static void say_hello(struct guests *guests, struct guest *guest) {
    int reason = 0;
    socklen_t bytes = sizeof reason;
    getsockopt(guest->fd, SOL_SOCKET, SO_ERROR, &reason, &bytes);
    if (reason == 0 &&
        (!tcp_hello(&stream_app.graph, guest->tcp->index, guest->talk) || !say(guest, guest->talk, TCP_HELLO_BYTES)))
        reason = errno;
    if (reason != 0) {
        call_again(guests, guest, strerror(reason));
        return;
    }
    guest->kind = GUEST_ANSWER;
    guest->due = idling_now() + 10 * second;
    guest->got = 0;
    ask(guests, guest, EPOLLIN, true);
}

/* Takes the verdict of the receiver. */
static void take_verdict(struct guests *guests, struct guest *guest, int verdict) {
    static const char *const refusals[] = {
        [TCP_OTHER_ORDER] = "it has another order of bytes: let kernels on such hosts not be linked",
        [TCP_OTHER_VERSION] = "it has another version of this library",
        [TCP_NO_SUCH_END] = "it has another graph, or this link is connected already"};
    const struct stream_end *plan = guest->tcp->plan;
    if (verdict == TCP_WELCOME) {
        be_ready(guests, guest, GUEST_SENDER);
        return;
    }
    if (verdict == TCP_WANTS_NO_MORE) {
        atomic_store(&guest->tcp->state, TCP_DONE);
        sw_bell_ring(guest->tcp->bell);
    } else
        tcp_break(guest->tcp, "%s:%d refuses the link: %s", plan->address, plan->port,
                  verdict < 0 ? "it does not know the key of this run: another program has this port"
                              : refusals[verdict]);
    go(guests, guest);
}

/* Reads the challenge, and then the answer. A guest that is dropped before the answer may have been one guest too many,
 * and calls again. */
static void hear_answer(struct guests *guests, struct guest *guest) {
    const bool challenge = guest->got < TCP_CHALLENGE_BYTES;
    unsigned char *part = guest->talk + (challenge ? TCP_HELLO_BYTES : TCP_ANSWER_AT);
    const int whole = challenge ? read_part(guest, part, 0, TCP_CHALLENGE_BYTES)
                                : read_part(guest, part, TCP_CHALLENGE_BYTES, TCP_ANSWER_BYTES);
    if (whole < 0)
        call_again(guests, guest, "it ends the connection: another program may have this port");
    else if (whole > 0 && !challenge)
        take_verdict(guests, guest, tcp_verdict(&stream_app.graph, guest->talk));
    else if (whole > 0 && !tcp_proof(&stream_app.graph, guest->talk, guest->proof))
        take_verdict(guests, guest, -1);
    else if (whole > 0 && !say(guest, guest->proof, TCP_PROOF_BYTES))
        call_again(guests, guest, strerror(errno));
}

/* Handles a receiver that wants no more records, or is gone. */
static void hear_receiver(struct guests *guests, struct guest *guest) {
    unsigned char byte;
    const ssize_t got = recv(guest->fd, &byte, 1, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got == 1 && byte == TCP_DONE_BYTE) {
        int expected = TCP_READY;
        atomic_compare_exchange_strong(&guest->tcp->state, &expected, TCP_DONE);
        shutdown(guest->fd, SHUT_WR);
    } else if (!atomic_load(&guest->tcp->closed))
        tcp_break(guest->tcp, "%s:%d has closed the connection: its kernel has failed or died",
                  guest->tcp->plan->address, guest->tcp->plan->port);
    sw_bell_ring(guest->tcp->bell);
    ask(guests, guest, EPOLLONESHOT, true);
}

/* --- leaving guests --- */

static void hear_leaving(struct guests *guests, struct guest *guest) {
    char bytes[4096];
    ssize_t got;
    do
        got = recv(guest->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    while (got > 0);
    if (got == 0 || (errno != EAGAIN && errno != EINTR))
        go(guests, guest);
}

void guests_leave(struct guests *guests, struct tcp *tcp) {
    for (struct guest *guest = guests->first; guest != NULL; guest = guest->next) {
        if (guest->tcp != tcp)
            continue;
        const unsigned char done = TCP_DONE_BYTE;
        if (guest->kind == GUEST_CALLER || guest->kind == GUEST_ANSWER) {
            go(guests, guest);
            continue;
        }
        if (guest->kind != GUEST_SENDER && guest->kind != GUEST_RECEIVER)
            continue;
        if (guest->kind == GUEST_RECEIVER && !tcp->ended &&
            send(guest->fd, &done, 1, MSG_NOSIGNAL | MSG_DONTWAIT) != 1) {
            go(guests, guest);
            continue;
        }
        shutdown(guest->fd, SHUT_WR);
        guest->kind = GUEST_LEAVING;
        ask(guests, guest, EPOLLIN, true);
    }
}

bool guests_linger(const struct guests *guests) {
    for (const struct guest *guest = guests->first; guest != NULL; guest = guest->next)
        if (guest->kind == GUEST_LEAVING && !guest->tcp->sends)
            return true;
    return false;
}

/* --- all --- */

void guest_event(struct guests *guests, struct guest *guest, uint32_t events) {
    switch (guest->kind) {
    case GUEST_LISTENER:
        make_room(guests);
        let_in(guests, guest);
        break;
    case GUEST_STRANGER:
        hear_stranger(guests, guest);
        break;
    case GUEST_CALLER:
        say_hello(guests, guest);
        break;
    case GUEST_ANSWER:
        hear_answer(guests, guest);
        break;
    case GUEST_SENDER:
        if (events & EPOLLOUT) {
            ask(guests, guest, EPOLLIN, true);
            sw_bell_ring(guest->tcp->bell);
        }
        if (events & ~(uint32_t)EPOLLOUT)
            hear_receiver(guests, guest);
        break;
    case GUEST_RECEIVER:
        sw_bell_ring(guest->tcp->bell);
        break;
    case GUEST_LEAVING:
        hear_leaving(guests, guest);
        break;
    case GUEST_GONE:
        break;
    }
}

static void remove_gone(struct guests *guests) {
    for (struct guest **at = &guests->first; *at != NULL;) {
        struct guest *guest = *at;
        if (guest->kind != GUEST_GONE) {
            at = &guest->next;
            continue;
        }
        *at = guest->next;
        free(guest);
    }
}

int guests_due(struct guests *guests) {
    int64_t now = idling_now(), first = INT64_MAX;
    for (struct guest *guest = guests->first; guest != NULL; guest = guest->next) {
        if (guest->due <= now && guest->kind == GUEST_STRANGER)
            go(guests, guest);
        else if (guest->due <= now && (guest->kind == GUEST_CALLER || guest->kind == GUEST_ANSWER) && guest->fd >= 0)
            call_again(guests, guest, strerror(ETIMEDOUT));
        else if (guest->due <= now && guest->kind == GUEST_CALLER)
            guest_call(guests, guest);
        if (guest->kind != GUEST_GONE && guest->due < first)
            first = guest->due;
    }
    remove_gone(guests);
    return first == INT64_MAX ? -1 : first <= now ? 0 : (int)((first - now) / 1000000 + 1);
}

void guests_free(struct guests *guests) {
    for (struct guest *guest = guests->first; guest != NULL; guest = guest->next)
        go(guests, guest);
    remove_gone(guests);
}
