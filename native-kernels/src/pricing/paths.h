/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Valuation of kinds with paths: the mean over paths of the payoff of a path (Glasserman, Monte Carlo Methods in
 * Financial Engineering, 2004, chapters 1 and 3).
 *
 * A path takes some steps. Step k draws a normal e and uses z = w + own[k] e, where w sums the kept parts of earlier
 * steps: w += kept[k] e. The price of the step is exp(base[k] + volatility[k] z). With dates as steps, w is a Brownian
 * motion; with the prices of a basket as steps, the z are correlated.
 *
 * A kind defines the effect of a step on the state of a path, and the final payoff of a path. Both functions are
 * inlined.
 */
#ifndef SLIPWAY_PRICING_PATHS_H
#define SLIPWAY_PRICING_PATHS_H

#include "kernel.h"

#include "slipway/vecmath.h"

struct walk {
    size_t steps;
    double *own, *kept;         /* by step */
    double *bases;              /* a row for each step */
    const double *volatilities; /* a row for all steps, or one for each */
    size_t volatility_stride;   /* 0, or the length of a row */
};

/* The state of a path. Each kind states the use of a, b and c, which begin as 0, 1 and 0. */
struct state {
    lane_double a, b, c;
};

/* Takes the step to the price with the logarithm X; I is the place of the lanes in a row. */
typedef struct state take_step(const void *terms, struct state state, size_t step, lane_double x, size_t i);

/* Returns the payoff of a path. */
typedef lane_double pay_path(const void *terms, struct state state, size_t i);

/* The part of a kind: step and payoff of the paths, and the id of the instrument, which keys the paths. */
struct game {
    uint64_t id;
    const void *terms;
    take_step *step;
    pay_path *pay;
};

LANE struct walk walk_of(struct prc_job *job, size_t steps) {
    struct walk walk = {.steps = steps};
    walk.own = take_doubles(job, steps);
    walk.kept = take_doubles(job, steps);
    walk.bases = take_doubles(job, steps * job->row);
    return walk;
}

/* Copies the levels of a volatility to whole lanes. A negative volatility becomes not a number. */
LANE void copy_volatilities(const struct prc_job *job, uint32_t factor, double *row) {
    const double *levels = level_row(job->block, factor);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const lane_double level = load(levels, i, job->block->scenarios);
        lane_store(row + i, lane_select(lane_less(level, lane_all(0)), lane_all(NAN), level));
    }
}

/* A moving price: rows of logarithms and volatilities, and the curves. */
struct mover {
    const double *logarithms, *volatilities;
    uint32_t curve, yield_curve;
};

/* Writes the base of a step after YEARS: log(level) + (rate - yield) years - volatility^2 years / 2. */
LANE void write_base(const struct prc_job *job, const struct mover *mover, double years, double *base) {
    const size_t count = job->block->scenarios;
    const struct exponent rate = exponent_of(job->block, mover->curve, years);
    const struct exponent yield = exponent_of(job->block, mover->yield_curve, years);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const lane_double volatility = lane_load(mover->volatilities + i);
        const lane_double carry = exponent_at(&rate, i, count) - exponent_at(&yield, i, count);
        lane_store(base + i, lane_load(mover->logarithms + i) + carry - 0.5 * years * volatility * volatility);
    }
}

LANE struct vm_key key_of_paths(const struct prc_block *block) {
    return vm_key_of(block->seed, PRC_FOR_PATHS);
}

/* --- common paths --- */

/* The z of some common paths: z[step * PRC_PATHS_AT_ONCE + path]. */
struct draws {
    double *z, *first, *second; /* normals of the pairs of steps */
};

LANE struct draws draws_of(struct prc_job *job, size_t steps) {
    struct draws draws;
    draws.z = take_doubles(job, steps * PRC_PATHS_AT_ONCE);
    draws.first = take_doubles(job, steps / 2 + 1);
    draws.second = take_doubles(job, steps / 2 + 1);
    return draws;
}

/* Draws the z of COUNT common paths from FROM on. */
LANE void draw_common(const struct walk *walk, const struct prc_block *block, uint64_t id, struct draws draws,
                      size_t from, size_t count) {
    const struct vm_key key = key_of_paths(block);
    for (size_t p = 0; p < count; p++) {
        const uint32_t counter[4] = {0, (uint32_t)id, (uint32_t)(id >> 32), (uint32_t)(from + p) << 12};
        vm_normal_pairs(key, counter, 3, (walk->steps + 1) / 2, draws.first, draws.second);
        double w = 0;
        for (size_t k = 0; k < walk->steps; k++) {
            const double e = (k % 2 == 0 ? draws.first : draws.second)[k / 2];
            draws.z[k * PRC_PATHS_AT_ONCE + p] = w + walk->own[k] * e;
            w = w + walk->kept[k] * e;
        }
    }
}

