/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A node whose ranks are threads of this process, so that ThreadSanitizer follows what they do to each other. What the
 * ranks of a node call of the MPI while they read is made of plain memory and barriers here. The rest of the
 * communicator is pretended: the MPI tells the leader of this node that each other node has come as far as this one.
 */
#ifndef SLIPWAY_TESTS_NODE_OF_THREADS_H
#define SLIPWAY_TESTS_NODE_OF_THREADS_H

enum { NODE_RANKS = 4 };

/* Calls RUN once for each rank, with its number and its element of ITEMS (of BYTES each), and waits for all to return.
 */
void node_run(void (*run)(int rank, void *item), void *items, unsigned long bytes);

/* Lets the leaders agree so many times from here on, and then lets the MPI fail; negative: it never fails. */
void node_agreements(int count);

#endif
