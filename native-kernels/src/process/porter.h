/* SPDX-License-Identifier: Apache-2.0 */
/* The porter: the thread of a process that watches the sockets of the process. The porter accepts callers, notices when
 * the other side of a line has ended, moves the records of lines to other hosts, and frees lines that their owners have
 * dropped. The porter sleeps while there is no work. */
#ifndef SLIPWAY_PROCESS_PORTER_H
#define SLIPWAY_PROCESS_PORTER_H

#include "line.h"

struct mapped_buffer;

/* porter_hold counts a user of the porter, and starts the porter for the first user. porter_let_go stops the porter
 * with the last user. */
proc_err porter_hold(struct proc_error *error);
void porter_let_go(void);

/* Accepts callers of the server of WORLD at LISTENER, a socket of the host or of TCP. The porter closes LISTENER. */
proc_err porter_listen(struct proc_world *world, int listener, bool is_tcp, struct proc_error *error);

/* Stops listening for WORLD, and waits until this and all earlier requests to the porter are done. */
void porter_listen_no_more(struct proc_world *world);

/* Gives the socket of LINE to the porter, which owns the socket from now on. */
proc_err porter_take(struct proc_line *line, struct proc_error *error);

/* Tells the porter that records wait in the `out` of a line to another host. */
void porter_poke(struct proc_line *line);

/* Tells the porter that the `in` of a line to another host has room again, if the porter waits for room there. */
void porter_poke_starved(struct proc_line *line);

/* Gives LINE to the porter, which frees LINE. The owner must not use LINE any more. */
void porter_drop(struct proc_line *line);

/* Unmaps MEMORY after the porter has freed all lines that were dropped earlier. */
void porter_drop_memory(struct sw_memory memory);

#endif
