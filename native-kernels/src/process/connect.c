/* SPDX-License-Identifier: Apache-2.0 */
#include "connect.h"

#include "errors.h"
#include "guest.h"
#include "porter.h"
#include "pump.h"
#include "sharing.h"
#include "talk.h"
#include "world.h"

#include "wire/sockets.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LOOK_MILLISECONDS = 100 };

/* A connection that is being made. A connection that shows that this process lives must be made within TALK_SECONDS.
 * Other connections are made while such a connection exists, so a server that does not answer is only busy or stopped.
 * The caller then waits for the server as in any call. */
struct calling {
    const struct proc_world *world;
    int server, fd;
    bool is_tcp, is_presence;
    int64_t until;               /* the time at which the server gives up the talk */
    int shared[2], shared_count; /* descriptors that are sent with the proof */
    int bell_fd;                 /* the descriptor that comes with the answer; -1: no descriptor */
    int reason;                  /* errno of the last failure */
    struct talk talk;
};

static proc_err fail_calling(const struct calling *calling, proc_err code, const char *why, struct proc_error *error) {
    const struct member *server = &calling->world->servers[calling->server];
    return proc_fail(error, code, "server %d on host %s (process %d) %s", calling->server, server->host, server->pid,
                     why);
}

static proc_err fail_system(struct calling *calling, struct proc_error *error) {
    char why[128];
    calling->reason = errno;
    if (atomic_load(&calling->world->lost))
        return proc_fail(error, PROC_ERR_LOST, "%s", calling->world->lost_text);
    snprintf(why, sizeof why, "cannot be reached: %s", strerror(errno));
    return fail_calling(calling, PROC_ERR_LOST, why, error);
}

static bool is_over(const struct calling *calling) {
    return calling->is_presence ? idling_now() >= calling->until : atomic_load(&calling->world->lost);
}

/* Waits until the socket is ready for EVENTS. */
static bool wait_for(const struct calling *calling, short events) {
    for (;;) {
        struct pollfd ready = {calling->fd, events, 0};
        const int count = poll(&ready, 1, LOOK_MILLISECONDS);
        if (count > 0)
            return true;
        if (count < 0 && errno != EINTR)
            return false;
        if (is_over(calling)) {
            errno = ETIMEDOUT;
            return false;
        }
    }
}

static int open_door(const struct member *server) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t length = strlen(server->door);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memcpy(address.sun_path + 1, server->door, length); /* a NUL before the name makes the name abstract */
    if (fd >= 0 &&
        connect(fd, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) == 0)
        return fd;
    const int reason = errno;
    if (fd >= 0)
        close(fd);
    errno = reason;
    return -1;
}

/* Returns whether the socket has been connected. */
static bool is_connected(const struct calling *calling) {
    int reason = 0;
    socklen_t bytes = sizeof reason;
    if (!wait_for(calling, POLLOUT) || getsockopt(calling->fd, SOL_SOCKET, SO_ERROR, &reason, &bytes) != 0)
        return false;
    errno = reason;
    return reason == 0;
}

static proc_err open_socket(struct calling *calling, struct proc_error *error) {
    const struct member *server = &calling->world->servers[calling->server];
    calling->is_tcp = strcmp(server->machine, calling->world->machine) != 0;
    calling->until = talk_due();
    if (!calling->is_tcp) {
        calling->fd = open_door(server);
        return calling->fd >= 0 ? PROC_OK : fail_system(calling, error);
    }
    if (server->address[0] == '\0')
        return fail_calling(calling, PROC_ERR_LOST, "listens for no other host: give its world an address", error);
    calling->fd = socket_connect(server->address, server->port);
    if (calling->fd >= 0 && calling->is_presence)
        pump_bound_silence(calling->fd);
    return calling->fd >= 0 && is_connected(calling) ? PROC_OK : fail_system(calling, error);
}

static bool send_all(const struct calling *calling, const void *bytes, size_t count) {
    for (size_t at = 0; at < count;) {
        const int64_t now = send(calling->fd, (const char *)bytes + at, count - at, MSG_NOSIGNAL);
        if (now > 0)
            at += (size_t)now;
        else if (errno != EINTR && (errno != EAGAIN || !wait_for(calling, POLLOUT)))
            return false;
    }
    return true;
}

