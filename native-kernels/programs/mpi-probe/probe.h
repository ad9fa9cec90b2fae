/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpi-probe [OPTION...] RANKS LAUNCHER [OPTION...] -- PROGRAM [ARGUMENT...] becomes LAUNCHER [OPTION...] PROGRAM
 * [ARGUMENT...], such as mpirun, after a test that the launcher fits the MPI of the program. A launcher of another MPI
 * starts as many worlds of one rank as there are ranks. Each of these ranks computes the whole and writes the same
 * files, and the exit status is 0.
 *
 * The test starts mpi-probe itself by the launcher, on as many ranks and hosts. Each rank loads the MPI library of the
 * program, and the first compares the size of its world with RANKS (rank.c). So the test runs the very launcher and the
 * very library, and knows no versions of either. The library is found by the loader of the program (library.c). A
 * program without one, such as a script, is not tested, unless --library names the library.
 */
#ifndef SLIPWAY_MPI_PROBE_H
#define SLIPWAY_MPI_PROBE_H

#include <limits.h>

enum { STATUS_MISFIT = 86 };

/* Finds the MPI library that the executable PROGRAM loads. Returns 1 with its path in OUT, 0 if the program loads none,
 * or -1 with errno if the program cannot be read. */
int library_of(const char *program, char out[PATH_MAX]);

/* Runs as a rank of the test. Returns STATUS_MISFIT if the world of the first rank has not RANKS ranks, otherwise 0. */
int rank_main(unsigned long long ranks, const char *library);

#endif
