/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <math.h>

enum { PARAMETERS = 3, CORNERS = PARAMETERS + 1, FEWEST = 50 };

static const double most_persistence = 0.9999;

struct rmc_garch rmc_garch_ewma(double lambda) {
    return (struct rmc_garch){0, 1 - lambda, lambda};
}

static double mean_square(const double *moves, size_t count) {
    return rmc_dot(moves, moves, count) / (double)count;
}

void rmc_garch_variances(const double *moves, size_t count, struct rmc_garch garch, double *variances) {
    variances[0] = mean_square(moves, count);
    for (size_t t = 0; t < count; t++)
        variances[t + 1] = garch.omega + garch.alpha * (moves[t] * moves[t]) + garch.beta * variances[t];
}

/* The function to minimise: twice the negative log likelihood, less its constant, in units of the mean square. */
struct series {
    const double *moves;
    size_t count;
    double mean_square;
};

static double cost(const struct series *of, struct rmc_garch garch) {
    enum { TOGETHER = 8 }; /* one logarithm for the product of this number of variances, each near 1 */
    double variance = 1, logs = 0, squares = 0, product = 1;
    for (size_t t = 0; t < of->count; t++) {
        const double square = of->moves[t] * of->moves[t] / of->mean_square;
        product *= variance;
        squares += square / variance;
        variance = garch.omega + garch.alpha * square + garch.beta * variance;
        if (t % TOGETHER == TOGETHER - 1) {
            logs += log(product);
            product = 1;
        }
    }
    return logs + log(product) + squares;
}

/* Returns the filter for three unbounded numbers: the logits of alpha + beta and of alpha's share in that sum, and the
 * logarithm of the long-run variance divided by the mean square. So the search needs no bounds. */
static struct rmc_garch garch_of(const double at[PARAMETERS]) {
    const double persistence = most_persistence / (1 + exp(-at[0])), share = 1 / (1 + exp(-at[1]));
    return (struct rmc_garch){exp(at[2]) * (1 - persistence), persistence * share, persistence * (1 - share)};
}

struct corner {
    double at[PARAMETERS];
    double cost;
};

static double corner_cost(const struct series *of, const double at[PARAMETERS]) {
    for (int p = 0; p < PARAMETERS; p++)
        if (fabs(at[p]) > 30)
            return INFINITY;
    const double found = cost(of, garch_of(at));
    return isnan(found) ? INFINITY : found;
}

/* Returns the corner on the line from the worst corner through the middle of the others, FACTOR times as far away. */
static struct corner along(const struct series *of, const struct corner *corners, double factor) {
    struct corner made = {.cost = 0};
    for (int p = 0; p < PARAMETERS; p++) {
        double middle = 0;
        for (int c = 0; c < PARAMETERS; c++)
            middle += corners[c].at[p] / PARAMETERS;
        made.at[p] = middle + factor * (corners[PARAMETERS].at[p] - middle);
    }
    made.cost = corner_cost(of, made.at);
    return made;
}

static void order(struct corner *corners) {
    for (int i = 1; i < CORNERS; i++)
        for (int j = i; j > 0 && corners[j].cost < corners[j - 1].cost; j--) {
            const struct corner lower = corners[j];
            corners[j] = corners[j - 1];
            corners[j - 1] = lower;
        }
}

static void shrink(const struct series *of, struct corner *corners) {
    for (int c = 1; c < CORNERS; c++) {
        for (int p = 0; p < PARAMETERS; p++)
            corners[c].at[p] = 0.5 * (corners[c].at[p] + corners[0].at[p]);
        corners[c].cost = corner_cost(of, corners[c].at);
    }
}

/* Nelder and Mead, "A simplex method for function minimization", The Computer Journal 7, 1965. */
static struct corner search(const struct series *of, const double from[PARAMETERS]) {
    enum { MOST_STEPS = 400 };
    struct corner corners[CORNERS];
    for (int c = 0; c < CORNERS; c++) {
        for (int p = 0; p < PARAMETERS; p++)
            corners[c].at[p] = from[p] + (c == p + 1 ? 0.5 : 0);
        corners[c].cost = corner_cost(of, corners[c].at);
    }
    for (int step = 0; step < MOST_STEPS; step++) {
        order(corners);
        struct corner *worst = &corners[PARAMETERS];
        if (worst->cost - corners[0].cost < 1e-9)
            break;
        const struct corner mirrored = along(of, corners, -1);
        if (mirrored.cost < corners[0].cost) {
            const struct corner beyond = along(of, corners, -2);
            *worst = beyond.cost < mirrored.cost ? beyond : mirrored;
        } else if (mirrored.cost < corners[PARAMETERS - 1].cost) {
            *worst = mirrored;
        } else {
            const struct corner nearer = along(of, corners, mirrored.cost < worst->cost ? -0.5 : 0.5);
            if (nearer.cost < fmin(mirrored.cost, worst->cost))
                *worst = nearer;
            else
                shrink(of, corners);
        }
    }
    order(corners);
    return corners[0];
}

rmc_err rmc_garch_fit(const double *moves, size_t count, struct rmc_garch *garch, double *likelihood,
                      struct rmc_error *error) {
    static const double starts[][PARAMETERS] = {{3, -2.5, 0}, {5, -3.5, 0}, {1, -1.5, 0}};
    const struct rmc_returns as_returns = {moves, count, 1};
    const rmc_err code = rmc_check_returns(&as_returns, FEWEST, error);
    if (code != RMC_OK)
        return code;
    const struct series of = {moves, count, mean_square(moves, count)};
    if (!(of.mean_square > 0))
        return rmc_fail(error, RMC_ERR_PANEL, "all %zu moves are zero: they have no volatility to fit", count);
    struct corner best = {.cost = INFINITY};
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
        const struct corner found = search(&of, starts[s]);
        best = found.cost < best.cost ? found : best;
    }
    best = search(&of, best.at);
    *garch = garch_of(best.at);
    garch->omega *= of.mean_square;
    if (likelihood != NULL)
        *likelihood = -0.5 * (best.cost + (double)count * log(6.283185307179586476925 * of.mean_square));
    return RMC_OK;
}
