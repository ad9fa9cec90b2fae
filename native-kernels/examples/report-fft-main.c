/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report-fft FOLDER [POINTS PAGE-POINTS]: runs the program of Givelberg's report (report-fft.c).
 *
 *     mpirun -n 4 report-fft FOLDER 32 8
 *
 * makes an array of 32 x 32 x 32 complex numbers in pages of 8 x 8 x 8. All ranks but the first are servers, and each
 * server keeps its pages in one file in FOLDER. The program fills the array with a plane wave, and transforms the array
 * along all three dimensions by processes that read, transform and write page lines. Then the program checks that the
 * spectrum is one peak at the right place.
 */
#include "report-fft/master.h"

#include "ArrayDevice.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COMPLEX = 2 * sizeof(double) };
static struct proc_error error;

static void must(proc_err code) {
    if (code == PROC_OK)
        return;
    fprintf(stderr, "report-fft: %s\n", error.text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Writes a plane wave to the array A of N^3 points, one plane of pages of P points at a time, if WRITE is set.
 * Otherwise reads the array as a spectrum, and returns the largest distance of an element from a spectrum of one
 * peak. */
static double planes(struct proc_remote a, int64_t n, int64_t p, bool write) {
    double complex *buffer = proc_buffer_new((size_t)(p * n * n) * COMPLEX, &error);
    struct proc_into into = {buffer, (size_t)(p * n * n) * COMPLEX, 0};
    double worst = 0;
    for (int64_t from = 0; from < n; from += p) {
        const int64_t d[6] = {from, from + p, 0, n, 0, n};
        if (!write)
            must(Array_read(a, (struct proc_i64s){d, 6}, &into, &error));
        for (int64_t k = 0; k < p * n * n; k++) {
            const int64_t i1 = from + k / n / n, i2 = k / n % n, i3 = k % n;
            if (write)
                buffer[k] = cexp(2 * M_PI * I * (double)(i1 + 2 * i2 + 3 * i3) / (double)n);
            else
                worst = fmax(worst, cabs(buffer[k] - (i1 == 1 && i2 == 2 && i3 == 3 ? (double)(n * n * n) : 0)));
        }
        if (write)
            must(Array_write(a, (struct proc_i64s){d, 6}, (struct proc_f64s){(double *)buffer, into.room / 8}, &error));
    }
    proc_buffer_free(buffer);
    return worst / (double)(n * n * n);
}

/* Launches an ArrayDevice on each server, with a file in FOLDER, and an array on these devices. */
static proc_err launch_array(struct proc_world *world, const char *folder, int64_t points, int64_t page,
                             struct proc_remote *a) {
    const int64_t n[6] = {0, points, 0, points, 0, points}, p[6] = {0, page, 0, page, 0, page}, line = points / page;
    const int servers = proc_world_servers(world), size = (int)page;
    struct proc_remote page_server[64];
    struct ArrayDevice_new calls[64];
    struct proc_handle handles[64];
    char filename[64][512];
    for (int i = 0; i < servers && i < 64; i++) {
        snprintf(filename[i], sizeof filename[i], "%s/pages.%d", folder, i);
        calls[i] = (struct ArrayDevice_new){NULL,      filename[i], (uint64_t)(line * line * line), size, size, size,
                                            (int)line, {0}};
        ArrayDevice_start_new(world, i, &calls[i], &handles[i], NULL); /* the wait also reports failures */
    }
    const proc_err code = proc_wait_all(handles, (size_t)servers, &error);
    for (int i = 0; i < servers && i < 64; i++)
        page_server[i] = calls[i].object;
    return code != PROC_OK ? code
                           : Array_new(world, 0, (struct proc_i64s){n, 6}, (struct proc_i64s){p, 6},
                                       (struct proc_remotes){page_server, (size_t)servers}, a, &error);
}

static int run(struct proc_world *world, const char *folder, int64_t points, int64_t page) {
    const int64_t n[6] = {0, points, 0, points, 0, points}, p[6] = {0, page, 0, page, 0, page};
    struct proc_remote a;
    must(launch_array(world, folder, points, page, &a));
    planes(a, points, page, true);
    for (int dimension = 3; dimension >= 1; dimension--)
        must(transform(world, a, dimension, n, p, &error));
    const double worst = planes(a, points, page, false);
    printf("%lld^3 points on %d servers, distance from one peak: %.2g\n", (long long)points, proc_world_servers(world),
           worst);
    return worst < 1e-13 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    static const struct proc_class *const classes[] = {&PageDevice_class, &ArrayPageDevice_class, &ArrayDevice_class,
                                                       &Array_class, &FFT3_class};
    struct proc_world *world;
    int ranks, status = EXIT_SUCCESS;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct proc_plan plan = {.servers = ranks - 1, .classes = classes, .class_count = 5};
    must(proc_world_split(MPI_COMM_WORLD, &plan, &world, &error));
    if (proc_world_serves(world))
        must(proc_serve(world, &error));
    else
        status = run(world, argc > 1 ? argv[1] : ".", argc > 3 ? atoi(argv[2]) : 32, argc > 3 ? atoi(argv[3]) : 8);
    must(proc_world_end(world, &error));
    MPI_Finalize();
    return status;
}
