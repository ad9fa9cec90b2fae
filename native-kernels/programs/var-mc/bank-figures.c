/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of a bank's run. Amounts are printed from integers, so a query can find the same digits. */
#include "bank-run.h"

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

static void put_interval(FILE *out, const char *row, struct rmc_interval interval, unsigned decimals) {
    fprintf(out, "%s,", row);
    put_figure(out, interval.value, decimals);
    fputc(',', out);
    put_figure(out, interval.lower, decimals);
    fputc(',', out);
    put_figure(out, interval.upper, decimals);
}

/* Gathers one row of P&L of all scenarios on rank 0 from the shares of all ranks. Returns the status of F. */
static int gather_row(MPI_Comm comm, const int64_t *share, size_t scenarios, int64_t *whole, struct sw_failure *f) {
    struct shares shares;
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (make_shares(comm, scenarios, &shares, f) != STATUS_OK)
        return f->status;
    const int rc =
        MPI_Gatherv(share, shares.counts[rank], MPI_INT64_T, whole, shares.counts, shares.firsts, MPI_INT64_T, 0, comm);
    free_shares(&shares);
    return rc == MPI_SUCCESS ? STATUS_OK : sw_fail(f, STATUS_MPI, NULL, "MPI_Gatherv of the P&L failed");
}

/* The text of the figures, and what they are made of on rank 0. */
struct figuring {
    const struct options *options;
    const struct bank *bank;
    struct vectors *vectors;
    FILE *out;
    int64_t *row;    /* all scenarios of one desk; on rank 0, as the following */
    double *amounts; /* the same */
};

/* What a row of figures is about. */
struct place {
    uint32_t desk;  /* SW_NO_NAME: the bank */
    size_t horizon; /* number of it */
    double days;    /* the horizon */
};

static const char *desk_name(const struct figuring *figuring, uint32_t desk) {
    return desk == SW_NO_NAME ? "" : sw_names_text(&figuring->bank->holdings.desks, desk);
}

/* Keeps the figures of a place at one level for the limits that are about them. */
static void keep_for_limits(const struct figuring *figuring, const struct place *place, double level,
                            const struct rmc_interval figures[MEASURES]) {
    const struct bank *bank = figuring->bank;
    double *measured = figuring->vectors->measured + place->horizon * bank->limit_count;
    for (size_t i = 0; i < bank->limit_count; i++)
        if (bank->limits[i].desk == place->desk && bank->limits[i].level == level &&
            (bank->limits[i].horizon == 0 || bank->limits[i].horizon == place->days))
            measured[i] = figures[bank->limits[i].measure].value;
}

/* Writes the figures of a place at one of the levels; *MEAN is that of its P&L. */
static int put_level(const struct figuring *figuring, const struct place *place, size_t at, double *mean,
                     struct sw_failure *f) {
    const double level = figuring->options->levels.values[at];
    struct rmc_measures measures;
    struct rmc_error error;
    char row[96];
    if (rmc_measure(figuring->amounts, figuring->options->scenarios, level, &measures, &error) != RMC_OK)
        return risk_failed(&error, f);
    const struct rmc_interval figures[MEASURES] = {
        [VAR_MEAN] = measures.var_mean, [VAR_TODAY] = measures.var_today, [ES_MEAN] = measures.es_mean};
    for (size_t m = 0; m < MEASURES; m++) {
        snprintf(row, sizeof row, "%s,%s,%.10g", desk_name(figuring, place->desk), measure_names[m], level);
        put_interval(figuring->out, row, figures[m], (unsigned)figuring->options->decimals);
        fprintf(figuring->out, ",%.10g\n", place->days);
    }
    keep_for_limits(figuring, place, level, figures);
    if (place->desk == SW_NO_NAME) {
        figuring->vectors->var[place->horizon][at].mean = measures.var_mean.value;
        figuring->vectors->var[place->horizon][at].today = measures.var_today.value;
    }
    *mean = measures.mean;
    return STATUS_OK;
}

/* Writes the figures of one desk at one horizon. */
static int put_place(const struct figuring *figuring, const struct place *place, struct sw_failure *f) {
    double mean = 0;
    for (size_t i = 0; i < figuring->options->scenarios; i++)
        figuring->amounts[i] = (double)figuring->row[i];
    for (size_t i = 0; i < figuring->options->levels.count; i++)
        if (put_level(figuring, place, i, &mean, f) != STATUS_OK)
            return f->status;
    fprintf(figuring->out, "%s,mean_pnl,,", desk_name(figuring, place->desk));
    put_figure(figuring->out, mean, (unsigned)figuring->options->decimals);
    fprintf(figuring->out, ",,,%.10g\n", place->days);
    return STATUS_OK;
}

/* Writes the figures of the desk whose rows have the number ROW: its value today, and what it has at each horizon. */
static int put_desk(MPI_Comm comm, const struct figuring *figuring, size_t row, struct sw_failure *f) {
    const struct vectors *vectors = figuring->vectors;
    const uint32_t desk = row == vectors->desks ? SW_NO_NAME : (uint32_t)row;
    for (size_t h = 0; h < vectors->horizons; h++) {
        const struct place place = {desk, h, figuring->options->horizons.values[h]};
        gather_row(comm, pnl_row(vectors, h, row), figuring->options->scenarios, figuring->row, f);
        if (f->status == STATUS_OK && figuring->amounts != NULL)
            put_place(figuring, &place, f);
        if (agree(comm, f) != STATUS_OK)
            return f->status;
    }
    if (figuring->amounts != NULL) {
        fprintf(figuring->out, "%s,today_value,,", desk_name(figuring, desk));
        put_amount(figuring->out, vectors->today[row], (unsigned)figuring->options->decimals);
        fprintf(figuring->out, ",,,\n");
    }
    return STATUS_OK;
}

/* Writes how far the repair of the covariance went. */
static void put_repair(FILE *out, const struct rmc_repair *repair) {
    fprintf(out, ",repair_least_eigenvalue,,%.17g,,,\n", repair->least);
    fprintf(out, ",repair_eigenvalues_raised,,%zu,,,\n", repair->raised);
    fprintf(out, ",repair_correlation_change,,%.17g,,,\n", repair->most_change);
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

int put_figures(MPI_Comm comm, const struct options *options, const struct bank *bank, struct vectors *vectors,
                FILE *out, struct sw_failure *f) {
    struct figuring all = {options, bank, vectors, out, NULL, NULL};
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        all.row = malloc(options->scenarios * sizeof *all.row);
        all.amounts = malloc(options->scenarios * sizeof *all.amounts);
        if (all.row == NULL || all.amounts == NULL)
            sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to measure %zu scenarios", (size_t)options->scenarios);
        else
            fprintf(out, "desk,measure,confidence,value,lower,upper,horizon_days\n");
        for (size_t i = 0; i < vectors->horizons * bank->limit_count; i++)
            vectors->measured[i] = NAN;
    }
    if (agree(comm, f) == STATUS_OK)
        put_desk(comm, &all, vectors->desks, f);
    for (size_t d = 0; d < vectors->desks && f->status == STATUS_OK; d++)
        put_desk(comm, &all, d, f);
    if (rank == 0 && f->status == STATUS_OK && options->repair)
        put_repair(out, &vectors->repair);
    if (rank == 0 && f->status == STATUS_OK && options->check == CHECK_DELTA_GAMMA)
        put_check(out, options, vectors);
    free(all.row);
    free(all.amounts);
    return f->status;
}
