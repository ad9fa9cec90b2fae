/* SPDX-License-Identifier: Apache-2.0 */
/* Somebody's MPI program, outside our tree: each rank adds up the numbers of a block file. Its exit status is 0 where
 * all is right. */
#include <slipway/blockfile.h>
#include <slipway/riskmc.h>
#include <slipway/twophase.h>
#include <slipway/vecmath.h>

#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS = 100000 };

static int write_numbers(const char *path) {
    struct blk_writer *writer;
    struct blk_error error;
    char line[32];
    blk_err code = blk_create(path, NULL, &writer, &error);
    for (int i = 1; code == BLK_OK && i <= NUMBERS; i++)
        code = blk_write(writer, line, (size_t)snprintf(line, sizeof line, "%d\n", i), &error);
    if (code == BLK_OK)
        code = blk_finish(writer, &error);
    if (code != BLK_OK)
        fprintf(stderr, "%s\n", error.text);
    return code == BLK_OK ? 0 : -1;
}

static int add_numbers(const char *path, double *sum) {
    struct tp_file *file;
    struct tp_error error;
    const char *line;
    size_t length;
    tp_err code = tp_open(MPI_COMM_WORLD, path, NULL, &file, &error);
    while (code == TP_OK && (code = tp_read_line(file, &line, &length, &error)) == TP_OK && line != NULL)
        *sum += strtod(line, NULL);
    tp_close(file);
    if (code != TP_OK)
        fprintf(stderr, "%s\n", error.text);
    return code == TP_OK ? 0 : -1;
}

int main(int argc, char **argv) {
    int rank, ranks, failed = argc != 2;
    double sum = 0, one = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!failed && rank == 0)
        failed = write_numbers(argv[1]) != 0;
    MPI_Bcast(&failed, 1, MPI_INT, 0, MPI_COMM_WORLD);
    failed = failed || add_numbers(argv[1], &sum) != 0;
    vm_exp(1, &one, &one);
    failed = failed || one != 1 || sum != NUMBERS * (NUMBERS + 1.0) / 2 || rmc_normal_cdf(0) != 0.5 || ranks != 2;
    if (rank == 0)
        printf("%d ranks added up %.0f\n", ranks, sum);
    MPI_Finalize();
    return failed;
}
