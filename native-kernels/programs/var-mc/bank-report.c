/* SPDX-License-Identifier: Apache-2.0 */
/* The outputs of a bank's run: vectors of P&L by all ranks, figures and values of instruments by rank 0. */
#include "bank-saved.h"
#include "covariance.h"
#include "csv/csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool tries_trades(const struct reporting *all) {
    return all->options->onto != NULL;
}

static int put_pnl(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const struct vectors *vectors = all->vectors;
    if (all->rank == 0)
        fprintf(out, "scenario,pnl,horizon_days\n");
    for (size_t i = 0; i < vectors->scenarios; i++)
        for (size_t h = 0; h < vectors->horizons; h++) {
            fprintf(out, "%" PRIu64 ",", all->first + i);
            put_amount(out, pnl_row(vectors, h, vectors->desks)[i], (unsigned)all->options->decimals);
            fprintf(out, ",%s\n", all->horizons[h]);
        }
    return f->status;
}

static int put_desks(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const struct vectors *vectors = all->vectors;
    if (all->rank == 0)
        fprintf(out, "scenario,desk,pnl,horizon_days\n");
    for (size_t i = 0; i < vectors->scenarios; i++)
        for (size_t row = 0; row < vectors->horizons * vectors->desks; row++) {
            const size_t h = row / vectors->desks, d = row % vectors->desks;
            fprintf(out, "%" PRIu64 ",", all->first + i);
            put_desk_name(out, all->bank, (uint32_t)d);
            fputc(',', out);
            put_amount(out, pnl_row(vectors, h, d)[i], (unsigned)all->options->decimals);
            fprintf(out, ",%s\n", all->horizons[h]);
        }
    return f->status;
}

static int put_books(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const struct vectors *vectors = all->vectors;
    const struct sw_names *names = &all->bank->holdings.books;
    if (all->rank == 0)
        fprintf(out, "scenario,desk,book,pnl,horizon_days\n");
    for (size_t i = 0; i < vectors->scenarios; i++)
        for (size_t row = 0; row < vectors->horizons * names->count; row++) {
            const size_t h = row / names->count, b = row % names->count;
            fprintf(out, "%" PRIu64 ",", all->first + i);
            put_desk_name(out, all->bank, all->bank->holdings.desks_of_books[b]);
            fputc(',', out);
            sw_csv_put(out, strchr(sw_names_text(names, (uint32_t)b), ',') + 1);
            fputc(',', out);
            put_amount(out, book_row(vectors, h, names->count, b)[i], (unsigned)all->options->decimals);
            fprintf(out, ",%s\n", all->horizons[h]);
        }
    return f->status;
}

/* Writes the values of instruments. An instrument without a position has no value here. */
static int put_values(FILE *out, const struct reporting *all, struct sw_failure *f) {
    if (all->rank != 0)
        return f->status;
    fprintf(out, "instrument,value\n");
    for (uint32_t i = 0; i < all->bank->instruments.names.count; i++)
        if (!isnan(all->vectors->values[i])) {
            sw_csv_put(out, sw_names_text(&all->bank->instruments.names, i));
            fprintf(out, ",%.17g\n", all->vectors->values[i]);
        }
    return f->status;
}

/* Writes the given scenarios by name, each with the bank's P&L (desk empty), and then the desks' P&L. */
static int put_stress(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const struct vectors *vectors = all->vectors;
    if (all->rank != 0)
        return f->status;
    fprintf(out, "scenario,desk,pnl\n");
    for (size_t i = 0; i < vectors->given_count; i++)
        for (size_t d = 0; d <= vectors->desks; d++) {
            const size_t desk = d == 0 ? vectors->desks : d - 1;
            sw_csv_put(out, sw_names_text(&all->bank->given.names, (uint32_t)i));
            fputc(',', out);
            put_desk_name(out, all->bank, d == 0 ? SW_NO_NAME : (uint32_t)desk);
            fputc(',', out);
            put_amount(out, vectors->given[desk * vectors->given_count + i], (unsigned)all->options->decimals);
            fputc('\n', out);
        }
    return f->status;
}

static double measured_for(const struct reporting *all, size_t horizon, size_t limit) {
    return all->vectors->measured[horizon * all->bank->limit_count + limit];
}

/* Returns whether a limit is broken at a horizon. A limit counts only at its own horizon. */
static bool is_broken(const struct reporting *all, size_t horizon, size_t limit) {
    return measured_for(all, horizon, limit) >
           all->bank->limits[limit].most * (double)rmc_grid_unit((unsigned)all->options->decimals);
}

static int put_limits(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const size_t horizons = all->vectors->horizons;
    if (all->rank != 0)
        return f->status;
    fprintf(out, "desk,measure,level,limit,value,broken,horizon_days\n");
    for (size_t row = 0; row < all->bank->limit_count * horizons; row++) {
        const size_t i = row / horizons, h = row % horizons;
        const struct limit *limit = &all->bank->limits[i];
        if (isnan(measured_for(all, h, i)))
            continue;
        put_desk_name(out, all->bank, limit->desk);
        fprintf(out, ",%s,%.10g,%.17g,", measure_names[limit->measure], limit->level, limit->most);
        put_figure(out, measured_for(all, h, i), (unsigned)all->options->decimals);
        fprintf(out, ",%c,%s\n", is_broken(all, h, i) ? 't' : 'f', all->horizons[h]);
    }
    return f->status;
}

