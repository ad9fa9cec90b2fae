/* SPDX-License-Identifier: Apache-2.0 */
/* Makes connections on the side of the caller. All functions wait for the server. */
#ifndef SLIPWAY_PROCESS_CONNECT_H
#define SLIPWAY_PROCESS_CONNECT_H

#include "caller.h"

/* Connects CALLER to OBJECT. Returns NULL, with ERROR filled, after a failure. The caller drops the line with
 * porter_drop. */
struct proc_line *connect_line(struct caller *caller, struct proc_remote object, struct proc_error *error);

/* Connects CALLER to the object that stands for SERVER, so that each side sees that the other one lives. */
proc_err connect_presence(struct caller *caller, struct proc_world *world, int server, struct proc_error *error);

struct connect_buffer {
    uint64_t number, bytes;
    int *connection; /* gets the connection; the buffer stays mapped until the connection is closed */
};

/* Lets SERVER map the buffer with the descriptor FD. */
proc_err connect_buffer(const struct proc_world *world, int server, int fd, struct connect_buffer buffer,
                        struct proc_error *error);

#endif
