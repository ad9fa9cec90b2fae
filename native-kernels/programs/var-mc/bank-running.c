/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of a run in progress. Rank 0 measures a sample of its own scenarios, which needs no messages. The sample
 * has a fixed size: when full, every second scenario is dropped, and from then on only every second one is taken. So a
 * line takes no longer in a long run than in a short one.
 */
#include "bank-run.h"

#include <math.h>
#include <stdlib.h>

enum { ROOM = 16384 };

void running_open(struct running *running, const struct options *options, int rank) {
    *running = (struct running){.options = options, .stride = 1};
    running->unit = (double)rmc_grid_unit((unsigned)options->decimals);
    if (rank == 0)
        slipway_progress_open(&running->progress);
    if (slipway_progress_wanted(&running->progress))
        running->pnl = malloc(ROOM * sizeof *running->pnl);
}

/* Takes the P&L of one scenario, or skips it. */
static void take(struct running *running, double pnl) {
    if (running->pass > 0) {
        running->pass--;
        return;
    }
    if (running->count == ROOM) {
        for (size_t i = 0; i < ROOM / 2; i++)
            running->pnl[i] = running->pnl[2 * i];
        running->count = ROOM / 2;
        running->stride *= 2;
    }
    running->pnl[running->count++] = pnl;
    running->pass = running->stride - 1;
}

void running_add(struct running *running, const int64_t *sums, size_t groups, size_t count) {
    for (size_t i = 0; running->pnl != NULL && i < count; i++) {
        int64_t sum = 0;
        for (size_t g = 0; g < groups; g++)
            sum += sums[g * running->options->scenarios + i];
        take(running, (double)sum / running->unit);
    }
}

/* Writes the bank's figures for a progress line to TOLD. AT, by level, is in multiples of a UNIT-th. Returns the number
 * of figures. */
static size_t tell(const struct options *options, const struct rmc_measures *at, double unit, struct told *told) {
    const size_t levels = options->levels.count;
    for (size_t i = 0; i < 2 * levels; i++) {
        const struct rmc_measures *measures = &at[i % levels];
        const struct rmc_interval of = i < levels ? measures->var_mean : measures->es_mean;
        told[i] = (struct told){measure_names[i < levels ? VAR_MEAN : ES_MEAN],
                                options->levels.values[i % levels],
                                {of.value / unit, of.lower / unit, of.upper / unit}};
    }
    return 2 * levels;
}

void running_report(struct running *running, size_t done, bool even_if_early) {
    const struct options *options = running->options;
    struct rmc_measures at[MAX_LEVELS];
    struct told told[2 * MAX_LEVELS];
    if (!slipway_progress_wanted(&running->progress) || (!even_if_early && !slipway_progress_due(&running->progress)))
        return;
    for (size_t l = 0; l < options->levels.count; l++)
        if (running->pnl == NULL ||
            rmc_measure(running->pnl, running->count, options->levels.values[l], &at[l], NULL) != RMC_OK)
            at[l].var_mean = at[l].es_mean = (struct rmc_interval){NAN, NAN, NAN}; /* too few scenarios: no figures */
    progress_line(&running->progress, done, options->scenarios, told, tell(options, at, 1, told));
}

void running_last(const struct options *options, const struct rmc_measures *at) {
    struct told told[2 * MAX_LEVELS];
    const double unit = (double)rmc_grid_unit((unsigned)options->decimals);
    progress_last(options->scenarios, told, tell(options, at, unit, told));
}

void running_close(struct running *running) {
    slipway_progress_close(&running->progress);
    free(running->pnl);
    running->pnl = NULL;
}
