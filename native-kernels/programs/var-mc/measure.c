/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of a run. Rank 0 has the P&L of all scenarios: it measures the P&L, and picks the scenarios for the error
 * of the inner paths. The ranks share the Asian options, and rank 0 adds their variances in the order of the options:
 * the same bits for any number of ranks.
 */
#include "varmc.h"

#include <stdlib.h>
#include <string.h>

static const double confidences[LEVELS] = {[AT_95] = 0.95, [AT_99] = 0.99};

static int measure_scenarios(const struct rmc_portfolio *portfolio, const double *pnl, size_t scenarios,
                             struct figures *figures, struct rmc_sample *samples, struct sw_failure *f) {
    struct rmc_error error;
    rmc_err code = rmc_value_today(portfolio, &figures->today_value, &error);
    for (int i = 0; i < LEVELS && code == RMC_OK; i++) {
        code = rmc_measure(pnl, scenarios, confidences[i], &figures->at[i], &error);
        if (code == RMC_OK)
            code = rmc_sample(pnl, scenarios, confidences[i], &samples[i], &error);
    }
    return code == RMC_OK ? STATUS_OK : risk_failed(&error, f);
}

/* Gathers the entries of all Asian options on rank 0, in their order: LEVELS for each. */
static int gather(MPI_Comm comm, const struct rmc_inner *own, size_t asians, struct rmc_inner *all,
                  struct sw_failure *f) {
    enum { NUMBERS = LEVELS * sizeof(struct rmc_inner) / sizeof(double) };
    int rank, size;
    MPI_Datatype entry;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int *counts = calloc((size_t)size, sizeof *counts), *starts = calloc((size_t)size, sizeof *starts);
    if (counts == NULL || starts == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %d ranks", size);
    if (agree(comm, f) == STATUS_OK) {
        for (int r = 0; r < size; r++) {
            const struct sw_range part = share_of(asians, r, size);
            starts[r] = (int)part.first;
            counts[r] = (int)(part.end - part.first);
        }
        MPI_Type_contiguous(NUMBERS, MPI_DOUBLE, &entry);
        MPI_Type_commit(&entry);
        if (MPI_Gatherv(own, counts[rank], entry, all, counts, starts, entry, 0, comm) != MPI_SUCCESS)
            sw_fail(f, STATUS_MPI, NULL, "MPI_Gatherv of the error of the inner paths failed");
        MPI_Type_free(&entry);
    }
    free(counts);
    free(starts);
    return f->status;
}

/* Widens the intervals by the entries of all Asian options. */
static void widen(const struct rmc_inner *entries, size_t asians, struct figures *figures) {
    for (size_t i = 0; i < LEVELS; i++) {
        struct rmc_inner sum = {0, 0, 0};
        for (size_t a = 0; a < asians; a++) {
            sum.var_mean += entries[a * LEVELS + i].var_mean;
            sum.var_today += entries[a * LEVELS + i].var_today;
            sum.es_mean += entries[a * LEVELS + i].es_mean;
        }
        figures->inner[i] = sum;
        rmc_widen(&figures->at[i], sum);
    }
}

int measure_run(MPI_Comm comm, const struct rmc_portfolio *portfolio, const double *pnl, size_t scenarios,
                struct figures *figures, struct sw_failure *f) {
    const size_t asians = rmc_portfolio_asians(portfolio);
    struct rmc_sample samples[LEVELS];
    struct rmc_error error;
    int rank, size;
    struct rmc_inner *own = calloc(2 * LEVELS * asians + 1, sizeof *own);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const struct sw_range mine = share_of(asians, rank, size);
    memset(samples, 0, sizeof samples);
    if (own == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the error of %zu Asian options", asians);
    else if (rank == 0)
        measure_scenarios(portfolio, pnl, scenarios, figures, samples, f);
    if (agree(comm, f) == STATUS_OK && MPI_Bcast(samples, sizeof samples, MPI_BYTE, 0, comm) != MPI_SUCCESS)
        sw_fail(f, STATUS_MPI, NULL, "MPI_Bcast of the scenarios that are looked at failed");
    const struct rmc_samples both = {samples, LEVELS};
    if (f->status == STATUS_OK && rmc_inner_variance(portfolio, mine.first, mine.end, both, own, &error) != RMC_OK)
        risk_failed(&error, f);
    if (agree(comm, f) == STATUS_OK && gather(comm, own, asians, own + LEVELS * asians, f) == STATUS_OK && rank == 0) {
        widen(own + LEVELS * asians, asians, figures);
        const struct told told = {"var_mean", confidences[AT_99], figures->at[AT_99].var_mean};
        progress_last(scenarios, &told, 1);
    }
    free(own);
    return f->status;
}
