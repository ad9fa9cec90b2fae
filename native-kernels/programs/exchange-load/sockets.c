/* SPDX-License-Identifier: Apache-2.0 */
#include "load.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { CONNECT_SECONDS = 120 };

/* The address of the server, looked up once. */
static struct {
    struct sockaddr_storage address;
    socklen_t bytes;
} server;

static int look_up(const struct load_options *options) {
    if (options->socket != NULL) {
        struct sockaddr_un *unix_address = (struct sockaddr_un *)&server.address;
        if (strlen(options->socket) >= sizeof unix_address->sun_path)
            return -1;
        unix_address->sun_family = AF_UNIX;
        strcpy(unix_address->sun_path, options->socket);
        server.bytes = sizeof *unix_address;
        return 0;
    }
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    char port[8];
    snprintf(port, sizeof port, "%u", (unsigned)options->port);
    if (getaddrinfo(options->host, port, &hints, &found) != 0)
        return -1;
    memcpy(&server.address, found->ai_addr, found->ai_addrlen);
    server.bytes = found->ai_addrlen;
    freeaddrinfo(found);
    return 0;
}

int load_begin_connect(const struct load_options *options) {
    const int on = 1;
    if (server.bytes == 0 && look_up(options) != 0)
        return -1;
    const int fd = socket(server.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    if (options->socket == NULL)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(fd, (struct sockaddr *)&server.address, server.bytes) == 0 || errno == EINPROGRESS)
        return fd;
    close(fd);
    return -1;
}

static int no_connection(const struct load_options *options, struct sw_failure *f) {
    if (options->socket != NULL)
        return sw_fail(f, STATUS_FILE, "is exchange-server running there?", "cannot connect to %s: %s", options->socket,
                       strerror(errno));
    return sw_fail(f, STATUS_FILE, "is exchange-server running there?", "cannot connect to %s:%u: %s", options->host,
                   (unsigned)options->port, strerror(errno));
}

int load_connect(const struct load_options *options, struct sw_failure *f) {
    const int fd = load_begin_connect(options);
    struct pollfd ready = {fd, POLLOUT, 0};
    socklen_t bytes = sizeof errno;
    if (fd < 0 || poll(&ready, 1, CONNECT_SECONDS * 1000) != 1 ||
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &errno, &bytes) != 0 || errno != 0) {
        no_connection(options, f);
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}
