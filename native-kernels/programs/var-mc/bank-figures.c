/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of a bank's run. Amounts are printed from integers, so a query can find the same digits. */
#include "bank-run.h"
#include "covariance.h"
#include "csv/csv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

const char *const measure_names[MEASURES + 1] = {
    [VAR_MEAN] = "var_mean", [VAR_TODAY] = "var_today", [ES_MEAN] = "es_mean", [MEASURES] = NULL};

void put_amount(FILE *out, int64_t amount, unsigned decimals) {
    const int64_t unit = rmc_grid_unit(decimals), size = amount < 0 ? -amount : amount;
    fprintf(out, "%s%" PRId64, amount < 0 ? "-" : "", size / unit);
    if (decimals > 0)
        fprintf(out, ".%0*" PRId64, (int)decimals, size % unit);
}

void put_figure(FILE *out, double figure, unsigned decimals) {
    if (isfinite(figure) && figure == rint(figure) && fabs(figure) <= 0x1p53)
        put_amount(out, (int64_t)figure, decimals);
    else if (isfinite(figure))
        fprintf(out, "%.17g", figure / (double)rmc_grid_unit(decimals));
}

void put_cells(FILE *out, struct rmc_interval interval, unsigned decimals) {
    const double cells[] = {interval.value, interval.lower, interval.upper};
    for (int i = 0; i < 3; i++) {
        fputc(',', out);
        put_figure(out, cells[i], decimals);
    }
}

/* The text of the figures, and the data of the figures on rank 0. */
struct figuring {
    const struct options *options;
    const struct bank *bank;
    struct vectors *vectors;
    FILE *out;
    double *amounts; /* all scenarios of one desk at one horizon; NULL except on rank 0 */
};

/* The subject of a row of figures. */
struct place {
    uint32_t desk;  /* SW_NO_NAME: the bank */
    size_t horizon; /* number of the horizon */
    double days;    /* the horizon */
};

void put_desk_name(FILE *out, const struct bank *bank, uint32_t desk) {
    if (desk != SW_NO_NAME)
        sw_csv_put(out, sw_names_text(&bank->holdings.desks, desk));
}

/* Begins the row of a measure of a desk at a level; 0: no level. */
static void begin_row(const struct figuring *figuring, uint32_t desk, const char *measure, double level) {
    put_desk_name(figuring->out, figuring->bank, desk);
    fprintf(figuring->out, ",%s,", measure);
    if (level > 0)
        fprintf(figuring->out, "%.10g", level);
}

/* Keeps the figures of a place at one level for the limits on them. */
static void keep_for_limits(const struct figuring *figuring, const struct place *place, double level,
                            const struct rmc_interval figures[MEASURES]) {
    const struct bank *bank = figuring->bank;
    double *measured = figuring->vectors->measured + place->horizon * bank->limit_count;
    for (size_t i = 0; i < bank->limit_count; i++)
        if (bank->limits[i].desk == place->desk && bank->limits[i].level == level &&
            (bank->limits[i].horizon == 0 || bank->limits[i].horizon == place->days))
            measured[i] = figures[bank->limits[i].measure].value;
}

/* Returns the index of the inner-path data of a place at a level. */
static size_t inner_index(const struct figuring *figuring, const struct place *place, size_t level) {
    const size_t desks = figuring->vectors->desks, row = place->desk == SW_NO_NAME ? desks : place->desk;
    return (place->horizon * (desks + 1) + row) * figuring->options->levels.count + level;
}

/* Returns the variances from the inner paths, in multiples of the grid squared; 0 without inner paths. */
static struct rmc_inner noise_of(const struct figuring *figuring, const struct place *place, size_t level) {
    const struct inner *inner = &figuring->vectors->inner;
    const double unit = (double)rmc_grid_unit((unsigned)figuring->options->decimals), square = unit * unit;
    if (inner->noise == NULL)
        return (struct rmc_inner){0, 0, 0};
    const struct rmc_inner noise = inner->noise[inner_index(figuring, place, level)];
    return (struct rmc_inner){square * noise.var_mean, square * noise.var_today, square * noise.es_mean};
}

