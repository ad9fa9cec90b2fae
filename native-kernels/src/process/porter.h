/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The porter: one thread of a process that watches its sockets. It lets callers in, sees that the other side of a line
 * has gone, moves the records of lines to other hosts, and frees what others have dropped. While nothing happens it
 * sleeps.
 */
#ifndef SLIPWAY_PROCESS_PORTER_H
#define SLIPWAY_PROCESS_PORTER_H

#include "line.h"

struct mapped_buffer;

/* Starts the porter, unless it runs, and counts its users; and stops it with the last of them. */
proc_err porter_hold(struct proc_error *error);
void porter_let_go(void);

/* Lets callers of WORLD's server in at LISTENER, a socket of the host or of TCP. The porter closes it. */
proc_err porter_listen(struct proc_world *world, int listener, bool is_tcp, struct proc_error *error);

/* Stops listening for WORLD, and waits until that is so and all that was asked before is done. */
void porter_listen_no_more(struct proc_world *world);

/* Looks after the socket of LINE, which belongs to the porter from now on. */
proc_err porter_take(struct proc_line *line, struct proc_error *error);

/* Says that records wait in the `out` of a line to another host. */
void porter_poke(struct proc_line *line);

/* Says that there is room in the `in` of a line to another host, where the porter waits for it. */
void porter_poke_starved(struct proc_line *line);

/* Frees LINE. Its owner uses it no more. */
void porter_drop(struct proc_line *line);

/* Unmaps MEMORY after all lines that were dropped before. */
void porter_drop_memory(struct sw_memory memory);

#endif
