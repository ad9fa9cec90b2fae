/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MPI calls that fail on order, and reductions that are watched while they are pending. This program's own functions
 * stand before those of the library (MPI's profiling interface).
 */
#ifndef SLIPWAY_TESTS_MPI_FAULTS_H
#define SLIPWAY_TESTS_MPI_FAULTS_H

/* From call number AFTER (0-based) on, each MPI_Iallreduce of the calling process fails; -1: none does. */
void mpi_fault_order(int after);
/* How often it failed since. */
int mpi_fault_hits(void);
/* How often somebody wrote into the result of a reduction that was pending, since the start. */
int mpi_fault_touched(void);

#endif
