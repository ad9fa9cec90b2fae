/* SPDX-License-Identifier: Apache-2.0 */
/* The proxies of a bank's run, which the ranks fit together, and the run's messages about inner paths. */
#include "bank-run.h"
#include "base/split.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Trial scenarios follow the run's model, but have numbers that no run draws. The moves of half of them are stretched,
 * so that together they reach further than a run of many more scenarios.
 */
enum { TRIALS = BLOCK, DRAWN_TRIALS = TRIALS / 2 };
static const uint32_t FIRST_TRIAL = 0x40000000;
static const double STRETCH = 1.75;

const char *const inner_names[] = {"common", "fresh", "proxy", NULL};

/* Moves the market to the trial scenarios over all horizons, in the levels of ENGINE. */
static int draw_trials(const struct engine *engine, struct sw_failure *f) {
    const size_t factors = engine->bank->factors.names.count;
    if (draw_moves(engine, FIRST_TRIAL, TRIALS, f) != STATUS_OK)
        return f->status;
    for (size_t h = 0; h < engine->options->horizons.count; h++) {
        double *moves = levels_at(engine, h);
        for (size_t j = 0; j < factors; j++)
            for (size_t i = DRAWN_TRIALS; i < TRIALS; i++)
                moves[j * BLOCK + i] *= STRETCH;
        move_market(engine, h, TRIALS);
    }
    return STATUS_OK;
}

static struct rmc_slice part_of(const struct engine *engine, int rank, int ranks) {
    const struct sw_range share = sw_split(rmc_bank_with_paths(engine->positions), (uint64_t)rank, (uint64_t)ranks);
    return (struct rmc_slice){share.first, share.end};
}

/* Sends the proxies of all ranks to every rank. */
static int exchange_proxies(MPI_Comm comm, const struct engine *engine, double years, struct sw_failure *f) {
    const struct rmc_proxies proxies = rmc_bank_proxies(engine->positions, years);
    int ranks;
    MPI_Comm_size(comm, &ranks);
    int *counts = malloc(2 * (size_t)ranks * sizeof *counts);
    if (counts == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %d ranks", ranks);
    if (agree(comm, f) == STATUS_OK) {
        int *firsts = counts + ranks;
        for (int r = 0; r < ranks; r++) {
            const struct rmc_slice part = part_of(engine, r, ranks);
            counts[r] = (int)(proxies.starts[part.last] - proxies.starts[part.first]);
            firsts[r] = (int)proxies.starts[part.first];
        }
        if (MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, proxies.numbers, counts, firsts, MPI_DOUBLE, comm) !=
            MPI_SUCCESS)
            sw_fail(f, STATUS_MPI, NULL, "MPI_Allgatherv of the proxies failed");
    }
    free(counts);
    return f->status;
}

/* Returns the distance between the largest and the least error of one desk, with 0 among them: no measure of a P&L
 * moves by more. */
static int64_t bound_of(const int64_t *errors) {
    int64_t least = 0, most = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        least = errors[i] < least ? errors[i] : least;
        most = errors[i] > most ? errors[i] : most;
    }
    return most - least;
}

/* Adds the rows of errors of groups to the rows of their desks and of the bank, which is last, and writes the bounds of
 * desks and bank. */
static void take_bounds(const struct engine *engine, const int64_t *groups, int64_t *desks, int64_t *bounds) {
    const size_t count = engine->bank->holdings.desks.count;
    for (size_t g = 0; g < engine->groups; g++) {
        const size_t desk = desk_of_group(engine, g);
        for (size_t i = 0; i < TRIALS; i++) {
            desks[desk * TRIALS + i] += groups[g * TRIALS + i];
            desks[count * TRIALS + i] += groups[g * TRIALS + i];
        }
    }
    for (size_t d = 0; d <= count; d++)
        bounds[d] = bound_of(desks + d * TRIALS);
}

/* Fits the proxies for one horizon. ERRORS has a row for each group of ENGINE, each desk and the bank, all zeros. */
static int fit_horizon(MPI_Comm comm, const struct engine *engine, size_t horizon, int64_t *errors, int64_t *bounds,
                       struct sw_failure *f) {
    const struct rmc_scenarios trials = scenarios_at(engine, horizon, FIRST_TRIAL, TRIALS);
    const size_t numbers = engine->groups * TRIALS;
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    struct rmc_error error;
    if (rmc_bank_fit(engine->positions, &trials, part_of(engine, rank, ranks), errors, TRIALS, &error) != RMC_OK)
        position_failed(&engine->bank->holdings, &error, f);
    if (agree(comm, f) == STATUS_OK && exchange_proxies(comm, engine, trials.years, f) == STATUS_OK) {
        if (MPI_Allreduce(MPI_IN_PLACE, errors, (int)numbers, MPI_INT64_T, MPI_SUM, comm) != MPI_SUCCESS)
            sw_fail(f, STATUS_MPI, NULL, "MPI_Allreduce of the errors of the proxies failed");
        take_bounds(engine, errors, errors + numbers, bounds);
    }
    return agree(comm, f);
}

