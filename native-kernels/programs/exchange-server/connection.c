/* SPDX-License-Identifier: Apache-2.0 */
#include "connection.h"

#include "crew.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

void connection_watch(struct connections *connections, struct connection *connection, bool reads, bool writes) {
    if (connection->fd < 0 || (connection->reads == reads && connection->writes == writes))
        return;
    struct epoll_event event = {.events = (reads ? EPOLLIN : 0U) | (writes ? EPOLLOUT : 0U), .data.ptr = connection};
    epoll_ctl(connections->epoll, EPOLL_CTL_MOD, connection->fd, &event);
    connection->reads = reads;
    connection->writes = writes;
}

static void link_first(struct connections *connections, struct connection *connection) {
    connection->after = connections->first;
    if (connection->after != NULL)
        connection->after->before = connection;
    connections->first = connection;
    connections->count++;
}

static void unlink_and_free(struct connections *connections, struct connection *connection) {
    if (connections->first == connection)
        connections->first = connection->after;
    else
        connection->before->after = connection->after;
    if (connection->after != NULL)
        connection->after->before = connection->before;
    connections->count--;
    xch_bytes_free(&connection->in);
    xch_bytes_free(&connection->out);
    crew_free_chain(connection->chain);
    free(connection);
}

/* Serves a client that was accepted at FD; without memory sends the client away. */
static void serve(struct connections *connections, int fd, double now) {
    const int on = 1;
    struct connection *const connection = calloc(1, sizeof *connection);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (connection == NULL || epoll_ctl(connections->epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
        free(connection);
        close(fd);
        return;
    }
    /* An answer is one piece and need not wait for another. A Unix socket lacks this option. */
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connection->fd = fd;
    connection->reads = true;
    connection->since = now;
    link_first(connections, connection);
}

/* Accepts a client with the spare descriptor when the process has no more, and sends the client away. Otherwise the
 * client would wait in vain, and the listener would stay readable. */
static bool send_away(struct connections *connections, int listener) {
    if ((errno != EMFILE && errno != ENFILE) || connections->spare < 0)
        return false;
    close(connections->spare);
    const int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    connections->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return fd >= 0;
}

/* Finds the connection that has been idle for the longest time; NULL: all are busy. */
static struct connection *find_idle(const struct connections *connections) {
    struct connection *idle = NULL;
    for (struct connection *at = connections->first; at != NULL; at = at->after)
        if (at->fd >= 0 && at->jobs == 0 && at->in.count == 0 && at->out.count == 0 &&
            (idle == NULL || at->since < idle->since))
            idle = at;
    return idle;
}

/* Makes room for one more connection. Returns whether there is any. */
static bool has_room(struct connections *connections) {
    if (connections->count < connections->most)
        return true;
    struct connection *const idle = find_idle(connections);
    if (idle != NULL)
        connection_close(connections, idle);
    return idle != NULL;
}

void connections_accept(struct connections *connections, int listener, double now) {
    do {
        const int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0 && has_room(connections))
            serve(connections, fd, now);
        else if (fd >= 0)
            close(fd);
        else if (errno != EINTR && errno != ECONNABORTED && !send_away(connections, listener))
            return;
    } while (true);
}

void connections_expire(struct connections *connections, double before) {
    struct connection *after;
    for (struct connection *at = connections->first; at != NULL; at = after) {
        after = at->after;
        const bool owes = at->out.count > at->sent || (at->in.count > at->taken && at->jobs == 0) || at->ends;
        if (at->fd >= 0 && owes && at->since < before)
            connection_close(connections, at);
    }
}

void connections_expire_unread(struct connections *connections, double before) {
    struct connection *after;
    for (struct connection *at = connections->first; at != NULL; at = after) {
        after = at->after;
        if (at->fd >= 0 && at->out.count > at->sent && at->since < before)
            connection_close(connections, at);
    }
}

void connection_count(struct connections *connections, struct connection *connection) {
    connections->unread += connection->out.count - connection->counted;
    connection->counted = connection->out.count;
}

/* Makes room for the next bytes. Returns whether there is any. */
static bool room_for_more(struct xch_bytes *in, size_t most) {
    if (in->room - in->count >= READ_BYTES / 4)
        return true;
    const size_t room = in->room == 0 ? READ_BYTES / 4 : 2 * in->room;
    char *const data = in->count < most ? realloc(in->data, room) : NULL;
    if (data == NULL)
        return in->room > in->count;
    in->data = data;
    in->room = room;
    return true;
}

bool connection_read(struct connection *connection, size_t most, double now) {
    struct xch_bytes *const in = &connection->in;
    const size_t most_in = most + XCH_MOST_LENGTH + 1;
    size_t got_all = 0;
    if (in->count == 0) /* a request begins */
        connection->since = now;
    while (got_all < READ_BYTES && in->count < most_in && room_for_more(in, most_in)) {
        const size_t room = in->room - in->count;
        const ssize_t got = recv(connection->fd, in->data + in->count, room, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 && errno == EAGAIN;
        in->count += (size_t)got;
        got_all += (size_t)got;
        if ((size_t)got < room)
            break;
    }
    return true;
}

void connection_trim(struct connection *connection) {
    if (connection->in.count == 0 && connection->in.room > READ_BYTES)
        xch_bytes_free(&connection->in);
}

bool connection_send(struct connection *connection, double now) {
    struct xch_bytes *const out = &connection->out;
    while (connection->sent < out->count) {
        const ssize_t sent =
            send(connection->fd, out->data + connection->sent, out->count - connection->sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return errno == EAGAIN;
        connection->sent += (size_t)sent;
        connection->since = now;
    }
    out->count = connection->sent = 0;
    if (out->room > MOST_UNREAD)
        xch_bytes_free(out);
    return true;
}

void connection_linger(struct connections *connections, struct connection *connection) {
    shutdown(connection->fd, SHUT_WR);
    connection->lingers = true;
    xch_bytes_free(&connection->in);
    connection->taken = 0;
    connection_watch(connections, connection, true, false);
}

bool connection_drop(struct connection *connection) {
    char dropped[READ_BYTES / 4];
    const ssize_t got = recv(connection->fd, dropped, sizeof dropped, 0);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

void connection_close(struct connections *connections, struct connection *connection) {
    if (connection->fd >= 0)
        close(connection->fd);
    connection->fd = -1;
    xch_bytes_free(&connection->in);
    xch_bytes_free(&connection->out);
    connection_count(connections, connection);
    connection->taken = connection->sent = 0;
    connection_forget(connections, connection);
}

void connection_forget(struct connections *connections, struct connection *connection) {
    if (connection->fd < 0 && connection->jobs == 0)
        unlink_and_free(connections, connection);
}
