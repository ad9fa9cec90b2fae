/* SPDX-License-Identifier: Apache-2.0 */
/* rival-fftw NAME N THREADS WISDOM: the seconds of a transform of N^3 in place by FFTW with threads, planned by
 * MEASURE, or by the MKL's interface of FFTW, the second of two. The file WISDOM keeps the plan for the next round. */
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc < 5)
        return 2;
    const int n = (int)strtol(argv[2], NULL, 10);
    const size_t bytes = (size_t)n * (size_t)n * (size_t)n * 16;
    void *room = NULL;
    if (posix_memalign(&room, 2 << 20, bytes) != 0)
        return 1;
    madvise(room, bytes, MADV_HUGEPAGE);
    double *array = room;
    fftw_init_threads();
    fftw_plan_with_nthreads((int)strtol(argv[3], NULL, 10));
    fftw_import_wisdom_from_filename(argv[4]);
    fftw_plan plan = fftw_plan_dft_3d(n, n, n, room, room, FFTW_FORWARD, FFTW_MEASURE);
    fftw_export_wisdom_to_filename(argv[4]);
    for (size_t i = 0; i < bytes / sizeof *array; i++)
        array[i] = (double)(i * 2654435761 % 1000) / 1000;
    fftw_execute(plan);
    const double begin = now();
    fftw_execute(plan);
    printf("incore %s %.6f\n", argv[1], now() - begin);
    return 0;
}
