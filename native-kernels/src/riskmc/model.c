/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const double most_days = 2520;

static bool has_root(rmc_law law) {
    return law == RMC_NORMAL || law == RMC_STUDENT;
}

static rmc_err check_law(const struct rmc_model_setup *setup, struct rmc_error *error) {
    switch (setup->law) {
    case RMC_STUDENT:
        if (!(setup->degrees > 2) || isinf(setup->degrees))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "%g degrees of freedom: above 2 and finite", setup->degrees);
    /* fall through */
    case RMC_NORMAL:
        return setup->root != NULL ? RMC_OK : rmc_fail(error, RMC_ERR_ARGUMENT, "no root of a covariance");
    case RMC_FILTERED:
        for (size_t j = 0; setup->garch != NULL && j < setup->factors; j++) {
            const struct rmc_garch *garch = &setup->garch[j];
            if (!(garch->omega >= 0 && garch->alpha >= 0 && garch->beta >= 0 && garch->alpha + garch->beta <= 1) ||
                isinf(garch->omega))
                return rmc_fail(error, RMC_ERR_ARGUMENT, "the filter %g, %g, %g of factor %zu is out of range",
                                garch->omega, garch->alpha, garch->beta, j);
        }
        return setup->garch != NULL ? RMC_OK : rmc_fail(error, RMC_ERR_ARGUMENT, "no filters of the factors");
    case RMC_HISTORICAL:
        return setup->drift == NULL
                   ? RMC_OK
                   : rmc_fail(error, RMC_ERR_ARGUMENT, "a drift: historical moves are the days as they were");
    }
    return rmc_fail(error, RMC_ERR_ARGUMENT, "no such law of moves: %d", (int)setup->law);
}

static rmc_err check_factors(const struct rmc_model_setup *setup, struct rmc_error *error) {
    if (setup->factors == 0 || setup->factors > UINT32_MAX || setup->horizon_count == 0)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu factors, %zu horizons: at least 1 of each", setup->factors,
                        setup->horizon_count);
    for (size_t j = 0; j < setup->factors; j++)
        if ((setup->move[j] != RMC_MOVE_LOG && setup->move[j] != RMC_MOVE_ADD) ||
            (setup->drift != NULL && !isfinite(setup->drift[j])))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "factor %zu: no such move, or a drift that is not finite", j);
    for (size_t h = 0; h < setup->horizon_count; h++)
        if (!(setup->horizons[h] > (h > 0 ? setup->horizons[h - 1] : 0) && setup->horizons[h] <= most_days))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "horizon %zu is %g days: they ascend from above 0 to %g", h,
                            setup->horizons[h], most_days);
    return RMC_OK;
}

static rmc_err check(const struct rmc_model_setup *setup, struct rmc_error *error) {
    rmc_err code = check_factors(setup, error);
    if (code == RMC_OK)
        code = check_law(setup, error);
    if (code != RMC_OK || has_root(setup->law))
        return code;
    if (setup->returns.factors != setup->factors || setup->returns.count > UINT32_MAX)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu returns of %zu factors, not of %zu", setup->returns.count,
                        setup->returns.factors, setup->factors);
    return rmc_check_returns(&setup->returns, 2, error);
}

static bool allocate(struct rmc_model *made, const struct rmc_model_setup *setup) {
    const size_t n = setup->factors;
    made->horizons = calloc(setup->horizon_count, sizeof *made->horizons);
    made->mean = calloc(n, sizeof *made->mean);
    if (has_root(setup->law)) {
        made->root = calloc(n + 1, n * sizeof *made->root / 2);
    } else {
        made->history = calloc(setup->returns.count, n * sizeof *made->history);
        made->half = calloc(n, sizeof *made->half);
        made->variance = calloc(n, sizeof *made->variance);
        made->garch = calloc(n, sizeof *made->garch);
    }
    return made->horizons != NULL && made->mean != NULL &&
           (has_root(setup->law)
                ? made->root != NULL
                : made->history != NULL && made->half != NULL && made->variance != NULL && made->garch != NULL);
}

/* Packs the lower triangle, and subtracts half of each variance from the mean of a logarithm. */
static void take_root(struct rmc_model *to, const struct rmc_model_setup *setup) {
    const size_t n = setup->factors;
    for (size_t i = 0; i < n; i++) {
        const double *row = setup->root + i * n;
        memcpy(to->root + i * (i + 1) / 2, row, (i + 1) * sizeof *row);
        if (setup->move[i] == RMC_MOVE_LOG)
            to->mean[i] -= 0.5 * rmc_dot(row, row, i + 1);
    }
}

