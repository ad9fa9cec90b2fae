/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of links. Ports are drawn at random, so that runs that begin at the same time draw different ports. */
#include "launch.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

int random_bytes(void *out, size_t bytes) {
    for (size_t used = 0; used < bytes;) {
        const ssize_t got = getrandom((char *)out + used, bytes - used, 0);
        if (got < 0 && errno != EINTR)
            return -1;
        used += got > 0 ? (size_t)got : 0;
    }
    return 0;
}

/* Returns whether the port is free on this machine now. */
static bool is_free(const char *address, int port) {
    char service[16];
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(address, service, &hints, &found) != 0)
        return true; /* the program will report that it cannot listen there */
    const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const bool is = fd >= 0 && (bind(fd, found->ai_addr, found->ai_addrlen) == 0 || errno != EADDRINUSE);
    if (fd >= 0)
        close(fd);
    freeaddrinfo(found);
    return is;
}

static bool is_taken(const struct launch *launch, int host, int port) {
    const char *name = launch->document.hosts[host].name;
    for (size_t i = 0; i < launch->graph.listener_count; i++) {
        const struct stream_listener *listener = &launch->graph.listeners[i];
        if (listener->port == port && strcmp(launch->graph.processes[listener->process].host, name) == 0)
            return true;
    }
    for (size_t i = 0; i < launch->relay_count; i++)
        if (launch->relays[i].host == host && launch->relays[i].port == port)
            return true;
    return false;
}

int port_take(const struct launch *launch, int host, const char *address) {
    const struct host *known = &launch->document.hosts[host];
    const int count = known->last_port - known->first_port + 1;
    uint32_t start = 0;
    if (random_bytes(&start, sizeof start) != 0)
        return 0;
    for (int i = 0; i < count; i++) {
        const int port = known->first_port + (int)((start + (uint32_t)i) % (uint32_t)count);
        if (!is_taken(launch, host, port) && (!known->here || is_free(address, port)))
            return port;
    }
    return 0;
}
