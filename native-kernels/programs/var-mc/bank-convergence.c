/* SPDX-License-Identifier: Apache-2.0 */
/* How the figures of a bank came to be what they are: after the first 1/64 of the scenarios, 1/32, and so on. */
#include "bank-run.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_PART = 64 };

static void put_header(FILE *out, const struct options *options) {
    static const int traced[] = {VAR_MEAN, ES_MEAN};
    fprintf(out, "scenarios");
    for (int m = 0; m < 2; m++)
        for (size_t l = 0; l < options->levels.count; l++) {
            const char *name = measure_names[traced[m]];
            const double percent = 100 * options->levels.values[l];
            fprintf(out, ",%s_%.10g,%s_%.10g_lower,%s_%.10g_upper", name, percent, name, percent, name, percent);
        }
    fputc('\n', out);
}

/* Measures the first COUNT scenarios. A level of which they leave none in the tail has no figures. */
static int measure_first(const struct options *options, const double *pnl, size_t count, struct rmc_measures *at,
                         struct sw_failure *f) {
    const struct rmc_interval nothing = {NAN, NAN, NAN};
    struct rmc_error error;
    for (size_t l = 0; l < options->levels.count; l++) {
        const rmc_err code = rmc_measure(pnl, count, options->levels.values[l], &at[l], &error);
        if (code == RMC_ERR_FEW_SCENARIOS)
            at[l].var_mean = at[l].es_mean = nothing;
        else if (code != RMC_OK)
            return risk_failed(&error, f);
    }
    return STATUS_OK;
}

static void put_row(FILE *out, const struct options *options, size_t count, const struct rmc_measures *at) {
    const unsigned decimals = (unsigned)options->decimals;
    fprintf(out, "%zu", count);
    for (size_t l = 0; l < options->levels.count; l++)
        put_cells(out, at[l].var_mean, decimals);
    for (size_t l = 0; l < options->levels.count; l++)
        put_cells(out, at[l].es_mean, decimals);
    fputc('\n', out);
}

static int put_trace(FILE *out, const struct options *options, const double *pnl, struct sw_failure *f) {
    struct rmc_measures at[MAX_LEVELS];
    size_t before = 0;
    put_header(out, options);
    for (size_t part = FIRST_PART; part > 0; part /= 2) {
        const size_t count = options->scenarios / part;
        if (count > before && measure_first(options, pnl, count, at, f) == STATUS_OK)
            put_row(out, options, count, at);
        before = count;
    }
    return f->status;
}

int put_convergence(FILE *out, const struct reporting *all, struct sw_failure *f) {
    double *pnl = NULL;
    if (gather_amounts(all, all->vectors->desks, &pnl, f) == STATUS_OK && all->rank == 0)
        put_trace(out, all->options, pnl, f);
    free(pnl);
    return f->status;
}
