/* SPDX-License-Identifier: Apache-2.0 */
/* Listening, on a TCP port and on a Unix socket. */
#include "connection.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Descriptors that the server opens beside clients: listeners, the database's connections, files of libpq, threads'
 * events. */
enum { BACKLOG = 1024, OWN_DESCRIPTORS = 24 };

static int fail_listen(struct sw_failure *f, const char *where) {
    return sw_fail(f, STATUS_FILE, "is another server there, or is the address not of this machine?",
                   "cannot listen on %s: %s", where, strerror(errno));
}

static int watch(struct connections *connections, int *listener) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = listener};
    return epoll_ctl(connections->epoll, EPOLL_CTL_ADD, *listener, &event);
}

/* Keeps HOST:PORT as the system has chosen it. */
static int keep_address(struct connections *connections) {
    struct sockaddr_storage address;
    socklen_t bytes = sizeof address;
    char host[60], port[8];
    if (getsockname(connections->listeners[0], (struct sockaddr *)&address, &bytes) != 0 ||
        getnameinfo((struct sockaddr *)&address, bytes, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return -1;
    snprintf(connections->address, sizeof connections->address, address.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s",
             host, port);
    return 0;
}

static int open_tcp(struct connections *connections, const struct options *options, struct sw_failure *f) {
    const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    const int on = 1;
    char port[24];
    snprintf(port, sizeof port, "%llu", (unsigned long long)options->port);
    const int wrong = getaddrinfo(options->listen, port, &wanted, &found);
    if (wrong != 0)
        return sw_fail(f, STATUS_USAGE, NULL, "--listen %.80s: %s", options->listen, gai_strerror(wrong));
    const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    connections->listeners[0] = fd;
    const bool listens = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                         bind(fd, found->ai_addr, found->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0 &&
                         keep_address(connections) == 0 && watch(connections, &connections->listeners[0]) == 0;
    freeaddrinfo(found);
    if (listens)
        return STATUS_OK;
    snprintf(connections->address, sizeof connections->address, "%.40s:%s", options->listen, port);
    return fail_listen(f, connections->address);
}

/* Removes a socket without a listener. */
static void remove_stale(const struct sockaddr_un *address) {
    struct stat status;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && lstat(address->sun_path, &status) == 0 && S_ISSOCK(status.st_mode) &&
        connect(fd, (const struct sockaddr *)address, sizeof *address) != 0 && errno == ECONNREFUSED)
        unlink(address->sun_path);
    if (fd >= 0)
        close(fd);
}

static int open_unix(struct connections *connections, const struct options *options, struct sw_failure *f) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(options->socket) >= sizeof address.sun_path)
        return sw_fail(f, STATUS_USAGE, "a socket's path has at most 107 bytes", "--socket %.80s: too long",
                       options->socket);
    memcpy(address.sun_path, options->socket, strlen(options->socket));
    remove_stale(&address);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    connections->listeners[1] = fd;
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0)
        return fail_listen(f, options->socket);
    connections->socket_path = options->socket;
    return listen(fd, BACKLOG) == 0 && watch(connections, &connections->listeners[1]) == 0
               ? STATUS_OK
               : fail_listen(f, options->socket);
}

/* Returns the number of clients that can be served: the requested number, or the free descriptors beyond those that the
 * server needs. */
static size_t most_connections(uint64_t wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted + OWN_DESCRIPTORS)
        return (size_t)wanted;
    return limit.rlim_cur > OWN_DESCRIPTORS ? (size_t)limit.rlim_cur - OWN_DESCRIPTORS : 1;
}

int connections_open(struct connections *connections, const struct options *options, int epoll, struct sw_failure *f) {
    *connections = (struct connections){.listeners = {-1, -1},
                                        .epoll = epoll,
                                        .most = most_connections(options->most_connections),
                                        .spare = open("/dev/null", O_RDONLY | O_CLOEXEC)};
    if (open_tcp(connections, options, f) != STATUS_OK)
        return f->status;
    return options->socket == NULL ? STATUS_OK : open_unix(connections, options, f);
}

void connections_refuse(struct connections *connections) {
    for (int i = 0; i < 2; i++) {
        if (connections->listeners[i] >= 0)
            close(connections->listeners[i]);
        connections->listeners[i] = -1;
    }
    if (connections->socket_path != NULL)
        unlink(connections->socket_path);
    connections->socket_path = NULL;
}

void connections_free(struct connections *connections) {
    struct connection *after;
    connections_refuse(connections);
    if (connections->spare >= 0)
        close(connections->spare);
    for (struct connection *at = connections->first; at != NULL; at = after) {
        after = at->after;
        at->jobs = 0;
        connection_close(connections, at);
    }
}
