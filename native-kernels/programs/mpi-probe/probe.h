/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpi-probe [OPTION...] RANKS LAUNCHER [OPTION...] -- PROGRAM [ARGUMENT...] becomes LAUNCHER [OPTION...] PROGRAM
 * [ARGUMENT...], such as mpirun, after a test that the launcher fits the MPI of the program. A launcher of another MPI
 * starts as many worlds of one rank as there are ranks. Each of these ranks then computes the whole job and writes the
 * same files, and the exit status is 0.
 *
 * The test starts mpi-probe by the launcher, on as many ranks and hosts. Each rank loads the MPI library of the
 * program, and the first compares the size of its world with RANKS (rank.c). So the test uses the launcher and the
 * library of the run themselves, and needs no table of their versions. The loader of the program finds the library
 * (library.c). A program that loads no MPI library, such as a script, is tested only if --library names a library.
 */
#ifndef SLIPWAY_MPI_PROBE_H
#define SLIPWAY_MPI_PROBE_H

#include <limits.h>

enum { STATUS_MISFIT = 86 };

/* Finds the MPI library that the executable PROGRAM loads. Returns 1 with the path of the library in OUT, 0 if the
 * program loads no MPI library, or -1 with errno if the program cannot be read. */
int library_of(const char *program, char out[PATH_MAX]);

/* Runs as a rank of the test. Returns STATUS_MISFIT if this is the first rank and its world does not have RANKS ranks,
 * otherwise 0. */
int rank_main(unsigned long long ranks, const char *library);

#endif
