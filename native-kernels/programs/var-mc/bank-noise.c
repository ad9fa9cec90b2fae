/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The noise of the inner paths in a bank's figures. Rank 0 picks scenarios over the whole P&L of a desk, at its
 * quantile and in its tail; the ranks share these scenarios and value them again by batches of the paths, in full.
 */
#include "bank-run.h"
#include "base/split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BATCHES = 25, MOST_SAMPLED = MAX_LEVELS * (RMC_SAMPLE_WHOLE + RMC_SAMPLE_QUANTILE + RMC_SAMPLE_TAIL) };

/* The scenarios of the samples of all levels, one after another, and their P&L by batches. */
struct noise {
    const struct engine *engine;
    struct rmc_sample samples[MAX_LEVELS];
    uint32_t scenarios[MOST_SAMPLED];
    size_t count;
    size_t horizon; /* number of the horizon */
    size_t batches, batch_paths;
    unsigned char *groups; /* of the engine: groups of the current desk */
    double *levels;        /* factors x MOST_SAMPLED */
    double *row;           /* of one batch */
    double *own;           /* of the scenarios of this rank: [scenario * batches + batch] */
    double *all;           /* of all scenarios, on rank 0 */
};

/* Returns whether a desk holds an instrument that takes paths. */
static bool takes_paths(const struct bank *bank, uint32_t desk) {
    for (size_t h = 0; h < bank->holdings.count; h++) {
        const struct rmc_holding *at = &bank->holdings.holdings[h];
        if (at->group == desk && prc_takes_paths(&bank->instruments.instruments[at->instrument]))
            return true;
    }
    return false;
}

/* Keeps every other scenario, enough for means over scenarios that share their noise. Returns their number. */
static uint32_t thin_group(uint32_t *scenarios, uint32_t count) {
    for (uint32_t i = 0; 2 * i < count; i++)
        scenarios[i] = scenarios[2 * i];
    return (count + 1) / 2;
}

static void thin(struct rmc_sample *sample) {
    sample->whole_count = thin_group(sample->whole, sample->whole_count);
    sample->quantile_count = thin_group(sample->quantile, sample->quantile_count);
    sample->tail_count = thin_group(sample->tail, sample->tail_count);
}

