/* SPDX-License-Identifier: Apache-2.0 */
#include "bank-saved.h"

#include <stdlib.h>
#include <string.h>

/* Returns the holdings of a bank in groups of another kind than desks; the caller frees them. NULL without memory. */
static struct rmc_holding *regroup(const struct holdings *holdings, grouping by) {
    struct rmc_holding *regrouped = malloc((holdings->count + 1) * sizeof *regrouped);
    for (size_t i = 0; regrouped != NULL && i < holdings->count; i++) {
        regrouped[i] = holdings->holdings[i];
        regrouped[i].group = by == GROUP_BOOKS ? holdings->books_of_positions[i] : (uint32_t)i;
    }
    return regrouped;
}

static size_t groups_of(const struct holdings *holdings, grouping by) {
    return by == GROUP_DESKS ? holdings->desks.count : by == GROUP_BOOKS ? holdings->books.count : holdings->count;
}

size_t desk_of_group(const struct engine *engine, size_t group) {
    return engine->by == GROUP_BOOKS ? engine->bank->holdings.desks_of_books[group] : group;
}

/* Fills in the setup of all positions, once the instruments have names. */
static void fill_setup(struct engine *engine) {
    const struct bank *bank = engine->bank;
    const struct options *options = engine->options;
    engine->setup = (struct rmc_bank_setup){
        .market = &bank->market,
        .instruments = bank->instruments.instruments,
        .exchange = bank->instruments.exchange,
        .names = engine->names,
        .instrument_count = bank->instruments.names.count,
        .holdings = bank->holdings.holdings,
        .holding_count = bank->holdings.count,
        .groups = bank->holdings.desks.count,
        .decimals = (unsigned)options->decimals,
        .seed = options->seed,
        .paths = options->paths,
        .inner = options->inner == INNER_FRESH ? PRC_FRESH : PRC_COMMON,
        .arithmetic = (prc_arithmetic)options->arithmetic,
    };
}

int make_positions(const struct engine *engine, grouping by, prc_inner inner, struct rmc_bank **positions,
                   struct sw_failure *f) {
    const struct holdings *holdings = &engine->bank->holdings;
    struct rmc_holding *regrouped = by == GROUP_DESKS ? NULL : regroup(holdings, by);
    struct rmc_bank_setup setup = engine->setup;
    struct rmc_error error;
    if (by != GROUP_DESKS && regrouped == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu positions", holdings->count);
    if (regrouped != NULL)
        setup.holdings = regrouped;
    setup.groups = groups_of(holdings, by);
    setup.inner = inner;
    rmc_err code = rmc_bank_new(&setup, positions, &error);
    if (code == RMC_OK && engine->positions != NULL)
        code = rmc_bank_copy_proxies(*positions, engine->positions, &error);
    free(regrouped);
    return code == RMC_OK ? STATUS_OK : position_failed(holdings, &error, f);
}

/* Names the instruments for messages of riskmc, which knows their numbers only. */
static int name_instruments(struct engine *engine, struct sw_failure *f) {
    const struct sw_names *names = &engine->bank->instruments.names;
    engine->names = malloc(((size_t)names->count + 1) * sizeof *engine->names);
    if (engine->names == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %u instruments", names->count);
    for (uint32_t i = 0; i < names->count; i++)
        engine->names[i] = sw_names_text(names, i);
    return STATUS_OK;
}

/* Makes the model, or takes the model of the saved run. */
static int take_model(const struct saved *saved, struct engine *engine, struct sw_failure *f) {
    struct rmc_error error;
    if (saved->model == NULL)
        return make_model(engine->options, engine->bank, &engine->model, f);
    engine->model.repair = saved->repair;
    if (rmc_model_unpack(saved->model, saved->model_bytes, &engine->model.moves, &error) != RMC_OK)
        return risk_failed(&error, f);
    return choose_drivers(engine->bank, &engine->drivers, &engine->driver_count, f);
}

int make_engine(const struct options *options, const struct bank *bank, const struct saved *saved,
                struct engine *engine, struct sw_failure *f) {
    const size_t factors = bank->factors.names.count;
    *engine = (struct engine){.options = options, .bank = bank};
    engine->levels = aligned_alloc(64, options->horizons.count * factors * BLOCK * sizeof *engine->levels);
    if (engine->levels == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the levels of %zu factors", factors);
    engine->by = options->outputs[OUTPUT_BOOKS] != NULL ? GROUP_BOOKS : GROUP_DESKS;
    engine->groups = groups_of(&bank->holdings, engine->by);
    if (take_model(saved, engine, f) != STATUS_OK || name_instruments(engine, f) != STATUS_OK)
        return f->status;
    fill_setup(engine);
    engine->inner = engine->setup.inner;
    return make_positions(engine, engine->by, engine->inner, &engine->positions, f);
}

void free_engine(struct engine *engine) {
    free_model(&engine->model);
    rmc_bank_free(engine->positions);
    free(engine->drivers);
    free(engine->names);
    free(engine->levels);
}

int draw_moves(const struct engine *engine, uint32_t first, size_t count, struct sw_failure *f) {
    const struct rmc_block block = {first, count, BLOCK};
    struct rmc_error error;
    const struct rmc_some_factors some = {engine->drivers, engine->driver_count};
    const rmc_err code = engine->drivers == NULL
                             ? rmc_moves(engine->model.moves, block, engine->levels, &error)
                             : rmc_moves_of(engine->model.moves, block, some, engine->levels, &error);
    return code == RMC_OK ? STATUS_OK : risk_failed(&error, f);
}

double *levels_at(const struct engine *engine, size_t horizon) {
    return engine->levels + horizon * engine->bank->factors.names.count * BLOCK;
}

void move_market(const struct engine *engine, size_t horizon, size_t count) {
    const struct factors *factors = &engine->bank->factors;
    const size_t drawn = engine->drivers == NULL ? factors->names.count : engine->driver_count;
    for (size_t i = 0; i < drawn; i++) {
        const size_t j = engine->drivers == NULL ? i : engine->drivers[i];
        double *row = levels_at(engine, horizon) + j * BLOCK;
        rmc_levels(factors->is_rate[j] ? RMC_MOVE_ADD : RMC_MOVE_LOG, factors->today[j], row, count, row);
    }
}

struct rmc_scenarios scenarios_at(const struct engine *engine, size_t horizon, uint32_t first, size_t count) {
    const double years = engine->options->horizons.values[horizon] / RMC_DAYS_PER_YEAR;
    const struct rmc_scenarios scenarios = {levels_at(engine, horizon), BLOCK, count, first, years};
    return scenarios;
}
