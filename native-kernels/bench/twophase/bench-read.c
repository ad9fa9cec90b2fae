/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench-read LIST: read files by all ranks in each of the ways that the file LIST names, once, and print the seconds. A
 * line of LIST has the fields
 *
 *     CELL VARIANT WAY PATH [SEGMENT [PHASE2 [GROUP [ACCESS]]]]
 *
 * CELL and VARIANT are the caller's names for the line. Time runs from a barrier, before any file is opened, to the end
 * of the slowest rank's reading. The time starts with the first rank that leaves the barrier: if ranks outnumber cores,
 * some ranks finish before the last rank leaves the barrier. Every rank's sum must be that of the plain file (PATH
 * without .gz), which rank 0 reads before.
 */
#include "read-ways.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 80, PATH = 1024, FILES = 32 };

static const struct {
    const char *name;
    read_all read;
} ways[] = {
    {"posix", read_posix},     {"buffer", read_buffer}, {"broadcast", read_broadcast},
    {"generic", read_generic}, {"report", read_report}, {"twophase", read_twophase},
};
static const char *const phase2_names[] = {"auto", "none", "mbc", "atv", "allgatherv", NULL};
static const char *const groups[] = {"auto", "node", "rank", NULL};

static int rank;

static void fail(const char *path, const char *why) {
    fprintf(stderr, "bench-read: %s: %s\n", path, why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static int index_of(const char *name, const char *const *names) {
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    fail(name, "no such word");
    return 0;
}

static read_all way_of(const char *name) {
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(ways[i].name, name) == 0)
            return ways[i].read;
    fail(name, "no such way");
    return NULL;
}

/* Returns the sum of a plain file's lines, on every rank. Rank 0 reads the file, which also fills the page cache the
 * first time. */
static uint64_t expected(const char *path) {
    static struct {
        char path[PATH];
        uint64_t sum;
    } known[FILES];
    char plain[PATH];
    const size_t length = strlen(path),
                 bare = length > 3 && strcmp(path + length - 3, ".gz") == 0 ? length - 3 : length;
    snprintf(plain, sizeof plain, "%.*s", (int)bare, path);
    int i = 0;
    while (i < FILES - 1 && known[i].path[0] != '\0' && strcmp(known[i].path, plain) != 0)
        i++;
    if (strcmp(known[i].path, plain) != 0) {
        struct way way = {.path = plain};
        const char *wrong = rank == 0 ? read_buffer(&way) : NULL;
        if (wrong != NULL || (rank == 0 && way.bytes == 0))
            fail(plain, wrong != NULL ? wrong : "is empty");
        known[i].sum = way.sum;
        MPI_Bcast(&known[i].sum, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
        strcpy(known[i].path, plain);
    }
    return known[i].sum;
}

static double measure(struct way *way, read_all read) {
    const uint64_t sum = expected(way->path);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &way->comm);
    MPI_Barrier(MPI_COMM_WORLD);
    double began = sw_clock_seconds(), first, last;
    const char *wrong = read(way);
    if (wrong == NULL && way->sum != sum)
        wrong = "a rank did not get the bytes of the file";
    if (wrong != NULL)
        fail(way->path, wrong);
    MPI_Reduce(&began, &first, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&way->ended, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Comm_free(&way->comm);
    return last - first;
}

static void print_chosen(const struct tp_info *info) {
    if (info->ranks > 0)
        printf(" %s,%s,access=%d,slots=%zu", groups[info->group], phase2_names[info->phase2], info->access_ranks,
               info->slots);
    putchar('\n');
    fflush(stdout);
}

static void run_line(const char *line) {
    char cell[NAME], variant[NAME], name[NAME], path[PATH], phase2[NAME] = "auto", group[NAME] = "auto";
    struct way way = {0};
    const int fields = sscanf(line, "%79s %79s %79s %1023s %zu %79s %79s %d", cell, variant, name, path,
                              &way.options.segment_bytes, phase2, group, &way.options.access_ranks);
    if (fields < 4)
        fail(line, "not CELL VARIANT WAY PATH");
    way.path = path;
    way.options.phase2 = (tp_phase2)index_of(phase2, phase2_names);
    way.options.group = (tp_group)index_of(group, groups);
    const double seconds = measure(&way, way_of(name));
    if (rank == 0) {
        printf("%s %s %.6f %" PRIu64, cell, variant, seconds, way.bytes);
        print_chosen(&way.info);
    }
}

int main(int argc, char **argv) {
    char line[2 * PATH];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FILE *list = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (list == NULL)
        fail(argc == 2 ? argv[1] : "usage", "bench-read LIST");
    while (fgets(line, sizeof line, list) != NULL)
        run_line(line);
    fclose(list);
    MPI_Finalize();
    return 0;
}
