/* SPDX-License-Identifier: Apache-2.0 */
#include "bank-run.h"

#include <stdlib.h>

int gather_row(const struct reporting *all, size_t horizon, size_t desk, int64_t **pnl, struct sw_failure *f) {
    const size_t scenarios = all->options->scenarios;
    const int64_t *share = pnl_row(all->vectors, horizon, desk);
    struct shares shares;
    *pnl = all->rank == 0 ? malloc(scenarios * sizeof **pnl) : NULL;
    if (all->rank == 0 && *pnl == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the P&L of %zu scenarios", scenarios);
    if (agree(all->comm, f) != STATUS_OK || make_shares(all->comm, scenarios, &shares, f) != STATUS_OK)
        return f->status;
    const int rc = MPI_Gatherv(share, shares.counts[all->rank], MPI_INT64_T, *pnl, shares.counts, shares.firsts,
                               MPI_INT64_T, 0, all->comm);
    free_shares(&shares);
    return rc == MPI_SUCCESS ? STATUS_OK : sw_fail(f, STATUS_MPI, NULL, "MPI_Gatherv of the P&L failed");
}

int gather_amounts(const struct reporting *all, size_t horizon, size_t desk, double **pnl, struct sw_failure *f) {
    const size_t scenarios = all->options->scenarios;
    int64_t *whole = NULL;
    *pnl = NULL;
    if (gather_row(all, horizon, desk, &whole, f) == STATUS_OK && all->rank == 0) {
        *pnl = malloc(scenarios * sizeof **pnl);
        if (*pnl == NULL)
            sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to measure %zu scenarios", scenarios);
        for (size_t i = 0; *pnl != NULL && i < scenarios; i++)
            (*pnl)[i] = (double)whole[i];
    }
    free(whole);
    return f->status;
}
