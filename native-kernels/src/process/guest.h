/* SPDX-License-Identifier: Apache-2.0 */
/* A socket that the porter looks after, and how a caller that comes in is let in. The porter's thread alone uses this,
 * except where a function says more. */
#ifndef SLIPWAY_PROCESS_GUEST_H
#define SLIPWAY_PROCESS_GUEST_H

#include "line.h"
#include "talk.h"

#include <pthread.h>

typedef enum {
    GUEST_LISTENER,
    GUEST_STRANGER, /* has come in, and has not proved the key */
    GUEST_LINE,
    GUEST_BUFFER, /* somebody's buffer stays mapped while this is open */
    GUEST_GONE    /* closed; freed after the round */
} guest_kind;

struct guest {
    guest_kind kind;
    int fd;
    bool is_tcp;
    struct proc_world *world; /* of a listener, and of a stranger */
    struct proc_line *line;
    uint64_t buffer;
    int64_t due; /* when a stranger is sent away */
    bool spared; /* the stranger has got a second time, for this process had left unread what the stranger had sent */
    struct talk talk;
    unsigned char proof[PROOF_BYTES];
    size_t got;    /* bytes of hello and proof */
    int shared[2]; /* descriptors that have come with the proof; -1: none */
    struct guest *next;
};

struct guests {
    int epoll;
    pthread_mutex_t lock; /* of the list: others add, the porter removes */
    struct guest *first;
};

/* Adds a guest; any thread may. Returns NULL where the system refuses, and does not close FD then. */
struct guest *guests_enter(struct guests *guests, const struct guest *as, uint32_t events);

/* Closes GUEST; it is freed by guests_sweep. */
void guest_close(struct guests *guests, struct guest *guest);

/* Lets in who waits at a listener. */
void guest_accept(struct guests *guests, struct guest *listener);

/* Hears what a stranger has to say. */
void guest_listen(struct guests *guests, struct guest *stranger);

/* Sends away strangers that have taken too long, and frees guests that are gone. Returns the milliseconds until more
 * is due, or -1. */
int guests_sweep(struct guests *guests);

/* Frees a line whose socket is closed, or that has none. Accepts NULL. */
void line_free(struct proc_line *line);

/* Frees all guests; lines stay with their owners. */
void guests_dismiss(struct guests *guests);

#endif
