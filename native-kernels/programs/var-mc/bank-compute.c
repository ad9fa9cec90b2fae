/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the P&L of all scenarios: ranks take blocks of scenarios until all are taken, and then add up exactly. */
#include "bank-run.h"
#include "base/split.h"
#include "node/counter.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(RMC_LOOK % BLOCK == 0, "a run looks at whole blocks");

struct work {
    const struct engine *engine;
    int64_t *sums; /* horizons x groups x all scenarios; 0 where another rank works */
    int64_t block; /* taken by this rank and not computed yet; -1: no block */
    struct precision precision;
    struct running running;
};

/* Values the bank in one block of scenarios at each horizon. */
static int compute_block(struct work *work, uint32_t first, size_t count, struct sw_failure *f) {
    const struct engine *engine = work->engine;
    const size_t all = engine->options->scenarios;
    struct rmc_error error;
    if (draw_moves(engine, first, count, f) != STATUS_OK)
        return f->status;
    for (size_t h = 0; h < engine->options->horizons.count; h++) {
        const struct rmc_scenarios scenarios = scenarios_at(engine, h, first, count);
        move_market(engine, h, count);
        if (rmc_bank_pnl(engine->positions, &scenarios, work->sums + h * engine->groups * all + first, all, &error) !=
            RMC_OK)
            return position_failed(&engine->bank->holdings, &error, f);
    }
    running_add(&work->running, work->sums + first, engine->groups, count);
    return STATUS_OK;
}

/* Takes all blocks below END, and keeps the first block beyond END. A failed rank takes blocks away from the others, so
 * that all end soon. */
static void compute_blocks(struct work *work, const struct sw_counter *counter, size_t end, struct sw_failure *f) {
    for (;; work->block = -1) {
        if (work->block < 0 && sw_counter_next(counter, &work->block) != MPI_SUCCESS) {
            sw_fail(f, STATUS_MPI, NULL, "MPI_Fetch_and_op failed while ranks shared the scenarios");
            return;
        }
        const size_t first = (size_t)work->block * BLOCK;
        if (first >= end)
            return;
        running_report(&work->running, first, false);
        if (f->status == STATUS_OK)
            compute_block(work, (uint32_t)first, end - first < BLOCK ? end - first : BLOCK, f);
    }
}

/* Computes the requested number of scenarios; or measures the precision of the VaR after some scenarios, and goes on
 * until it is enough. */
static int compute_scenarios(MPI_Comm comm, struct work *work, const struct sw_counter *counter,
                             struct vectors *vectors, struct sw_failure *f) {
    const struct options *options = work->engine->options;
    const struct desk_sums sums = {work->sums, work->engine->groups, options->scenarios};
    const double level = options->levels.values[0];
    bool enough = false;
    work->precision.level = level;
    while (!enough && f->status == STATUS_OK) {
        vectors->taken =
            options->interval > 0 ? rmc_next_look(vectors->taken, level, options->scenarios) : options->scenarios;
        compute_blocks(work, counter, vectors->taken, f);
        if (agree(comm, f) == STATUS_OK && options->interval > 0)
            measure_precision(comm, &work->precision, sums, vectors->taken, f);
        enough = vectors->taken == options->scenarios || work->precision.width <= options->interval;
    }
    vectors->width = work->precision.width;
    return f->status;
}

/* The largest integer up to which a double is exact. */
static const int64_t LARGEST_SUM = (int64_t)1 << 53;

/* Refuses a sum beyond LARGEST_SUM, naming the desk (SW_NO_NAME: the bank) and the scenario. */
static int check_sum(const struct desk_rows *desks, uint32_t desk, size_t i, int64_t sum, struct sw_failure *f) {
    char scenario[24];
    if (sum >= -LARGEST_SUM && sum <= LARGEST_SUM)
        return STATUS_OK;
    snprintf(scenario, sizeof scenario, "%llu", (unsigned long long)(desks->first + i));
    return sw_fail(f, STATUS_COMPUTE, "ask for fewer --decimals",
                   "the P&L of %s%s in scenario %s is %.4g multiples of the grid, and its sums hold 2^53",
                   desk == SW_NO_NAME ? "the bank" : "desk ",
                   desk == SW_NO_NAME ? "" : sw_names_text(&desks->bank->holdings.desks, desk),
                   desks->are_given ? sw_names_text(&desks->bank->given.names, (uint32_t)i) : scenario, (double)sum);
}

int add_desk_rows(const struct desk_rows *desks, struct sw_failure *f) {
    const uint32_t count = (uint32_t)desks->desks;
    int64_t *bank = desks->rows + count * desks->scenarios;
    for (size_t i = 0; i < desks->scenarios && f->status == STATUS_OK; i++) {
        bank[i] = 0;
        for (uint32_t d = 0; d < count && f->status == STATUS_OK; d++) {
            bank[i] += desks->rows[d * desks->scenarios + i];
            check_sum(desks, d, i, desks->rows[d * desks->scenarios + i], f);
        }
        if (f->status == STATUS_OK)
            check_sum(desks, SW_NO_NAME, i, bank[i], f);
    }
    return f->status;
}

