/*
 * tp-plan: how the ranks of a job would read a file together, and, with --read, how long it takes. Options force what
 * the library would choose.
 */
#include "slipway/twophase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_USAGE = 2, STATUS_FILE = 3 };

static const char usage[] =
    "usage: mpirun -n RANKS tp-plan [OPTION...] FILE\n"
    "Prints how RANKS ranks would read FILE together, by twophase(3): who reads, how phase 2 passes it on, and why.\n"
    "  --read                     read all lines on all ranks, too, and print lines, bytes and seconds\n"
    "  --phase2 NAME            auto, none, mbc, atv or allgatherv\n"
    "  --group NAME               auto, node (ranks of a node share a ring) or rank (each has its own)\n"
    "  --access-ranks N           how many groups read: 1 to the number of groups\n"
    "  --segment BYTES            what phase 2 passes on at once: at most 1 GiB\n"
    "  --slots N                  segments in the ring: 2 to 64\n"
    "Ends with 0, or 2: wrong usage, 3: the file cannot be read (says why).\n";

struct request {
    struct tp_options options;
    int read;
    const char *file;
};

/* The position of NAME in NAMES, which ends with NULL, or -1. */
static int find(const char *const *names, const char *name) {
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static int take_number(const char *text, size_t *number) {
    char *end;
    const unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end != '\0' || text[0] == '-' || value > (1ULL << 30))
        return -1;
    *number = (size_t)value;
    return 0;
}

static int take_option(const char *name, const char *value, struct tp_options *options) {
    static const char *const phase2_names[] = {"auto", "none", "mbc", "atv", "allgatherv", NULL};
    static const char *const groups[] = {"auto", "node", "rank", NULL};
    size_t number = 0;
    if (strcmp(name, "--phase2") == 0)
        return (int)(options->phase2 = (tp_phase2)find(phase2_names, value)) < 0 ? -1 : 0;
    if (strcmp(name, "--group") == 0)
        return (int)(options->group = (tp_group)find(groups, value)) < 0 ? -1 : 0;
    if (take_number(value, &number) != 0)
        return -1;
    if (strcmp(name, "--access-ranks") == 0)
        options->access_ranks = (int)number;
    else if (strcmp(name, "--segment") == 0)
        options->segment_bytes = number;
    else if (strcmp(name, "--slots") == 0)
        options->slots = number;
    else
        return -1;
    return 0;
}

/* 0, or the number of the argument that is wrong. */
static int parse(int argc, char **argv, struct request *request) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--read") == 0)
            request->read = 1;
        else if (strncmp(argv[i], "--", 2) != 0 && request->file == NULL)
            request->file = argv[i];
        else if (i + 1 == argc || take_option(argv[i], argv[i + 1], &request->options) != 0)
            return i;
        else
            i++;
    }
    return request->file != NULL ? 0 : argc;
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

int main(int argc, char **argv) {
    struct request request = {.file = NULL};
    struct tp_error error = {TP_OK, ""};
    struct tp_plan *plan;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int wrong = parse(argc, argv, &request);
    const int help = argc == 2 && strcmp(argv[1], "--help") == 0;
    if (wrong != 0) {
        if (rank == 0 && !help)
            fprintf(stderr, "tp-plan: %s%s\n", wrong < argc ? "this option or its value does not fit: " : "which file?",
                    wrong < argc ? argv[wrong] : "");
        if (rank == 0)
            fputs(usage, help ? stdout : stderr);
        MPI_Finalize();
        return help ? STATUS_OK : STATUS_USAGE;
    }
    tp_err code = tp_plan_new(MPI_COMM_WORLD, request.file, &request.options, &plan, &error);
    if (code == TP_OK && rank == 0)
        tp_plan_print(plan, stdout);
    if (code == TP_OK && request.read)
        code = read_all(plan, rank, &error);
    if (code != TP_OK && rank == 0)
        fprintf(stderr, "tp-plan: %s\n", error.text);
    tp_plan_free(plan);
    MPI_Finalize();
    return code == TP_OK ? STATUS_OK : STATUS_FILE;
}
