/* SPDX-License-Identifier: Apache-2.0 */
/* The P&L of all scenarios: ranks take blocks of scenarios until there are no more, and then add up exactly. */
#include "bank-run.h"
#include "base/split.h"
#include "node/counter.h"

#include <stdlib.h>
#include <string.h>

/* Scenarios of a block: the levels of 1,000 factors then take 2 MB, which a core's cache holds. */
enum { BLOCK = 256 };

/* The number of the first given scenario: no run draws as many. */
static const uint32_t FIRST_GIVEN = 0x80000000;

struct work {
    const struct options *options;
    const struct bank *bank;
    struct bank_model model;
    struct rmc_bank_setup setup; /* of all positions */
    struct rmc_bank *positions;
    const char **names; /* of the instruments */
    double *levels;     /* horizons x factors x BLOCK */
    int64_t *sums;      /* horizons x desks x all scenarios; 0 where another rank works */
    struct progress progress;
    size_t done;   /* scenarios of this rank */
    uint32_t *own; /* the first scenario of each block of this rank; the last block may be short */
    size_t blocks;
    double unit; /* multiples of the grid in one unit of money */
};

static int make_positions(struct work *work, struct sw_failure *f) {
    const struct bank *bank = work->bank;
    const uint32_t count = bank->instruments.names.count;
    work->names = malloc(((size_t)count + 1) * sizeof *work->names);
    if (work->names == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %u instruments", count);
    for (uint32_t i = 0; i < count; i++)
        work->names[i] = sw_names_text(&bank->instruments.names, i);
    work->setup = (struct rmc_bank_setup){
        .market = &bank->market,
        .instruments = bank->instruments.instruments,
        .exchange = bank->instruments.exchange,
        .names = work->names,
        .instrument_count = count,
        .holdings = bank->holdings.holdings,
        .holding_count = bank->holdings.count,
        .groups = bank->holdings.desks.count,
        .decimals = (unsigned)work->options->decimals,
        .seed = work->options->seed,
        .paths = work->options->paths,
        .inner = work->options->inner == 0 ? PRC_COMMON : PRC_FRESH,
    };
    struct rmc_error error;
    if (rmc_bank_new(&work->setup, &work->positions, &error) != RMC_OK)
        return risk_failed(&error, f);
    return STATUS_OK;
}

/* Moves the market of today by the moves of one block, in place. */
static int draw_levels(struct work *work, uint32_t first, size_t count, struct sw_failure *f) {
    const struct rmc_block block = {first, count, BLOCK};
    const struct factors *factors = &work->bank->factors;
    struct rmc_error error;
    if (rmc_moves(work->model.moves, block, work->levels, &error) != RMC_OK)
        return risk_failed(&error, f);
    for (size_t h = 0; h < work->options->horizons.count; h++)
        for (size_t j = 0; j < factors->names.count; j++) {
            double *levels = work->levels + (h * factors->names.count + j) * BLOCK;
            rmc_levels(factors->is_rate[j] ? RMC_MOVE_ADD : RMC_MOVE_LOG, factors->today[j], levels, count, levels);
        }
    return STATUS_OK;
}

/* Values the bank in one block of scenarios at each horizon. */
static int compute_block(struct work *work, uint32_t first, size_t count, struct sw_failure *f) {
    const struct numbers *horizons = &work->options->horizons;
    const size_t all = work->options->scenarios, desks = work->bank->holdings.desks.count;
    struct rmc_error error;
    if (draw_levels(work, first, count, f) != STATUS_OK)
        return f->status;
    for (size_t h = 0; h < horizons->count; h++) {
        const struct rmc_scenarios scenarios = {work->levels + h * work->bank->factors.names.count * BLOCK, BLOCK,
                                                count, first, horizons->values[h] / RMC_DAYS_PER_YEAR};
        if (rmc_bank_pnl(work->positions, &scenarios, work->sums + h * desks * all + first, all, &error) != RMC_OK)
            return risk_failed(&error, f);
    }
    work->own[work->blocks++] = first;
    work->done += count;
    return STATUS_OK;
}

/* Measures the bank's P&L in the scenarios of this rank. Returns whether they are enough. */
static bool measure_own(const struct work *work, struct rmc_measures *measures) {
    const size_t scenarios = work->options->scenarios, desks = work->bank->holdings.desks.count;
    double *pnl = malloc((work->done + 1) * sizeof *pnl);
    if (pnl == NULL)
        return false;
    for (size_t b = 0; b < work->blocks; b++)
        for (size_t i = 0; i < BLOCK && work->own[b] + i < scenarios; i++) {
            int64_t sum = 0;
            for (size_t d = 0; d < desks; d++)
                sum += work->sums[d * scenarios + work->own[b] + i];
            pnl[b * BLOCK + i] = (double)sum / work->unit;
        }
    const bool enough = rmc_measure(pnl, work->done, 0.99, measures, NULL) == RMC_OK;
    free(pnl);
    return enough;
}

/* Rank 0 tells the VaR of its own scenarios at the first horizon: a sample as good as any, which costs no message. */
static void report(struct work *work, size_t of_all, bool even_if_early) {
    struct rmc_measures measures;
    if (work->progress.fd < 0 || (!even_if_early && !progress_due(&work->progress)))
        return;
    const bool enough = measure_own(work, &measures);
    progress_line(&work->progress, of_all, work->options->scenarios, enough ? &measures.var_mean : NULL);
}

/* Takes blocks until there are no more. A rank that fails takes the others' blocks away, so that all end soon. */
static void compute_blocks(struct work *work, const struct sw_counter *counter, struct sw_failure *f) {
    const size_t scenarios = work->options->scenarios;
    int64_t block = 0;
    for (;;) {
        if (sw_counter_next(counter, &block) != MPI_SUCCESS) {
            sw_fail(f, STATUS_MPI, NULL, "MPI_Fetch_and_op failed while ranks shared the scenarios");
            return;
        }
        const size_t first = (size_t)block * BLOCK;
        if (first >= scenarios)
            return;
        report(work, first, false);
        if (f->status == STATUS_OK)
            compute_block(work, (uint32_t)first, scenarios - first < BLOCK ? scenarios - first : BLOCK, f);
    }
}

/* Adds the rows of all desks into the last row. Fails where the bank's sum is too large. */
static int add_desks(int64_t *rows, size_t desks, size_t scenarios, struct sw_failure *f) {
    const int64_t limit = (int64_t)1 << 53;
    int64_t *bank = rows + desks * scenarios;
    for (size_t i = 0; i < scenarios; i++) {
        bank[i] = 0;
        for (size_t d = 0; d < desks; d++)
            bank[i] += rows[d * scenarios + i];
        if (bank[i] > limit || bank[i] < -limit)
            sw_fail(f, STATUS_COMPUTE, "ask for fewer --decimals",
                    "the bank's P&L is too large for the grid of its sums");
    }
    return f->status;
}

int64_t *pnl_row(const struct vectors *vectors, size_t horizon, size_t desk) {
    return vectors->pnl + (horizon * (vectors->desks + 1) + desk) * vectors->scenarios;
}

/* Adds up what the ranks have, desk by desk: each rank gets its share of the scenarios. */
static int add_up(MPI_Comm comm, const struct work *work, struct vectors *vectors, struct sw_failure *f) {
    const size_t scenarios = work->options->scenarios, rows = vectors->horizons * vectors->desks;
    struct shares shares = {NULL, NULL};
    int rc = MPI_SUCCESS;
    if (agree(comm, f) != STATUS_OK || make_shares(comm, scenarios, &shares, f) != STATUS_OK)
        return f->status;
    for (size_t r = 0; r < rows && rc == MPI_SUCCESS; r++)
        rc = MPI_Reduce_scatter(work->sums + r * scenarios, pnl_row(vectors, r / vectors->desks, r % vectors->desks),
                                shares.counts, MPI_INT64_T, MPI_SUM, comm);
    free_shares(&shares);
    if (rc != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI_Reduce_scatter of the P&L failed");
    for (size_t h = 0; h < vectors->horizons; h++)
        add_desks(pnl_row(vectors, h, 0), vectors->desks, vectors->scenarios, f);
    return agree(comm, f);
}

static int allocate(MPI_Comm comm, struct work *work, struct vectors *vectors, struct sw_failure *f) {
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const struct sw_range share = sw_split(work->options->scenarios, (uint64_t)rank, (uint64_t)ranks);
    const size_t factors = work->bank->factors.names.count;
    const size_t horizons = work->options->horizons.count;
    vectors->horizons = horizons;
    vectors->desks = work->bank->holdings.desks.count;
    vectors->scenarios = share.end - share.first;
    vectors->pnl = malloc(horizons * (vectors->desks + 1) * (vectors->scenarios + 1) * sizeof *vectors->pnl);
    vectors->today = calloc(vectors->desks + 1, sizeof *vectors->today);
    vectors->measured = calloc(horizons * work->bank->limit_count + 1, sizeof *vectors->measured);
    vectors->values = malloc(work->bank->instruments.names.count * sizeof *vectors->values);
    work->levels = aligned_alloc(64, horizons * factors * BLOCK * sizeof *work->levels);
    work->own = malloc((work->options->scenarios / BLOCK + 1) * sizeof *work->own);
    work->unit = (double)rmc_grid_unit((unsigned)work->options->decimals);
    work->sums = calloc(horizons * vectors->desks * work->options->scenarios, sizeof *work->sums);
    if (vectors->pnl == NULL || vectors->today == NULL || vectors->values == NULL || vectors->measured == NULL ||
        work->levels == NULL || work->own == NULL || work->sums == NULL)
        sw_fail(f, STATUS_COMPUTE, "take fewer scenarios, or more memory",
                "not enough memory for the P&L of %zu desks in %llu scenarios", vectors->desks,
                (unsigned long long)work->options->scenarios);
    return f->status;
}

/* Values the bank in the given scenarios, which happen at once: no time passes. Every rank does so. */
static int compute_given(struct work *work, struct vectors *vectors, struct sw_failure *f) {
    const struct factors *factors = &work->bank->factors;
    const struct given *given = &work->bank->given;
    const size_t count = given->names.count, n = factors->names.count;
    struct rmc_error error;
    vectors->given_count = count;
    vectors->given = calloc((vectors->desks + 1) * (count + 1), sizeof *vectors->given);
    if (vectors->given == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu given scenarios", count);
    for (size_t first = 0; first < count && f->status == STATUS_OK; first += BLOCK) {
        const size_t some = count - first < BLOCK ? count - first : BLOCK;
        const struct rmc_scenarios scenarios = {work->levels, BLOCK, some, FIRST_GIVEN + (uint32_t)first, 0};
        for (size_t j = 0; j < n; j++) {
            for (size_t i = 0; i < some; i++)
                work->levels[j * BLOCK + i] = given->moves[(first + i) * n + j];
            rmc_levels(factors->is_rate[j] ? RMC_MOVE_ADD : RMC_MOVE_LOG, factors->today[j], work->levels + j * BLOCK,
                       some, work->levels + j * BLOCK);
        }
        if (rmc_bank_pnl(work->positions, &scenarios, vectors->given + first, count, &error) != RMC_OK)
            return risk_failed(&error, f);
    }
    return add_desks(vectors->given, vectors->desks, count, f);
}

static void take_today(const struct work *work, struct vectors *vectors) {
    memcpy(vectors->values, rmc_bank_values(work->positions),
           work->bank->instruments.names.count * sizeof *vectors->values);
    const int64_t *today = rmc_bank_today(work->positions);
    for (size_t d = 0; d < vectors->desks; d++) {
        vectors->today[d] = today[d];
        vectors->today[vectors->desks] += today[d];
    }
}

static int check_var(MPI_Comm comm, const struct work *work, struct vectors *vectors, struct sw_failure *f) {
    const struct options *options = work->options;
    struct check check = {options, work->bank, &work->setup, &work->model, 0};
    for (size_t h = 0; h < options->horizons.count && f->status == STATUS_OK; h++) {
        check.days = options->horizons.values[h];
        check_by_delta_gamma(comm, &check, vectors->checked[h], f);
    }
    return f->status;
}

static int compute(MPI_Comm comm, struct work *work, struct vectors *vectors, struct sw_failure *f) {
    struct sw_counter counter;
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (sw_counter_new(comm, &counter) != MPI_SUCCESS)
        sw_fail(f, STATUS_MPI, NULL, "MPI made no window for the counter of scenarios");
    if (agree(comm, f) == STATUS_OK) {
        take_today(work, vectors);
        work->progress.fd = -1;
        if (rank == 0)
            progress_open(&work->progress);
        report(work, 0, true);
        compute_given(work, vectors, f);
        compute_blocks(work, &counter, f);
        add_up(comm, work, vectors, f);
        if (work->options->check == CHECK_DELTA_GAMMA)
            check_var(comm, work, vectors, f);
        if (f->status == STATUS_OK)
            report(work, work->options->scenarios, true);
        progress_close(&work->progress);
    }
    sw_counter_free(&counter);
    return f->status;
}

static bool has_number(const struct numbers *numbers, double number) {
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->values[i] == number)
            return true;
    return false;
}

/* A limit is about a figure that the run has. */
static int check_limits(const struct options *options, const struct bank *bank, struct sw_failure *f) {
    for (size_t i = 0; i < bank->limit_count; i++) {
        const struct limit *limit = &bank->limits[i];
        if (limit->horizon > 0 && !has_number(&options->horizons, limit->horizon))
            return sw_fail(f, STATUS_CONTENT, "add the horizon to --horizon-days, or leave the limit out",
                           "a limit is set at a horizon of %.10g days, and those of this run are %s", limit->horizon,
                           options->horizons_text);
        if (!has_number(&options->levels, limit->level))
            return sw_fail(f, STATUS_CONTENT, "add the level to --levels, or leave the limit out",
                           "a limit is set at the level %.10g, and the levels of this run are %s", limit->level,
                           options->levels_text);
    }
    return STATUS_OK;
}

int compute_bank(MPI_Comm comm, const struct options *options, const struct bank *bank, struct vectors *vectors,
                 struct sw_failure *f) {
    struct work work = {.options = options, .bank = bank};
    memset(vectors, 0, sizeof *vectors);
    if (check_limits(options, bank, f) == STATUS_OK && make_model(options, bank, &work.model, f) == STATUS_OK &&
        make_positions(&work, f) == STATUS_OK)
        allocate(comm, &work, vectors, f);
    vectors->repair = work.model.repair;
    if (agree(comm, f) == STATUS_OK)
        compute(comm, &work, vectors, f);
    free_model(&work.model);
    rmc_bank_free(work.positions);
    free(work.names);
    free(work.levels);
    free(work.own);
    free(work.sums);
    return f->status;
}

void free_vectors(struct vectors *vectors) {
    free(vectors->pnl);
    free(vectors->today);
    free(vectors->values);
    free(vectors->given);
    free(vectors->measured);
}
