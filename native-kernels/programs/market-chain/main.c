/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market-chain: an electronic market as a chain of kernels, by streams or by MPI. This file parses, initialises MPI if
 * requested, and reports.
 */
#include "market-chain.h"

#include "base/loaded.h"

#include <mpi.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static int run_over_mpi(const struct request *request, struct sw_failure *f) {
    int rank;
    MPI_Init(NULL, NULL);
    sw_keep_loaded();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* All ranks find the same failure, so one rank reports the failure, and each rank ends normally: an abort could cut
     * off the report. */
    if (check_ranks(request, f) != STATUS_OK) {
        if (rank == 0)
            sw_failure_print("market-chain", f);
    } else if ((request->engine ? run_engine_ranks(request, f) : run_mpi(request, f)) != STATUS_OK) {
        /* ranks wait for messages of this rank: only an abort ends them */
        sw_failure_print("market-chain", f);
        MPI_Abort(MPI_COMM_WORLD, f->status);
    }
    MPI_Finalize();
    return f->status;
}

int main(int argc, char **argv) {
    struct request request;
    struct sw_failure f = {.status = STATUS_OK};
    if (take_options(argc, argv, &request, &f) != STATUS_OK) {
        sw_failure_print("market-chain", &f);
        return f.status;
    }
    if (request.help) {
        print_usage(stdout);
        return STATUS_OK;
    }
#ifdef __linux__
    prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL); /* orders are given to the microsecond */
#endif
    if (request.mpi || request.engine)
        run_over_mpi(&request, &f);
    else if (run_hybrid(&request, &f) != STATUS_OK && f.text[0] != '\0')
        sw_failure_print("market-chain", &f);
    free(request.given);
    return f.status;
}
