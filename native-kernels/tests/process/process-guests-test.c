/* SPDX-License-Identifier: Apache-2.0 */
/* Tests strangers with an expired time, of whom some are sent away and some get a second time, and callers at a server
 * without room. */
#include "process/alone.h"
#include "process/connect.h"
#include "process/guest.h"
#include "process/household.h"
#include "process/world.h"

#include "support/check.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct door {
    struct guests guests;
    struct guest *stranger;
    int caller; /* the socket of the other side */
};

/* Returns a stranger with a time that expired long ago, as after a stop of this process. */
static struct door open_door(void) {
    struct door door = {.guests = {.lock = PTHREAD_MUTEX_INITIALIZER}};
    int pair[2] = {-1, -1};
    door.guests.epoll = epoll_create1(EPOLL_CLOEXEC);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) == 0, "no sockets");
    const struct guest late = {.kind = GUEST_STRANGER, .fd = pair[0], .due = 1, .shared = {-1, -1}};
    door.stranger = guests_enter(&door.guests, &late, EPOLLIN);
    door.caller = pair[1];
    CHECK(door.stranger != NULL, "the stranger did not come in");
    return door;
}

static void close_door(struct door *door) {
    guests_dismiss(&door->guests);
    close(door->caller);
    close(door->guests.epoll);
}

static void who_said_nothing_in_time_is_sent_away(void) {
    struct door door = open_door();
    CHECK(guests_sweep(&door.guests) == -1 && door.guests.first == NULL, "the stranger is still there");
    close_door(&door);
}

static void who_was_not_read_gets_a_second_time_and_no_third(void) {
    struct door door = open_door();
    CHECK(send(door.caller, "proof", 5, 0) == 5, "nothing was sent");
    CHECK(guests_sweep(&door.guests) > 0 && door.guests.first == door.stranger, "the stranger was sent away");
    CHECK(door.stranger->due > 1, "the stranger got no time");
    door.stranger->due = 1;
    CHECK(guests_sweep(&door.guests) == -1 && door.guests.first == NULL, "the stranger got a third time");
    close_door(&door);
}

/* Opens a listener under a name that the system draws. DOOR gets the name in the form of a member of a world. */
static int open_listener(char *door, size_t room) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    socklen_t bytes = sizeof(sa_family_t);
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(listener, (struct sockaddr *)&address, bytes) == 0 && listen(listener, 8) == 0, "no listener");
    bytes = sizeof address;
    CHECK(getsockname(listener, (struct sockaddr *)&address, &bytes) == 0, "the listener has no name");
    const size_t length = bytes - offsetof(struct sockaddr_un, sun_path) - 1;
    snprintf(door, room, "%.*s", (int)length, address.sun_path + 1);
    return listener;
}

static int call_at(const char *door) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t length = strlen(door);
    const int caller = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memcpy(address.sun_path + 1, door, length);
    CHECK(connect(caller, (struct sockaddr *)&address,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) == 0,
          "nobody is at the door");
    return caller;
}

/* Lets LISTENER accept ROUNDS times while this process may open no descriptor. SAID gets the standard error of the
 * meantime. */
static void accept_without_descriptors(struct guests *guests, struct guest *listener, int rounds, char *said,
                                       size_t room) {
    struct rlimit before, none;
    const int file = memfd_create("said", MFD_CLOEXEC), own_error = dup(STDERR_FILENO);
    getrlimit(RLIMIT_NOFILE, &before);
    none = (struct rlimit){0, before.rlim_max};
    dup2(file, STDERR_FILENO);
    setrlimit(RLIMIT_NOFILE, &none);
    for (int i = 0; i < rounds; i++)
        guest_accept(guests, listener);
    setrlimit(RLIMIT_NOFILE, &before);
    dup2(own_error, STDERR_FILENO);
    const int64_t got = pread(file, said, room - 1, 0);
    said[got > 0 ? got : 0] = '\0';
    close(file);
    close(own_error);
}

