/* SPDX-License-Identifier: Apache-2.0 */
#include "bank-exposures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double RATE_BUMP = 1e-4, LOG_BUMP = 0.01;

enum { FACTORS_AT_ONCE = BLOCK / 2 };

static double bump_of(const struct factors *factors, size_t factor) {
    return factors->is_rate[factor] ? RATE_BUMP : LOG_BUMP;
}

/* Fills the levels of ENGINE with two scenarios for each of COUNT factors: the factor up, and the factor down. */
static void bump_levels(const struct engine *engine, size_t first, size_t count) {
    const struct factors *factors = &engine->bank->factors;
    for (size_t j = 0; j < factors->names.count; j++)
        for (size_t i = 0; i < 2 * count; i++)
            engine->levels[j * BLOCK + i] = factors->today[j];
    for (size_t i = 0; i < count; i++) {
        const size_t factor = first + i;
        const double moves[] = {bump_of(factors, factor), -bump_of(factors, factor)};
        rmc_levels(factors->is_rate[factor] ? RMC_MOVE_ADD : RMC_MOVE_LOG, factors->today[factor], moves, 2,
                   engine->levels + factor * BLOCK + 2 * i);
    }
}

/* The valued positions, and the number of their groups. */
struct bumped {
    const struct engine *engine;
    struct rmc_bank *positions;
    size_t groups;
    int64_t *sums; /* groups x BLOCK */
};

/* Adds the difference of the bank's value with each of COUNT factors up and down to DIFFERENCES. */
static int add_differences(const struct bumped *bumped, size_t first, size_t count, int64_t *differences,
                           struct sw_failure *f) {
    const struct rmc_scenarios scenarios = {bumped->engine->levels, BLOCK, 2 * count, FIRST_BUMPED, 0};
    struct rmc_error error;
    memset(bumped->sums, 0, bumped->groups * BLOCK * sizeof *bumped->sums);
    bump_levels(bumped->engine, first, count);
    if (rmc_bank_pnl(bumped->positions, &scenarios, bumped->sums, BLOCK, &error) != RMC_OK)
        return position_failed(&bumped->engine->bank->holdings, &error, f);
    for (size_t g = 0; g < bumped->groups; g++)
        for (size_t i = 0; i < count; i++)
            differences[first + i] += bumped->sums[g * BLOCK + 2 * i] - bumped->sums[g * BLOCK + 2 * i + 1];
    return STATUS_OK;
}