int64_t *pnl_row(const struct vectors *vectors, size_t horizon, size_t desk) {
    return vectors->pnl + (horizon * (vectors->desks + 1) + desk) * vectors->scenarios;
}

int64_t *book_row(const struct vectors *vectors, size_t horizon, size_t books, size_t book) {
    return vectors->books + (horizon * books + book) * vectors->scenarios;
}

/* Adds the rows of books into the rows of their desks. Fails if a desk's sum is too large. */
static int add_books(const int64_t *books, const struct desk_rows *desks, struct sw_failure *f) {
    const struct holdings *holdings = &desks->bank->holdings;
    const size_t scenarios = desks->scenarios;
    memset(desks->rows, 0, desks->desks * scenarios * sizeof *desks->rows);
    for (uint32_t b = 0; b < holdings->books.count && f->status == STATUS_OK; b++) {
        const uint32_t desk = holdings->desks_of_books[b];
        for (size_t i = 0; i < scenarios && f->status == STATUS_OK; i++)
            check_sum(desks, desk, i, desks->rows[desk * scenarios + i] += books[b * scenarios + i], f);
    }
    return f->status;
}

/* Returns the rows of this rank's scenarios at a horizon. */
static struct desk_rows rows_at(const struct bank *bank, const struct vectors *vectors, size_t horizon) {
    return (struct desk_rows){bank, pnl_row(vectors, horizon, 0), vectors->desks, vectors->scenarios, vectors->first,
                              false};
}

/* Makes room for this rank's share of the taken scenarios. */
static int allocate_share(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f) {
    const bool by_books = engine->by == GROUP_BOOKS;
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const struct sw_range share = sw_split(vectors->taken, (uint64_t)rank, (uint64_t)ranks);
    vectors->scenarios = share.end - share.first;
    vectors->first = share.first;
    const size_t row = vectors->horizons * (vectors->scenarios + 1) * sizeof *vectors->pnl;
    vectors->pnl = malloc((vectors->desks + 1) * row);
    vectors->books = by_books ? malloc(engine->groups * row) : NULL;
    if (vectors->pnl == NULL || (by_books && vectors->books == NULL))
        sw_fail(f, STATUS_COMPUTE, "take fewer scenarios, or more memory",
                "not enough memory for the P&L of %zu %s in %zu scenarios", engine->groups,
                by_books ? "books" : "desks", vectors->scenarios);
    return agree(comm, f);
}

/* Adds up the sums of all ranks, row by row: each rank gets its share of the scenarios. */
static int add_up(MPI_Comm comm, const struct work *work, struct vectors *vectors, struct sw_failure *f) {
    const struct engine *engine = work->engine;
    const size_t scenarios = engine->options->scenarios, groups = engine->groups;
    struct shares shares = {NULL, NULL};
    int rc = MPI_SUCCESS;
    if (allocate_share(comm, engine, vectors, f) != STATUS_OK ||
        make_shares(comm, vectors->taken, &shares, f) != STATUS_OK)
        return f->status;
    for (size_t r = 0; r < vectors->horizons * groups && rc == MPI_SUCCESS; r++)
        rc = MPI_Reduce_scatter(work->sums + r * scenarios,
                                vectors->books != NULL ? book_row(vectors, r / groups, groups, r % groups)
                                                       : pnl_row(vectors, r / groups, r % groups),
                                shares.counts, MPI_INT64_T, MPI_SUM, comm);
    free_shares(&shares);
    if (rc != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI_Reduce_scatter of the P&L failed");
    for (size_t h = 0; h < vectors->horizons && f->status == STATUS_OK; h++) {
        const struct desk_rows desks = rows_at(engine->bank, vectors, h);
        if (vectors->books == NULL || add_books(book_row(vectors, h, groups, 0), &desks, f) == STATUS_OK)
            add_desk_rows(&desks, f);
    }
    return agree(comm, f);
}

static int allocate(MPI_Comm comm, struct work *work, struct vectors *vectors, struct sw_failure *f) {
    const struct engine *engine = work->engine;
    const struct bank *bank = engine->bank;
    const struct options *options = engine->options;
    const size_t horizons = options->horizons.count;
    int rank;
    MPI_Comm_rank(comm, &rank);
    vectors->horizons = horizons;
    vectors->desks = bank->holdings.desks.count;
    vectors->today = calloc(vectors->desks + 1, sizeof *vectors->today);
    vectors->measured = calloc(horizons * bank->limit_count + 1, sizeof *vectors->measured);
    vectors->values = malloc(bank->instruments.names.count * sizeof *vectors->values);
    work->block = -1;
    work->sums = calloc(horizons * engine->groups * options->scenarios, sizeof *work->sums);
    work->precision.pnl = malloc((options->interval > 0 && rank == 0 ? options->scenarios : 1) * sizeof(double));
    if (vectors->today == NULL || vectors->values == NULL || vectors->measured == NULL || work->sums == NULL ||
        work->precision.pnl == NULL)
        sw_fail(f, STATUS_COMPUTE, "take fewer scenarios, or more memory",
                "not enough memory for the P&L of %zu %s in %llu scenarios", engine->groups,
                engine->by == GROUP_BOOKS ? "books" : "desks", (unsigned long long)options->scenarios);
    return f->status;
}

/* Values the groups of ENGINE in the given scenarios, which happen at once: no time passes. */
static int value_given(const struct engine *engine, int64_t *groups, struct sw_failure *f) {
    const struct given *given = &engine->bank->given;
    const size_t count = given->names.count, n = engine->bank->factors.names.count;
    struct rmc_error error;
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t some = count - first < BLOCK ? count - first : BLOCK;
        const struct rmc_scenarios scenarios = {engine->levels, BLOCK, some, FIRST_GIVEN + (uint32_t)first, 0};
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < some; i++)
                engine->levels[j * BLOCK + i] = given->moves[(first + i) * n + j];
        move_market(engine, 0, some);
        if (rmc_bank_pnl(engine->positions, &scenarios, groups + first, count, &error) != RMC_OK)
            return position_failed(&engine->bank->holdings, &error, f);
    }
    return STATUS_OK;
}

