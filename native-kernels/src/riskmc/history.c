/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <math.h>

/* Returns 1 if all factors have a value on DAY, 0 if some lack a value, and -1 with ERROR for an invalid level. */
static int complete(const struct rmc_history *history, size_t day, struct rmc_error *error) {
    const double *level = history->level + day * history->factors;
    int all = 1;
    for (size_t j = 0; j < history->factors; j++) {
        if (isnan(level[j])) {
            all = 0;
        } else if (isinf(level[j]) || (history->move[j] == RMC_MOVE_LOG && !(level[j] > 0))) {
            rmc_fail(error, RMC_ERR_PANEL, "the level of factor %zu on day %zu is %g, not above zero and finite", j,
                     day, level[j]);
            return -1;
        }
    }
    return all;
}

static void take_moves(const struct rmc_history *history, struct rmc_span span, double *moves) {
    const size_t n = history->factors;
    const double *now = history->level + span.day * n, *before = now - span.days * n;
    const double scale = 1 / sqrt((double)span.days);
    for (size_t j = 0; j < n; j++)
        moves[j] = scale * (history->move[j] == RMC_MOVE_LOG ? log(now[j] / before[j]) : now[j] - before[j]);
}

rmc_err rmc_returns_of(const struct rmc_history *history, double *returns, struct rmc_span *spans, size_t *count,
                       struct rmc_error *error) {
    size_t found = 0, last = 0;
    if (history->factors == 0)
        return rmc_fail(error, RMC_ERR_PANEL, "no factor: a history needs at least 1");
    for (size_t day = 0; day < history->days; day++) {
        const int whole = complete(history, day, error);
        if (whole < 0)
            return RMC_ERR_PANEL;
        if (whole && found++ > 0) {
            const struct rmc_span span = {day, day - last};
            take_moves(history, span, returns + (found - 2) * history->factors);
            if (spans != NULL)
                spans[found - 2] = span;
        }
        last = whole ? day : last;
    }
    if (found < 3)
        return rmc_fail(error, RMC_ERR_PANEL, "%zu of %zu days have a value of every factor: 3 are needed", found,
                        history->days);
    *count = found - 1;
    return RMC_OK;
}

rmc_err rmc_check_returns(const struct rmc_returns *returns, size_t least, struct rmc_error *error) {
    if (returns->factors == 0 || returns->count < least || returns->move == NULL)
        return rmc_fail(error, RMC_ERR_PANEL, "%zu returns of %zu factors: at least %zu of at least 1 are needed",
                        returns->count, returns->factors, least);
    for (size_t i = 0; i < returns->count * returns->factors; i++)
        if (!isfinite(returns->move[i]))
            return rmc_fail(error, RMC_ERR_PANEL, "return %zu of factor %zu is %g", i / returns->factors,
                            i % returns->factors, returns->move[i]);
    return RMC_OK;
}

void rmc_levels(rmc_move move, double today, const double *moves, size_t count, double *levels) {
    if (move == RMC_MOVE_LOG)
        vm_exp(count, moves, levels);
    for (size_t i = 0; i < count; i++)
        levels[i] = move == RMC_MOVE_LOG ? today * levels[i] : today + moves[i];
}