int fit_proxies(MPI_Comm comm, const struct engine *engine, struct inner *inner, struct sw_failure *f) {
    const size_t horizons = engine->options->horizons.count, desks = engine->bank->holdings.desks.count + 1;
    const size_t bytes = (engine->groups + desks) * TRIALS * sizeof(int64_t);
    int64_t *errors = malloc(bytes);
    inner->bounds = calloc(horizons * desks, sizeof *inner->bounds);
    if (errors == NULL || inner->bounds == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %d trial scenarios", TRIALS);
    else
        draw_trials(engine, f);
    agree(comm, f);
    for (size_t h = 0; h < horizons && f->status == STATUS_OK; h++) {
        memset(errors, 0, bytes);
        fit_horizon(comm, engine, h, errors, inner->bounds + h * desks, f);
    }
    free(errors);
    return f->status;
}

/* --- messages of a run --- */

int count_inner(MPI_Comm comm, const struct engine *engine, struct inner *inner, struct sw_failure *f) {
    const struct numbers *horizons = &engine->options->horizons;
    inner->with_paths = rmc_bank_with_paths(engine->positions);
    for (size_t h = 0; h < horizons->count; h++) {
        const struct rmc_proxies proxies = rmc_bank_proxies(engine->positions, horizons->values[h] / RMC_DAYS_PER_YEAR);
        inner->proxies += proxies.used;
        inner->outside = proxies.outside;
    }
    if (MPI_Allreduce(MPI_IN_PLACE, &inner->outside, 1, MPI_UINT64_T, MPI_SUM, comm) != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI_Allreduce of what the proxies did not hold failed");
    return STATUS_OK;
}

/*
 * Prints the standard error of the bank's VaR to the mean from the inner paths, as an amount and as a share of the VaR.
 */
static void print_noise(const struct options *options, const struct vectors *vectors, size_t horizon) {
    const size_t row = horizon * (vectors->desks + 1) + vectors->desks;
    for (size_t l = 0; l < options->levels.count; l++) {
        const double error = sqrt(vectors->inner.noise[row * options->levels.count + l].var_mean);
        const double var = vectors->at[horizon][l].var_mean.value / (double)rmc_grid_unit((unsigned)options->decimals);
        printf("standard error of VaR%.10g by inner paths, %.10g days: %.6g, %.2g %% of it\n",
               100 * options->levels.values[l], options->horizons.values[horizon], error,
               var > 0 ? 100 * error / var : 0);
    }
}

static void print_bound(const struct options *options, const struct vectors *vectors, size_t horizon) {
    printf("proxy bound, %.10g days: the P&L is off by at most ", options->horizons.values[horizon]);
    put_amount(stdout, vectors->inner.bounds[horizon * (vectors->desks + 1) + vectors->desks],
               (unsigned)options->decimals);
    printf(" in %d trial scenarios, of which half are drawn and half are stretched by %g\n", TRIALS, STRETCH);
}

void print_inner(const struct options *options, const struct vectors *vectors) {
    const struct inner *inner = &vectors->inner;
    if (options->arithmetic == PRC_SINGLE)
        printf("arithmetic: European, Asian and basket options in single precision, off by at most 1e-4 at 100\n");
    if (inner->with_paths == 0)
        return;
    printf("inner paths: %s, %" PRIu64 " of each of %zu instruments\n", inner_names[options->inner], options->paths,
           inner->with_paths);
    for (size_t h = 0; h < vectors->horizons && inner->noise != NULL; h++)
        print_noise(options, vectors, h);
    if (options->inner != INNER_PROXY)
        return;
    printf("proxies: %zu of %zu, one for each instrument and horizon; the others in full, as %" PRIu64
           " values outside of a range\n",
           inner->proxies, inner->with_paths * vectors->horizons, inner->outside);
    for (size_t h = 0; h < vectors->horizons; h++)
        print_bound(options, vectors, h);
}

void put_inner(FILE *out, const struct options *options) {
    if (options->arithmetic == PRC_SINGLE)
        fprintf(out, ",single_arithmetic,,1,,,\n");
    fprintf(out, ",inner_%s,,%" PRIu64 ",,,\n", inner_names[options->inner], options->paths);
}

void put_bound(FILE *out, const struct bank *bank, size_t row, const struct options *options,
               const struct vectors *vectors) {
    const size_t desk = row % (vectors->desks + 1);
    if (vectors->inner.bounds == NULL || vectors->inner.with_paths == 0)
        return;
    put_desk_name(out, bank, desk == vectors->desks ? SW_NO_NAME : (uint32_t)desk);
    fprintf(out, ",proxy_bound,,");
    put_amount(out, vectors->inner.bounds[row], (unsigned)options->decimals);
    fprintf(out, ",,,%.10g\n", options->horizons.values[row / (vectors->desks + 1)]);
}
