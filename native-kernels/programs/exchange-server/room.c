/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of memory for waiting data, and the choice of connections to close. */
#include "server.h"

bool front_is_full(const struct server *server) {
    const struct work *const work = server->filling, *const other = work == &server->works[0] ? &server->works[1]
                                                                                              : &server->works[0];
    const size_t bytes = work_bytes(work);
    return work->job_count >= MOST_WAITING || bytes >= MOST_HELD ||
           bytes + work_bytes(other) + server->connections.unread >= MOST_BYTES ||
           xch_closed_orders(server->ledger) >= MOST_CLOSED;
}

/* Closes connections under pressure. A connection is not at fault while its requests wait for the database. A
 * connection that does not read, while others wait for the memory of its answers, is. */
static void expire_pressed(struct server *server, double now) {
    const double idle = (double)server->options.idle, pressed = PRESSED_MS / 1000.0;
    const bool by_unread = server->connections.unread >= MOST_BYTES / 2;
    connections_expire_unread(&server->connections, now - (by_unread && pressed < idle ? pressed : idle));
}

void front_expire(struct server *server, double now) {
    if (server->full)
        expire_pressed(server, now);
    else
        connections_expire(&server->connections, now - (double)server->options.idle);
}
