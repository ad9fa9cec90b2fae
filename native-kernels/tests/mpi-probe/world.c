/* SPDX-License-Identifier: Apache-2.0 */
/* world [ARGUMENT]...: every rank prints the size of its world, its rank and the arguments, and ends with the status in
 * WORLD_STATUS. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank = 0, size = 0;
    char line[200];
    const char *status = getenv("WORLD_STATUS");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    /* One write: MPICH takes the buffer from the standard output, and then the lines of ranks would mix. */
    size_t used = (size_t)snprintf(line, sizeof line, "%d of %d", rank, size);
    for (int i = 1; i < argc && used < sizeof line; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, " [%s]", argv[i]);
    if (used + 1 >= sizeof line)
        return 1;
    line[used++] = '\n';
    const ssize_t written = write(STDOUT_FILENO, line, used);
    MPI_Finalize();
    return written != (ssize_t)used ? 1 : status != NULL ? atoi(status) : 0;
}
