/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of a bank's run. Amounts are printed from integers, so a query can find the same digits. */
#include "bank-run.h"
#include "base/split.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static int64_t power_of_ten(unsigned decimals) {
    int64_t power = 1;
    for (unsigned i = 0; i < decimals; i++)
        power *= 10;
    return power;
}

void put_amount(FILE *out, int64_t amount, unsigned decimals) {
    const int64_t unit = power_of_ten(decimals), size = amount < 0 ? -amount : amount;
    fprintf(out, "%s%" PRId64, amount < 0 ? "-" : "", size / unit);
    if (decimals > 0)
        fprintf(out, ".%0*" PRId64, (int)decimals, size % unit);
}

/* Writes a figure in multiples of the grid: one that is such a multiple, as any quantile is, with all its digits. */
static void put_figure(FILE *out, double figure, unsigned decimals) {
    if (isfinite(figure) && figure == rint(figure) && fabs(figure) <= 0x1p53)
        put_amount(out, (int64_t)figure, decimals);
    else if (isfinite(figure))
        fprintf(out, "%.17g", figure / (double)power_of_ten(decimals));
}

static void put_interval(FILE *out, const char *row, struct rmc_interval interval, unsigned decimals) {
    fprintf(out, "%s,", row);
    put_figure(out, interval.value, decimals);
    fputc(',', out);
    put_figure(out, interval.lower, decimals);
    fputc(',', out);
    put_figure(out, interval.upper, decimals);
    fputc('\n', out);
}

/* One row of P&L of all scenarios on rank 0, gathered from the shares of all. Returns the status of F. */
static int gather_row(MPI_Comm comm, const int64_t *share, size_t scenarios, int64_t *whole, struct failure *f) {
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    int *counts = malloc(2 * (size_t)ranks * sizeof *counts);
    if (counts == NULL)
        return fail_for_memory(f, "not enough memory for %d ranks", ranks);
    for (int r = 0; r < ranks; r++) {
        const struct sw_range part = sw_split(scenarios, (uint64_t)r, (uint64_t)ranks);
        counts[r] = (int)(part.end - part.first);
        counts[ranks + r] = (int)part.first;
    }
    const int rc = MPI_Gatherv(share, counts[rank], MPI_INT64_T, whole, counts, counts + ranks, MPI_INT64_T, 0, comm);
    free(counts);
    return rc == MPI_SUCCESS ? STATUS_OK : fail(f, STATUS_MPI, NULL, "MPI_Gatherv of the P&L failed");
}

/* The text of the figures, and what they are made of on rank 0. */
struct figuring {
    const struct options *options;
    const struct bank *bank;
    FILE *out;
    int64_t *row;    /* all scenarios of one desk */
    double *amounts; /* the same */
};

/* Writes the figures of one desk; its name is empty for the bank. */
static int put_desk(const struct figuring *figuring, const char *desk, int64_t today, struct failure *f) {
    const unsigned decimals = (unsigned)figuring->options->decimals;
    const size_t scenarios = figuring->options->scenarios;
    char row[96];
    double mean = 0;
    for (size_t i = 0; i < scenarios; i++)
        figuring->amounts[i] = (double)figuring->row[i];
    for (size_t i = 0; i < figuring->options->levels.count; i++) {
        const double level = figuring->options->levels.values[i];
        struct rmc_measures measures;
        struct rmc_error error;
        if (rmc_measure(figuring->amounts, scenarios, level, &measures, &error) != RMC_OK)
            return risk_failed(&error, f);
        const struct {
            const char *name;
            struct rmc_interval interval;
        } rows[] = {{"var_mean", measures.var_mean}, {"var_today", measures.var_today}, {"es_mean", measures.es_mean}};
        for (size_t m = 0; m < sizeof rows / sizeof rows[0]; m++) {
            snprintf(row, sizeof row, "%s,%s,%.10g", desk, rows[m].name, level);
            put_interval(figuring->out, row, rows[m].interval, decimals);
        }
        if (desk[0] == '\0') {
            printf("VaR%.10g=", 100 * level);
            put_figure(stdout, measures.var_mean.value, decimals);
            printf("\nVaR%.10g_today=", 100 * level);
            put_figure(stdout, measures.var_today.value, decimals);
            printf("\n");
        }
        mean = measures.mean;
    }
    fprintf(figuring->out, "%s,today_value,,", desk);
    put_amount(figuring->out, today, decimals);
    fprintf(figuring->out, ",,\n%s,mean_pnl,,", desk);
    put_figure(figuring->out, mean, decimals);
    fprintf(figuring->out, ",,\n");
    return STATUS_OK;
}

int put_figures(MPI_Comm comm, const struct options *options, const struct bank *bank, const struct vectors *vectors,
                FILE *out, struct failure *f) {
    struct figuring all = {options, bank, out, NULL, NULL}, *figuring = &all;
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        figuring->row = malloc(figuring->options->scenarios * sizeof *figuring->row);
        figuring->amounts = malloc(figuring->options->scenarios * sizeof *figuring->amounts);
        if (figuring->row == NULL || figuring->amounts == NULL)
            fail(f, STATUS_COMPUTE, NULL, "not enough memory to measure %zu scenarios",
                 (size_t)figuring->options->scenarios);
        else
            fprintf(figuring->out, "desk,measure,confidence,value,lower,upper\n");
    }
    agree(comm, f);
    for (size_t i = 0; i <= vectors->desks && f->status == STATUS_OK; i++) {
        const size_t desk = i == 0 ? vectors->desks : i - 1;
        gather_row(comm, vectors->pnl + desk * vectors->scenarios, figuring->options->scenarios, figuring->row, f);
        if (f->status == STATUS_OK && rank == 0)
            put_desk(figuring, i == 0 ? "" : sw_names_text(&figuring->bank->holdings.desks, (uint32_t)desk),
                     vectors->today[desk], f);
        agree(comm, f);
    }
    free(figuring->row);
    free(figuring->amounts);
    return f->status;
}
