/* SPDX-License-Identifier: Apache-2.0 */
/* world [ARGUMENT]...: every rank prints the size of its world, its rank and the arguments, and ends with the status in
 * WORLD_STATUS. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank = 0, size = 0;
    const char *status = getenv("WORLD_STATUS");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    printf("%d of %d", rank, size);
    for (int i = 1; i < argc; i++)
        printf(" [%s]", argv[i]);
    putchar('\n');
    MPI_Finalize();
    return status != NULL ? atoi(status) : 0;
}
