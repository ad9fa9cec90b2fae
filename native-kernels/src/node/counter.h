/* SPDX-License-Identifier: Apache-2.0 */
/* A counter that all ranks draw from, by which they share work out while they do it. */
#ifndef SLIPWAY_NODE_COUNTER_H
#define SLIPWAY_NODE_COUNTER_H

#include <mpi.h>
#include <stdint.h>

struct sw_counter {
    MPI_Win window;
    int64_t *value; /* on rank 0 */
};

/* Makes a counter that stands at 0. Collective over COMM. Returns the code of the MPI. */
int sw_counter_new(MPI_Comm comm, struct sw_counter *counter);

/*
 * Writes the value of the counter to *VALUE and raises the counter by 1, in one step: no two calls of any ranks get the
 * same value. Waits for no other rank. Returns the code of the MPI.
 */
int sw_counter_next(const struct sw_counter *counter, int64_t *value);

/* Frees the counter. Collective over its communicator. Does nothing to one that is all zero or was not made. */
void sw_counter_free(struct sw_counter *counter);

#endif
