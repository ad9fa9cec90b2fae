/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The worst scenarios: the market in these scenarios, and the positions that lose most. Each scenario is made again
 * from the number of the scenario alone, in a separate block. A scenario with a P&L that differs from the run in any
 * digit is refused.
 */
#include "bank-run.h"
#include "csv/csv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { LARGEST = 10 /* reported moves and losses of a scenario */ };

/* A scenario and its P&L of the bank. */
struct worst {
    int64_t pnl;
    uint32_t scenario;
};

/* A position or a factor, and the number by which it is chosen: the least first. */
struct choice {
    double by;
    uint32_t which;
};

/* The data with which a rank makes scenarios again. */
struct again {
    const struct reporting *all;
    size_t horizon;
    struct rmc_bank *positions; /* each position as a separate group */
    int64_t *pnl;               /* by position */
    double *moves;              /* by factor */
    double *deviations;         /* by factor: deviations of a day's moves; 0 for a factor that never moves */
    struct choice *choices;     /* room for all positions or factors */
};

static int by_pnl(const void *a, const void *b) {
    const struct worst *x = a, *y = b;
    if (x->pnl != y->pnl)
        return x->pnl < y->pnl ? -1 : 1;
    return (x->scenario > y->scenario) - (x->scenario < y->scenario);
}

