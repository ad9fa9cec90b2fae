/* SPDX-License-Identifier: Apache-2.0 */
#include "wire/sockets.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 128 };

static int close_with(int fd, int reason) {
    if (fd >= 0)
        close(fd);
    errno = reason;
    return -1;
}

static struct addrinfo *find(const char *address, int port) {
    char service[16];
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    snprintf(service, sizeof service, "%d", port);
    return getaddrinfo(address, service, &hints, &found) == 0 ? found : NULL;
}

/* Sets options: sends go out at once, and a cut idle connection is noticed after about 10 seconds. */
static void set_options(int fd) {
    const int on = 1, idle = 5, interval = 1, probes = 5;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
}

int socket_listen(const char *address, int port) {
    struct addrinfo *found = find(address, port);
    if (found == NULL)
        return close_with(-1, EADDRNOTAVAIL);
    const int on = 1;
    const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int reason = fd < 0 ? errno : 0;
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0)
            reason = errno;
    }
    freeaddrinfo(found);
    return reason == 0 ? fd : close_with(fd, reason);
}

int socket_connect(const char *address, int port) {
    struct addrinfo *found = find(address, port);
    if (found == NULL)
        return close_with(-1, EADDRNOTAVAIL);
    const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int reason = fd < 0 ? errno : 0;
    if (fd >= 0) {
        set_options(fd);
        if (connect(fd, found->ai_addr, found->ai_addrlen) != 0 && errno != EINPROGRESS)
            reason = errno;
    }
    freeaddrinfo(found);
    return reason == 0 ? fd : close_with(fd, reason);
}

int socket_accept(int listener) {
    const int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0)
        set_options(fd);
    return fd;
}
