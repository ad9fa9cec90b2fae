/* SPDX-License-Identifier: Apache-2.0 */
/* Contributions of the parts of a portfolio to value-at-risk: the scenarios around the quantile, and lines through
 * them. */
#include "slipway/riskmc_tail.h"

#include "internal.h"
#include "slipway/riskmc_models.h"

#include <math.h>
#include <stdlib.h>

/* The 97.5 % quantile of the standard normal. */
#define NORMAL_975 1.959963984540054

/* The error of a line through fewer scenarios cannot be estimated. */
enum { LEAST_WINDOW = 5 };

/* Orders scenarios by P&L. The P&L becomes the score later, so that no further memory is needed. */
static int by_pnl(const void *a, const void *b) {
    const struct rmc_low *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? -1 : 1;
    return (x->scenario > y->scenario) - (x->scenario < y->scenario);
}

/* Chooses the window around the quantile. */
static void choose_window(struct rmc_tail *tail) {
    const double rank = (double)tail->rank;
    const size_t half = (size_t)ceil(fmax(rank / 2, 2 * sqrt(rank)));
    tail->first = tail->rank > half ? tail->rank - half - 1 : 0;
    tail->end = tail->rank + half < tail->count ? tail->rank + half : tail->count;
}

/* Takes the mean over all scenarios, and the quantile with its error. Scores are still P&Ls here. */
static void take_quantile(struct rmc_tail *tail) {
    size_t lower, upper;
    double sum = 0;
    rmc_quantile_ranks(tail->count, tail->tail, &lower, &tail->rank, &upper);
    for (size_t i = 0; i < tail->count; i++)
        sum += tail->lows[i].score;
    tail->mean = sum / (double)tail->count;
    tail->quantile = tail->lows[tail->rank - 1].score;
    tail->quantile_error = lower >= 1 && upper <= tail->count
                               ? (tail->lows[upper - 1].score - tail->lows[lower - 1].score) / (2 * NORMAL_975)
                               : NAN;
}

/* Returns half of the interval of a line at the quantile, in standard deviations of the residuals. */
static double line_error_of(const struct rmc_tail *tail) {
    const double size = (double)(tail->end - tail->first), degrees = size - 2;
    if (tail->end - tail->first < LEAST_WINDOW)
        return NAN;
    const double student = rmc_student_quantile(0.975, degrees) / sqrt((degrees - 2) / degrees);
    return student * sqrt((1 + tail->quantile_score * tail->quantile_score) / degrees);
}

/* Replaces the P&L of the low scenarios by scores. */
static void score_lows(struct rmc_tail *tail) {
    const double size = (double)(tail->end - tail->first);
    double sum = 0, squares = 0;
    for (size_t i = tail->first; i < tail->end; i++)
        sum += tail->lows[i].score;
    const double centre = sum / size;
    for (size_t i = tail->first; i < tail->end; i++)
        squares += (tail->lows[i].score - centre) * (tail->lows[i].score - centre);
    tail->deviation = sqrt(squares / size);
    for (size_t i = 0; i < tail->end; i++)
        tail->lows[i].score = tail->deviation > 0 ? (tail->lows[i].score - centre) / tail->deviation : 0;
    tail->quantile_score = tail->lows[tail->rank - 1].score;
    tail->line_error = line_error_of(tail);
}

rmc_err rmc_tail_new(const double *pnl, size_t count, double confidence, struct rmc_tail **tail,
                     struct rmc_error *error) {
    *tail = NULL;
    const rmc_err code = rmc_check_sample(pnl, count, confidence, error);
    if (code != RMC_OK)
        return code;
    if (count > UINT32_MAX)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu scenarios are not below 2^32", count);
    struct rmc_tail *made = calloc(1, sizeof *made);
    struct rmc_low *lows = malloc(count * sizeof *lows);
    if (made == NULL || lows == NULL) {
        free(made);
        free(lows);
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory to order %zu scenarios", count);
    }
    for (size_t i = 0; i < count; i++)
        lows[i] = (struct rmc_low){(uint32_t)i, pnl[i]};
    qsort(lows, count, sizeof *lows, by_pnl);
    *made = (struct rmc_tail){.tail = 1 - confidence, .count = count, .lows = lows};
    take_quantile(made);
    choose_window(made);
    score_lows(made);
    struct rmc_low *fewer = realloc(lows, made->end * sizeof *lows);
    made->lows = fewer != NULL ? fewer : lows;
    *tail = made;
    return RMC_OK;
}

void rmc_tail_free(struct rmc_tail *tail) {
    if (tail == NULL)
        return;
    free(tail->lows);
    free(tail);
}

