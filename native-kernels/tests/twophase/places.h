/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pretended nodes. This program's own MPI_Comm_split_type answers MPI_COMM_TYPE_SHARED (MPI's profiling interface lets
 * a program stand before any function of the library), so that one machine is several nodes of odd sizes: what they
 * share is really shared, what they pass on really goes through MPI.
 */
#ifndef SLIPWAY_TESTS_PLACES_H
#define SLIPWAY_TESTS_PLACES_H

#include <mpi.h>

struct place {
    const char *name;
    MPI_Comm comm; /* MPI_COMM_NULL on a rank that is left out of it */
    int ranks;
    int nodes;
};

enum { PLACES = 7 };

/* Collective over MPI_COMM_WORLD. NUMBER is 0 to PLACES - 1; 0 is the real machine with all its ranks. */
void places_make(struct place places[PLACES]);
void places_free(struct place places[PLACES]);

/* From here on the calling process is on its node of this place. Local. */
void place_enter(int number);

#endif
