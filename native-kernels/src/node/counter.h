/* SPDX-License-Identifier: Apache-2.0 */
/* A counter from which all ranks draw, to share work among them while it runs. */
#ifndef SLIPWAY_NODE_COUNTER_H
#define SLIPWAY_NODE_COUNTER_H

#include <mpi.h>
#include <stdint.h>

struct sw_counter {
    MPI_Win window;
    int64_t *value; /* on rank 0 */
};

/* Makes a counter with the value 0. Collective over COMM. Returns the code of MPI. */
int sw_counter_new(MPI_Comm comm, struct sw_counter *counter);

/*
 * Writes the value of the counter to *VALUE and raises the counter by 1, in one step: no two calls of any ranks get the
 * same value. Does not wait for other ranks. Returns the code of MPI.
 */
int sw_counter_next(const struct sw_counter *counter, int64_t *value);

/* Frees the counter. Collective over the communicator of the counter. Accepts a counter that is all zero or was not
 * made. */
void sw_counter_free(struct sw_counter *counter);

#endif
