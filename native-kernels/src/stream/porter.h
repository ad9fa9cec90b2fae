/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The porter: a thread that makes the connections of this process's links over TCP. The porter listens, drops
 * strangers, connects until the receiver is there, and wakes sleeping kernels on events of their sockets. It moves no
 * records.
 */
#ifndef SLIPWAY_STREAM_PORTER_H
#define SLIPWAY_STREAM_PORTER_H

#include "tcp.h"

/* Listens at the addresses of the graph, makes a struct tcp for each end of this process, and starts the thread. */
osf_Result_t porter_start(void);

/* Stops the thread, closes all sockets and frees all memory. Waits up to 2 seconds for senders to take note that this
 * process wants no more records. Has no effect without a porter. */
void porter_stop(void);

/* Returns this side of an end over TCP, ready to be connected. */
struct tcp *porter_side(int end, bool sends);

/* Begins to connect a sender. */
void porter_connect(struct tcp *tcp);

/* Makes the bell of the place ring once when TCP can be read, or with WRITE when TCP can be written. */
void porter_watch(const struct tcp *tcp, bool write);

/* Gives up the socket: the porter throws away further input, and closes the socket after the other side has. */
void porter_release(struct tcp *tcp);

#endif