static rmc_err fill(struct rmc_model *to, const struct rmc_model_setup *setup, struct rmc_error *error) {
    const size_t n = setup->factors;
    to->law = setup->law;
    to->factors = n;
    to->horizon_count = setup->horizon_count;
    to->key = vm_key_of(setup->seed, has_root(setup->law) ? FOR_MOVES : FOR_DAYS);
    to->tail_key = vm_key_of(setup->seed, FOR_TAILS);
    to->degrees = setup->degrees;
    to->days = setup->returns.count;
    memcpy(to->horizons, setup->horizons, to->horizon_count * sizeof *to->horizons);
    for (size_t j = 0; j < n && setup->drift != NULL; j++)
        to->mean[j] = setup->drift[j];
    if (has_root(setup->law))
        take_root(to, setup);
    if (setup->law == RMC_FILTERED)
        return rmc_filter(to, setup, error);
    for (size_t j = 0; j < n && setup->law == RMC_HISTORICAL; j++)
        for (size_t t = 0; t < to->days; t++)
            to->history[j * to->days + t] = setup->returns.move[t * n + j];
    return RMC_OK;
}

rmc_err rmc_model_new(const struct rmc_model_setup *setup, struct rmc_model **model, struct rmc_error *error) {
    *model = NULL;
    rmc_err code = check(setup, error);
    if (code != RMC_OK)
        return code;
    struct rmc_model *made = calloc(1, sizeof *made);
    if (made == NULL || !allocate(made, setup))
        code = rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a model of %zu factors", setup->factors);
    else
        code = fill(made, setup, error);
    if (code == RMC_OK)
        *model = made;
    else
        rmc_model_free(made);
    return code;
}

void rmc_model_free(struct rmc_model *model) {
    if (model == NULL)
        return;
    free(model->horizons);
    free(model->mean);
    free(model->half);
    free(model->root);
    free(model->history);
    free(model->variance);
    free(model->garch);
    free(model);
}

static rmc_err check_finite(const struct rmc_model *model, struct rmc_block block, struct rmc_rows rows,
                            const double *moves, struct rmc_error *error) {
    for (size_t h = 0; h < model->horizon_count; h++)
        for (size_t i = 0; i < rows.count; i++) {
            const double *row = moves + (h * model->factors + rmc_row(rows, i)) * block.stride;
            for (size_t s = 0; s < block.scenarios; s++)
                if (!isfinite(row[s]))
                    return rmc_fail(error, RMC_ERR_NOT_FINITE, "factor %zu moves by %g in scenario %zu",
                                    rmc_row(rows, i), row[s], block.first + s);
        }
    return RMC_OK;
}

static rmc_err moves_of(const struct rmc_model *model, struct rmc_block block, struct rmc_rows rows, double *moves,
                        struct rmc_error *error) {
    rmc_err code = RMC_OK;
    if (block.scenarios > block.stride || block.scenarios > (UINT64_C(1) << 32) - block.first)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu scenarios from %u on, with room for %zu", block.scenarios,
                        block.first, block.stride);
    if (block.scenarios == 0 || rows.count == 0)
        return RMC_OK;
    if (has_root(model->law))
        code = rmc_moves_by_root(model, block, rows, moves, error);
    else if (model->law == RMC_FILTERED)
        code = rmc_moves_filtered(model, block, rows, moves, error);
    else
        rmc_moves_historical(model, block, rows, moves);
    return code == RMC_OK ? check_finite(model, block, rows, moves, error) : code;
}

rmc_err rmc_moves(const struct rmc_model *model, struct rmc_block block, double *moves, struct rmc_error *error) {
    return moves_of(model, block, (struct rmc_rows){NULL, model->factors}, moves, error);
}

rmc_err rmc_moves_of(const struct rmc_model *model, struct rmc_block block, struct rmc_some_factors factors,
                     double *moves, struct rmc_error *error) {
    for (size_t i = 0; i < factors.count; i++)
        if (factors.index[i] >= model->factors || (i > 0 && factors.index[i] <= factors.index[i - 1]))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "factor %u in place %zu: they ascend and are below %zu",
                            factors.index[i], i, model->factors);
    return moves_of(model, block, (struct rmc_rows){factors.index, factors.count}, moves, error);
}
