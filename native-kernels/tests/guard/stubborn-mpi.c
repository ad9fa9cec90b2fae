/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stubborn-mpi FILE: an MPI program that is hard to end. Every rank ignores SIGTERM, has a child in a separate session
 * that also ignores SIGTERM, then waits in barriers forever. Rank 0 creates FILE when all ranks have come that far, and
 * with a third argument "abort" then aborts with status 9.
 */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    signal(SIGTERM, SIG_IGN);
    if (fork() == 0) {
        setsid();
        for (;;)
            pause();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && argc > 1)
        close(open(argv[1], O_CREAT | O_WRONLY, 0644));
    if (rank == 0 && argc > 3 && strcmp(argv[3], "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 9);
    for (;;)
        MPI_Barrier(MPI_COMM_WORLD);
}
