/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The porter: a thread that makes the connections of this process's links over TCP. It listens, drops strangers,
 * connects until the receiver is there, and wakes kernels that sleep when a socket has something for them. It moves no
 * records.
 */
#ifndef SLIPWAY_STREAM_PORTER_H
#define SLIPWAY_STREAM_PORTER_H

#include "tcp.h"

/* Listens where the graph says, makes a struct tcp for each end of this process, and starts the thread. */
osf_Result_t porter_start(void);

/* Stops the thread, closes all sockets and frees all. Waits up to 2 seconds for senders that this process wants no more
 * of to take note. Does nothing where there is no porter. */
void porter_stop(void);

/* Returns this side of an end over TCP. It is ready to be connected. */
struct tcp *porter_side(int end, bool sends);

/* Begins to connect a sender. */
void porter_connect(struct tcp *tcp);

/* Lets the bell of the place ring once when TCP can be read, or with WRITE when it can be written. */
void porter_watch(const struct tcp *tcp, bool write);

/* Gives the socket up: the porter closes it when the other side has, and throws away what still comes. */
void porter_release(struct tcp *tcp);

#endif
