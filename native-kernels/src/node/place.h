/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who is where: the ranks of a communicator in groups that share memory, each with a leader. Leaders talk across nodes;
 * within a group ranks use a window (node/window.h).
 */
#ifndef SLIPWAY_NODE_PLACE_H
#define SLIPWAY_NODE_PLACE_H

#include <mpi.h>

struct sw_place {
    MPI_Comm all;
    MPI_Comm group;    /* the ranks that share memory */
    MPI_Comm leaders;  /* rank 0 of each group; MPI_COMM_NULL on the others */
    MPI_Comm verdicts; /* the leaders once more, for collectives whose order is another than that of `leaders` */
    int rank, ranks;
    int member, members; /* rank and size in `group` */
    int index, groups;   /* number of this rank's group, and of all groups */
    int largest_group;
    int crowded; /* non-zero: the ranks of `all` on this node are more than the processors that they may run on */
};

/* Duplicates COMM into *OWN, on which errors return. Collective over COMM. Returns the code of the MPI. */
int sw_place_dup(MPI_Comm comm, MPI_Comm *own);

/*
 * Fills PLACE, of which `all` is given and the other communicators are null. ALONE: each rank is a group of its own;
 * else the ranks of a node are one. Collective over `all`. Returns the code of the MPI. PLACE is to be freed also after
 * a failure.
 */
int sw_place_make(int alone, struct sw_place *place);

/* Frees all communicators of PLACE, `all` too. Collective over `all`. */
void sw_place_free(struct sw_place *place);

#endif
