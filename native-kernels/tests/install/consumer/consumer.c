/* SPDX-License-Identifier: Apache-2.0 */
/* An MPI program outside our tree: each rank adds up the numbers of a block file. The exit status is 0 if all sums are
 * right. */
#include <slipway/blockfile.h>
#include <slipway/pagedev.h>
#include <slipway/process_world.h>
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

/* Writes and reads one value of an array in pages. */
static int keep_array(void) {
    const struct pgd_options options = {.domain = {4, 4, 4}, .page = {2, 2, 2}, .disk_count = 2};
    const struct pgd_box box = {.from = {1, 2, 3}, .to = {2, 3, 4}};
    const double written[2] = {1, -1};
    double read[2] = {0, 0};
    struct pgd_set *set;
    struct pgd_error error = {.text = ""};
    pgd_err code = pgd_set_create("field", &options, NULL, &set, &error);
    if (code == PGD_OK && (code = pgd_array_write(set, &box, PGD_NATURAL, written, &error)) == PGD_OK)
        code = pgd_array_read(set, &box, PGD_TRANSPOSED_13, read, &error);
    pgd_set_close(set, NULL);
    if (code == PGD_OK)
        code = pgd_set_remove("field", &error);
    if (code != PGD_OK)
        fprintf(stderr, "%s\n", error.text);
    return code == PGD_OK && read[0] == written[0] && read[1] == written[1] ? 0 : -1;
}

/* The second rank serves; the first keeps a number there. */
static int keep_number(void) {
    struct proc_world *world;
    struct proc_error error = {.text = ""};
    struct proc_remote memory;
    const struct proc_plan plan = {.servers = 1};
    double number = 0;
    proc_err code = proc_world_split(MPI_COMM_WORLD, &plan, &world, &error);
    if (code == PROC_OK && proc_world_serves(world))
        code = proc_serve(world, &error);
    else if (code == PROC_OK && (code = proc_memory_new(world, 0, 10, &memory, &error)) == PROC_OK &&
             (code = proc_memory_set(memory, 7, 3.1415, &error)) == PROC_OK)
        code = proc_memory_get(memory, 7, &number, &error);
    if (code == PROC_OK && !proc_world_serves(world) && number != 3.1415)
        code = PROC_ERR_MESSAGE;
    if (code != PROC_OK)
        fprintf(stderr, "%s\n", error.text);
    return proc_world_end(world, NULL) == PROC_OK && code == PROC_OK ? 0 : -1;
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
    failed = failed || keep_number() != 0;
    failed = failed || (rank == 0 && keep_array() != 0);
    vm_exp(1, &one, &one);
    failed = failed || one != 1 || sum != NUMBERS * (NUMBERS + 1.0) / 2 || rmc_normal_cdf(0) != 0.5 || ranks != 2;
    if (rank == 0)
        printf("%d ranks added up %.0f\n", ranks, sum);
    MPI_Finalize();
    return failed;
}