/* Picks the scenarios of each level on rank 0. */
static int pick(struct noise *noise, const int64_t *row, struct sw_failure *f) {
    const struct options *options = noise->engine->options;
    struct rmc_error error;
    double *pnl = malloc(options->scenarios * sizeof *pnl);
    if (pnl == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to pick scenarios");
    for (size_t i = 0; i < options->scenarios; i++)
        pnl[i] = (double)row[i];
    for (size_t l = 0; l < options->levels.count && f->status == STATUS_OK; l++)
        if (rmc_sample(pnl, options->scenarios, options->levels.values[l], &noise->samples[l], &error) != RMC_OK)
            risk_failed(&error, f);
    for (size_t l = 0; l < options->levels.count && f->status == STATUS_OK; l++)
        thin(&noise->samples[l]);
    free(pnl);
    return f->status;
}

static void list_scenarios(struct noise *noise) {
    noise->count = 0;
    for (size_t l = 0; l < noise->engine->options->levels.count; l++) {
        const struct rmc_sample *at = &noise->samples[l];
        const uint32_t *const groups[] = {at->whole, at->quantile, at->tail};
        const size_t counts[] = {at->whole_count, at->quantile_count, at->tail_count};
        for (size_t g = 0; g < 3; g++)
            for (size_t i = 0; i < counts[g]; i++)
                noise->scenarios[noise->count++] = groups[g][i];
    }
}

/* Writes the levels of the listed scenarios from FIRST on: by factor, COUNT each. */
static int draw_listed(const struct noise *noise, size_t first, size_t count, struct sw_failure *f) {
    const struct factors *factors = &noise->engine->bank->factors;
    const size_t n = factors->names.count;
    struct rmc_error error;
    for (size_t i = 0; i < count; i++) {
        const struct rmc_block block = {noise->scenarios[first + i], 1, 1};
        if (rmc_moves(noise->engine->model.moves, block, noise->row, &error) != RMC_OK)
            return risk_failed(&error, f);
        for (size_t j = 0; j < n; j++)
            noise->levels[j * count + i] = noise->row[noise->horizon * n + j];
    }
    for (size_t j = 0; j < n; j++)
        rmc_levels(factors->is_rate[j] ? RMC_MOVE_ADD : RMC_MOVE_LOG, factors->today[j], noise->levels + j * count,
                   count, noise->levels + j * count);
    return STATUS_OK;
}

/* Values the listed scenarios from FIRST on by all batches. They count as scenarios FIRST and on: other paths between
 * today and the horizon are equally likely, and the variance of the inner paths does not depend on the choice. */
static int value_listed(const struct noise *noise, size_t first, size_t count, struct sw_failure *f) {
    const struct engine *engine = noise->engine;
    const struct rmc_scenarios scenarios = {noise->levels, count, count, (uint32_t)first,
                                            engine->options->horizons.values[noise->horizon] / RMC_DAYS_PER_YEAR};
    struct rmc_error error;
    if (count == 0 || draw_listed(noise, first, count, f) != STATUS_OK)
        return f->status;
    for (size_t b = 0; b < noise->batches; b++) {
        const struct rmc_batch batch = {b * noise->batch_paths, noise->batch_paths, noise->groups};
        if (rmc_bank_batch(engine->positions, &scenarios, batch, noise->row, &error) != RMC_OK)
            return risk_failed(&error, f);
        for (size_t i = 0; i < count; i++)
            noise->own[i * noise->batches + b] = noise->row[i];
    }
    return STATUS_OK;
}

/* Gathers the P&L of all listed scenarios on rank 0. */
static int gather_listed(MPI_Comm comm, const struct noise *noise, struct sw_failure *f) {
    struct shares shares;
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    if (make_shares(comm, noise->count, &shares, f) != STATUS_OK)
        return f->status;
    for (int r = 0; r < ranks; r++) {
        shares.counts[r] *= (int)noise->batches;
        shares.firsts[r] *= (int)noise->batches;
    }
    const int rc = MPI_Gatherv(noise->own, shares.counts[rank], MPI_DOUBLE, noise->all, shares.counts, shares.firsts,
                               MPI_DOUBLE, 0, comm);
    free_shares(&shares);
    return rc == MPI_SUCCESS ? STATUS_OK : sw_fail(f, STATUS_MPI, NULL, "MPI_Gatherv of the inner paths failed");
}

/* Returns the variance of the noise of one scenario about the noise of the others, at the quantile of a sample with P&L
 * from PNL on, from the residuals of the batches after the means of scenario and batch are removed. */
static double own_variance(const struct noise *noise, const struct rmc_sample *sample, const double *pnl) {
    const size_t n = sample->quantile_count, batches = noise->batches;
    double mean[MOST_BATCHES] = {0}, squares = 0, all = 0;
    pnl += sample->whole_count * batches;
    for (size_t i = 0; i < n * batches; i++)
        mean[i % batches] += pnl[i] / (double)n;
    for (size_t b = 0; b < batches; b++)
        all += mean[b] / (double)batches;
    for (size_t i = 0; i < n; i++) {
        double own = 0;
        for (size_t b = 0; b < batches; b++)
            own += pnl[i * batches + b] / (double)batches;
        for (size_t b = 0; b < batches; b++) {
            const double rest = pnl[i * batches + b] - own - mean[b] + all;
            squares += rest * rest;
        }
    }
    const double per_batch = n > 1 ? squares / (double)((n - 1) * (batches - 1)) : 0;
    return per_batch * (double)noise->batch_paths / (double)noise->engine->options->paths;
}

static double bias_at(const struct noise *noise, const struct rmc_sample *sample, const double *pnl, const int64_t *row,
                      size_t level) {
    const struct options *options = noise->engine->options;
    const double unit = (double)rmc_grid_unit((unsigned)options->decimals);
    return bias_of_noise(row, options->scenarios, options->levels.values[level],
                         unit * unit * own_variance(noise, sample, pnl));
}

/* Writes the variances of one desk at all levels, on rank 0. */
static int measure_desk(MPI_Comm comm, struct noise *noise, size_t desk, const int64_t *row, struct vectors *vectors,
                        struct sw_failure *f) {
    const size_t place = (noise->horizon * (vectors->desks + 1) + desk) * noise->engine->options->levels.count;
    const size_t levels = noise->engine->options->levels.count;
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    if (rank == 0)
        pick(noise, row, f);
    if (agree(comm, f) == STATUS_OK &&
        MPI_Bcast(noise->samples, (int)(levels * sizeof noise->samples[0]), MPI_BYTE, 0, comm) != MPI_SUCCESS)
        sw_fail(f, STATUS_MPI, NULL, "MPI_Bcast of the scenarios that are looked at failed");
    if (agree(comm, f) != STATUS_OK)
        return f->status;
    list_scenarios(noise);
    const struct sw_range mine = sw_split(noise->count, (uint64_t)rank, (uint64_t)ranks);
    value_listed(noise, mine.first, mine.end - mine.first, f);
    if (agree(comm, f) != STATUS_OK || gather_listed(comm, noise, f) != STATUS_OK || rank != 0)
        return agree(comm, f);
    const double *pnl = noise->all;
    for (size_t l = 0; l < levels; l++) {
        const struct rmc_sample *at = &noise->samples[l];
        const struct rmc_batches batches = {pnl, noise->batches, noise->batch_paths, noise->engine->options->paths};
        vectors->inner.noise[place + l] = rmc_inner_of_batches(at, batches);
        if (vectors->inner.bias != NULL)
            vectors->inner.bias[place + l] = bias_at(noise, at, pnl, row, l);
        pnl += ((size_t)at->whole_count + at->quantile_count + at->tail_count) * noise->batches;
    }
    return agree(comm, f);
}

static int make_noise(const struct engine *engine, struct noise *noise, struct sw_failure *f) {
    const size_t factors = engine->bank->factors.names.count, paths = engine->options->paths;
    const size_t moves = engine->options->horizons.count * factors;
    noise->engine = engine;
    noise->batches = paths < MOST_BATCHES ? paths : MOST_BATCHES;
    noise->batch_paths = paths / noise->batches;
    noise->levels = malloc(factors * MOST_SAMPLED * sizeof *noise->levels);
    noise->row = malloc((moves > MOST_SAMPLED ? moves : MOST_SAMPLED) * sizeof *noise->row);
    noise->own = malloc(MOST_SAMPLED * noise->batches * sizeof *noise->own);
    noise->all = malloc(MOST_SAMPLED * noise->batches * sizeof *noise->all);
    noise->groups = malloc(engine->groups + 1);
    if (noise->groups == NULL || noise->levels == NULL || noise->row == NULL || noise->own == NULL ||
        noise->all == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the noise of the inner paths");
    return f->status;
}

/* Chooses the groups of a desk, or all groups for the bank, which comes after all desks. */
static void choose_groups(struct noise *noise, size_t desk) {
    const struct engine *engine = noise->engine;
    const size_t bank = engine->bank->holdings.desks.count;
    for (size_t g = 0; g < engine->groups; g++)
        noise->groups[g] = desk == bank || desk_of_group(engine, g) == desk;
}

/* Measures all desks at one horizon. */
static int measure_horizon(const struct reporting *all, struct noise *noise, struct sw_failure *f) {
    for (size_t d = 0; d <= all->vectors->desks && f->status == STATUS_OK; d++) {
        int64_t *row = NULL;
        if (d < all->vectors->desks && !takes_paths(all->bank, (uint32_t)d))
            continue;
        choose_groups(noise, d);
        gather_row(all, noise->horizon, d, &row, f);
        if (agree(all->comm, f) == STATUS_OK)
            measure_desk(all->comm, noise, d, row, all->vectors, f);
        free(row);
    }
    return f->status;
}

static int make_results(const struct options *options, struct vectors *vectors, struct sw_failure *f) {
    const size_t count = vectors->horizons * (vectors->desks + 1) * options->levels.count;
    const bool is_fresh = options->inner == INNER_FRESH;
    vectors->inner.noise = calloc(count, sizeof *vectors->inner.noise);
    vectors->inner.bias = is_fresh ? calloc(count, sizeof *vectors->inner.bias) : NULL;
    if (vectors->inner.noise == NULL || (is_fresh && vectors->inner.bias == NULL))
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the noise of %zu desks", vectors->desks);
    return f->status;
}

/* A single path gives no estimate of its noise, which then stays out of the intervals. */
int measure_noise(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f) {
    static struct noise noise;
    struct reporting all = {
        .comm = comm, .options = engine->options, .bank = engine->bank, .engine = engine, .vectors = vectors};
    MPI_Comm_rank(comm, &all.rank);
    MPI_Comm_size(comm, &all.ranks);
    memset(&noise, 0, sizeof noise);
    if (engine->options->paths < 2 || rmc_bank_with_paths(engine->positions) == 0)
        return f->status;
    if (make_results(engine->options, vectors, f) == STATUS_OK)
        make_noise(engine, &noise, f);
    agree(comm, f);
    for (; noise.horizon < vectors->horizons && f->status == STATUS_OK; noise.horizon++)
        measure_horizon(&all, &noise, f);
    free(noise.groups);
    free(noise.levels);
    free(noise.row);
    free(noise.own);
    free(noise.all);
    return f->status;
}
