/* SPDX-License-Identifier: Apache-2.0 */
/* Waits in MPI until the standard input ends, to show the memory that ranks take before any work. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char byte;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    while (rank == 0 && read(STDIN_FILENO, &byte, 1) > 0)
        continue;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