/* Returns the bias from fresh paths, in multiples of the grid; 0 without fresh paths. */
static double bias_at(const struct figuring *figuring, const struct place *place, size_t level) {
    const double *bias = figuring->vectors->inner.bias;
    return bias != NULL ? bias[inner_index(figuring, place, level)] : 0;
}

/* Stretches an interval so that it also holds the value without the bias. */
static void stretch(struct rmc_interval *interval, double bias) {
    interval->lower -= bias > 0 ? bias : 0;
    interval->upper -= bias < 0 ? bias : 0;
}

/* Writes a figure without bounds. */
static void put_unbounded(const struct figuring *figuring, const struct place *place, const char *measure, double level,
                          double figure) {
    begin_row(figuring, place->desk, measure, level);
    fputc(',', figuring->out);
    put_figure(figuring->out, figure, (unsigned)figuring->options->decimals);
    fprintf(figuring->out, ",,,%.10g\n", place->days);
}

/* Writes the standard errors from the inner paths, if there are inner paths. */
static void put_noise(const struct figuring *figuring, const struct place *place, double level,
                      struct rmc_inner noise) {
    const double variances[MEASURES] = {
        [VAR_MEAN] = noise.var_mean, [VAR_TODAY] = noise.var_today, [ES_MEAN] = noise.es_mean};
    char measure[32];
    for (size_t m = 0; m < MEASURES && noise.var_mean > 0; m++) {
        snprintf(measure, sizeof measure, "%s_inner_error", measure_names[m]);
        put_unbounded(figuring, place, measure, level, sqrt(variances[m]));
    }
}

/* Writes the figures of a place at one of the levels; *MEAN is the mean of the P&L. */
static int put_level(const struct figuring *figuring, const struct place *place, size_t at, double *mean,
                     struct sw_failure *f) {
    const double level = figuring->options->levels.values[at];
    struct rmc_measures measures;
    struct rmc_error error;
    if (rmc_measure(figuring->amounts, figuring->options->scenarios, level, &measures, &error) != RMC_OK)
        return risk_failed(&error, f);
    const struct rmc_inner noise = noise_of(figuring, place, at);
    const double bias = bias_at(figuring, place, at);
    rmc_widen(&measures, noise);
    stretch(&measures.var_mean, bias);
    stretch(&measures.var_today, bias);
    const struct rmc_interval figures[MEASURES] = {
        [VAR_MEAN] = measures.var_mean, [VAR_TODAY] = measures.var_today, [ES_MEAN] = measures.es_mean};
    for (size_t m = 0; m < MEASURES; m++) {
        begin_row(figuring, place->desk, measure_names[m], level);
        put_cells(figuring->out, figures[m], (unsigned)figuring->options->decimals);
        fprintf(figuring->out, ",%.10g\n", place->days);
    }
    put_noise(figuring, place, level, noise);
    if (bias != 0)
        put_unbounded(figuring, place, "var_inner_bias", level, bias);
    keep_for_limits(figuring, place, level, figures);
    if (place->desk == SW_NO_NAME)
        figuring->vectors->at[place->horizon][at] = measures;
    *mean = measures.mean;
    return STATUS_OK;
}

/* Writes the figures of one desk at one horizon. */
static int put_place(const struct figuring *figuring, const struct place *place, struct sw_failure *f) {
    double mean = 0;
    for (size_t i = 0; i < figuring->options->levels.count; i++)
        if (put_level(figuring, place, i, &mean, f) != STATUS_OK)
            return f->status;
    put_unbounded(figuring, place, "mean_pnl", 0, mean);
    put_bound(figuring->out, figuring->bank,
              place->horizon * (figuring->vectors->desks + 1) +
                  (place->desk == SW_NO_NAME ? figuring->vectors->desks : place->desk),
              figuring->options, figuring->vectors);
    return STATUS_OK;
}

