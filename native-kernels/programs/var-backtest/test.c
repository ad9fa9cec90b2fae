/* SPDX-License-Identifier: Apache-2.0 */
/* The test: a forecast for each day, the outcome, and the figures of both. */
#include "backtest.h"

#include "base/day.h"
#include "base/split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BASEL_DAYS = 250 };

/* Returns the P&L of the portfolio from the day of move T - 1 to the day of move T, in the unit of the weights. */
static double pnl_of(const struct market *market, size_t t) {
    const double *now = market->prices + market->spans[t].day * market->factors, *before = now - market->factors;
    double sum = 0;
    for (size_t j = 0; j < market->factors; j++)
        sum += market->weights[j] * (now[j] / before[j] - 1);
    return sum;
}

static int day_of(const struct market *market, size_t t) {
    return market->days[market->spans[t].day];
}

/* Finds the moves to test: the moves of the requested days, each after a whole window. */
static int find_range(const struct options *options, const struct market *market, struct sw_range *range,
                      struct sw_failure *f) {
    char first_text[SW_DAY_BYTES], asked_text[SW_DAY_BYTES];
    const size_t window = (size_t)options->window;
    size_t first = 0, end = market->count;
    while (first < market->count && day_of(market, first) < options->first)
        first++;
    while (end > first && day_of(market, end - 1) > options->last)
        end--;
    if (options->from == NULL && first < window)
        first = window;
    if (first >= end)
        return sw_fail(f, STATUS_COMPUTE, "ask for other days, or give more history",
                       "%s: no day to test: it has %zu moves", options->history, market->count);
    if (first < window && market->count > window)
        return sw_fail(f, STATUS_COMPUTE, "begin the test later, lower --window, or give more history",
                       "%s: %zu moves before %s, where the window needs %zu: the first day that can be tested is %s",
                       options->history, first, sw_day_text(day_of(market, first), asked_text), window,
                       sw_day_text(day_of(market, window), first_text));
    if (first < window)
        return sw_fail(f, STATUS_COMPUTE, "lower --window, or give more history",
                       "%s: %zu moves, where the window needs %zu", options->history, market->count, window);
    *range = (struct sw_range){first, end};
    return STATUS_OK;
}

static int test_days(const struct options *options, const struct market *market, struct sw_range range,
                     struct results *results, struct sw_failure *f) {
    double *scratch = calloc(3 * options->window + 1, sizeof *scratch);
    if (scratch == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for a window of %zu days", (size_t)options->window);
    for (size_t t = range.first; t < range.end && f->status == STATUS_OK; t++) {
        if (market->spans[t].days > 1) {
            results->after_holes++;
            continue;
        }
        struct tested *day = &results->days[results->count];
        *day = (struct tested){day_of(market, t), pnl_of(market, t), 0};
        if (forecast(options, market, t - (size_t)options->window, scratch, &day->var, f) == STATUS_OK)
            results->exceptions[results->count++] = day->pnl < -day->var;
    }
    free(scratch);
    return f->status;
}

/* Tests each span of 250 days; keeps the last span, and the first span with most exceptions. */
static rmc_err test_years(const struct options *options, struct results *results, struct rmc_error *error) {
    for (size_t first = 0; first + BASEL_DAYS <= results->count; first++) {
        const rmc_err code =
            rmc_backtest_of(results->exceptions + first, BASEL_DAYS, options->level, &results->last, error);
        if (code != RMC_OK)
            return code;
        if (first == 0 || results->last.exceptions > results->worst.exceptions) {
            results->worst = results->last;
            results->worst_first = first;
        }
    }
    return RMC_OK;
}

int run_backtest(const struct options *options, const struct market *market, struct results *results,
                 struct sw_failure *f) {
    struct sw_range range = {0, 0};
    struct rmc_error error;
    *results = (struct results){.count = 0};
    if (find_range(options, market, &range, f) != STATUS_OK)
        return f->status;
    results->days = calloc(range.end - range.first, sizeof *results->days);
    results->exceptions = calloc(range.end - range.first, 1);
    if (results->days == NULL || results->exceptions == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu days", (size_t)(range.end - range.first));
    if (test_days(options, market, range, results, f) != STATUS_OK)
        return f->status;
    if (results->count < 2)
        return sw_fail(f, STATUS_COMPUTE, "ask for more days", "%s: %zu day to test: at least 2 are needed",
                       options->history, results->count);
    if (rmc_backtest_of(results->exceptions, results->count, options->level, &results->test, &error) != RMC_OK ||
        test_years(options, results, &error) != RMC_OK)
        sw_fail(f, STATUS_COMPUTE, NULL, "%s", error.text);
    return f->status;
}

void free_results(struct results *results) {
    free(results->days);
    free(results->exceptions);
}
