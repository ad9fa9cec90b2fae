/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MPI calls that fail on order, and pending reductions under watch. This program's functions replace those of the
 * library (MPI's profiling interface).
 */
#ifndef SLIPWAY_TESTS_MPI_FAULTS_H
#define SLIPWAY_TESTS_MPI_FAULTS_H

/* Makes each MPI_Iallreduce of the calling process fail from call number AFTER (0-based) on; -1: never. */
void mpi_fault_order(int after);
/* Returns the number of failed calls since then. */
int mpi_fault_hits(void);
/* Returns how often the result of a pending reduction was overwritten, since the start. */
int mpi_fault_touched(void);

#endif
