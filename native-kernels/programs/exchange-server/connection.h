/* SPDX-License-Identifier: Apache-2.0 */
/* Connections of clients: bytes in, bytes out. */
#ifndef EXCHANGE_SERVER_CONNECTION_H
#define EXCHANGE_SERVER_CONNECTION_H

#include "base/failure.h"
#include "exchange/protocol.h"
#include "options.h"

struct chain;

/* Limits of service: a client beyond these limits has to wait, and first has to read the answers. */
enum { MOST_JOBS = 1024, MOST_UNREAD = 1 << 20, READ_BYTES = 1 << 16 };

struct connection {
    int fd; /* -1: closed; the connection stays for as long as it has jobs */
    struct xch_bytes in, out;
    size_t taken;       /* of `in`: bytes of finished requests */
    size_t sent;        /* of `out` */
    size_t counted;     /* of `out`: bytes counted in the sum over all connections */
    size_t owed;        /* bytes of answers that are not in `out` yet */
    uint32_t jobs;      /* requests without an answer yet */
    bool parked;        /* a ref is being looked up, and later requests wait */
    bool gone;          /* the client sends no more; requests received so far are served */
    bool ends;          /* no more requests are taken; the connection closes once all answers are sent */
    bool lingers;       /* all answers are sent; further input is dropped until the client closes */
    bool reads, writes; /* the events that epoll watches */
    double since; /* the start of the incoming request, or the time of the last request taken or the last part of an
                     answer sent */
    struct chain *chain; /* of unfinished requests (crew.h) */
    struct connection *before, *after;
};

struct connections {
    struct connection *first;
    int listeners[2], epoll; /* TCP and Unix; -1: not open */
    int spare;               /* a spare descriptor to accept one client too many, and send it away */
    size_t count, most;
    size_t unread;           /* bytes of answers to send, of all connections */
    const char *socket_path; /* the path to remove */
    char address[80];        /* of the TCP listener */
};

/* Listens at the addresses of the options, and adds the listeners to epoll. */
int connections_open(struct connections *connections, const struct options *options, int epoll, struct sw_failure *f);

/* Takes no more connections. */
void connections_refuse(struct connections *connections);
void connections_free(struct connections *connections);

/* Accepts the clients that wait at a listener. At the limit of connections, the connection that has been idle for the
 * longest time is closed; if all are busy, the new one is. */
void connections_accept(struct connections *connections, int listener, double now);

/* Closes connections with a request that has begun before BEFORE and is incomplete, or with an unread answer that has
 * not moved since BEFORE. */
void connections_expire(struct connections *connections, double before);

/* Closes only connections with an unread answer that has not moved since BEFORE. */
void connections_expire_unread(struct connections *connections, double before);

/* Updates the sum of unread bytes after a change of `out`. */
void connection_count(struct connections *connections, struct connection *connection);

/* Reads the received bytes. Returns false if no more will come. */
bool connection_read(struct connection *connection, size_t most, double now);

/* Frees the memory of a large finished request. */
void connection_trim(struct connection *connection);

/* Sends as many bytes as possible. Returns false for a lost connection. */
bool connection_send(struct connection *connection, double now);

/* Tells the client that the server sends no more. Further input is dropped until the client closes: an earlier close
 * would reset the connection, and could destroy the last answer. */
void connection_linger(struct connections *connections, struct connection *connection);

/* Drops the received bytes. Returns false if no more will come. */
bool connection_drop(struct connection *connection);

/* Watches for bytes, and for room to send, as needed by the connection. */
void connection_watch(struct connections *connections, struct connection *connection, bool reads, bool writes);

/* Closes; the connection is freed with its last job. */
void connection_close(struct connections *connections, struct connection *connection);

/* Frees a closed connection without jobs. */
void connection_forget(struct connections *connections, struct connection *connection);

#endif
