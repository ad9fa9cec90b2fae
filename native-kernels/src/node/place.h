/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The places of ranks: the ranks of a communicator in groups that share memory, each with a leader. Leaders communicate
 * across nodes; within a group ranks use a window (node/window.h).
 */
#ifndef SLIPWAY_NODE_PLACE_H
#define SLIPWAY_NODE_PLACE_H

#include <mpi.h>

struct sw_place {
    MPI_Comm all;
    MPI_Comm group;    /* the ranks that share memory */
    MPI_Comm leaders;  /* rank 0 of each group; MPI_COMM_NULL on the others */
    MPI_Comm verdicts; /* the leaders again, for collectives in another order than on `leaders` */
    int rank, ranks;
    int member, members; /* rank and size in `group` */
    int index, groups;   /* number of this rank's group, and of all groups */
    int largest_group;
    int crowded; /* non-zero: the ranks of `all` on this node outnumber the processors that they may use */
};

/* Duplicates COMM into *OWN, on which MPI errors are returned. Collective over COMM. Returns the code of MPI. */
int sw_place_dup(MPI_Comm comm, MPI_Comm *own);

/*
 * Fills PLACE, in which the caller sets `all` and leaves the other communicators null. ALONE: each rank is a group;
 * otherwise the ranks of a node are a group. Collective over `all`. Returns the code of MPI. The caller frees PLACE
 * also after a failure.
 */
int sw_place_make(int alone, struct sw_place *place);

/* Frees all communicators of PLACE, including `all`. Collective over `all`. */
void sw_place_free(struct sw_place *place);

#endif
