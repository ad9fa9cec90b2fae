/* SPDX-License-Identifier: Apache-2.0 */
#include "backtest.h"

#include "base/day.h"
#include "base/options.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

enum { LEAST_WINDOW = 50, MOST_WINDOW = 10000 };

static const char *const model_names[] = {"normal", "ewma", "t", "historical", "filtered", NULL};
static const char *const filter_names[] = {"ewma", "garch", NULL};

static const struct sw_option rows[] = {
    {.name = "--history",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, history),
     .argument = "FILE",
     .help = "prices: factor,day,value, ordered by factor and day",
     .needed = SW_OPTION_NEEDED},
    {.name = "--weights",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, weights),
     .argument = "FILE",
     .help = "factor,weight; other factors are left out (default: equal weights)"},
    {.name = "--from",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, from),
     .argument = "DAY",
     .help = "first day of the test, such as 2007-01-31 (default: the first with a window)"},
    {.name = "--to",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, to),
     .argument = "DAY",
     .help = "last day of the test (default: the last)"},
    {.name = "--window",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, window),
     .argument = "DAYS",
     .help = "the number of moves behind a forecast (default 250)",
     .least = LEAST_WINDOW,
     .most = MOST_WINDOW},
    {.name = "--level",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct options, level),
     .argument = "P",
     .help = "confidence of the VaR, 0.5 to 0.9999 (default 0.99)",
     .above = 0.5,
     .from_above = 1,
     .at_most = 0.9999},
    {.name = "--model",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, model),
     .argument = "NAME",
     .help = "normal (default), ewma, t, historical or filtered",
     .choices = model_names},
    {.name = "--lambda",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct options, lambda),
     .argument = "L",
     .help = "the decay a day of ewma, and of filtered with that filter (default 0.94)",
     .at_most = 0.9999},
    {.name = "--filter",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, filter),
     .argument = "NAME",
     .help = "the filter of filtered: ewma (default), or garch, fitted to each window",
     .choices = filter_names},
    {.name = "--out",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, out),
     .argument = "FILE",
     .help = "output: day,pnl,var,exception"},
    {.name = "--picture",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, picture),
     .argument = "FILE",
     .help = "output: the same data as a picture (SVG)"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this and exit"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "var-backtest"};

const char *model_name(int model) {
    return model_names[model];
}

void print_help(FILE *out) {
    fprintf(out,
            "usage: var-backtest --history FILE [OPTION VALUE] ...\n"
            "Forecasts the value-at-risk of a portfolio for each day of a history, and tests the forecasts against\n"
            "history. Inputs are CSV files with a header line, plain, BGZF or gzip.\n\n");
    sw_options_print(&table, out);
    sw_statuses_print(out, STATUS_OUTPUT, NULL);
}

static int take_day(const char *name, const char *text, int *day, struct sw_failure *f) {
    *day = text != NULL ? sw_day_of(text) : *day;
    return *day != 0 || text == NULL
               ? STATUS_OK
               : sw_fail(f, STATUS_USAGE, "write it as 2007-01-31", "%s is not a day: \"%.40s\"", name, text);
}

int parse_options(int argc, char **argv, struct options *options, struct sw_failure *f) {
    *options = (struct options){.last = INT_MAX, .window = 250, .level = 0.99, .lambda = 0.94};
    if (sw_options_take(&table, options, argc, argv, f) != STATUS_OK || options->help)
        return f->status;
    if (take_day("--from", options->from, &options->first, f) != STATUS_OK ||
        take_day("--to", options->to, &options->last, f) != STATUS_OK)
        return f->status;
    if (options->first > options->last)
        return sw_fail(f, STATUS_USAGE, NULL, "--from %s is after --to %s", options->from, options->to);
    if (options->out != NULL && options->picture != NULL && strcmp(options->out, options->picture) == 0)
        return sw_fail(f, STATUS_USAGE, "give each output a name of its own", "--out and --picture are both %.200s",
                       options->out);
    if ((options->model == MODEL_HISTORICAL || options->model == MODEL_FILTERED) &&
        (double)options->window * (1 - options->level) < 1 - 1e-9)
        return sw_fail(f, STATUS_USAGE, "raise --window or lower --level",
                       "a window of %d days has less than one day beyond the level %g", (int)options->window,
                       options->level);
    return STATUS_OK;
}