/* Fills the P&L of desks and bank in the given scenarios. Every rank does so. */
static int compute_given(const struct engine *engine, struct vectors *vectors, struct sw_failure *f) {
    const size_t count = engine->bank->given.names.count;
    int64_t *books = engine->by == GROUP_BOOKS ? calloc(engine->groups * (count + 1), sizeof *books) : NULL;
    vectors->given_count = count;
    vectors->given = calloc((vectors->desks + 1) * (count + 1), sizeof *vectors->given);
    if (vectors->given == NULL || (engine->by == GROUP_BOOKS && books == NULL))
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu given scenarios", count);
    const struct desk_rows desks = {engine->bank, vectors->given, vectors->desks, count, 0, true};
    if (f->status == STATUS_OK && value_given(engine, books != NULL ? books : vectors->given, f) == STATUS_OK &&
        (books == NULL || add_books(books, &desks, f) == STATUS_OK))
        add_desk_rows(&desks, f);
    free(books);
    return f->status;
}

static void take_today(const struct engine *engine, struct vectors *vectors) {
    memcpy(vectors->values, rmc_bank_values(engine->positions),
           engine->bank->instruments.names.count * sizeof *vectors->values);
    const int64_t *today = rmc_bank_today(engine->positions);
    for (size_t g = 0; g < engine->groups; g++) {
        vectors->today[desk_of_group(engine, g)] += today[g];
        vectors->today[vectors->desks] += today[g];
    }
}

static int check_var(MPI_Comm comm, const struct work *work, struct vectors *vectors, struct sw_failure *f) {
    const struct engine *engine = work->engine;
    const struct options *options = engine->options;
    struct check check = {options, engine->bank, &engine->setup, &engine->model, 0};
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
        take_today(work->engine, vectors);
        running_open(&work->running, work->engine->options, rank);
        running_report(&work->running, 0, true);
        compute_given(work->engine, vectors, f);
        if (agree(comm, f) == STATUS_OK && compute_scenarios(comm, work, &counter, vectors, f) == STATUS_OK)
            add_up(comm, work, vectors, f);
        if (f->status == STATUS_OK && work->engine->options->check == CHECK_DELTA_GAMMA)
            check_var(comm, work, vectors, f);
        if (f->status == STATUS_OK)
            running_report(&work->running, vectors->taken, true);
        running_close(&work->running);
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

/* Checks that each limit applies to a figure of the run. */
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

int compute_bank(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f) {
    struct work work = {.engine = engine};
    memset(vectors, 0, sizeof *vectors);
    if (check_limits(engine->options, engine->bank, f) == STATUS_OK)
        allocate(comm, &work, vectors, f);
    vectors->repair = engine->model.repair;
    if (agree(comm, f) == STATUS_OK && engine->options->inner == INNER_PROXY)
        fit_proxies(comm, engine, &vectors->inner, f);
    if (f->status == STATUS_OK)
        compute(comm, &work, vectors, f);
    free(work.sums);
    free(work.precision.pnl);
    return f->status;
}

void free_vectors(struct vectors *vectors) {
    free(vectors->pnl);
    free(vectors->books);
    free(vectors->today);
    free(vectors->values);
    free(vectors->given);
    free(vectors->measured);
    free(vectors->inner.bounds);
    free(vectors->inner.noise);
    free(vectors->inner.bias);
}
