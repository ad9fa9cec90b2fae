/* SPDX-License-Identifier: Apache-2.0 */
/* The outputs: every rank writes the P&L of its scenarios, rank 0 the figures. Both are whole before one has a name. */
#include "base/split.h"
#include "varmc.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Text in memory, on its way into a file. */
struct text {
    char *bytes;
    size_t count;
};

static void put_interval(FILE *out, const char *measure, const char *confidence, struct rmc_interval interval) {
    const double bounds[] = {interval.lower, interval.upper};
    fprintf(out, "%s,%s,%.17g", measure, confidence, interval.value);
    for (int i = 0; i < 2; i++)
        if (isfinite(bounds[i]))
            fprintf(out, ",%.17g", bounds[i]);
        else
            fputc(',', out); /* NULL: the sample is too small to bound it */
    fputc('\n', out);
}

static void put_figures(FILE *out, const struct figures *figures) {
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
                      struct text texts[2], struct failure *f) {
    int rank, ranks, whole = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    for (int i = 0; i < 2; i++) {
        FILE *out = open_memstream(&texts[i].bytes, &texts[i].count);
        if (out != NULL && i == 0)
            put_pnl(out, pnl, sw_split(options->scenarios, (uint64_t)rank, (uint64_t)ranks));
        else if (out != NULL && rank == 0)
            put_figures(out, figures);
        whole = out != NULL && ferror(out) == 0 && whole;
        whole = out != NULL && fclose(out) == 0 && whole;
    }
    if (!whole)
        fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %lu scenarios", options->scenarios);
    return agree(comm, f);
}

/* Every rank is here with the same code. */
static int take_code(tp_err code, const struct tp_error *error, struct failure *f) {
    if (code == TP_OK)
        return STATUS_OK;
    return fail(f, code == TP_ERR_MPI ? STATUS_MPI : STATUS_OUTPUT, "check the folder's permissions and free space",
                "%s", error->text);
}

static int write_file(MPI_Comm comm, const char *path, const struct text *text, struct tp_writer **writer,
                      struct failure *f) {
    struct tp_error error;
    if (take_code(tp_create(comm, path, NULL, writer, &error), &error, f) == STATUS_OK &&
        take_code(tp_write(*writer, text->bytes, text->count, &error), &error, f) == STATUS_OK)
        take_code(tp_complete(*writer, &error), &error, f);
    return f->status;
}

static int name_file(struct tp_writer **writer, struct failure *f) {
    struct tp_error error;
    const tp_err code = tp_finish(*writer, &error);
    *writer = NULL;
    return take_code(code, &error, f);
}

int write_outputs(MPI_Comm comm, const struct options *options, const double *pnl, const struct figures *figures,
                  struct failure *f) {
    struct text texts[2] = {{NULL, 0}, {NULL, 0}};
    struct tp_writer *writers[2] = {NULL, NULL};
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (make_texts(comm, options, pnl, figures, texts, f) == STATUS_OK &&
        write_file(comm, options->pnl, &texts[0], &writers[0], f) == STATUS_OK &&
        write_file(comm, options->figures, &texts[1], &writers[1], f) == STATUS_OK &&
        name_file(&writers[0], f) == STATUS_OK && name_file(&writers[1], f) != STATUS_OK && rank == 0)
        unlink(options->pnl);
    tp_abandon(writers[0]);
    tp_abandon(writers[1]);
    free(texts[0].bytes);
    free(texts[1].bytes);
    return f->status;
}
