/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A node with threads of this process as ranks, so that ThreadSanitizer follows their accesses to shared memory. The
 * MPI calls of a node's ranks during reading are implemented here with plain memory and barriers. The rest of the
 * communicator is simulated: MPI tells the leader of this node that each other node has come as far as this one.
 */
#ifndef SLIPWAY_TESTS_NODE_OF_THREADS_H
#define SLIPWAY_TESTS_NODE_OF_THREADS_H

enum { NODE_RANKS = 4 };

/*
 * Calls RUN once for each rank, with its number and its element of ITEMS (of BYTES each), and waits for all to return.
 */
void node_run(void (*run)(int rank, void *item), void *items, unsigned long bytes);

/* Lets the leaders agree COUNT times from here on, and then makes MPI fail; negative: MPI never fails. */
void node_agreements(int count);

#endif
