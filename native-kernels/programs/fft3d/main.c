/* SPDX-License-Identifier: Apache-2.0 */
/* fft3d: Fourier transforms in three dimensions, in memory or on disks. This file parses, calls and reports. */
#include "check.h"
#include "explain.h"
#include "remove.h"
#include "targets.h"
#include "work.h"

#include "base/loaded.h"

static void run_transform(struct work *work, struct sw_failure *f) {
    if (work->plan.question.kind == OOC_PLAN_MEMORY)
        work_in_memory(work, f);
    else
        work_on_disks(work, f);
}

static int run_client(const struct options *options, struct team *team, struct sw_failure *f) {
    struct work work = {.options = *options, .team = team, .record = {.trace = -1}};
    if (options->check)
        return run_checks(options, team, f);
    if (options->remove != NULL)
        return remove_pageset(options->remove, team, f);
    if (work_begin(&work, f) == STATUS_OK && options->explain)
        explain(&work, f);
    else if (f->status == STATUS_OK && targets_try(&work, f) == STATUS_OK &&
             (options->resume != NULL || targets_check_room(&work, f) == STATUS_OK))
        run_transform(&work, f);
    work_end(&work);
    return f->status;
}

int main(int argc, char **argv) {
    struct options options;
    struct team team = {.comm = MPI_COMM_NULL};
    struct sw_failure f = {.status = STATUS_OK};
    int rank, provided;
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return STATUS_MPI;
    sw_keep_loaded();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (take_options(argc, argv, &options, &f) == STATUS_OK && !options.help &&
        team_begin(&options, &team, &f) == STATUS_OK && team_is_client(&team))
        run_client(&options, &team, &f);
    if (f.status != STATUS_OK && (rank == 0 || f.alone))
        sw_failure_print("fft3d", &f);
    if (f.alone)
        MPI_Abort(MPI_COMM_WORLD, f.status);
    if (rank == 0 && options.help)
        print_help(stdout);
    team_end(&team);
    MPI_Finalize();
    return f.status;
}
