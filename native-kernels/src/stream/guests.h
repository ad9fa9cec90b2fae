/* SPDX-License-Identifier: Apache-2.0 */
/* The sockets of the porter, and the handling of their events. One thread uses these functions. */
#ifndef SLIPWAY_STREAM_GUESTS_H
#define SLIPWAY_STREAM_GUESTS_H

#include "tcp.h"

/* The role of a socket for the porter. */
typedef enum {
    GUEST_LISTENER,
    GUEST_STRANGER, /* has connected, but has not yet said hello and proved the key */
    GUEST_CALLER,   /* being connected, or waiting for the next try */
    GUEST_ANSWER,   /* has said hello, and waits for the challenge and the answer */
    GUEST_SENDER,   /* sends; receives the notice that the receiver wants no more, or is gone */
    GUEST_RECEIVER,
    GUEST_LEAVING, /* the kernel wants no more: waits for the other side to close */
    GUEST_GONE     /* closed; removed after the round */
} guest_kind;

struct guest {
    guest_kind kind;
    int fd; /* -1: a caller between two tries */
    struct tcp *tcp;
    int64_t due;   /* time of the next try, or of giving up; INT64_MAX: never */
    int64_t since; /* time of arrival, or of the first try */
    unsigned char talk[TCP_TALK_BYTES], proof[TCP_PROOF_BYTES];
    size_t got; /* number of bytes of both talks sent or received */
    struct guest *next;
};

struct guests {
    int epoll;
    struct guest *first;
    size_t strangers;
    struct tcp *(*side)(int end, bool sends); /* finds this side of an end, or NULL */
};

/* Adds a guest. Returns NULL without memory, and then closes FD. */
struct guest *guests_add(struct guests *guests, guest_kind kind, int fd, struct tcp *tcp);

/* Handles an event of a guest. */
void guest_event(struct guests *guests, struct guest *guest, uint32_t events);

/* Handles due work, and removes guests that are gone. Returns the milliseconds until the next due work, or -1. */
int guests_due(struct guests *guests);

/* Begins to connect a sender. */
void guest_call(struct guests *guests, struct guest *guest);

/* Makes the guest of TCP leave. */
void guests_leave(struct guests *guests, struct tcp *tcp);

/* Returns whether a receiver that has left still waits for its sender. */
bool guests_linger(const struct guests *guests);

/* Closes all sockets and frees all memory. */
void guests_free(struct guests *guests);

#endif
