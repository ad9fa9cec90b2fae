/* SPDX-License-Identifier: Apache-2.0 */
/* Guests: the sockets that the porter watches, and the way in which a new caller is let in. Only the thread of the
 * porter calls these functions, except where a comment says more. */
#ifndef SLIPWAY_PROCESS_GUEST_H
#define SLIPWAY_PROCESS_GUEST_H

#include "line.h"
#include "talk.h"

#include <pthread.h>

typedef enum {
    GUEST_LISTENER,
    GUEST_STRANGER, /* a caller that has connected and has not proved the key yet */
    GUEST_LINE,
    GUEST_BUFFER, /* keeps a buffer of another process mapped while the socket is open */
    GUEST_GONE    /* closed, and freed after the present round of the porter */
} guest_kind;

struct guest {
    guest_kind kind;
    int fd;
    bool is_tcp;
    struct proc_world *world; /* the world, for a listener and for a stranger */
    struct proc_line *line;
    uint64_t buffer;
    int64_t due; /* the time at which a stranger is dropped */
    bool spared; /* the stranger got a longer time, because this process had not read the stranger's bytes yet */
    struct talk talk;
    unsigned char proof[PROOF_BYTES];
    size_t got;    /* received bytes of hello and proof */
    int shared[2]; /* descriptors that came with the proof; -1: no descriptor */
    struct guest *next;
};

struct guests {
    int epoll;
    pthread_mutex_t lock; /* protects the list, because other threads add guests; only the porter removes guests */
    struct guest *first;
};

/* Adds a guest. Any thread may call this function. Returns NULL, without closing FD, if the system refuses. */
struct guest *guests_enter(struct guests *guests, const struct guest *as, uint32_t events);

/* Closes GUEST. guests_sweep frees the guest later. */
void guest_close(struct guests *guests, struct guest *guest);

/* Accepts the callers that wait at a listener, as strangers. */
void guest_accept(struct guests *guests, struct guest *listener);

/* Reads the messages of a stranger, and answers them. */
void guest_listen(struct guests *guests, struct guest *stranger);

/* Drops strangers that have taken too long, and frees closed guests. Returns the milliseconds until the next call is
 * due, or -1 if no call is due. */
int guests_sweep(struct guests *guests);

/* Frees a line without an open socket. Accepts NULL. */
void line_free(struct proc_line *line);

/* Frees all guests. Lines stay with their owners. */
void guests_dismiss(struct guests *guests);

#endif
