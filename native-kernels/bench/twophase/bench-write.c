/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench-write FILE FOLDER ROUNDS LEVEL: all ranks write FILE again, compressed, into FOLDER: with the library, and with
 * rank 0 writing all. Each rank has its part of FILE in memory before. A round measures both, in turn; the time runs
 * from a barrier to the end of the slowest rank, including creating and syncing. Prints WAY SECONDS for each. The files
 * must be the same, byte for byte.
 */
#include "write-ways.h"

#include "base/clock.h"
#include "base/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, ranks;

static void stop(const char *path, const char *why) {
    fprintf(stderr, "bench-write: %s: %s\n", path, why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static const char *write_by_all(const struct written *what) {
    const struct tp_write_options options = {.compress = 1, .level = what->level, .index = 1};
    struct tp_writer *writer;
    if (tp_create(what->comm, what->path, &options, &writer, NULL) != TP_OK)
        return "cannot create";
    if (tp_write(writer, what->data, what->bytes, NULL) != TP_OK)
        return "cannot write";
    return tp_finish(writer, NULL) == TP_OK ? NULL : "cannot finish";
}

static const struct {
    const char *name;
    write_way *write;
} ways[] = {{"twophase", write_by_all}, {"rank0", write_by_rank0}};

/* Loads this rank's part of the file. */
static char *load(const char *path, size_t *bytes) {
    FILE *in = fopen(path, "rb");
    if (in == NULL || fseek(in, 0, SEEK_END) != 0)
        stop(path, "cannot be read");
    const struct sw_range part = sw_split((uint64_t)ftell(in), (uint64_t)rank, (uint64_t)ranks);
    *bytes = (size_t)(part.end - part.first);
    char *data = malloc(*bytes + 1);
    if (data == NULL || fseek(in, (long)part.first, SEEK_SET) != 0 || fread(data, 1, *bytes, in) != *bytes)
        stop(path, "cannot be read");
    fclose(in);
    return data;
}

static double measure(const struct written *what, write_way *write) {
    MPI_Barrier(what->comm);
    double began = sw_clock_seconds(), ended, first, last;
    const char *wrong = write(what);
    ended = sw_clock_seconds();
    if (wrong != NULL)
        stop(what->path, wrong);
    MPI_Reduce(&began, &first, 1, MPI_DOUBLE, MPI_MIN, 0, what->comm);
    MPI_Reduce(&ended, &last, 1, MPI_DOUBLE, MPI_MAX, 0, what->comm);
    return last - first;
}

static void compare(const char *one, const char *other) {
    char command[4200];
    snprintf(command, sizeof command, "cmp '%s' '%s' && cmp '%s.gzi' '%s.gzi'", one, other, one, other);
    if (rank == 0 && system(command) != 0)
        stop(one, "is not as the other way writes it");
}

int main(int argc, char **argv) {
    char paths[2][1024];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 5 || ranks > MOST_RANKS)
        stop("usage", "bench-write FILE FOLDER ROUNDS LEVEL, on 256 ranks at most");
    struct written what = {.comm = MPI_COMM_WORLD, .level = atoi(argv[4])};
    char *data = load(argv[1], &what.bytes);
    what.data = data;
    for (int round = 0; round < atoi(argv[3]); round++) {
        for (int turn = 0; turn < 2; turn++) {
            const int way = (round + turn) % 2;
            snprintf(paths[way], sizeof paths[way], "%s/%s.gz", argv[2], ways[way].name);
            what.path = paths[way];
            const double seconds = measure(&what, ways[way].write);
            if (rank == 0)
                printf("%s %.6f\n", ways[way].name, seconds);
        }
        compare(paths[0], paths[1]);
    }
    free(data);
    MPI_Finalize();
    return 0;
}
