/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The error of the inner paths: the contribution of each path to a measure. A measure is a difference of two means of
 * the P&L. Each mean is over all scenarios, over the scenarios at the quantile, over the tail, or is today's P&L of 0.
 * The means are estimated on scenarios picked evenly in the order of P&L.
 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- which scenarios --- */

struct result {
    double pnl;
    uint32_t scenario;
};

/* Orders by P&L, then by number, so that the result does not depend on the sorting algorithm. */
static int by_pnl(const void *a, const void *b) {
    const struct result *x = a, *y = b;
    if (x->pnl != y->pnl)
        return x->pnl > y->pnl ? 1 : -1;
    return (x->scenario > y->scenario) - (x->scenario < y->scenario);
}

/* Picks up to ROOM scenarios evenly from ranks FIRST to LAST, from 1. Returns their number. */
static uint32_t pick(const struct result *sorted, size_t first, size_t last, size_t room, uint32_t *out) {
    const size_t there = last - first + 1, count = there < room ? there : room;
    for (size_t i = 0; i < count; i++)
        out[i] = sorted[first - 1 + (2 * i + 1) * there / (2 * count)].scenario;
    return (uint32_t)count;
}

rmc_err rmc_sample(const double *pnl, size_t count, double confidence, struct rmc_sample *out,
                   struct rmc_error *error) {
    const rmc_err code = rmc_check_sample(pnl, count, confidence, error);
    size_t lower, rank, upper;
    if (code != RMC_OK)
        return code;
    if (count > UINT32_MAX)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu scenarios: up to %u", count, UINT32_MAX);
    struct result *sorted = malloc(count * sizeof *sorted);
    if (sorted == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory to sort %zu values", count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct result){pnl[i], (uint32_t)i};
    qsort(sorted, count, sizeof *sorted, by_pnl);
    rmc_quantile_ranks(count, 1 - confidence, &lower, &rank, &upper);
    out->whole_count = pick(sorted, 1, count, RMC_SAMPLE_WHOLE, out->whole);
    out->quantile_count =
        pick(sorted, lower < 1 ? 1 : lower, upper > count ? count : upper, RMC_SAMPLE_QUANTILE, out->quantile);
    out->tail_count = pick(sorted, 1, rank, RMC_SAMPLE_TAIL, out->tail);
    free(sorted);
    return RMC_OK;
}

/* --- contributions of the paths in the picked scenarios --- */

enum { TODAY, WHOLE, QUANTILE, TAIL, GROUPS };

/* Numbers for each path. */
struct contributions {
    double *today;        /* factors from today on */
    double *later;        /* factors from the horizon on */
    double *mean[GROUPS]; /* mean payoff over each group of scenarios */
};

/* The scenarios of a sample in a block, one group after another. */
struct block {
    struct market *market;
    size_t first[GROUPS];
    size_t count[GROUPS];
};

/* The payoff of a path: WEIGHT times the payoff at SPOT times the path's factor. */
struct payoff {
    double sign; /* of the option */
    double spot;
    double strike;
    double weight;
};

static void add_payoffs(struct payoff payoff, size_t paths, const double *factors, double *mean) {
    for (size_t p = 0; p < paths; p++) {
        const double gain = payoff.sign * (payoff.spot * factors[p] - payoff.strike);
        mean[p] += gain > 0 ? payoff.weight * gain : 0.0;
    }
}

static void take_contributions(const struct rmc_portfolio *portfolio, size_t asian, const struct block *block,
                               struct contributions *found) {
    const struct asian *of = &portfolio->asians[asian];
    const struct instrument *at = &portfolio->instruments[of->instrument];
    const size_t paths = portfolio->setup.paths;
    const double *spot = block->market->spot + at->terms.factor * RMC_BLOCK;
    double strikes[RMC_BLOCK];
    struct payoff payoff = {rmc_sign(at->terms.option), portfolio->spot[at->terms.factor],
                            at->terms.strike - of->realised, exp(-of->today_rate * at->terms.years)};
    memset(found->mean[0], 0, GROUPS * paths * sizeof(double));
    add_payoffs(payoff, paths, found->today, found->mean[TODAY]);
    rmc_strikes(portfolio, asian, block->market, strikes);
    for (int g = WHOLE; g < GROUPS; g++)
        for (size_t s = block->first[g]; s < block->first[g] + block->count[g]; s++) {
            payoff.spot = spot[s];
            payoff.strike = strikes[s];
            payoff.weight = at->horizon_discount / (double)block->count[g];
            add_payoffs(payoff, paths, found->later, found->mean[g]);
        }
}

/* Returns the variance of the mean over all paths of FIRST less SECOND. NAN for one path. */
static double variance_of(const double *first, const double *second, size_t paths) {
    double sum = 0, squares = 0;
    for (size_t p = 0; p < paths; p++)
        sum += first[p] - second[p];
    for (size_t p = 0; p < paths; p++) {
        const double beside = first[p] - second[p] - sum / (double)paths;
        squares += beside * beside;
    }
    return paths > 1 ? squares / (double)paths / (double)(paths - 1) : NAN;
}

static struct rmc_inner inner_of(const struct rmc_portfolio *portfolio, size_t asian,
                                 const struct contributions *found) {
    const double quantity = portfolio->instruments[portfolio->asians[asian].instrument].terms.quantity;
    const size_t paths = portfolio->setup.paths;
    const double *const *mean = (const double *const *)found->mean;
    const double square = quantity * quantity;
    if (quantity == 0)
        return (struct rmc_inner){0, 0, 0};
    return (struct rmc_inner){
        square * variance_of(mean[WHOLE], mean[QUANTILE], paths),
        square * variance_of(mean[TODAY], mean[QUANTILE], paths),
        square * variance_of(mean[WHOLE], mean[TAIL], paths),
    };
}

static void take_sample(const struct rmc_sample *sample, struct block *block) {
    const uint32_t *const from[GROUPS] = {NULL, sample->whole, sample->quantile, sample->tail};
    const size_t counts[GROUPS] = {0, sample->whole_count, sample->quantile_count, sample->tail_count};
    block->market->count = 0;
    for (int g = WHOLE; g < GROUPS; g++) {
        block->first[g] = block->market->count;
        block->count[g] = counts[g];
        memcpy(block->market->scenario + block->market->count, from[g], counts[g] * sizeof *from[g]);
        block->market->count += counts[g];
    }
}

static void free_blocks(struct block *blocks, size_t count) {
    for (size_t i = 0; blocks != NULL && i < count; i++)
        rmc_market_free(blocks[i].market);
    free(blocks);
}

/* Draws the scenarios of each sample. The caller frees the blocks, also after a failure. */
static rmc_err draw_blocks(const struct rmc_portfolio *portfolio, struct rmc_samples samples, struct block **blocks,
                           struct rmc_error *error) {
    rmc_err code = RMC_OK;
    *blocks = calloc(samples.count, sizeof **blocks);
    if (*blocks == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu samples", samples.count);
    for (size_t i = 0; i < samples.count && code == RMC_OK; i++) {
        code = rmc_market_new(portfolio, &(*blocks)[i].market, error);
        if (code == RMC_OK) {
            take_sample(&samples.sample[i], &(*blocks)[i]);
            rmc_market_draw(portfolio, (*blocks)[i].market);
        }
    }
    return code;
}

static rmc_err check_call(const struct rmc_portfolio *portfolio, size_t first, size_t last, struct rmc_samples samples,
                          struct rmc_error *error) {
    if (first > last || last > portfolio->asian_count)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "Asian options %zu to %zu of %zu do not exist", first, last,
                        portfolio->asian_count);
    if (samples.count == 0)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "no sample");
    for (size_t i = 0; i < samples.count; i++) {
        const struct rmc_sample *at = &samples.sample[i];
        if (at->whole_count - 1 >= RMC_SAMPLE_WHOLE || at->quantile_count - 1 >= RMC_SAMPLE_QUANTILE ||
            at->tail_count - 1 >= RMC_SAMPLE_TAIL)
            return rmc_fail(error, RMC_ERR_ARGUMENT, "a sample of %u, %u and %u scenarios is not one of rmc_sample",
                            at->whole_count, at->quantile_count, at->tail_count);
    }
    return rmc_check_tables(portfolio, error);
}

