/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twophase in trouble: with any defect of the file, on any rank, all ranks return with the same code and the same text,
 * within seconds, and the communicator still works.
 */
#include "error-cases.h"
#include "faults.h"
#include "mpi-faults.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/hang.h"
#include "support/samples.h"

#include <signal.h>
#include <unistd.h>

char folder[64];
int rank, ranks;
static char case_name[120]; /* for the watchdog */

static void too_long(int signal_number) {
    static const char text[] = "a rank waits for ever in ";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    (void)!write(STDERR_FILENO, case_name, strlen(case_name));
    (void)!write(STDERR_FILENO, "\n", 1);
    _exit(EXIT_FAILURE);
}

static void begin(const char *name) {
    snprintf(case_name, sizeof case_name, "%s", name);
    alarm(HANG_SECONDS);
    draw_seed(20240229);
    fault_order(NULL);
    mpi_fault_order(-1);
}

static int run_watched(const struct check_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int before = check_failures;
        const double started = MPI_Wtime();
        begin(cases[i].name);
        cases[i].run();
        fault_order(NULL);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 || check_failures != before)
            printf("%s %s (rank %d, %.1f s)\n", check_failures == before ? "ok" : "not ok", cases[i].name, rank,
                   MPI_Wtime() - started);
    }
    return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(all_say_that_a_file_is_missing),
        CASE(all_refuse_options_out_of_range),
        CASE(all_see_every_truncation),
        CASE(all_name_the_block_that_is_damaged),
        CASE(all_give_right_data_or_an_error_for_flipped_bits),
        CASE(all_notice_an_index_of_another_file),
        CASE(all_notice_a_file_that_is_cut_while_they_read),
        CASE(all_say_what_one_rank_cannot_open),
        CASE(all_say_what_one_rank_cannot_read),
        CASE(short_and_interrupted_reads_change_nothing),
        CASE(all_fail_when_one_share_is_damaged),
        CASE(a_share_cannot_be_sought),
        CASE(nobody_waits_for_a_leader_whose_mpi_fails_in_a_seek),
        CASE(nobody_writes_where_a_reduction_is_pending),
        CASE(all_notice_another_file_of_the_same_size),
        CASE(all_notice_that_one_rank_has_another_file),
        CASE(a_leader_that_waits_leaves_its_core_to_others),
        CASE(access_ranks_read_large_parts_in_turn),
        CASE(a_large_unit_of_the_file_system_makes_parts_few),
        CASE(read_at_refuses_what_it_cannot_do),
        CASE(all_say_what_one_rank_cannot_read_at_an_offset),
        CASE(all_fail_to_write_together_and_the_old_file_stays),
        CASE(all_refuse_a_file_that_is_another_on_one_rank),
        CASE(all_refuse_write_options_out_of_range),
        CASE(nothing_stays_open_and_the_communicator_works),
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    signal(SIGALRM, too_long);
    if (rank == 0 && folder_make(folder, "error") != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    int status = run_watched(cases, sizeof cases / sizeof cases[0]);
    MPI_Allreduce(MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) {
        char command[128];
        snprintf(command, sizeof command, "rm -r %s", folder);
        status |= system(command) != 0;
    }
    MPI_Finalize();
    return status;
}
