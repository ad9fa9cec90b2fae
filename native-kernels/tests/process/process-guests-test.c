/* SPDX-License-Identifier: Apache-2.0 */
/* Strangers whose time is over: who is sent away, and who gets a second time. */
#include "process/guest.h"

#include "support/check.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct door {
    struct guests guests;
    struct guest *stranger;
    int caller; /* the socket of the other side */
};

/* A stranger whose time was over long ago, as where this process was stopped meanwhile. */
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

int main(void) {
    static const struct check_case cases[] = {CASE(who_said_nothing_in_time_is_sent_away),
                                              CASE(who_was_not_read_gets_a_second_time_and_no_third)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
