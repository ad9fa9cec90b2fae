/* SPDX-License-Identifier: Apache-2.0 */
/* The outputs: every rank writes the P&L of its scenarios, rank 0 the figures. Both files are whole before one gets its
 * name. */
#include "base/split.h"
#include "covariance.h"

#include <math.h>
#include <stdlib.h>

static void put_interval(FILE *out, const char *measure, const char *confidence, struct rmc_interval interval) {
    const double bounds[] = {interval.lower, interval.upper};
    fprintf(out, "%s,%s,%.17g", measure, confidence, interval.value);
    for (int i = 0; i < 2; i++)
        if (isfinite(bounds[i]))
            fprintf(out, ",%.17g", bounds[i]);
        else
            fputc(',', out); /* NULL: the sample is too small for a bound */
    fputc('\n', out);
}

static void put_figures(FILE *out, const struct options *options, const struct figures *figures) {
    static const char *const confidences[LEVELS] = {"0.95", "0.99"};
    fprintf(out, "measure,confidence,value,lower,upper\n");
    for (int i = 0; i < LEVELS; i++) {
        put_interval(out, "var_mean", confidences[i], figures->at[i].var_mean);
        put_interval(out, "var_today", confidences[i], figures->at[i].var_today);
        put_interval(out, "es_mean", confidences[i], figures->at[i].es_mean);
    }
    fprintf(out, "today_value,,%.17g,,\n", figures->today_value);
    fprintf(out, "mean_value,,%.17g,,\n", figures->today_value + figures->at[0].mean);
    if (figures->returns_scaled > 0)
        fprintf(out, "returns_scaled,,%zu,,\n", figures->returns_scaled);
    if (options->repair)
        put_repair(out, &figures->repair, "", "");
}

/* PNL: of the scenarios of this rank. */
static void put_pnl(FILE *out, const double *pnl, struct sw_range scenarios) {
    if (scenarios.first == 0)
        fprintf(out, "scenario,pnl\n");
    for (uint64_t i = scenarios.first; i < scenarios.end; i++)
        fprintf(out, "%llu,%.17g\n", (unsigned long long)i, pnl[i - scenarios.first]);
}

/* Collective. The texts of both files, of this rank. */
static int make_texts(MPI_Comm comm, const struct options *options, const double *pnl, const struct figures *figures,
                      struct output outputs[2], struct sw_failure *f) {
    int rank, ranks, whole = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    for (int i = 0; i < 2; i++) {
        FILE *out = open_memstream(&outputs[i].text, &outputs[i].bytes);
        if (out != NULL && i == 0)
            put_pnl(out, pnl, sw_split(options->scenarios, (uint64_t)rank, (uint64_t)ranks));
        else if (out != NULL && rank == 0)
            put_figures(out, options, figures);
        whole = out != NULL && ferror(out) == 0 && whole;
        whole = out != NULL && fclose(out) == 0 && whole;
    }
    if (!whole)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %lu scenarios", options->scenarios);
    return agree(comm, f);
}

int write_outputs(MPI_Comm comm, const struct options *options, const double *pnl, const struct figures *figures,
                  struct sw_failure *f) {
    struct output outputs[2] = {{.path = options->outputs[OUTPUT_PNL]}, {.path = options->outputs[OUTPUT_FIGURES]}};
    make_texts(comm, options, pnl, figures, outputs, f);
    return write_files(comm, outputs, 2, f);
}
