/* SPDX-License-Identifier: Apache-2.0 */
/* Filtered historical simulation: drawn days, with each factor's volatility updated along the simulated path. */
#include "models.h"

#include <math.h>
#include <stdlib.h>

rmc_err rmc_filter(struct rmc_model *model, const struct rmc_model_setup *setup, struct rmc_error *error) {
    const size_t n = setup->factors, days = setup->returns.count;
    double *moves = calloc(2 * days + 1, sizeof *moves);
    if (moves == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu days", days);
    double *variances = moves + days;
    for (size_t j = 0; j < n; j++) {
        const struct rmc_garch garch = setup->garch[j];
        double *to = model->history + j * days, mean = 0;
        for (size_t t = 0; t < days; t++) {
            moves[t] = setup->returns.move[t * n + j];
            mean += moves[t] / (double)days;
        }
        rmc_garch_variances(moves, days, garch, variances);
        for (size_t t = 0; t < days; t++)
            to[t] = variances[t] > 0 ? (moves[t] - mean) / sqrt(variances[t]) : 0;
        model->variance[j] = variances[days];
        model->garch[j] = garch;
        model->half[j] = setup->move[j] == RMC_MOVE_LOG ? 0.5 : 0;
    }
    free(moves);
    return RMC_OK;
}

/* The paths of one factor in COUNT scenarios, side by side. */
struct paths {
    double variance[BATCH];
    double move[BATCH];
    size_t count;
};

/* Writes the moves at a horizon that lies the fraction PART of a day, below 1, after the whole days walked. */
static void write_part(const struct rmc_model *model, size_t factor, const struct paths *paths, double part,
                       const uint32_t *days, double *to) {
    const double *history = model->history + factor * model->days;
    for (size_t s = 0; s < paths->count; s++) {
        const double variance = paths->variance[s];
        to[s] = paths->move[s];
        if (part > 0)
            to[s] += part * (model->mean[factor] - model->half[factor] * variance) +
                     sqrt(part * variance) * history[days[s]];
    }
}

static void walk_day(const struct rmc_model *model, size_t factor, struct paths *paths, const uint32_t *days) {
    const double *history = model->history + factor * model->days;
    const struct rmc_garch garch = model->garch[factor];
    const double mean = model->mean[factor], half = model->half[factor];
    for (size_t s = 0; s < paths->count; s++) {
        const double variance = paths->variance[s], shock = sqrt(variance) * history[days[s]];
        paths->move[s] += mean - half * variance + shock;
        paths->variance[s] = garch.omega + garch.alpha * (shock * shock) + garch.beta * variance;
    }
}

/* Walks one factor through all horizons. DAYS[step * stride] are the days that the scenarios have drawn. */
static void walk(const struct rmc_model *model, size_t factor, struct paths *paths, const uint32_t *days,
                 struct rmc_block block, double *moves) {
    size_t day = 0;
    for (size_t s = 0; s < paths->count; s++) {
        paths->variance[s] = model->variance[factor];
        paths->move[s] = 0;
    }
    for (size_t h = 0; h < model->horizon_count; h++) {
        const double horizon = model->horizons[h];
        for (; (double)day + 1 <= horizon; day++)
            walk_day(model, factor, paths, days + day * block.scenarios);
        write_part(model, factor, paths, horizon - (double)day, days + day * block.scenarios,
                   moves + (h * model->factors + factor) * block.stride);
    }
}

rmc_err rmc_moves_filtered(const struct rmc_model *model, struct rmc_block block, struct rmc_rows rows, double *moves,
                           struct rmc_error *error) {
    const size_t steps = (size_t)model->horizons[model->horizon_count - 1] + 1;
    uint32_t *days = calloc(steps, block.scenarios * sizeof *days);
    if (days == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu days of %zu scenarios", steps,
                        block.scenarios);
    for (size_t s = 0; s < block.scenarios; s++)
        rmc_draw_days(model->key, (uint32_t)(block.first + s), (uint32_t)model->days, steps, block.scenarios, days + s);
    for (size_t i = 0; i < rows.count; i++)
        for (size_t at = 0; at < block.scenarios; at += BATCH) {
            const size_t left = block.scenarios - at;
            struct paths paths = {.count = left < BATCH ? left : BATCH};
            walk(model, rmc_row(rows, i), &paths, days + at, block, moves + at);
        }
    free(days);
    return RMC_OK;
}
