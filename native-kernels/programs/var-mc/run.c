/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The run. The ranks share the inner paths by instrument, in memory that all ranks of a node share. They divide the
 * scenarios in contiguous parts. A rank sends each finished block of P&L to rank 0, which receives blocks between its
 * own. So rank 0 knows the number of finished scenarios on all ranks, and its progress figures cover all of them.
 *
 * One tag is enough: messages of one rank arrive in the order of sending, which is the order of its scenarios.
 */
#include "covariance.h"
#include "tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, TAG_PNL = 1 };

struct sw_range share_of(size_t count, int rank, int size) {
    return sw_split(count, (uint64_t)rank, (uint64_t)size);
}

int risk_failed(const struct rmc_error *error, struct sw_failure *f) {
    return sw_fail(f, error->code == RMC_ERR_ARGUMENT ? STATUS_CONTENT : STATUS_COMPUTE,
                   error->code == RMC_ERR_FEW_SCENARIOS ? "raise --scenarios" : NULL, "%s", error->text);
}

/* Estimates the covariance of the symbols, and finds the root. */
static int make_root(const struct options *options, const struct inputs *inputs, double *cov, double *root,
                     struct rmc_repair *repair, struct sw_failure *f) {
    const struct market *market = &inputs->market;
    const struct rmc_panel panel = {market->close, market->days, market->symbols.count, market->gaps};
    const struct covariance covariance = {cov, &market->symbols, options->prices, NULL};
    struct rmc_error error;
    if (rmc_covariance(&panel, cov, &error) != RMC_OK)
        return risk_failed(&error, f);
    if (!options->repair && check_returns(&covariance, market->days - 1, true,
                                          "--repair makes it so; or extract more days", f) != STATUS_OK)
        return f->status;
    return take_root(&covariance, root, options->repair ? repair : NULL, f);
}

