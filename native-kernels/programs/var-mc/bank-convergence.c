/* SPDX-License-Identifier: Apache-2.0 */
/* The convergence of a bank's figures: after the first 1/64 of the scenarios, 1/32, and so on. */
#include "bank-run.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_PART = 64 };

/* The bank's P&L by scenario, at each horizon. */
struct traced {
    const struct reporting *all;
    double *pnl[MAX_HORIZONS];
};

/* Writes the names of the lines: the measure, the level in percent, and, with several horizons, the horizon. */
static void put_header(FILE *out, const struct reporting *all) {
    static const int measures[] = {VAR_MEAN, ES_MEAN};
    const struct options *options = all->options;
    char name[64];
    fprintf(out, "scenarios");
    for (size_t h = 0; h < options->horizons.count; h++)
        for (int m = 0; m < 2; m++)
            for (size_t l = 0; l < options->levels.count; l++) {
                const int length = snprintf(name, sizeof name, "%s_%.10g", measure_names[measures[m]],
                                            100 * options->levels.values[l]);
                if (options->horizons.count > 1)
                    snprintf(name + length, sizeof name - (size_t)length, "_%sd", all->horizons[h]);
                fprintf(out, ",%s,%s_lower,%s_upper", name, name, name);
            }
    fputc('\n', out);
}

/* Measures the first COUNT scenarios. A level without a scenario in the tail has no figures. */
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

static int put_row(FILE *out, const struct traced *traced, size_t count, struct sw_failure *f) {
    const struct options *options = traced->all->options;
    const unsigned decimals = (unsigned)options->decimals;
    struct rmc_measures at[MAX_LEVELS];
    fprintf(out, "%zu", count);
    for (size_t h = 0; h < options->horizons.count; h++) {
        if (measure_first(options, traced->pnl[h], count, at, f) != STATUS_OK)
            return f->status;
        for (size_t l = 0; l < options->levels.count; l++)
            put_cells(out, at[l].var_mean, decimals);
        for (size_t l = 0; l < options->levels.count; l++)
            put_cells(out, at[l].es_mean, decimals);
    }
    fputc('\n', out);
    return STATUS_OK;
}

static int put_trace(FILE *out, const struct traced *traced, struct sw_failure *f) {
    size_t before = 0;
    put_header(out, traced->all);
    for (size_t part = FIRST_PART; part > 0 && f->status == STATUS_OK; part /= 2) {
        const size_t count = traced->all->options->scenarios / part;
        if (count > before)
            put_row(out, traced, count, f);
        before = count;
    }
    return f->status;
}

int put_convergence(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const size_t horizons = all->options->horizons.count;
    struct traced traced = {.all = all};
    for (size_t h = 0; h < horizons && f->status == STATUS_OK; h++) {
        gather_amounts(all, h, all->vectors->desks, &traced.pnl[h], f);
        agree(all->comm, f);
    }
    if (f->status == STATUS_OK && all->rank == 0)
        put_trace(out, &traced, f);
    for (size_t h = 0; h < horizons; h++)
        free(traced.pnl[h]);
    return f->status;
}
