/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file that the ranks of a node read together, with threads as the ranks: the real segments.c, file.c and pump.c of
 * src/twophase, for files of each kind, with this node alone and as one of two. All ranks must get the same data, and
 * the same error if a piece cannot be read or MPI fails.
 */
#include "node-of-threads.h"
#include "support/check.h"
#include "support/hang.h"
#include "support/samples.h"
#include "twophase/internal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES = 1500000, SEGMENT_BYTES = 100000, SLOTS = 3, READ_BYTES = 70000, NODES = 2, LINE = 61 };

/* The way in which the node reads. */
struct way {
    enum container container;
    int nodes;
    tp_phase2 phase2;
};

static const struct way ways[] = {{CONTAINER_PLAIN, 1, TP_PHASE2_NONE},      {CONTAINER_BLOCKS, 1, TP_PHASE2_NONE},
                                  {CONTAINER_GZIP, 1, TP_PHASE2_NONE},       {CONTAINER_PLAIN, NODES, TP_PHASE2_NONE},
                                  {CONTAINER_BLOCKS, NODES, TP_PHASE2_NONE}, {CONTAINER_GZIP, NODES, TP_PHASE2_NONE},
                                  {CONTAINER_PLAIN, NODES, TP_PHASE2_MBC},   {CONTAINER_BLOCKS, NODES, TP_PHASE2_MBC},
                                  {CONTAINER_GZIP, NODES, TP_PHASE2_MBC},    {CONTAINER_BLOCKS, NODES, TP_PHASE2_ATV}};
enum { WAYS = sizeof ways / sizeof ways[0] };

struct rank {
    struct tp_plan plan;
    struct tp_error error;
    size_t bytes; /* that were read in order */
    int wrong;    /* some of them differ from the file */
    int whole;    /* all reads and seeks went well, up to the end */
};

static char folder[64], data[BYTES];

/* Each rank has a separate plan, like each process. Every other rank sleeps while it waits. */
static void make_ranks(const struct way *way, char *path, struct rank ranks[NODE_RANKS]) {
    struct tp_layout layout;
    struct tp_error error = {TP_OK, ""};
    struct sw_place place = {.all = MPI_COMM_NULL,
                             .group = MPI_COMM_NULL,
                             .leaders = MPI_COMM_NULL,
                             .verdicts = MPI_COMM_NULL,
                             .ranks = 1,
                             .members = 1,
                             .groups = 1,
                             .largest_group = NODE_RANKS};
    memset(ranks, 0, NODE_RANKS * sizeof *ranks);
    CHECK(tp_layout_make(&place, path, SEGMENT_BYTES, &layout, &error) == TP_OK, "%s", error.text);
    place.all = place.group = place.leaders = place.verdicts = MPI_COMM_WORLD;
    place.ranks = NODE_RANKS * way->nodes;
    place.members = NODE_RANKS;
    place.groups = way->nodes;
    const struct tp_info info = {.phase2 = way->phase2,
                                 .group = TP_GROUP_NODE,
                                 .ranks = place.ranks,
                                 .groups = way->nodes,
                                 .access_ranks = 1,
                                 .segment_bytes = layout.segment_bytes,
                                 .slots = SLOTS,
                                 .parts = 1};
    for (int i = 0; i < NODE_RANKS; i++) {
        place.rank = place.member = i;
        place.crowded = i % 2;
        ranks[i].plan =
            (struct tp_plan){.path = path, .info = info, .line_limit = SIZE_MAX, .place = place, .layout = layout};
    }
}

static void free_ranks(struct rank ranks[NODE_RANKS]) {
    tp_layout_free(&ranks[0].plan.layout);
}

/* Reads from FROM to the end of the data, or to a failure. */
static int read_on(struct rank *rank, struct tp_file *file, size_t from) {
    static _Thread_local char buffer[READ_BYTES];
    size_t got = 1;
    rank->bytes = from;
    while (got > 0) {
        if (tp_read(file, buffer, sizeof buffer, &got, &rank->error) != TP_OK)
            return 0;
        rank->wrong |= rank->bytes + got > BYTES || memcmp(buffer, data + rank->bytes, got) != 0;
        rank->bytes += got;
    }
    return rank->bytes == BYTES;
}

/* Reads to the end, back into the middle and to the end again, and a little from the start: a file may be closed
 * anywhere. */
static void read_and_seek(int number, void *item) {
    struct rank *rank = item;
    struct tp_file *file;
    char byte;
    size_t got;
    (void)number;
    if (tp_plan_open(&rank->plan, &file, &rank->error) != TP_OK)
        return;
    rank->whole = read_on(rank, file, 0) && tp_seek(file, BYTES / 3, &rank->error) == TP_OK &&
                  read_on(rank, file, BYTES / 3) && tp_seek(file, 0, &rank->error) == TP_OK &&
                  tp_read(file, &byte, 1, &got, &rank->error) == TP_OK && got == 1 && byte == data[0];
    tp_close(file);
}