/* Returns the mean of a part over the scenarios up to the quantile. */
static double mean_of_lows(const struct rmc_tail *tail, const double *pnl) {
    double sum = 0;
    for (size_t i = 0; i < tail->rank; i++)
        sum += pnl[tail->lows[i].scenario];
    return sum / (double)tail->rank;
}

void rmc_part_of(const struct rmc_tail *tail, const double *pnl, struct rmc_part *part) {
    const double size = (double)(tail->end - tail->first), count = (double)tail->count;
    *part = (struct rmc_part){.tail = mean_of_lows(tail, pnl)};
    for (size_t i = 0; i < tail->count; i++) {
        part->mean += pnl[i];
        part->square += pnl[i] * pnl[i];
    }
    part->mean /= count;
    part->square /= count;
    for (size_t i = tail->first; i < tail->end; i++) {
        const double p = pnl[tail->lows[i].scenario];
        part->window += p;
        part->window_square += p * p;
        part->scored += p * tail->lows[i].score;
    }
    part->window /= size;
    part->window_square /= size;
    part->scored /= size;
}

/* Returns the covariance of the mean of a part with a quantile, by Bahadur: of the order of 1 / count. TAIL_MEAN is the
 * part's mean in the tail of that quantile. */
static double covariance_with_mean(const struct rmc_tail *tail, double mean, double tail_mean) {
    return tail->quantile_error * sqrt(tail->tail / (1 - tail->tail)) * (mean - tail_mean) / sqrt((double)tail->count);
}

/* Returns the square of the half interval from the line's own error. */
static double square_of_line(const struct rmc_tail *tail, const struct rmc_part *part) {
    const double left = part->window_square - part->window * part->window - part->scored * part->scored;
    return tail->line_error * tail->line_error * fmax(left, 0);
}

/* Returns an interval with half width sqrt(SQUARE). Rounding may take SQUARE below 0. */
static struct rmc_interval around(double value, double square) {
    const double half = isnan(square) ? NAN : sqrt(fmax(square, 0));
    return (struct rmc_interval){value, value - half, value + half};
}

struct rmc_interval rmc_component(const struct rmc_tail *tail, const struct rmc_part *part) {
    const double value = part->mean - (part->window + part->scored * tail->quantile_score);
    const double slope = tail->deviation > 0 ? part->scored / tail->deviation : 0;
    const double of_quantile = slope * tail->quantile_error;
    const double of_mean = fmax(part->square - part->mean * part->mean, 0) / (double)tail->count;
    const double both = slope * covariance_with_mean(tail, part->mean, part->tail);
    const double others = of_quantile * of_quantile + of_mean - 2 * both;
    return around(value, square_of_line(tail, part) + NORMAL_975 * NORMAL_975 * others);
}

/* Counts the scenarios at or below both quantiles. */
static rmc_err count_common(const struct rmc_tail *one, const struct rmc_tail *other, size_t *common,
                            struct rmc_error *error) {
    unsigned char *below = calloc(one->count, 1);
    if (below == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory to compare the tails of %zu scenarios", one->count);
    for (size_t i = 0; i < one->rank; i++)
        below[one->lows[i].scenario] = 1;
    *common = 0;
    for (size_t i = 0; i < other->rank; i++)
        *common += below[other->lows[i].scenario];
    free(below);
    return RMC_OK;
}

rmc_err rmc_incremental(const struct rmc_tail *tail, const struct rmc_tail *without, const double *pnl,
                        struct rmc_interval *out, struct rmc_error *error) {
    size_t common = 0;
    if (tail->count != without->count || tail->tail != without->tail)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "tails of %g in %zu and %g in %zu scenarios do not compare",
                        tail->tail, tail->count, without->tail, without->count);
    const rmc_err code = count_common(tail, without, &common, error);
    if (code != RMC_OK)
        return code;
    struct rmc_part part;
    rmc_part_of(tail, pnl, &part);
    const double a = tail->tail, count = (double)tail->count;
    const double correlation = fmin(1, ((double)common / count - a * a) / (a * (1 - a)));
    const double here = tail->quantile_error, there = without->quantile_error;
    const double of_mean = fmax(part.square - part.mean * part.mean, 0) / count;
    const double with_mean = covariance_with_mean(without, part.mean, mean_of_lows(without, pnl)) -
                             covariance_with_mean(tail, part.mean, part.tail);
    const double variance = here * here + there * there - 2 * correlation * here * there + of_mean + 2 * with_mean;
    *out =
        around(tail->mean - tail->quantile - (without->mean - without->quantile), NORMAL_975 * NORMAL_975 * variance);
    return RMC_OK;
}