/* Writes the figures of the desk in row ROW: today's value, and the figures at each horizon. */
static int put_desk(const struct reporting *all, struct figuring *figuring, size_t row, struct sw_failure *f) {
    const struct vectors *vectors = figuring->vectors;
    const uint32_t desk = row == vectors->desks ? SW_NO_NAME : (uint32_t)row;
    for (size_t h = 0; h < vectors->horizons; h++) {
        const struct place place = {desk, h, figuring->options->horizons.values[h]};
        if (gather_amounts(all, h, row, &figuring->amounts, f) == STATUS_OK && all->rank == 0)
            put_place(figuring, &place, f);
        free(figuring->amounts);
        if (agree(all->comm, f) != STATUS_OK)
            return f->status;
    }
    if (all->rank == 0) {
        begin_row(figuring, desk, "today_value", 0);
        fputc(',', figuring->out);
        put_amount(figuring->out, vectors->today[row], (unsigned)figuring->options->decimals);
        fprintf(figuring->out, ",,,\n");
    }
    return STATUS_OK;
}

/* Writes the bank's VaR by a cross-check at each horizon. */
static void put_check(FILE *out, const struct options *options, const struct vectors *vectors) {
    for (size_t h = 0; h < options->horizons.count; h++)
        for (size_t l = 0; l < options->levels.count; l++) {
            const double level = options->levels.values[l], days = options->horizons.values[h];
            fprintf(out, ",delta_gamma_var_mean,%.10g,", level);
            put_figure(out, vectors->checked[h][l].mean, (unsigned)options->decimals);
            fprintf(out, ",,,%.10g\n,delta_gamma_var_today,%.10g,", days, level);
            put_figure(out, vectors->checked[h][l].today, (unsigned)options->decimals);
            fprintf(out, ",,,%.10g\n", days);
        }
}

/* Writes the number of scenarios of a run that adds scenarios up to a precision, and the reached precision. */
static void put_precision(const struct figuring *figuring) {
    const struct options *options = figuring->options;
    if (!(options->interval > 0))
        return;
    fprintf(figuring->out, ",scenarios,,%zu,,,\n", figuring->vectors->taken);
    fprintf(figuring->out, ",interval_width,%.10g,", options->levels.values[0]);
    if (isfinite(figuring->vectors->width))
        fprintf(figuring->out, "%.17g", figuring->vectors->width);
    fprintf(figuring->out, ",,,\n,interval_asked,%.10g,%.17g,,,\n", options->levels.values[0], options->interval);
}

int put_figures(FILE *out, const struct reporting *all, struct sw_failure *f) {
    struct vectors *vectors = all->vectors;
    const struct options *options = all->options;
    struct figuring figuring = {options, all->bank, vectors, out, NULL};
    if (all->rank == 0)
        fprintf(out, "desk,measure,confidence,value,lower,upper,horizon_days\n");
    if (all->rank == 0)
        put_inner(out, options);
    for (size_t i = 0; all->rank == 0 && i < vectors->horizons * all->bank->limit_count; i++)
        vectors->measured[i] = NAN;
    put_desk(all, &figuring, vectors->desks, f);
    for (size_t d = 0; d < vectors->desks && f->status == STATUS_OK; d++)
        put_desk(all, &figuring, d, f);
    if (all->rank == 0 && f->status == STATUS_OK && options->repair)
        put_repair(out, &vectors->repair, ",", ",");
    if (all->rank == 0 && f->status == STATUS_OK && options->check == CHECK_DELTA_GAMMA)
        put_check(out, options, vectors);
    if (all->rank == 0 && f->status == STATUS_OK)
        put_precision(&figuring);
    return f->status;
}