/* Adds the payoffs of some common paths to SUMS. */
LANE void walk_common(const struct walk *walk, const struct prc_job *job, struct game game, const double *z,
                      size_t paths, double *sums) {
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        lane_double sum = lane_load(sums + i);
        for (size_t p = 0; p < paths; p++) {
            struct state state = {lane_all(0), lane_all(1), lane_all(0)};
            for (size_t k = 0; k < walk->steps; k++) {
                const lane_double volatility = lane_load(walk->volatilities + k * walk->volatility_stride + i);
                const lane_double base = lane_load(walk->bases + k * job->row + i);
                const lane_double x = lane_fma(volatility, lane_all(z[k * PRC_PATHS_AT_ONCE + p]), base);
                state = game.step(game.terms, state, k, x, i);
            }
            sum += game.pay(game.terms, state, i);
        }
        lane_store(sums + i, sum);
    }
}

LANE void sum_common(const struct walk *walk, struct prc_job *job, struct game game, double *sums) {
    const struct draws draws = draws_of(job, walk->steps);
    for (size_t from = 0; from < job->block->paths; from += PRC_PATHS_AT_ONCE) {
        const size_t left = job->block->paths - from, count = left < PRC_PATHS_AT_ONCE ? left : PRC_PATHS_AT_ONCE;
        draw_common(walk, job->block, game.id, draws, job->block->first_path + from, count);
        walk_common(walk, job, game, draws.z, count, sums);
    }
}

/* --- fresh paths --- */

/* One path in some scenarios at once. */
struct front {
    size_t from, length;    /* of the scenarios, in whole lanes */
    double *first, *second; /* normals, by scenario */
    double *w, *a, *b, *c;  /* w and the state, by scenario */
};

LANE void reset(const struct front *front) {
    fill_row(front->w, front->length, 0);
    fill_row(front->a, front->length, 0);
    fill_row(front->b, front->length, 1);
    fill_row(front->c, front->length, 0);
}

LANE struct state state_at(const struct front *front, size_t i) {
    return (struct state){lane_load(front->a + i), lane_load(front->b + i), lane_load(front->c + i)};
}

/* Takes a step with the normals E. */
LANE void step_fresh(const struct walk *walk, const struct prc_job *job, struct game game, const struct front *front,
                     size_t k, const double *e) {
    const double own = walk->own[k], kept = walk->kept[k];
    const double *volatilities = walk->volatilities + k * walk->volatility_stride + front->from;
    const double *bases = walk->bases + k * job->row + front->from;
    for (size_t i = 0; i < front->length; i += LANE_DOUBLES) {
        const lane_double normal = lane_load(e + i), w = lane_load(front->w + i);
        const lane_double x = lane_fma(lane_load(volatilities + i), w + own * normal, lane_load(bases + i));
        const struct state state = game.step(game.terms, state_at(front, i), k, x, front->from + i);
        lane_store(front->w + i, w + kept * normal);
        lane_store(front->a + i, state.a);
        lane_store(front->b + i, state.b);
        lane_store(front->c + i, state.c);
    }
}

/* Walks a path, and adds the payoff to SUMS. */
LANE void walk_fresh(const struct walk *walk, const struct prc_job *job, struct game game, const struct front *front,
                     size_t path, double *sums) {
    const struct prc_block *block = job->block;
    const struct vm_key key = key_of_paths(block);
    const size_t left = block->scenarios - front->from, count = left < front->length ? left : front->length;
    reset(front);
    for (size_t k = 0; k < walk->steps; k++) {
        const uint32_t counter[4] = {block->first + (uint32_t)front->from, (uint32_t)game.id, (uint32_t)(game.id >> 32),
                                     (uint32_t)(path << 12 | k / 2)};
        if (k % 2 == 0)
            vm_normal_pairs(key, counter, 0, count, front->first, front->second);
        step_fresh(walk, job, game, front, k, k % 2 == 0 ? front->first : front->second);
    }
    for (size_t i = 0; i < front->length; i += LANE_DOUBLES) {
        double *sum = sums + front->from + i;
        lane_store(sum, lane_load(sum) + game.pay(game.terms, state_at(front, i), front->from + i));
    }
}

LANE void sum_fresh(const struct walk *walk, struct prc_job *job, struct game game, double *sums) {
    struct front front = {0};
    double **const rows[] = {&front.first, &front.second, &front.w, &front.a, &front.b, &front.c};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        *rows[i] = take_doubles(job, PRC_SCENARIOS_AT_ONCE);
        fill_row(*rows[i], PRC_SCENARIOS_AT_ONCE, 0);
    }
    for (front.from = 0; front.from < job->row; front.from += PRC_SCENARIOS_AT_ONCE) {
        const size_t left = job->row - front.from;
        front.length = left < PRC_SCENARIOS_AT_ONCE ? left : PRC_SCENARIOS_AT_ONCE;
        for (size_t path = 0; path < job->block->paths; path++)
            walk_fresh(walk, job, game, &front, job->block->first_path + path, sums);
    }
}

/* Writes the mean payoff of the paths to VALUES. */
LANE void value_by_paths(const struct walk *walk, struct prc_job *job, struct game game, double *values) {
    fill_row(values, job->row, 0);
    if (job->block->inner == PRC_FRESH)
        sum_fresh(walk, job, game, values);
    else
        sum_common(walk, job, game, values);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(values + i, lane_load(values + i) / (double)job->block->paths);
}

#endif
