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

enum { CREATION_ITEMS = 5000, PREPARE_SECONDS = 120 };

/* Where the server is, looked up once. */
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
    if (fd < 0 || poll(&ready, 1, PREPARE_SECONDS * 1000) != 1 ||
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &errno, &bytes) != 0 || errno != 0) {
        no_connection(options, f);
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}

/* Sends OUT and takes the answer into IN. */
static int ask(int fd, const struct xch_bytes *out, struct xch_bytes *in, struct sw_failure *f) {
    char buffer[65536];
    const char *line;
    size_t sent = 0, bytes;
    in->count = 0;
    while (in->count == 0 || load_find_answer(in->data, in->count, &line, &bytes) == 0) {
        struct pollfd ready = {fd, (short)(POLLIN | (sent < out->count ? POLLOUT : 0)), 0};
        if (poll(&ready, 1, PREPARE_SECONDS * 1000) != 1)
            return sw_fail(f, STATUS_COMPUTE, NULL, "no answer within %d s to what creates accounts", PREPARE_SECONDS);
        if ((ready.revents & POLLOUT) != 0) {
            const ssize_t count = send(fd, out->data + sent, out->count - sent, MSG_NOSIGNAL);
            sent += count > 0 ? (size_t)count : 0;
        }
        if ((ready.revents & ~POLLOUT) == 0)
            continue;
        const ssize_t count = recv(fd, buffer, sizeof buffer, 0);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
            return sw_fail(f, STATUS_FILE, NULL, "the connection broke while accounts were created");
        xch_bytes_add(in, buffer, count > 0 ? (size_t)count : 0);
    }
    return STATUS_OK;
}

/* Shares must be created; an account may be there already. */
static int check_creation(const struct xch_bytes *in, struct sw_failure *f) {
    static const char wrong_shares[] = "<error sym=", wrong_form[] = "<results><error>";
    const char *found = memmem(in->data, in->count, wrong_shares, sizeof wrong_shares - 1);
    if (found == NULL)
        found = memmem(in->data, in->count, wrong_form, sizeof wrong_form - 1);
    if (found == NULL)
        return STATUS_OK;
    const size_t rest = (size_t)(in->data + in->count - found);
    return sw_fail(f, STATUS_CONTENT, NULL, "what the load needs cannot be created: %.*s",
                   (int)(rest < 200 ? rest : 200), found);
}

int load_prepare(struct load *load, struct sw_failure *f) {
    struct xch_bytes out = {0}, in = {0};
    const int fd = load_connect(&load->options, f);
    uint64_t at = 0;
    if (fd < 0)
        return f->status;
    while (f->status == STATUS_OK) {
        out.count = 0;
        if (at >= load_make_creation(&load->options, at, CREATION_ITEMS, &out))
            break;
        at += CREATION_ITEMS;
        if (out.failed || in.failed)
            sw_fail(f, STATUS_COMPUTE, NULL, "no memory to create accounts");
        else if (ask(fd, &out, &in, f) == STATUS_OK)
            check_creation(&in, f);
    }
    xch_bytes_free(&out);
    xch_bytes_free(&in);
    close(fd);
    return f->status;
}
