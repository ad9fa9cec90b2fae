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

void put_cells(FILE *out, struct rmc_interval interval, unsigned decimals) {
    const double cells[] = {interval.value, interval.lower, interval.upper};
    for (int i = 0; i < 3; i++) {
        fputc(',', out);
        put_figure(out, cells[i], decimals);
    }
}

/* The text of the figures, and what they are made of on rank 0. */
struct figuring {
    const struct options *options;
    const struct bank *bank;
    struct vectors *vectors;
    FILE *out;
    double *amounts; /* all scenarios of one desk */
};

/* Keeps the figures of DESK at one level for the limits that are about them. */
static void keep_for_limits(const struct figuring *figuring, uint32_t desk, double level,
                            const struct rmc_interval figures[MEASURES]) {
    const struct bank *bank = figuring->bank;
    for (size_t i = 0; i < bank->limit_count; i++)
        if (bank->limits[i].desk == desk && bank->limits[i].level == level)
            figuring->vectors->measured[i] = figures[bank->limits[i].measure].value;
}

/* Writes the figures of one desk at one of the levels; *mean is that of its P&L. DESK is SW_NO_NAME for the bank. */
static int put_level(const struct figuring *figuring, uint32_t desk, size_t at, double *mean, struct sw_failure *f) {
    const double level = figuring->options->levels.values[at];
    struct rmc_measures measures;
    struct rmc_error error;
    if (rmc_measure(figuring->amounts, figuring->options->scenarios, level, &measures, &error) != RMC_OK)
        return risk_failed(&error, f);
    const struct rmc_interval figures[MEASURES] = {
        [VAR_MEAN] = measures.var_mean, [VAR_TODAY] = measures.var_today, [ES_MEAN] = measures.es_mean};
    for (size_t m = 0; m < MEASURES; m++) {
        fprintf(figuring->out, "%s,%s,%.10g",
                desk == SW_NO_NAME ? "" : sw_names_text(&figuring->bank->holdings.desks, desk), measure_names[m],
                level);
        put_cells(figuring->out, figures[m], (unsigned)figuring->options->decimals);
        fputc('\n', figuring->out);
    }
    keep_for_limits(figuring, desk, level, figures);
    if (desk == SW_NO_NAME)
        figuring->vectors->at[at] = measures;
    *mean = measures.mean;
    return STATUS_OK;
}

/* Writes the figures of one desk. */
static int put_desk(const struct figuring *figuring, uint32_t desk, int64_t today, struct sw_failure *f) {
    const unsigned decimals = (unsigned)figuring->options->decimals;
    const char *name = desk == SW_NO_NAME ? "" : sw_names_text(&figuring->bank->holdings.desks, desk);
    double mean = 0;
    for (size_t i = 0; i < figuring->options->levels.count; i++)
        if (put_level(figuring, desk, i, &mean, f) != STATUS_OK)
            return f->status;
    fprintf(figuring->out, "%s,today_value,,", name);
    put_amount(figuring->out, today, decimals);
    fprintf(figuring->out, ",,\n%s,mean_pnl,,", name);
    put_figure(figuring->out, mean, decimals);
    fprintf(figuring->out, ",,\n");
    return STATUS_OK;
}

int put_figures(FILE *out, const struct reporting *all, struct sw_failure *f) {
    struct figuring figuring = {all->options, all->bank, all->vectors, out, NULL};
    if (all->rank == 0)
        fprintf(out, "desk,measure,confidence,value,lower,upper\n");
    for (size_t i = 0; i <= all->vectors->desks && f->status == STATUS_OK; i++) {
        const size_t desk = i == 0 ? all->vectors->desks : i - 1;
        if (gather_amounts(all, desk, &figuring.amounts, f) == STATUS_OK && all->rank == 0)
            put_desk(&figuring, i == 0 ? SW_NO_NAME : (uint32_t)desk, all->vectors->today[desk], f);
        free(figuring.amounts);
        agree(all->comm, f);
    }
    return f->status;
}