static void a_server_without_descriptors_says_so_once_and_lets_callers_in_later(void) {
    char door[PROC_NAME_BYTES], said[1024];
    struct proc_world world = {.who = "process 7 on host here"};
    struct guests guests = {.lock = PTHREAD_MUTEX_INITIALIZER, .epoll = epoll_create1(EPOLL_CLOEXEC)};
    struct guest listener = {.kind = GUEST_LISTENER, .world = &world, .fd = open_listener(door, sizeof door)};
    const int caller = call_at(door);
    fcntl(listener.fd, F_SETFL, O_NONBLOCK);
    accept_without_descriptors(&guests, &listener, 3, said, sizeof said);
    CHECK(guests.first == NULL, "a caller came in without a descriptor");
    CHECK(strstr(said, world.who) == said, "it says: %s", said);
    const char *remedy = strstr(said, "ulimit -n");
    CHECK(remedy != NULL && strstr(remedy + 1, "ulimit -n") == NULL, "no remedy, or more than once: %s", said);
    guest_accept(&guests, &listener);
    CHECK(guests.first != NULL && guests.first->kind == GUEST_STRANGER, "the caller that waited did not come in");
    guests_dismiss(&guests);
    close(guests.epoll);
    close(listener.fd);
    close(caller);
}

struct strict_server {
    int listener;
    int callers;
};

/* Sends the first caller away when the time is over, as a server does without a proof, and all others at once. */
static void *send_away(void *argument) {
    struct strict_server *server = argument;
    for (int fd; (fd = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0; close(fd))
        if (server->callers++ == 0)
            poll(NULL, 0, TALK_SECONDS * 1000);
    return NULL;
}

static void who_was_stopped_while_it_called_calls_again(void) {
    struct strict_server server = {.callers = 0};
    struct member member = {.host = "here", .machine = "this"};
    struct proc_world world = {.servers = &member, .server_count = 1, .who = "a caller", .machine = "this"};
    struct proc_error error = {.text = ""};
    pthread_t thread;
    int connection = -1;
    server.listener = open_listener(member.door, sizeof member.door);
    CHECK(pthread_create(&thread, NULL, send_away, &server) == 0, "no thread");
    const struct connect_buffer buffer = {.number = 1, .bytes = 1, .connection = &connection};
    CHECK(connect_buffer(&world, 0, STDERR_FILENO, buffer, &error) == PROC_ERR_LOST, "it says: %s", error.text);
    shutdown(server.listener, SHUT_RDWR);
    pthread_join(thread, NULL);
    CHECK(server.callers == 2, "the server was called %d times", server.callers);
    close(server.listener);
}

static void a_lack_of_descriptors_is_told_from_a_forged_pointer(void) {
    struct proc_world *world = alone_begin(NULL, 0);
    const struct proc_remote host = world_host_object(world, 0);
    struct proc_line line = {.fd = -1};
    struct rlimit before, few;
    int bell_fd = -1;
    getrlimit(RLIMIT_NOFILE, &before);
    few = (struct rlimit){STDERR_FILENO + 1, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    const uint32_t lacking = household_receive(world->household, host.object, host.stamp, &line, &bell_fd);
    setrlimit(RLIMIT_NOFILE, &before);
    const uint32_t forged = household_receive(world->household, host.object, host.stamp + 1, &line, &bell_fd);
    CHECK(lacking == TALK_NO_MEMORY, "without descriptors the server %s", talk_text(lacking));
    CHECK(forged == TALK_NO_OBJECT, "with another stamp the server %s", talk_text(forged));
    CHECK(bell_fd < 0, "a caller that was refused got a bell");
    alone_end(world);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(who_said_nothing_in_time_is_sent_away), CASE(who_was_not_read_gets_a_second_time_and_no_third),
        CASE(a_server_without_descriptors_says_so_once_and_lets_callers_in_later),
        CASE(a_lack_of_descriptors_is_told_from_a_forged_pointer), CASE(who_was_stopped_while_it_called_calls_again)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
