/* SPDX-License-Identifier: Apache-2.0 */
/* The precision of a run in progress: the interval of the bank's VaR, measured on all scenarios so far. */
#include "bank-run.h"

#include <stdlib.h>

/* Adds up the desks of this rank. */
static void fill_row(struct desk_sums sums, size_t first, size_t count, int64_t *row) {
    for (size_t i = 0; i < count; i++)
        for (size_t d = 0; d < sums.desks; d++)
            row[i] += sums.sums[d * sums.stride + first + i];
}

/* Gathers the bank's P&L in COUNT further scenarios on rank 0. */
static int gather(MPI_Comm comm, struct precision *precision, struct desk_sums sums, size_t count,
                  struct sw_failure *f) {
    int rank;
    MPI_Comm_rank(comm, &rank);
    int64_t *own = calloc(2 * count, sizeof *own), *all = own != NULL ? own + count : NULL;
    if (own == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the bank's P&L in %zu scenarios", count);
    if (agree(comm, f) == STATUS_OK) {
        fill_row(sums, precision->done, count, own);
        if (MPI_Reduce(own, all, (int)count, MPI_INT64_T, MPI_SUM, 0, comm) != MPI_SUCCESS)
            sw_fail(f, STATUS_MPI, NULL, "MPI_Reduce of the bank's P&L failed");
    }
    for (size_t i = 0; i < count && rank == 0 && f->status == STATUS_OK; i++)
        precision->pnl[precision->done + i] = (double)all[i];
    precision->done += count;
    free(own);
    return f->status;
}

int measure_precision(MPI_Comm comm, struct precision *precision, struct desk_sums sums, size_t end,
                      struct sw_failure *f) {
    struct rmc_measures measures;
    struct rmc_error error;
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (gather(comm, precision, sums, end - precision->done, f) != STATUS_OK)
        return f->status;
    if (rank == 0) {
        if (rmc_measure(precision->pnl, end, precision->level, &measures, &error) == RMC_OK)
            precision->width = rmc_relative_width(measures.var_mean);
        else
            risk_failed(&error, f);
    }
    if (agree(comm, f) == STATUS_OK && MPI_Bcast(&precision->width, 1, MPI_DOUBLE, 0, comm) != MPI_SUCCESS)
        sw_fail(f, STATUS_MPI, NULL, "MPI_Bcast of the width of the interval failed");
    return f->status;
}