/* Prints the number of broken limits; a limit on every horizon counts at each. */
static void print_limits(const struct reporting *all) {
    size_t broken = 0, held = 0;
    for (size_t i = 0; i < all->bank->limit_count; i++)
        for (size_t h = 0; h < all->vectors->horizons; h++) {
            held += isnan(measured_for(all, h, i)) ? 0 : 1;
            broken += is_broken(all, h, i) ? 1 : 0;
        }
    if (held > 0)
        printf("limits broken: %zu of %zu\n", broken, held);
}

/* Prints the bank's VaR at one level; SUFFIX states the method. */
static void print_level(const struct options *options, size_t level, struct bank_var var, const char *suffix) {
    const double percent = 100 * options->levels.values[level];
    printf("VaR%.10g%s=", percent, suffix);
    put_figure(stdout, var.mean, (unsigned)options->decimals);
    printf("\nVaR%.10g_today%s=", percent, suffix);
    put_figure(stdout, var.today, (unsigned)options->decimals);
    printf("\n");
}

/* Prints the bank's VaR at one horizon. */
static void print_var(const struct reporting *all, size_t horizon) {
    const struct options *options = all->options;
    printf("horizon_days=%s\n", all->horizons[horizon]);
    for (size_t i = 0; i < options->levels.count; i++) {
        const struct rmc_measures *found = &all->vectors->at[horizon][i];
        const struct rmc_measures *without = &all->outcome->without.at[horizon][i];
        if (tries_trades(all))
            print_level(options, i, (struct bank_var){without->var_mean.value, without->var_today.value}, "_without");
        print_level(options, i, (struct bank_var){found->var_mean.value, found->var_today.value}, "");
        if (options->check == CHECK_DELTA_GAMMA)
            print_level(options, i, all->vectors->checked[horizon][i], "_delta_gamma");
    }
}

/* Prints the number of scenarios taken for the requested precision. */
static void print_precision(const struct reporting *all) {
    const struct options *options = all->options;
    const struct vectors *vectors = all->vectors;
    if (!(options->interval > 0))
        return;
    printf("scenarios taken: %zu; the interval of VaR%.10g is %.4g %% of it wide, and %.4g %% was asked: %s\n",
           vectors->taken, 100 * options->levels.values[0], 100 * vectors->width, 100 * options->interval,
           vectors->width <= options->interval ? "reached" : "not reached");
}

static void print_summary(const struct reporting *all) {
    if (all->options->repair)
        print_repair(&all->vectors->repair);
    print_limits(all);
    print_inner(all->options, all->vectors);
    print_precision(all);
    for (size_t h = 0; h < all->vectors->horizons; h++)
        print_var(all, h);
}

/* Writes the figures without the trades. */
static int put_without(FILE *out, const struct reporting *all, struct sw_failure *f) {
    struct reporting without = *all;
    without.vectors = &all->outcome->without;
    return put_figures(out, &without, f);
}

static int put_run(FILE *out, const struct reporting *all, struct sw_failure *f) {
    return put_saved(all->comm, all->bank, all->vectors, all->outcome->saved, out, f);
}

/* Makes this rank's part of one output. Collective. */
static int make_text(const struct reporting *all, int which, struct output *output, struct sw_failure *f) {
    static int (*const put_of[OUTPUTS])(FILE *, const struct reporting *, struct sw_failure *) = {
        [OUTPUT_PNL] = put_pnl,
        [OUTPUT_FIGURES] = put_figures,
        [OUTPUT_DESKS] = put_desks,
        [OUTPUT_VALUES] = put_values,
        [OUTPUT_STRESS] = put_stress,
        [OUTPUT_LIMITS] = put_limits,
        [OUTPUT_CONTRIBUTIONS] = put_contributions,
        [OUTPUT_CONVERGENCE] = put_convergence,
        [OUTPUT_WORST] = put_worst,
        [OUTPUT_BOOKS] = put_books,
        [OUTPUT_WITHOUT] = put_without,
        [OUTPUT_SAVE] = put_run,
    };
    FILE *out = open_memstream(&output->text, &output->bytes);
    if (out == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of an output");
    if (agree(all->comm, f) == STATUS_OK)
        put_of[which](out, all, f);
    if (out != NULL) {
        const bool broken = ferror(out) != 0;
        if ((fclose(out) != 0 || broken) && f->status == STATUS_OK)
            sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of an output");
    }
    return agree(all->comm, f);
}

int write_bank(MPI_Comm comm, const struct engine *engine, struct outcome *outcome, struct sw_failure *f) {
    const struct options *options = engine->options;
    struct output outputs[OUTPUTS] = {{NULL}};
    struct reporting all = {.comm = comm,
                            .options = options,
                            .bank = engine->bank,
                            .engine = engine,
                            .vectors = &outcome->with,
                            .outcome = outcome};
    MPI_Comm_rank(comm, &all.rank);
    MPI_Comm_size(comm, &all.ranks);
    all.first = sw_split(options->scenarios, (uint64_t)all.rank, (uint64_t)all.ranks).first;
    for (size_t h = 0; h < options->horizons.count; h++)
        snprintf(all.horizons[h], sizeof all.horizons[h], "%.10g", options->horizons.values[h]);
    for (int i = 0; i < OUTPUTS && f->status == STATUS_OK; i++) {
        outputs[i].path = options->outputs[i];
        /* The VaR without the trades is printed even if no file of its figures is requested. */
        if (outputs[i].path != NULL || (i == OUTPUT_WITHOUT && tries_trades(&all)))
            make_text(&all, i, &outputs[i], f);
    }
    if (write_files(comm, outputs, OUTPUTS, f) == STATUS_OK && all.rank == 0) {
        print_summary(&all);
        running_last(options, outcome->with.at[0]);
    }
    return f->status;
}
