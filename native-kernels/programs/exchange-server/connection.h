/* SPDX-License-Identifier: Apache-2.0 */
/* Connections of clients: bytes in, bytes out. */
#ifndef EXCHANGE_SERVER_CONNECTION_H
#define EXCHANGE_SERVER_CONNECTION_H

#include "base/failure.h"
#include "exchange/protocol.h"
#include "options.h"

struct chain;

/* Within these limits a client is served; one that goes beyond them has to wait until it has read its answers. */
enum { MOST_JOBS = 1024, MOST_UNREAD = 1 << 20, READ_BYTES = 1 << 16 };

struct connection {
    int fd; /* -1: closed; kept for as long as it has jobs */
    struct xch_bytes in, out;
    size_t taken;       /* of `in`: bytes of requests that are done */
    size_t sent;        /* of `out` */
    size_t counted;     /* of `out`: bytes in the sum over all connections */
    size_t owed;        /* bytes of answers that are not in `out` yet */
    uint32_t jobs;      /* requests without an answer yet */
    bool parked;        /* a ref is being looked up: what is behind it waits */
    bool gone;          /* the client sends no more; what has come is served */
    bool ends;          /* nothing more is taken; closes once all answers are sent */
    bool lingers;       /* all is sent, and what its client still sends is dropped until it closes, too */
    bool reads, writes; /* what epoll looks for */
    double since;       /* when the request that comes has begun, or a request was taken, or a part of an answer sent */
    struct chain *chain; /* of requests that are not done yet (crew.h) */
    struct connection *before, *after;
};

struct connections {
    struct connection *first;
    int listeners[2], epoll; /* TCP and Unix; -1: none */
    int spare;               /* a descriptor to accept, and send away, one that is too many */
    size_t count, most;
    size_t unread;           /* bytes of answers that are to be sent, of all connections */
    const char *socket_path; /* to be removed */
    char address[80];        /* of the TCP listener */
};

/* Listens where the options say, and adds the listeners to epoll. */
int connections_open(struct connections *connections, const struct options *options, int epoll, struct sw_failure *f);

/* Takes no more connections. */
void connections_refuse(struct connections *connections);
void connections_free(struct connections *connections);

/* Accepts what waits at a listener. Where there are as many connections as there may be, the one that has had nothing
 * to do for the longest time is closed; where all are at work, the new one is. */
void connections_accept(struct connections *connections, int listener, double now);

/* Closes connections on which a request has begun before BEFORE and is not whole, or an unread answer has not moved
 * since. */
void connections_expire(struct connections *connections, double before);

/* Closes those alone on which an unread answer has not moved since BEFORE. */
void connections_expire_unread(struct connections *connections, double before);

/* Brings the sum of unread bytes up to date after `out` has changed. */
void connection_count(struct connections *connections, struct connection *connection);

/* Reads what has come. Returns false where nothing will come any more. */
bool connection_read(struct connection *connection, size_t most, double now);

/* Gives back the room of a large request that is done. */
void connection_trim(struct connection *connection);

/* Sends what can be sent. Returns false where the connection is lost. */
bool connection_send(struct connection *connection, double now);

/* Tells the client that nothing more will be sent. What it still sends is dropped until it closes: to close before
 * would reset the connection, and could take the last answer from it. */
void connection_linger(struct connections *connections, struct connection *connection);

/* Drops what has come. Returns false where nothing will come any more. */
bool connection_drop(struct connection *connection);

/* Looks for bytes, and for room to send, as far as the connection wants them. */
void connection_watch(struct connections *connections, struct connection *connection, bool reads, bool writes);

/* Closes; the connection is freed with its last job. */
void connection_close(struct connections *connections, struct connection *connection);

/* Frees a connection that is closed and has no jobs. */
void connection_forget(struct connections *connections, struct connection *connection);

#endif
