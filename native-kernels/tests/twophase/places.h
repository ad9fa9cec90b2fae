/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pretended nodes. This program's MPI_Comm_split_type answers MPI_COMM_TYPE_SHARED (MPI's profiling interface lets a
 * program replace any function of the library), so that one machine becomes several nodes of odd sizes: their shared
 * memory is really shared, and their messages really go through MPI.
 */
#ifndef SLIPWAY_TESTS_PLACES_H
#define SLIPWAY_TESTS_PLACES_H

#include <mpi.h>

struct place {
    const char *name;
    MPI_Comm comm; /* MPI_COMM_NULL on a rank outside of the place */
    int ranks;
    int nodes;
};

enum { PLACES = 7 };

/* Makes the places. Collective over MPI_COMM_WORLD. NUMBER is 0 to PLACES - 1; 0 is the real machine with all ranks. */
void places_make(struct place places[PLACES]);
void places_free(struct place places[PLACES]);

/* Puts the calling process on its node of this place. Local. */
void place_enter(int number);

#endif