static int make_portfolio(const struct options *options, const struct inputs *inputs, struct rmc_portfolio **portfolio,
                          struct rmc_repair *repair, struct sw_failure *f) {
    const struct market *market = &inputs->market;
    const size_t n = market->symbols.count;
    struct rmc_error error;
    double *cov = malloc(2 * n * n * sizeof *cov);
    if (cov == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for a covariance of %zu symbols", n);
    double *root = cov + n * n;
    const struct rmc_setup setup = {
        .positions = inputs->positions,
        .position_count = inputs->position_count,
        .spot = market->close + n * (market->days - 1),
        .cov = cov,
        .root = root,
        .factors = n,
        .curve = {market->tenor, market->rate, market->curve_points},
        .horizon_days = options->horizons.values[0],
        .paths = options->paths,
        .seed = options->seed,
    };
    if (make_root(options, inputs, cov, root, repair, f) == STATUS_OK &&
        rmc_portfolio_new(&setup, portfolio, &error) != RMC_OK)
        risk_failed(&error, f);
    free(cov);
    return f->status;
}

/* The P&L on rank 0 so far. next[r] is the first scenario of rank r's part that has not arrived. */
struct collected {
    MPI_Comm comm;
    size_t scenarios;
    int size;
    size_t *next;
    double *pnl;
    double *scratch;
    size_t done;
    struct slipway_progress progress;
};

static void take_in(struct collected *all, int source, int blocking) {
    for (;;) {
        MPI_Status status;
        int there = 1, count;
        if (blocking)
            MPI_Probe(source, TAG_PNL, all->comm, &status);
        else
            MPI_Iprobe(source, TAG_PNL, all->comm, &there, &status);
        if (!there)
            return;
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        MPI_Recv(all->pnl + all->next[status.MPI_SOURCE], count, MPI_DOUBLE, status.MPI_SOURCE, TAG_PNL, all->comm,
                 MPI_STATUS_IGNORE);
        all->next[status.MPI_SOURCE] += (size_t)count;
        all->done += (size_t)count;
        if (blocking)
            return;
    }
}

static void report(struct collected *all, bool even_if_early) {
    struct rmc_measures measures;
    size_t count = 0;
    if (!slipway_progress_wanted(&all->progress) || (!even_if_early && !slipway_progress_due(&all->progress)))
        return;
    for (int r = 0; r < all->size; r++) {
        const size_t first = share_of(all->scenarios, r, all->size).first;
        memcpy(all->scratch + count, all->pnl + first, (all->next[r] - first) * sizeof *all->pnl);
        count += all->next[r] - first;
    }
    const bool enough = rmc_measure(all->scratch, count, 0.99, &measures, NULL) == RMC_OK;
    const struct told told = {"var_mean", 0.99, measures.var_mean};
    progress_line(&all->progress, count, all->scenarios, &told, enough ? 1 : 0);
}

/* Computes a block. Fills a block that cannot be computed with NANs, so that rank 0 still gets the awaited block; then
 * agree() tells all ranks of the failure. */
static void compute_block(const struct rmc_portfolio *portfolio, struct sw_range block, double *pnl,
                          struct sw_failure *f) {
    struct rmc_error error;
    if (f->status == STATUS_OK && rmc_pnl(portfolio, (uint32_t)block.first, (uint32_t)block.end, pnl, &error) != RMC_OK)
        risk_failed(&error, f);
    if (f->status != STATUS_OK)
        for (size_t i = 0; i < block.end - block.first; i++)
            pnl[i] = NAN;
}

static void work_and_send(MPI_Comm comm, const struct rmc_portfolio *portfolio, struct sw_range mine, double *pnl,
                          MPI_Request *requests, struct sw_failure *f) {
    int sent = 0;
    for (size_t at = mine.first; at < mine.end; at += BLOCK) {
        const struct sw_range block = {at, at + BLOCK < mine.end ? at + BLOCK : mine.end};
        double *out = pnl + (at - mine.first);
        compute_block(portfolio, block, out, f);
        MPI_Isend(out, (int)(block.end - block.first), MPI_DOUBLE, 0, TAG_PNL, comm, &requests[sent++]);
    }
    while (sent > 0)
        MPI_Wait(&requests[--sent], MPI_STATUS_IGNORE);
}

static void work_and_collect(struct collected *all, const struct rmc_portfolio *portfolio, struct sw_range mine,
                             struct sw_failure *f) {
    report(all, true);
    for (size_t at = mine.first; at < mine.end; at += BLOCK) {
        const struct sw_range block = {at, at + BLOCK < mine.end ? at + BLOCK : mine.end};
        compute_block(portfolio, block, all->pnl + at, f);
        all->next[0] = block.end;
        all->done += block.end - block.first;
        take_in(all, MPI_ANY_SOURCE, 0);
        report(all, false);
    }
    while (all->done < all->scenarios) {
        take_in(all, MPI_ANY_SOURCE, 1);
        report(all, false);
    }
    report(all, true);
}

static int run_on_rank_0(MPI_Comm comm, const struct rmc_portfolio *portfolio, size_t scenarios, double **pnl,
                         struct sw_failure *f) {
    struct collected all = {.comm = comm, .scenarios = scenarios};
    MPI_Comm_size(comm, &all.size);
    all.next = calloc((size_t)all.size, sizeof *all.next);
    all.pnl = malloc(2 * scenarios * sizeof *all.pnl);
    if (all.next == NULL || all.pnl == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu scenarios", scenarios);
    else
        all.scratch = all.pnl + scenarios;
    if (agree(comm, f) == STATUS_OK) {
        for (int r = 0; r < all.size; r++)
            all.next[r] = share_of(scenarios, r, all.size).first;
        slipway_progress_open(&all.progress);
        work_and_collect(&all, portfolio, share_of(scenarios, 0, all.size), f);
        slipway_progress_close(&all.progress);
        agree(comm, f);
    }
    free(all.next);
    *pnl = all.pnl;
    return f->status;
}

static int run_elsewhere(MPI_Comm comm, const struct rmc_portfolio *portfolio, size_t scenarios, double **pnl,
                         struct sw_failure *f) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const struct sw_range mine = share_of(scenarios, rank, size);
    const size_t count = mine.end - mine.first;
    double *own = malloc((count + 1) * sizeof *own);
    MPI_Request *requests = malloc((count / BLOCK + 1) * sizeof(MPI_Request));
    if (own == NULL || requests == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "rank %d has not enough memory for %zu scenarios", rank, count);
    if (agree(comm, f) == STATUS_OK) {
        work_and_send(comm, portfolio, mine, own, requests, f);
        agree(comm, f);
    }
    free(requests);
    *pnl = own;
    return f->status;
}

int run_scenarios(MPI_Comm comm, const struct options *options, const struct inputs *inputs, double **pnl,
                  struct figures *figures, struct sw_failure *f) {
    struct rmc_portfolio *portfolio = NULL;
    struct node_tables tables;
    int rank;
    MPI_Comm_rank(comm, &rank);
    *pnl = NULL;
    make_portfolio(options, inputs, &portfolio, &figures->repair, f);
    if (agree(comm, f) == STATUS_OK) {
        if (fill_tables(comm, 0, portfolio, &tables, f) == STATUS_OK) {
            if (rank == 0)
                run_on_rank_0(comm, portfolio, options->scenarios, pnl, f);
            else
                run_elsewhere(comm, portfolio, options->scenarios, pnl, f);
        }
        if (f->status == STATUS_OK)
            measure_run(comm, portfolio, *pnl, options->scenarios, figures, f);
        free_tables(&tables);
    }
    figures->returns_scaled = inputs->market.returns_scaled;
    rmc_portfolio_free(portfolio);
    return agree(comm, f);
}