/* Finds the COUNT worst scenarios on rank 0, and sends them to all ranks. Collective. */
static int find_worst(const struct reporting *all, size_t horizon, struct worst *worst, size_t count,
                      struct sw_failure *f) {
    const size_t scenarios = all->options->scenarios;
    int64_t *row = NULL;
    struct worst *order = all->rank == 0 ? malloc(scenarios * sizeof *order) : NULL;
    if (all->rank == 0 && order == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to order %zu scenarios", scenarios);
    if (agree(all->comm, f) == STATUS_OK && gather_row(all, horizon, all->vectors->desks, &row, f) == STATUS_OK &&
        all->rank == 0) {
        for (size_t i = 0; i < scenarios; i++)
            order[i] = (struct worst){row[i], (uint32_t)i};
        qsort(order, scenarios, sizeof *order, by_pnl);
        for (size_t i = 0; i < count; i++)
            worst[i] = order[i];
    }
    if (f->status == STATUS_OK && MPI_Bcast(worst, (int)(count * sizeof *worst), MPI_BYTE, 0, all->comm) != MPI_SUCCESS)
        sw_fail(f, STATUS_MPI, NULL, "MPI_Bcast of the worst scenarios failed");
    free(order);
    free(row);
    return agree(all->comm, f);
}

/* Returns the variance of a day's moves of a factor in its history, without removing a mean. */
static double variance_of(const struct bank *bank, size_t factor) {
    const size_t n = bank->factors.names.count;
    double sum = 0, last = NAN;
    size_t moves = 0, days = 0;
    if (bank->covariance != NULL)
        return bank->covariance[factor * n + factor];
    for (size_t t = 0; t < bank->history.days; t++) {
        const double level = bank->history.level[t * n + factor];
        days++;
        if (isnan(level))
            continue;
        if (!isnan(last)) {
            const double move = bank->factors.is_rate[factor] ? level - last : log(level / last);
            sum += move * move / (double)days;
            moves++;
        }
        last = level;
        days = 0;
    }
    return moves > 0 ? sum / (double)moves : 0;
}

static int by_choice(const void *a, const void *b) {
    const struct choice *x = a, *y = b;
    if (x->by != y->by)
        return x->by < y->by ? -1 : 1;
    return (x->which > y->which) - (x->which < y->which);
}

/* Orders the choices of AGAIN. Returns the number of choices to report, at most COUNT. */
static size_t choose(const struct again *again, size_t count) {
    qsort(again->choices, count, sizeof *again->choices, by_choice);
    return count < LARGEST ? count : LARGEST;
}

/* Makes a scenario again: the moves of all factors, the P&L of all positions. */
static int make_again(const struct again *again, const struct worst *worst, struct sw_failure *f) {
    const struct engine *engine = again->all->engine;
    const size_t count = engine->bank->holdings.count;
    const struct rmc_scenarios scenario = scenarios_at(engine, again->horizon, worst->scenario, 1);
    struct rmc_error error;
    int64_t sum = 0;
    if (draw_moves(engine, worst->scenario, 1, f) != STATUS_OK)
        return f->status;
    for (size_t j = 0; j < engine->bank->factors.names.count; j++)
        again->moves[j] = scenario.levels[j * BLOCK];
    move_market(engine, again->horizon, 1);
    for (size_t h = 0; h < count; h++)
        again->pnl[h] = 0;
    if (rmc_bank_pnl(again->positions, &scenario, again->pnl, 1, &error) != RMC_OK)
        return position_failed(&engine->bank->holdings, &error, f);
    for (size_t h = 0; h < count; h++)
        sum += again->pnl[h];
    if (sum != worst->pnl)
        return sw_fail(f, STATUS_COMPUTE, "this is a fault of var-mc or of the machine: no output was written",
                       "scenario %" PRIu32 " made again has a P&L of %" PRId64 ", not %" PRId64
                       ", multiples of the grid",
                       worst->scenario, sum, worst->pnl);
    return STATUS_OK;
}

/* Writes a change of value, today's value and the value in the scenario. */
static void put_change(FILE *out, const struct again *again, int64_t change, int64_t today) {
    const unsigned decimals = (unsigned)again->all->options->decimals;
    put_amount(out, change, decimals);
    fputc(',', out);
    put_amount(out, today, decimals);
    fputc(',', out);
    put_amount(out, today + change, decimals);
    fprintf(out, ",,%s\n", again->all->horizons[again->horizon]);
}

/* Writes the factors that moved most, in deviations of their moves over the horizon. */
static void put_factors(FILE *out, const struct again *again, const char *prefix) {
    const struct engine *engine = again->all->engine;
    const uint32_t count = engine->bank->factors.names.count;
    const double root = sqrt(engine->options->horizons.values[again->horizon]);
    for (uint32_t j = 0; j < count; j++)
        again->choices[j] =
            (struct choice){again->deviations[j] > 0 ? -fabs(again->moves[j]) / again->deviations[j] : 0, j};
    const size_t told = choose(again, count);
    for (size_t i = 0; i < told; i++) {
        const uint32_t j = again->choices[i].which;
        fprintf(out, "%s,factor,", prefix);
        sw_csv_put(out, sw_names_text(&engine->bank->factors.names, j));
        fprintf(out, ",%.17g,%.17g,%.17g,", again->moves[j], engine->bank->factors.today[j],
                levels_at(engine, again->horizon)[j * BLOCK]);
        if (again->deviations[j] > 0)
            fprintf(out, "%.6g", again->moves[j] / (again->deviations[j] * root));
        fprintf(out, ",%s\n", again->all->horizons[again->horizon]);
    }
}

/* Writes the positions that lose most; positions that gain are left out. */
static void put_positions(FILE *out, const struct again *again, const char *prefix) {
    const struct holdings *holdings = &again->all->bank->holdings;
    const int64_t *today = rmc_bank_today(again->positions);
    for (uint32_t h = 0; h < holdings->count; h++)
        again->choices[h] = (struct choice){(double)again->pnl[h], h};
    const size_t told = choose(again, holdings->count);
    for (size_t i = 0; i < told; i++) {
        const uint32_t h = again->choices[i].which;
        if (again->pnl[h] >= 0)
            continue;
        fprintf(out, "%s,position,", prefix);
        sw_csv_put(out, sw_names_text(&holdings->positions, h));
        fputc(',', out);
        put_change(out, again, again->pnl[h], today[h]);
    }
}

static void put_scenario(FILE *out, const struct again *again, const struct worst *worst, size_t place) {
    const struct vectors *vectors = again->all->vectors;
    char prefix[48];
    snprintf(prefix, sizeof prefix, "%zu,%" PRIu32, place, worst->scenario);
    fprintf(out, "%s,bank,,", prefix);
    put_change(out, again, worst->pnl, vectors->today[vectors->desks]);
    put_factors(out, again, prefix);
    put_positions(out, again, prefix);
}

static int make_tools(struct again *again, struct sw_failure *f) {
    const struct engine *engine = again->all->engine;
    const struct bank *bank = engine->bank;
    const size_t factors = bank->factors.names.count, positions = bank->holdings.count;
    again->pnl = malloc(positions * sizeof *again->pnl);
    again->moves = malloc(factors * sizeof *again->moves);
    again->deviations = malloc(factors * sizeof *again->deviations);
    again->choices = malloc((factors > positions ? factors : positions) * sizeof *again->choices);
    if (again->pnl == NULL || again->moves == NULL || again->deviations == NULL || again->choices == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the P&L of %zu positions", positions);
    for (size_t j = 0; j < factors; j++)
        again->deviations[j] = sqrt(variance_of(bank, j));
    return make_positions(engine, GROUP_POSITIONS, engine->inner, &again->positions, f);
}

/* Writes this rank's share of the places at all horizons, in order. */
static int put_share(FILE *out, const struct reporting *all, const struct worst *worst, size_t count,
                     struct sw_failure *f) {
    const size_t horizons = all->options->horizons.count;
    const struct sw_range mine = sw_split(horizons * count, (uint64_t)all->rank, (uint64_t)all->ranks);
    struct again again = {.all = all};
    if (mine.first < mine.end)
        make_tools(&again, f);
    for (size_t i = mine.first; i < mine.end && f->status == STATUS_OK; i++) {
        again.horizon = i / count;
        if (make_again(&again, &worst[i], f) == STATUS_OK)
            put_scenario(out, &again, &worst[i], i % count + 1);
    }
    rmc_bank_free(again.positions);
    free(again.pnl);
    free(again.moves);
    free(again.deviations);
    free(again.choices);
    return f->status;
}

int put_worst(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const size_t asked = all->options->worst_count, scenarios = all->options->scenarios;
    const size_t count = asked < scenarios ? asked : scenarios, horizons = all->options->horizons.count;
    struct worst *worst = calloc(horizons * count, sizeof *worst);
    if (worst == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu scenarios", count);
    if (all->rank == 0)
        fprintf(out, "place,scenario,kind,name,change,today,level,deviations,horizon_days\n");
    agree(all->comm, f);
    for (size_t h = 0; h < horizons && f->status == STATUS_OK; h++)
        find_worst(all, h, worst + h * count, count, f);
    if (f->status == STATUS_OK)
        put_share(out, all, worst, count, f);
    free(worst);
    return f->status;
}