static bool receive_all(struct calling *calling, void *bytes, size_t count) {
    for (size_t at = 0; at < count;) {
        int fd = -1;
        if (!wait_for(calling, POLLIN))
            return false;
        const int64_t now = calling->is_tcp ? recv(calling->fd, (char *)bytes + at, count - at, 0)
                                            : sharing_receive(calling->fd, (char *)bytes + at, count - at, &fd, 1);
        if (fd >= 0 && calling->bell_fd < 0)
            calling->bell_fd = fd;
        else if (fd >= 0)
            close(fd);
        if (now == 0)
            errno = ECONNRESET;
        if (now == 0 || (now < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        at += now > 0 ? (size_t)now : 0;
    }
    return true;
}

static bool send_proof(const struct calling *calling) {
    unsigned char proof[PROOF_BYTES];
    proof_put(calling->world->key, PROOF_OF_CALLER, (const unsigned char *)&calling->talk, TALK_PROVED, proof);
    if (calling->is_tcp)
        return send_all(calling, proof, sizeof proof);
    return sharing_send(calling->fd, proof, sizeof proof, calling->shared, calling->shared_count) == sizeof proof;
}

static void hang_up(struct calling *calling) {
    if (calling->fd >= 0)
        close(calling->fd);
    if (calling->bell_fd >= 0)
        close(calling->bell_fd);
    calling->fd = calling->bell_fd = -1;
}

/* Connects, and exchanges all messages of the talk. The hello already has the wish of the caller. */
static proc_err call_once(struct calling *calling, struct proc_error *error) {
    struct talk *talk = &calling->talk;
    const proc_err code = open_socket(calling, error);
    if (code != PROC_OK)
        return code;
    snprintf(talk->hello.who, sizeof talk->hello.who, "%s", calling->world->who);
    if (!talk_hello(talk, calling->world->id) || !send_all(calling, &talk->hello, sizeof talk->hello) ||
        !receive_all(calling, &talk->challenge, sizeof talk->challenge) || !send_proof(calling))
        return fail_system(calling, error);
    if (!receive_all(calling, &talk->answer, sizeof talk->answer)) {
        /* A server drops a caller that does not prove the key, without an answer. The first connection to a server
         * shows whether this process has the right key. */
        if (errno == ECONNRESET && calling->is_presence)
            return fail_calling(calling, PROC_ERR_SECRET, talk_text(TALK_VERDICTS), error);
        return fail_system(calling, error);
    }
    const uint32_t verdict = talk_verdict(talk, calling->world->key);
    if (verdict == TALK_WELCOME)
        return PROC_OK;
    return fail_calling(calling,
                        verdict == TALK_NO_OBJECT   ? PROC_ERR_ADDRESS
                        : verdict == TALK_NO_MEMORY ? PROC_ERR_MEMORY
                        : verdict == TALK_VERDICTS  ? PROC_ERR_SECRET
                                                    : PROC_ERR_MESSAGE,
                        talk_text(verdict), error);
}

/* Returns whether the server has dropped this caller because the talk took too long: this process was stopped
 * meanwhile. */
static bool was_stopped(const struct calling *calling) {
    return (calling->reason == ECONNRESET || calling->reason == EPIPE) && idling_now() >= calling->until;
}

/* Connects, and connects again after each attempt during which this process was stopped. */
static proc_err call(struct calling *calling, struct proc_error *error) {
    for (;;) {
        const proc_err code = call_once(calling, error);
        if (code != PROC_ERR_LOST || calling->is_presence || !was_stopped(calling) || is_over(calling))
            return code;
        hang_up(calling);
    }
}

proc_err connect_buffer(const struct proc_world *world, int server, int fd, struct connect_buffer buffer,
                        struct proc_error *error) {
    struct calling calling = {
        .world = world, .server = server, .fd = -1, .shared = {fd}, .shared_count = 1, .bell_fd = -1};
    calling.talk.hello.wants = TALK_BUFFER;
    calling.talk.hello.client = -1;
    calling.talk.hello.buffer = buffer.number;
    calling.talk.hello.buffer_bytes = buffer.bytes;
    const proc_err code = call(&calling, error);
    if (code != PROC_OK) {
        hang_up(&calling);
        return code;
    }
    *buffer.connection = calling.fd;
    return PROC_OK;
}

/* Makes the rings of a line, before the connection to the server. */
static proc_err make_rings(struct calling *calling, struct caller *caller, struct proc_line *line,
                           struct proc_error *error) {
    const uint32_t room = calling->world->ring_bytes;
    calling->talk.hello.room = room;
    if (strcmp(calling->world->servers[calling->server].machine, calling->world->machine) != 0)
        return pump_new(line, room, true) ? PROC_OK : errors_memory(error, "a line to an object");
    struct sw_memory memory;
    const int fd = sharing_new("line", line_memory_bytes(room), &memory, error);
    if (fd < 0)
        return PROC_ERR_SYSTEM;
    line_lay_out(line, memory.base, room, true);
    calling->shared[0] = caller->bell_fd;
    calling->shared[1] = fd;
    calling->shared_count = 2;
    return PROC_OK;
}

/* Fills LINE with the answer of the server. */
static proc_err finish_line(struct calling *calling, struct proc_line *line, struct proc_error *error) {
    line->fd = calling->fd;
    if (calling->is_tcp)
        return PROC_OK;
    if (calling->bell_fd < 0 || !sharing_map(calling->bell_fd, sizeof *line->other_bell, &line->bell))
        return fail_calling(calling, PROC_ERR_SYSTEM, "has sent no bell", error);
    line->other_bell = line->bell.base;
    return PROC_OK;
}

static proc_err open_line(struct calling *calling, struct caller *caller, struct proc_line *line,
                          struct proc_error *error) {
    proc_err code = make_rings(calling, caller, line, error);
    if (code == PROC_OK)
        code = call(calling, error);
    if (code == PROC_OK)
        code = finish_line(calling, line, error);
    if (code == PROC_OK)
        code = porter_take(line, error);
    if (calling->shared_count == 2)
        close(calling->shared[1]);
    if (code == PROC_OK && calling->bell_fd >= 0)
        close(calling->bell_fd);
    return code;
}

static struct proc_line *connect_as(struct caller *caller, struct proc_remote object, bool is_presence,
                                    struct proc_error *error) {
    struct proc_world *world = world_of(object.world);
    if (world == NULL || object.server >= (uint32_t)world->server_count) {
        proc_fail(error, PROC_ERR_ADDRESS, "the pointer points to no server of a world that this process is in");
        return NULL;
    }
    struct proc_line *line = calloc(1, sizeof *line);
    if (line == NULL) {
        errors_memory(error, "a line to an object");
        return NULL;
    }
    struct calling calling = {
        .world = world, .server = (int)object.server, .fd = -1, .is_presence = is_presence, .bell_fd = -1};
    calling.talk.hello.wants = TALK_LINE;
    calling.talk.hello.object = object.object;
    calling.talk.hello.stamp = object.stamp;
    calling.talk.hello.client = is_presence ? world->client : -1;
    line->remote = object;
    line->world = world;
    line->own_bell = caller->bell;
    line->is_presence = is_presence;
    line->client = -1;
    const struct member *server = &world->servers[object.server];
    snprintf(line->who, sizeof line->who, "server %u on host %.40s (process %d)", object.server, server->host,
             server->pid);
    if (open_line(&calling, caller, line, error) == PROC_OK)
        return line;
    hang_up(&calling);
    line_free(line);
    return NULL;
}

struct proc_line *connect_line(struct caller *caller, struct proc_remote object, struct proc_error *error) {
    return connect_as(caller, object, false, error);
}

proc_err connect_presence(struct caller *caller, struct proc_world *world, int server, struct proc_error *error) {
    struct proc_error why;
    struct proc_line *line = connect_as(caller, world_host_object(world, server), true, &why);
    return line == NULL ? errors_copy(error, &why) : caller_keep(caller, line, error);
}
