/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tp-plan: prints how the ranks of a job would read a file together, and, with --read, the time of a read. Options
 * override the choices of the library.
 */
#include "base/loaded.h"
#include "base/options.h"
#include "slipway/twophase.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The options of the command line; the fields have the types of base/options.h. */
struct request {
    bool help, read;
    int phase2, group; /* a tp_phase2 and a tp_group */
    uint64_t access_ranks, segment_bytes, slots;
    const char *file;
};

static const char *const phase2_names[] = {"auto", "none", "mbc", "atv", "allgatherv", NULL};
static const char *const group_names[] = {"auto", "node", "rank", NULL};

static const struct sw_option rows[] = {
    {.name = "--read",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct request, read),
     .help = "also read all lines on all ranks, and print lines, bytes and seconds"},
    {.name = "--phase2",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct request, phase2),
     .argument = "NAME",
     .choices = phase2_names,
     .help = "auto, none, mbc, atv or allgatherv"},
    {.name = "--group",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct request, group),
     .argument = "NAME",
     .choices = group_names,
     .help = "auto, node (ranks of a node share a ring) or rank (each rank has its own ring)"},
    {.name = "--access-ranks",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct request, access_ranks),
     .argument = "N",
     .least = 1,
     .most = INT32_MAX,
     .help = "the number of reading groups: 1 to the number of groups"},
    {.name = "--segment",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct request, segment_bytes),
     .argument = "BYTES",
     .least = 1,
     .most = 1 << 30,
     .help = "the bytes that phase 2 passes on at once: at most 1 GiB"},
    {.name = "--slots",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct request, slots),
     .argument = "N",
     .least = 2,
     .most = 64,
     .help = "the segments in the ring: 2 to 64"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct request, help), .help = "print this"},
};
static const struct sw_options options = {rows, sizeof rows / sizeof rows[0], "tp-plan"};

static void print_usage(FILE *out) {
    fputs("usage: mpirun -n RANKS tp-plan [OPTION...] FILE\n"
          "Prints how RANKS ranks would read FILE together, by twophase(3): the reading ranks, the method of phase\n"
          "2, and the reasons.\n",
          out);
    sw_options_print(&options, out);
    fputs("Ends with 0, or 2: wrong usage, 3: the file cannot be read, with the reason.\n", out);
}

/* Parses the arguments. Returns 0, or -1 and MESSAGE. Options may stand before and after the file. */
static int parse(int argc, char **argv, struct request *request, char message[SW_OPTION_MESSAGE_BYTES]) {
    int at = 1;
    if (sw_options_read(&options, request, argc, argv, &at, message) != 0)
        return -1;
    if (at < argc && strcmp(argv[at], "--") == 0)
        at++;
    if (at < argc)
        request->file = argv[at++];
    if (sw_options_read(&options, request, argc, argv, &at, message) != 0)
        return -1;
    if (request->help)
        return 0;
    if (request->file == NULL || at < argc) {
        snprintf(message, SW_OPTION_MESSAGE_BYTES, "%s",
                 request->file == NULL ? "which file?" : "one file at a time, please");
        return -1;
    }
    return 0;
}

static tp_err read_all(struct tp_plan *plan, int rank, struct tp_error *error) {
    struct tp_file *file;
    const char *line = "";
    size_t length;
    unsigned long long lines = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    tp_err code = tp_plan_open(plan, &file, error);
    while (code == TP_OK && line != NULL) {
        code = tp_read_line(file, &line, &length, error);
        lines += line != NULL;
    }
    const unsigned long long bytes = file != NULL ? tp_tell(file) : 0;
    double seconds = MPI_Wtime() - start, slowest = 0;
    tp_close(file);
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0 && code == TP_OK)
        printf("  read by every rank: %llu lines, %llu bytes, in %.3f s\n", lines, bytes, slowest);
    return code;
}

static int run(const struct request *request, int rank) {
    const struct tp_options forced = {.phase2 = (tp_phase2)request->phase2,
                                      .group = (tp_group)request->group,
                                      .access_ranks = (int)request->access_ranks,
                                      .segment_bytes = (size_t)request->segment_bytes,
                                      .slots = (size_t)request->slots};
    struct tp_error error = {TP_OK, ""};
    struct tp_plan *plan;
    tp_err code = tp_plan_new(MPI_COMM_WORLD, request->file, &forced, &plan, &error);
    if (code == TP_OK && rank == 0)
        tp_plan_print(plan, stdout);
    if (code == TP_OK && request->read)
        code = read_all(plan, rank, &error);
    if (code != TP_OK && rank == 0)
        fprintf(stderr, "tp-plan: %s\n", error.text);
    tp_plan_free(plan);
    return code == TP_OK ? STATUS_OK : STATUS_FILE;
}

int main(int argc, char **argv) {
    struct request request = {.file = NULL};
    char message[SW_OPTION_MESSAGE_BYTES];
    int rank, status = STATUS_OK;
    MPI_Init(&argc, &argv);
    sw_keep_loaded();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parse(argc, argv, &request, message) != 0) {
        status = STATUS_USAGE;
        if (rank == 0) {
            fprintf(stderr, "tp-plan: %s\n", message);
            print_usage(stderr);
        }
    } else if (request.help) {
        if (rank == 0)
            print_usage(stdout);
    } else {
        status = run(&request, rank);
    }
    MPI_Finalize();
    return status;
}
