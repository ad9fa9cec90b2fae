/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the memory stated by tp_info with the allocations while a file is opened. On two ranks at least. */
#include "support/allocations.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/samples.h"
#include "twophase/ringfile.h"

static int rank, ranks;
static char folder[64];
static size_t shared_bytes; /* requested by this rank for its group */

void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);

/* A group of one has plain memory as a window. */
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    shared_bytes += bytes;
    return __real_aligned_alloc(alignment, bytes);
}

/* Replaces MPI's function, as a program may (profiling interface). */
int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *window) {
    shared_bytes += (size_t)size;
    return PMPI_Win_allocate_shared(size, unit, info, comm, base, window);
}

static const char *const names[] = {"memory.csv", "memory.gz"};

static const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Checks that COUNTED is the SAID number of INFO, or at most MORE above. */
static void check_between(const char *what, size_t said, size_t counted, size_t more) {
    CHECK(said <= counted && counted <= said + more, "%s: %zu bytes are said, %zu asked for, %zu may be more", what,
          said, counted, more);
}

static void check_ring_file(const char *name, const struct tp_options *options) {
    struct tp_error error = {TP_OK, ""};
    struct tp_plan *plan;
    struct tp_file *file;
    shared_bytes = 0;
    CHECK(tp_plan_new(MPI_COMM_WORLD, path_of(name), options, &plan, &error) == TP_OK, "%s", error.text);
    const struct tp_info info = tp_plan_info(plan);
    all_allocations = sizeof *plan;
    CHECK(tp_plan_open(plan, &file, &error) == TP_OK, "%s", error.text);
    if (plan->place.member == 0) {
        check_between("a leader's", info.rank_bytes, all_allocations, sizeof(struct tp_ring_file) + 256);
        check_between("a group's", info.group_bytes, shared_bytes, 3 * SW_PAGE);
    } else {
        CHECK(all_allocations <= info.rank_bytes + sizeof(struct tp_ring_file) + 256 && shared_bytes == 0,
              "%zu and %zu bytes on a rank that does not lead", all_allocations, shared_bytes);
    }
    tp_close(file);
    tp_plan_free(plan);
}

static void ring_files_have_the_memory_that_is_said(void) {
    static const struct tp_options ways[] = {
        {.group = TP_GROUP_NODE},
        {.group = TP_GROUP_NODE, .segment_bytes = 3000, .slots = 5},
        {.group = TP_GROUP_RANK, .phase2 = TP_PHASE2_NONE},
        {.group = TP_GROUP_RANK, .phase2 = TP_PHASE2_ATV, .segment_bytes = 3000, .slots = 64},
        {.group = TP_GROUP_RANK, .phase2 = TP_PHASE2_MBC, .access_ranks = 2, .segment_bytes = 200000, .slots = 7},
    };
    for (size_t n = 0; n < 2; n++)
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
            check_ring_file(names[n], &ways[i]);
}

/* Rank 0 also reads the file for the plan, so it is not checked. The 1 MiB and two blocks belong to the reader. */
static void shares_have_the_memory_that_is_said(void) {
    for (size_t n = 0; n < 2; n++) {
        const struct tp_options options = {.segment_bytes = 300000};
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        all_allocations = 0;
        CHECK(tp_open_share(MPI_COMM_WORLD, path_of(names[n]), &options, &file, &error) == TP_OK, "%s", error.text);
        const struct tp_info info = tp_plan_info(tp_file_plan(file));
        if (rank > 0)
            check_between("a share's", info.rank_bytes, all_allocations,
                          (1 << 20) + 2 * BLK_MAX_FILE_BLOCK_BYTES + 4096);
        CHECK(info.group_bytes == (n == 0 ? 0 : tp_layout_table_bytes(&file->plan->layout)), "%zu", info.group_bytes);
        tp_close(file);
    }
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(ring_files_have_the_memory_that_is_said),
        CASE(shares_have_the_memory_that_is_said),
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0 && folder_make(folder, "memory") != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    struct sample sample = {"bytes", malloc(1000000), 1000000, 0};
    draw_seed(9);
    for (size_t i = 0; i < sample.count; i++)
        sample.bytes[i] = (char)draw_bits();
    if (rank == 0 && (container_write(CONTAINER_PLAIN, path_of(names[0]), sample.bytes, sample.count, 0) != 0 ||
                      container_write(CONTAINER_BLOCKS, path_of(names[1]), sample.bytes, sample.count, 3) != 0))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    MPI_Allreduce(MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) {
        char command[128];
        snprintf(command, sizeof command, "rm -r %s", folder);
        status |= system(command) != 0;
    }
    sample_free(&sample);
    MPI_Finalize();
    return status;
}
