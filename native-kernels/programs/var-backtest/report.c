/* SPDX-License-Identifier: Apache-2.0 */
#include "backtest.h"

#include "base/day.h"

#include <inttypes.h>

static const char *const zones[] = {"green", "yellow", "red"};

static void print_ratio(const char *name, double ratio, double p, FILE *out) {
    fprintf(out, "%s: ratio %.4g, p %.4g, %s at 5 %%\n", name, ratio, p, p < 0.05 ? "rejected" : "not rejected");
}

static void print_year(const char *which, const struct results *results, const struct rmc_backtest *year, size_t first,
                       FILE *out) {
    char from[SW_DAY_BYTES], to[SW_DAY_BYTES];
    fprintf(out, "%s, %s to %s: %zu exceptions, %s, multiplier %.2f\n", which,
            sw_day_text(results->days[first].day, from), sw_day_text(results->days[first + year->days - 1].day, to),
            year->exceptions, zones[year->zone], rmc_basel_multiplier(year->exceptions));
}

static void print_model(const struct options *options, FILE *out) {
    fprintf(out, "model %s", model_name(options->model));
    if (options->model == MODEL_FILTERED && options->filter == FILTER_GARCH)
        fprintf(out, " (garch)");
    else if (options->model == MODEL_FILTERED || options->model == MODEL_EWMA)
        fprintf(out, " (lambda %g)", options->lambda);
    fprintf(out, ", window %" PRIu64 " days, VaR at %g %%\n", options->window, 100 * options->level);
}

void print_results(const struct options *options, const struct market *market, const struct results *results,
                   FILE *out) {
    const struct rmc_backtest *test = &results->test;
    char from[SW_DAY_BYTES], to[SW_DAY_BYTES];
    fprintf(out, "factors %zu, days %zu (%zu left out: not in all factors)\n", market->factors, market->day_count,
            market->day_count - market->count - 1);
    print_model(options, out);
    fprintf(out, "tested %zu days, %s to %s", test->days, sw_day_text(results->days[0].day, from),
            sw_day_text(results->days[results->count - 1].day, to));
    if (results->after_holes > 0)
        fprintf(out, " (%zu left out: a day before is missing)", results->after_holes);
    fprintf(out, "\nexceptions %zu, expected %.2f; as many or more with probability %.4g\n", test->exceptions,
            (1 - options->level) * (double)test->days, test->expected_or_more);
    print_ratio("Kupiec, coverage", test->coverage, test->coverage_p, out);
    print_ratio("Christoffersen, independence", test->independence, test->independence_p, out);
    print_ratio("Christoffersen, conditional coverage", test->conditional, test->conditional_p, out);
    fprintf(out, "Basel zone of these %zu days: %s\n", test->days, zones[test->zone]);
    /* The multipliers are for 250 days at 99 %. */
    if (results->last.days > 0 && options->level > 0.99 - 1e-9 && options->level < 0.99 + 1e-9) {
        print_year("last 250 days", results, &results->last, results->count - results->last.days, out);
        print_year("250 days with most", results, &results->worst, results->worst_first, out);
    }
}