static void read_until_it_fails(int number, void *item) {
    struct rank *rank = item;
    struct tp_file *file;
    (void)number;
    if (tp_plan_open(&rank->plan, &file, &rank->error) != TP_OK)
        return;
    rank->whole = read_on(rank, file, 0);
    tp_close(file);
}

static void write_file(const struct way *way, char path[128]) {
    snprintf(path, 128, "%s/lines%s", folder, container_suffix(way->container));
    CHECK(container_write(way->container, path, data, BYTES, 1) == 0, "%s", path);
}

static void every_rank_reads_every_byte(void) {
    struct rank ranks[NODE_RANKS];
    char path[128];
    for (int way = 0; way < WAYS; way++) {
        write_file(&ways[way], path);
        make_ranks(&ways[way], path, ranks);
        node_run(read_and_seek, ranks, sizeof *ranks);
        for (int i = 0; i < NODE_RANKS; i++)
            CHECK(ranks[i].whole && !ranks[i].wrong, "way %d: rank %d is at byte %zu: %s", way, i, ranks[i].bytes,
                  ranks[i].error.text);
        free_ranks(ranks);
    }
}

/* Changes bytes in the middle of a compressed file, but neither its size nor its time. */
static void damage(const char *path) {
    unsigned char bytes[64];
    struct stat before;
    const int fd = open(path, O_RDWR);
    CHECK(fd >= 0 && fstat(fd, &before) == 0, "%s", path);
    CHECK(pread(fd, bytes, sizeof bytes, before.st_size / 2) == (ssize_t)sizeof bytes, "%s", path);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] ^= 0x5a;
    CHECK(pwrite(fd, bytes, sizeof bytes, before.st_size / 2) == (ssize_t)sizeof bytes, "%s", path);
    CHECK(futimens(fd, (const struct timespec[]){before.st_atim, before.st_mtim}) == 0, "%s", path);
    close(fd);
}

/* Checks that all ranks get the same failure, after the same bytes. */
static void check_told_the_same(int way, const struct rank ranks[NODE_RANKS], tp_err code) {
    for (int i = 0; i < NODE_RANKS; i++) {
        CHECK(!ranks[i].whole && ranks[i].error.code == code, "way %d: rank %d: code %d: %s", way, i,
              (int)ranks[i].error.code, ranks[i].error.text);
        CHECK(strcmp(ranks[i].error.text, ranks[0].error.text) == 0, "way %d: rank %d: %s, not %s", way, i,
              ranks[i].error.text, ranks[0].error.text);
        CHECK(ranks[i].bytes == ranks[0].bytes, "way %d: rank %d has read %zu bytes, not %zu", way, i, ranks[i].bytes,
              ranks[0].bytes);
    }
}

static void every_rank_is_told_of_damage(void) {
    struct rank ranks[NODE_RANKS];
    char path[128];
    for (int way = 0; way < WAYS; way++) {
        if (ways[way].container == CONTAINER_PLAIN)
            continue;
        write_file(&ways[way], path);
        make_ranks(&ways[way], path, ranks);
        damage(path);
        node_run(read_until_it_fails, ranks, sizeof *ranks);
        /* A stream of gzip may go on with other bytes, and end too soon. */
        const int streamed = ways[way].container == CONTAINER_GZIP;
        check_told_the_same(way, ranks,
                            streamed && ranks[0].error.code != TP_OK ? ranks[0].error.code : TP_ERR_CORRUPT);
        CHECK(streamed || !ranks[0].wrong, "way %d: damaged bytes were handed out", way);
        free_ranks(ranks);
    }
}

static void every_rank_is_told_that_the_mpi_fails(void) {
    struct rank ranks[NODE_RANKS];
    char path[128];
    for (int way = 0; way < WAYS; way++) {
        if (ways[way].nodes == 1)
            continue;
        write_file(&ways[way], path);
        make_ranks(&ways[way], path, ranks);
        node_agreements(4);
        node_run(read_until_it_fails, ranks, sizeof *ranks);
        node_agreements(-1);
        check_told_the_same(way, ranks, TP_ERR_MPI);
        CHECK(ranks[0].bytes > 0 && !ranks[0].wrong, "way %d: %zu bytes, right or wrong, before", way, ranks[0].bytes);
        free_ranks(ranks);
    }
}

int main(void) {
    static const struct check_case cases[] = {CASE(every_rank_reads_every_byte), CASE(every_rank_is_told_of_damage),
                                              CASE(every_rank_is_told_that_the_mpi_fails)};
    char command[128];
    alarm(HANG_SECONDS);
    for (size_t i = 0; i < BYTES; i++)
        data[i] = i % LINE == LINE - 1 ? '\n' : (char)('a' + (i / LINE * 7 + i % LINE) % 26);
    if (folder_make(folder, "threads") != 0)
        return EXIT_FAILURE;
    int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    snprintf(command, sizeof command, "rm -r %s", folder);
    status |= system(command) != 0;
    return status;
}
