/* SPDX-License-Identifier: Apache-2.0 */
/* var-backtest without its main: options, inputs, a forecast for each day, the outcomes. */
#ifndef SLIPWAY_VAR_BACKTEST_H
#define SLIPWAY_VAR_BACKTEST_H

#include "records/records.h"
#include "slipway/riskmc_models.h"

#include <stdbool.h>
#include <stdio.h>

enum { MODEL_NORMAL, MODEL_EWMA, MODEL_STUDENT, MODEL_HISTORICAL, MODEL_FILTERED };
enum { FILTER_EWMA, FILTER_GARCH };

struct options {
    const char *history, *weights, *from, *to, *out, *picture;
    int first, last; /* --from and --to as days; by default 0 and a day after all others */
    int model, filter;
    uint64_t window;
    double level, lambda;
    bool help;
};

int parse_options(int argc, char **argv, struct options *options, struct sw_failure *f);
void print_help(FILE *out);
/* Returns the name of a model, as in --model. */
const char *model_name(int model);

/* The prices of the factors that the portfolio holds, and their moves. */
struct market {
    double *weights; /* by factor */
    size_t factors;
    int *days;      /* the days on which some factor has a value */
    double *prices; /* days x factors; NAN if a factor lacks the day */
    size_t day_count;
    double *moves; /* count x factors: rmc_returns_of */
    struct rmc_span *spans;
    size_t count;
};

int read_market(const struct options *options, struct market *market, struct sw_failure *f);
void free_market(struct market *market);

/* One day of the test. */
struct tested {
    int day;
    double pnl; /* in the unit of the weights: the share of the portfolio if the weights add up to 1 */
    double var;
};

struct results {
    struct tested *days;
    unsigned char *exceptions; /* by day */
    size_t count;
    size_t after_holes; /* days that are left out, because their P&L covers several days */
    struct rmc_backtest test;
    struct rmc_backtest worst; /* the 250 consecutive days with most exceptions; `days` is 0 if there are fewer days */
    size_t worst_first;        /* their first day */
    struct rmc_backtest last;  /* the last 250 days */
};

/* Forecasts the VaR of each day from the window before, and compares with the outcome. The caller frees RESULTS with
 * free_results. */
int run_backtest(const struct options *options, const struct market *market, struct results *results,
                 struct sw_failure *f);
void free_results(struct results *results);

/* Forecasts the VaR of the day after the moves FIRST to FIRST + window - 1. SCRATCH has room for
 * 3 * window + 1. */
int forecast(const struct options *options, const struct market *market, size_t first, double *scratch, double *var,
             struct sw_failure *f);

void print_results(const struct options *options, const struct market *market, const struct results *results,
                   FILE *out);

/* Writes the requested files; all are whole before one gets its name. */
int write_outputs(const struct options *options, const struct results *results, struct sw_failure *f);
/* Writes the P&L, the VaR and the exceptions as a picture (SVG). */
void draw_picture(const struct options *options, const struct results *results, FILE *out);

#endif
