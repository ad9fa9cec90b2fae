/* SPDX-License-Identifier: Apache-2.0 */
/* The sockets that the porter looks after, and what it does when one of them has something. One thread uses this. */
#ifndef SLIPWAY_STREAM_GUESTS_H
#define SLIPWAY_STREAM_GUESTS_H

#include "tcp.h"

/* What a socket is to the porter. */
typedef enum {
    GUEST_LISTENER,
    GUEST_STRANGER, /* has come in, and has not said hello and proved the key */
    GUEST_CALLER,   /* is being connected, or waits to be connected again */
    GUEST_ANSWER,   /* has said hello, and waits for the challenge and the answer */
    GUEST_SENDER,   /* sends; hears that the receiver wants no more, or is gone */
    GUEST_RECEIVER,
    GUEST_LEAVING, /* the kernel wants no more: waits for the other side to close */
    GUEST_GONE     /* closed; removed after the round */
} guest_kind;

struct guest {
    guest_kind kind;
    int fd; /* -1: a caller between two tries */
    struct tcp *tcp;
    int64_t due;   /* when to try again, or to give up; INT64_MAX: never */
    int64_t since; /* when it came, or was first tried */
    unsigned char talk[TCP_TALK_BYTES], proof[TCP_PROOF_BYTES];
    size_t got; /* bytes of both that have been said */
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

/* Handles what the system says of a guest. */
void guest_event(struct guests *guests, struct guest *guest, uint32_t events);

/* Handles what is due, and removes guests that are gone. Returns the milliseconds until more is due, or -1. */
int guests_due(struct guests *guests);

/* Begins to connect a sender. */
void guest_call(struct guests *guests, struct guest *guest);

/* Lets the guest of TCP leave. */
void guests_leave(struct guests *guests, struct tcp *tcp);

/* Returns whether a receiver that has left waits for its sender. */
bool guests_linger(const struct guests *guests);

/* Closes all and frees all. */
void guests_free(struct guests *guests);

#endif