/* Returns contributions in ROOM, which has two numbers and the groups for each path. */
static struct contributions contributions_in(double *room, size_t paths) {
    struct contributions found = {.today = room, .later = room + paths};
    for (size_t g = 0; g < GROUPS; g++)
        found.mean[g] = room + (2 + g) * paths;
    return found;
}

rmc_err rmc_inner_variance(const struct rmc_portfolio *portfolio, size_t first, size_t last, struct rmc_samples samples,
                           struct rmc_inner *out, struct rmc_error *error) {
    const size_t paths = portfolio->setup.paths;
    struct block *blocks = NULL;
    rmc_err code = check_call(portfolio, first, last, samples, error);
    if (code != RMC_OK)
        return code;
    code = draw_blocks(portfolio, samples, &blocks, error);
    double *room = malloc((2 + GROUPS) * paths * sizeof *room);
    if (code == RMC_OK && room == NULL)
        code = rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for the contributions of %zu paths", paths);
    for (size_t a = first; a < last && code == RMC_OK; a++) {
        struct contributions found = contributions_in(room, paths);
        rmc_factors_today(portfolio, a, found.today);
        rmc_factors_later(portfolio, a, found.later);
        for (size_t i = 0; i < samples.count; i++) {
            take_contributions(portfolio, a, &blocks[i], &found);
            out[(a - first) * samples.count + i] = inner_of(portfolio, a, &found);
        }
    }
    free(room);
    free_blocks(blocks, samples.count);
    return code;
}
