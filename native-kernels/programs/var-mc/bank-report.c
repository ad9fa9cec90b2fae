/* SPDX-License-Identifier: Apache-2.0 */
/* The outputs of a bank's run: vectors of P&L by all ranks, figures and values of instruments by rank 0. */
#include "bank-run.h"

#include <inttypes.h>
#include <math.h>

static int put_pnl(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const struct vectors *vectors = all->vectors;
    if (all->rank == 0)
        fprintf(out, "scenario,pnl\n");
    for (size_t i = 0; i < vectors->scenarios; i++) {
        fprintf(out, "%" PRIu64 ",", all->first + i);
        put_amount(out, vectors->pnl[vectors->desks * vectors->scenarios + i], (unsigned)all->options->decimals);
        fputc('\n', out);
    }
    return f->status;
}

static int put_desks(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const struct vectors *vectors = all->vectors;
    if (all->rank == 0)
        fprintf(out, "scenario,desk,pnl\n");
    for (size_t i = 0; i < vectors->scenarios; i++)
        for (size_t d = 0; d < vectors->desks; d++) {
            fprintf(out, "%" PRIu64 ",%s,", all->first + i, sw_names_text(&all->bank->holdings.desks, (uint32_t)d));
            put_amount(out, vectors->pnl[d * vectors->scenarios + i], (unsigned)all->options->decimals);
            fputc('\n', out);
        }
    return f->status;
}

/* The name of a book begins with that of its desk and a comma. */
static int put_books(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const struct vectors *vectors = all->vectors;
    const struct sw_names *names = &all->bank->holdings.books;
    if (all->rank == 0)
        fprintf(out, "scenario,desk,book,pnl\n");
    for (size_t i = 0; i < vectors->scenarios; i++)
        for (uint32_t b = 0; b < names->count; b++) {
            fprintf(out, "%" PRIu64 ",%s,", all->first + i, sw_names_text(names, b));
            put_amount(out, vectors->books[b * vectors->scenarios + i], (unsigned)all->options->decimals);
            fputc('\n', out);
        }
    return f->status;
}

/* An instrument that nobody holds has no value here. */
static int put_values(FILE *out, const struct reporting *all, struct sw_failure *f) {
    if (all->rank != 0)
        return f->status;
    fprintf(out, "instrument,value\n");
    for (uint32_t i = 0; i < all->bank->instruments.names.count; i++)
        if (!isnan(all->vectors->values[i]))
            fprintf(out, "%s,%.17g\n", sw_names_text(&all->bank->instruments.names, i), all->vectors->values[i]);
    return f->status;
}

/* The given scenarios by name, each with the bank's P&L, whose desk is empty, and then the desks'. */
static int put_stress(FILE *out, const struct reporting *all, struct sw_failure *f) {
    const struct vectors *vectors = all->vectors;
    if (all->rank != 0)
        return f->status;
    fprintf(out, "scenario,desk,pnl\n");
    for (size_t i = 0; i < vectors->given_count; i++)
        for (size_t d = 0; d <= vectors->desks; d++) {
            const size_t desk = d == 0 ? vectors->desks : d - 1;
            fprintf(out, "%s,%s,", sw_names_text(&all->bank->given.names, (uint32_t)i),
                    d == 0 ? "" : sw_names_text(&all->bank->holdings.desks, (uint32_t)desk));
            put_amount(out, vectors->given[desk * vectors->given_count + i], (unsigned)all->options->decimals);
            fputc('\n', out);
        }
    return f->status;
}

static bool is_broken(const struct reporting *all, size_t limit) {
    return all->vectors->measured[limit] >
           all->bank->limits[limit].most * (double)rmc_grid_unit((unsigned)all->options->decimals);
}

static int put_limits(FILE *out, const struct reporting *all, struct sw_failure *f) {
    if (all->rank != 0)
        return f->status;
    fprintf(out, "desk,measure,level,limit,value,broken\n");
    for (size_t i = 0; i < all->bank->limit_count; i++) {
        const struct limit *limit = &all->bank->limits[i];
        fprintf(out, "%s,%s,%.10g,%.17g,",
                limit->desk == SW_NO_NAME ? "" : sw_names_text(&all->bank->holdings.desks, limit->desk),
                measure_names[limit->measure], limit->level, limit->most);
        put_figure(out, all->vectors->measured[i], (unsigned)all->options->decimals);
        fprintf(out, ",%c\n", is_broken(all, i) ? 't' : 'f');
    }
    return f->status;
}

/* Prints the bank's VaR and how many limits are broken. */
static void print_var(const struct reporting *all) {
    const struct options *options = all->options;
    size_t broken = 0;
    for (size_t i = 0; i < all->bank->limit_count; i++)
        broken += is_broken(all, i) ? 1 : 0;
    if (all->bank->limit_count > 0)
        printf("limits broken: %zu of %zu\n", broken, all->bank->limit_count);
    for (size_t i = 0; i < options->levels.count; i++) {
        printf("VaR%.10g=", 100 * options->levels.values[i]);
        put_figure(stdout, all->vectors->at[i].var_mean.value, (unsigned)options->decimals);
        printf("\nVaR%.10g_today=", 100 * options->levels.values[i]);
        put_figure(stdout, all->vectors->at[i].var_today.value, (unsigned)options->decimals);
        printf("\n");
    }
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
    };
    FILE *out = open_memstream(&output->text, &output->bytes);
    if (out == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %s", output->path);
    if (agree(all->comm, f) == STATUS_OK)
        put_of[which](out, all, f);
    if (out != NULL) {
        const bool broken = ferror(out) != 0;
        if ((fclose(out) != 0 || broken) && f->status == STATUS_OK)
            sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %s", output->path);
    }
    return agree(all->comm, f);
}

int write_bank(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f) {
    const struct options *options = engine->options;
    struct output outputs[OUTPUTS] = {{NULL}};
    struct reporting all = {
        .comm = comm, .options = options, .bank = engine->bank, .engine = engine, .vectors = vectors};
    MPI_Comm_rank(comm, &all.rank);
    MPI_Comm_size(comm, &all.ranks);
    all.first = sw_split(options->scenarios, (uint64_t)all.rank, (uint64_t)all.ranks).first;
    for (int i = 0; i < OUTPUTS && f->status == STATUS_OK; i++) {
        outputs[i].path = options->outputs[i];
        if (outputs[i].path != NULL)
            make_text(&all, i, &outputs[i], f);
    }
    if (write_files(comm, outputs, OUTPUTS, f) == STATUS_OK && all.rank == 0) {
        print_var(&all);
        running_last(options, vectors->at);
    }
    return f->status;
}
