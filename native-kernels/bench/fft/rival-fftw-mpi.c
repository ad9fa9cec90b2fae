/* SPDX-License-Identifier: Apache-2.0 */
/* rival-fftw-mpi N WISDOM: the seconds of a transform of N^3 in place by FFTW-MPI, its result in natural order, planned
 * by MEASURE; the second of two, of the slowest rank. */
#include <fftw3-mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank;
    ptrdiff_t planes, first;
    if (argc < 3)
        return 2;
    MPI_Init(&argc, &argv);
    fftw_mpi_init();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const ptrdiff_t n = strtol(argv[1], NULL, 10);
    const ptrdiff_t room = fftw_mpi_local_size_3d(n, n, n, MPI_COMM_WORLD, &planes, &first);
    fftw_complex *array = fftw_alloc_complex((size_t)room);
    if (rank == 0)
        fftw_import_wisdom_from_filename(argv[2]);
    fftw_mpi_broadcast_wisdom(MPI_COMM_WORLD);
    fftw_plan plan = fftw_mpi_plan_dft_3d(n, n, n, array, array, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_MEASURE);
    fftw_mpi_gather_wisdom(MPI_COMM_WORLD);
    if (rank == 0)
        fftw_export_wisdom_to_filename(argv[2]);
    for (ptrdiff_t i = 0; i < planes * n * n; i++) {
        array[i][0] = (double)(i % 1000) / 1000;
        array[i][1] = 0;
    }
    fftw_execute(plan);
    MPI_Barrier(MPI_COMM_WORLD);
    double seconds = -MPI_Wtime(), slowest;
    fftw_execute(plan);
    seconds += MPI_Wtime();
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("incore fftw-mpi %.6f\n", slowest);
    MPI_Finalize();
    return 0;
}