/* Bumps this rank's share of the factors. */
static int bump_share(const struct reporting *all, int64_t *differences, struct sw_failure *f) {
    const struct engine *engine = all->engine;
    const struct sw_range mine = sw_split(engine->bank->factors.names.count, (uint64_t)all->rank, (uint64_t)all->ranks);
    struct bumped bumped = {engine, engine->positions, engine->groups, NULL};
    struct rmc_bank *common = NULL; /* fresh paths would differ between up and down */
    if (engine->inner == PRC_FRESH && make_positions(engine, GROUP_DESKS, PRC_COMMON, &common, f) != STATUS_OK)
        return f->status;
    if (common != NULL) {
        bumped.positions = common;
        bumped.groups = engine->bank->holdings.desks.count;
    }
    bumped.sums = malloc(bumped.groups * BLOCK * sizeof *bumped.sums);
    if (bumped.sums == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the exposures of %zu desks", bumped.groups);
    for (size_t at = mine.first; at < mine.end && f->status == STATUS_OK; at += FACTORS_AT_ONCE)
        add_differences(&bumped, at, mine.end - at < FACTORS_AT_ONCE ? mine.end - at : FACTORS_AT_ONCE, differences, f);
    free(bumped.sums);
    rmc_bank_free(common);
    return f->status;
}

/* Adds up COUNT integers of all ranks, on rank 0, in place. Collective. */
static int sum_on_rank_0(const struct reporting *all, int64_t *sums, size_t count, struct sw_failure *f) {
    const int rc =
        MPI_Reduce(all->rank == 0 ? MPI_IN_PLACE : sums, sums, (int)count, MPI_INT64_T, MPI_SUM, 0, all->comm);
    return rc == MPI_SUCCESS ? STATUS_OK : sw_fail(f, STATUS_MPI, NULL, "MPI_Reduce of the contributions failed");
}

int take_exposures(const struct reporting *all, double *exposures, struct sw_failure *f) {
    const struct factors *factors = &all->bank->factors;
    const size_t count = factors->names.count;
    int64_t *differences = calloc(count, sizeof *differences);
    if (differences == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the exposures to %zu factors", count);
    else
        bump_share(all, differences, f);
    if (agree(all->comm, f) == STATUS_OK)
        sum_on_rank_0(all, differences, count, f);
    for (size_t j = 0; j < count && all->rank == 0 && f->status == STATUS_OK; j++)
        exposures[j] = (double)differences[j] / (2 * bump_of(factors, j));
    free(differences);
    return agree(all->comm, f);
}

/* A scenario in the tail or the window of one level, with its weight in the means there. */
struct counted {
    uint32_t scenario, level;
    double score, window, tail;
};

static int by_scenario(const void *a, const void *b) {
    const struct counted *x = a, *y = b;
    if (x->scenario != y->scenario)
        return x->scenario < y->scenario ? -1 : 1;
    return (x->level > y->level) - (x->level < y->level);
}

/* Lists the low scenarios of all tails by their numbers. Returns NULL without memory. */
static struct counted *list_counted(struct rmc_tail *const *tails, size_t levels, uint64_t *count) {
    size_t at = 0;
    *count = 0;
    for (size_t l = 0; l < levels; l++)
        *count += tails[l]->end;
    struct counted *list = malloc(*count * sizeof *list);
    for (size_t l = 0; list != NULL && l < levels; l++)
        for (size_t i = 0; i < tails[l]->end; i++) {
            const struct rmc_tail *tail = tails[l];
            const double window = i >= tail->first ? 1 / (double)(tail->end - tail->first) : 0;
            const double below = i < tail->rank ? 1 / (double)tail->rank : 0;
            list[at++] = (struct counted){tail->lows[i].scenario, (uint32_t)l, tail->lows[i].score, window, below};
        }
    if (list != NULL)
        qsort(list, at, sizeof *list, by_scenario);
    return list;
}

/* Sends the list of rank 0 to every rank. Collective. The caller frees *LIST. */
static int share_counted(const struct reporting *all, struct rmc_tail *const *tails, struct counted **list,
                         uint64_t *count, struct sw_failure *f) {
    MPI_Datatype entry;
    *list = all->rank == 0 ? list_counted(tails, all->options->levels.count, count) : NULL;
    if (all->rank == 0 && *list == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the scenarios in the tails");
    if (agree(all->comm, f) != STATUS_OK)
        return f->status;
    int rc = MPI_Bcast(count, 1, MPI_UINT64_T, 0, all->comm);
    if (all->rank != 0 && (*list = malloc(*count * sizeof **list)) == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the scenarios in the tails");
    if (agree(all->comm, f) != STATUS_OK)
        return f->status;
    MPI_Type_contiguous(sizeof **list, MPI_BYTE, &entry);
    MPI_Type_commit(&entry);
    rc = rc == MPI_SUCCESS ? MPI_Bcast(*list, (int)*count, entry, 0, all->comm) : rc;
    MPI_Type_free(&entry);
    if (rc != MPI_SUCCESS)
        sw_fail(f, STATUS_MPI, NULL, "MPI_Bcast of the scenarios in the tails failed");
    return agree(all->comm, f);
}

/* The means of a part: two over all scenarios, and then four for each level. */
enum { MEAN, SQUARE, OF_ALL, WINDOW = 0, WINDOW_SQUARE, SCORED, TAIL, OF_LEVEL };

/* Sums in multiples of 2^-50: the sum of integers does not depend on the order. sums[mean * factors + factor] */
struct moments {
    size_t factors;
    double scenarios;
    int64_t *sums;
    const struct counted *next, *end; /* of the list, in the order of the scenarios */
};

static const double FINE = 0x1p50;

/* Moves up to this size leave all sums of means below 2^62. */
static const double LARGEST_MOVE = 32;

static int64_t fine(double value) {
    return llrint(value * FINE);
}

/* Adds MOVES, the moves of COUNT scenarios. */
static int add_moves(const struct engine *engine, const double *moves, size_t count, struct moments *moments,
                     struct sw_failure *f) {
    for (size_t j = 0; j < moments->factors; j++) {
        const double *row = moves + j * BLOCK;
        double sum = 0, squares = 0;
        for (size_t i = 0; i < count; i++) {
            sum += row[i];
            squares += row[i] * row[i];
        }
        if (!(squares <= LARGEST_MOVE * LARGEST_MOVE))
            return sw_fail(f, STATUS_COMPUTE, "leave --contributions out, or look at the factor's history",
                           "moves of factor %s are too large to be added exactly",
                           sw_names_text(&engine->bank->factors.names, (uint32_t)j));
        moments->sums[MEAN * moments->factors + j] += fine(sum / moments->scenarios);
        moments->sums[SQUARE * moments->factors + j] += fine(squares / moments->scenarios);
    }
    return STATUS_OK;
}

/* Adds the entries of the scenario at moments->next from the MOVES of its block, which begins with the number FIRST. */
static void add_counted(const double *moves, size_t first, struct moments *moments) {
    const struct counted *at = moments->next;
    int64_t *sums = moments->sums + (OF_ALL + OF_LEVEL * at->level) * moments->factors;
    for (size_t j = 0; j < moments->factors; j++) {
        const double move = moves[j * BLOCK + at->scenario - first];
        sums[WINDOW * moments->factors + j] += fine(move * at->window);
        sums[WINDOW_SQUARE * moments->factors + j] += fine(move * move * at->window);
        sums[SCORED * moments->factors + j] += fine(move * at->score * at->window);
        sums[TAIL * moments->factors + j] += fine(move * at->tail);
    }
}

/* Draws this rank's share of the blocks again, and adds their moves. */
static int add_share(const struct reporting *all, size_t horizon, struct moments *moments, struct sw_failure *f) {
    const size_t scenarios = all->options->scenarios;
    const struct sw_range mine = sw_split((scenarios + BLOCK - 1) / BLOCK, (uint64_t)all->rank, (uint64_t)all->ranks);
    while (moments->next < moments->end && moments->next->scenario < mine.first * BLOCK)
        moments->next++;
    for (size_t first = mine.first * BLOCK; first < mine.end * BLOCK && f->status == STATUS_OK; first += BLOCK) {
        const size_t count = scenarios - first < BLOCK ? scenarios - first : BLOCK;
        if (draw_moves(all->engine, (uint32_t)first, count, f) != STATUS_OK ||
            add_moves(all->engine, levels_at(all->engine, horizon), count, moments, f) != STATUS_OK)
            return f->status;
        for (; moments->next < moments->end && moments->next->scenario < first + count; moments->next++)
            add_counted(levels_at(all->engine, horizon), first, moments);
    }
    return f->status;
}

static void fill_parts(const struct moments *moments, size_t levels, struct rmc_part *parts) {
    const size_t n = moments->factors;
    for (size_t l = 0; l < levels; l++)
        for (size_t j = 0; j < n; j++) {
            const int64_t *of_all = moments->sums + j, *of_level = of_all + (OF_ALL + OF_LEVEL * l) * n;
            parts[l * n + j] = (struct rmc_part){
                .mean = (double)of_all[MEAN * n] / FINE,
                .square = (double)of_all[SQUARE * n] / FINE,
                .window = (double)of_level[WINDOW * n] / FINE,
                .window_square = (double)of_level[WINDOW_SQUARE * n] / FINE,
                .scored = (double)of_level[SCORED * n] / FINE,
                .tail = (double)of_level[TAIL * n] / FINE,
            };
        }
}

int take_parts(const struct reporting *all, size_t horizon, struct rmc_tail *const *tails, struct rmc_part *parts,
               struct sw_failure *f) {
    const size_t factors = all->bank->factors.names.count, levels = all->options->levels.count;
    const size_t sums = (OF_ALL + OF_LEVEL * levels) * factors;
    struct counted *list = NULL;
    uint64_t count = 0;
    struct moments moments = {factors, (double)all->options->scenarios, calloc(sums, sizeof(int64_t)), NULL, NULL};
    if (moments.sums == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the moves of %zu factors", factors);
    if (agree(all->comm, f) == STATUS_OK && share_counted(all, tails, &list, &count, f) == STATUS_OK) {
        moments.next = list;
        moments.end = list + count;
        add_share(all, horizon, &moments, f);
        if (agree(all->comm, f) == STATUS_OK && sum_on_rank_0(all, moments.sums, sums, f) == STATUS_OK &&
            all->rank == 0)
            fill_parts(&moments, levels, parts);
    }
    free(list);
    free(moments.sums);
    return agree(all->comm, f);
}
