/* SPDX-License-Identifier: Apache-2.0 */
#include "process/bed.h"

#include <stdlib.h>
#include <unistd.h>

struct proc_world *world;
int servers;
char folder[64];

static const struct proc_class *const classes[] = {&Page_class, &ScaledPage_class};

struct proc_remote page_in(int server, int64_t bytes) {
    struct proc_remote page = {0};
    OK(Page_new(world, server, bytes, &page, error));
    return page;
}

static void remove_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (folder[0] == '\0' || system(command) != 0) /* NOLINT: the name is our own */
        fprintf(stderr, "%s stays\n", folder);
}

static int run(int rank, const struct check_case *cases, size_t count) {
    const int status = rank == 0 ? run_cases(cases, count) : EXIT_SUCCESS;
    return status;
}

int bed_run_with(int argc, char **argv, const struct bed_classes *of, const struct check_case *cases, size_t count) {
    int rank, ranks, status = EXIT_SUCCESS;
    struct proc_error error = {.code = PROC_OK};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    snprintf(folder, sizeof folder, "/tmp/slipway-process.XXXXXX");
    if (rank == 0 && mkdtemp(folder) == NULL)
        folder[0] = '\0';
    MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    servers = ranks == 1 ? 1 : ranks - 1;
    const struct proc_plan plan = {
        .servers = servers, .classes = of->classes, .class_count = of->count, .folder = folder};
    CHECK(proc_world_split(MPI_COMM_WORLD, &plan, &world, &error) == PROC_OK, "%s", error.text);
    if (world != NULL && proc_world_serves(world))
        CHECK(proc_serve(world, &error) == PROC_OK, "%s", error.text);
    else if (world != NULL)
        status = run(rank, cases, count);
    CHECK(proc_world_end(world, &error) == PROC_OK, "%s", error.text);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        remove_folder();
    MPI_Finalize();
    return check_failures > 0 ? EXIT_FAILURE : status;
}

int bed_run(int argc, char **argv, const struct check_case *cases, size_t count) {
    const struct bed_classes of = {classes, sizeof classes / sizeof classes[0]};
    return bed_run_with(argc, argv, &of, cases, count);
}
