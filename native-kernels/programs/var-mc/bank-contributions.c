/* SPDX-License-Identifier: Apache-2.0 */
/* The contributions of desks and factors to the bank's VaR at each requested horizon and level. riskmc_tail.h defines
 * the figures. */
#include "bank-exposures.h"
#include "csv/csv.h"

#include <math.h>
#include <stdlib.h>

typedef enum { OF_DESK, OF_FACTOR, OF_REST, KINDS_OF_ROW } kind_of_row;

/* A row of the file; amounts are in multiples of the grid. */
struct row {
    size_t horizon, level; /* indices */
    kind_of_row kind;
    uint32_t which;  /* desk or factor */
    double position; /* today's value of the desk, or the exposure to the factor; or NAN */
    struct rmc_interval component, incremental;
};

static const struct rmc_interval nothing = {NAN, NAN, NAN};

/* The data on rank 0. All except exposures and rows belong to one horizon. */
struct contributing {
    const struct reporting *all;
    size_t horizon;
    struct rmc_tail *tails[MAX_LEVELS]; /* of the bank */
    double *bank;                       /* P&L by scenario */
    double *exposures;                  /* by factor */
    struct rmc_part *parts;             /* of factors, by level */
    struct row *rows;
    size_t row_count;
};

/* Makes the bank's tails on rank 0. Collective. */
static int take_tails(struct contributing *of, struct sw_failure *f) {
    const struct reporting *all = of->all;
    struct rmc_error error;
    if (gather_amounts(all, of->horizon, all->vectors->desks, &of->bank, f) != STATUS_OK || all->rank != 0)
        return f->status;
    for (size_t l = 0; l < all->options->levels.count; l++)
        if (rmc_tail_new(of->bank, all->options->scenarios, all->options->levels.values[l], &of->tails[l], &error) !=
            RMC_OK)
            return risk_failed(&error, f);
    return STATUS_OK;
}

/* Adds the rows of one desk with P&L PNL. REST has room for as many amounts. */
static int add_desk(struct contributing *of, uint32_t desk, const double *pnl, double *rest, struct sw_failure *f) {
    const struct options *options = of->all->options;
    struct rmc_error error;
    for (size_t i = 0; i < options->scenarios; i++)
        rest[i] = of->bank[i] - pnl[i];
    for (size_t l = 0; l < options->levels.count; l++) {
        struct row *row = &of->rows[of->row_count];
        struct rmc_part part;
        struct rmc_tail *without;
        *row = (struct row){.horizon = of->horizon, .level = l, .kind = OF_DESK, .which = desk};
        row->position = (double)of->all->vectors->today[desk];
        rmc_part_of(of->tails[l], pnl, &part);
        row->component = rmc_component(of->tails[l], &part);
        if (rmc_tail_new(rest, options->scenarios, options->levels.values[l], &without, &error) != RMC_OK)
            return risk_failed(&error, f);
        const rmc_err code = rmc_incremental(of->tails[l], without, pnl, &row->incremental, &error);
        rmc_tail_free(without);
        if (code != RMC_OK)
            return risk_failed(&error, f);
        of->row_count++;
    }
    return STATUS_OK;
}

/* Collective. */
static int add_desks(struct contributing *of, struct sw_failure *f) {
    const struct reporting *all = of->all;
    double *rest = all->rank == 0 ? malloc(all->options->scenarios * sizeof *rest) : NULL;
    if (all->rank == 0 && rest == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the bank without a desk");
    agree(all->comm, f);
    for (uint32_t d = 0; d < all->vectors->desks && f->status == STATUS_OK; d++) {
        double *pnl = NULL;
        if (gather_amounts(all, of->horizon, d, &pnl, f) == STATUS_OK && all->rank == 0)
            add_desk(of, d, pnl, rest, f);
        free(pnl);
        agree(all->comm, f);
    }
    free(rest);
    return f->status;
}

/* Returns the part of a linear P&L: EXPOSURE times the moves with the means in PART. */
static struct rmc_part scaled(struct rmc_part part, double exposure) {
    const double square = exposure * exposure;
    return (struct rmc_part){.mean = exposure * part.mean,
                             .square = square * part.square,
                             .window = exposure * part.window,
                             .window_square = square * part.window_square,
                             .scored = exposure * part.scored,
                             .tail = exposure * part.tail};
}

/* Adds the rows of all factors at one level, and the row of the rest of the VaR. */
static void add_factors(struct contributing *of, size_t level) {
    const struct rmc_tail *tail = of->tails[level];
    const uint32_t count = of->all->bank->factors.names.count;
    double rest = tail->mean - tail->quantile;
    for (uint32_t j = 0; j < count; j++) {
        const struct rmc_part part = scaled(of->parts[level * count + j], of->exposures[j]);
        const struct rmc_interval component = rmc_component(tail, &part);
        if (of->exposures[j] == 0)
            continue;
        rest -= component.value;
        of->rows[of->row_count++] =
            (struct row){of->horizon, level, OF_FACTOR, j, of->exposures[j], component, nothing};
    }
    of->rows[of->row_count++] = (struct row){of->horizon, level, OF_REST, 0, NAN, {rest, NAN, NAN}, nothing};
}

/* Orders desks before factors, and each by falling component: a picture of the first rows shows the important ones. */
static int by_size(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    if (x->horizon != y->horizon)
        return x->horizon < y->horizon ? -1 : 1;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    const double one = fabs(x->component.value), other = fabs(y->component.value);
    if (one != other)
        return one > other ? -1 : 1;
    return (x->which > y->which) - (x->which < y->which);
}

/* Writes the component per unit of the position; empty without a position. */
static void put_marginal(FILE *out, const struct row *row) {
    const struct rmc_interval c = row->component;
    const double lower = row->position < 0 ? c.upper : c.lower, upper = row->position < 0 ? c.lower : c.upper;
    const double cells[] = {c.value, lower, upper};
    for (int i = 0; i < 3; i++) {
        fputc(',', out);
        if (row->position != 0 && isfinite(cells[i] / row->position))
            fprintf(out, "%.17g", cells[i] / row->position);
    }
}

static void put_row(FILE *out, const struct reporting *all, const struct row *row) {
    static const char *const kinds[KINDS_OF_ROW] = {"desk", "factor", "rest"};
    const unsigned decimals = (unsigned)all->options->decimals;
    const char *label = row->kind == OF_DESK     ? sw_names_text(&all->bank->holdings.desks, row->which)
                        : row->kind == OF_FACTOR ? sw_names_text(&all->bank->factors.names, row->which)
                                                 : "curvature and interaction of factors";
    fprintf(out, "%.10g,%s,", all->options->levels.values[row->level], kinds[row->kind]);
    sw_csv_put(out, label);
    put_cells(out, row->component, decimals);
    fputc(',', out);
    put_figure(out, row->position, decimals);
    put_marginal(out, row);
    put_cells(out, row->incremental, decimals);
    fprintf(out, ",%s\n", all->horizons[row->horizon]);
}

static void put_rows(FILE *out, const struct contributing *of) {
    qsort(of->rows, of->row_count, sizeof *of->rows, by_size);
    fprintf(out, "level,kind,label,value,lower,upper,position,marginal,marginal_lower,marginal_upper,"
                 "incremental,incremental_lower,incremental_upper,horizon_days\n");
    for (size_t i = 0; i < of->row_count; i++)
        put_row(out, of->all, &of->rows[i]);
}

/* Makes room on rank 0 for the rows and their data. */
static int make_rows(struct contributing *of, struct sw_failure *f) {
    const size_t levels = of->all->options->levels.count, horizons = of->all->options->horizons.count;
    const size_t factors = of->all->bank->factors.names.count;
    if (of->all->rank != 0)
        return STATUS_OK;
    of->exposures = malloc(factors * sizeof *of->exposures);
    of->parts = malloc(levels * factors * sizeof *of->parts);
    of->rows = malloc(horizons * levels * (of->all->vectors->desks + factors + 1) * sizeof *of->rows);
    if (of->exposures == NULL || of->parts == NULL || of->rows == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the contributions of %zu factors", factors);
    return STATUS_OK;
}

/* Adds the rows of one horizon. Collective. */
static int add_horizon(struct contributing *of, struct sw_failure *f) {
    const struct reporting *all = of->all;
    take_tails(of, f);
    if (agree(all->comm, f) == STATUS_OK && add_desks(of, f) == STATUS_OK &&
        take_parts(all, of->horizon, of->tails, of->parts, f) == STATUS_OK && all->rank == 0)
        for (size_t l = 0; l < all->options->levels.count; l++)
            add_factors(of, l);
    for (size_t l = 0; l < MAX_LEVELS; l++) {
        rmc_tail_free(of->tails[l]);
        of->tails[l] = NULL;
    }
    free(of->bank);
    of->bank = NULL;
    return f->status;
}

int put_contributions(FILE *out, const struct reporting *all, struct sw_failure *f) {
    struct contributing of = {.all = all};
    make_rows(&of, f);
    if (agree(all->comm, f) == STATUS_OK)
        take_exposures(all, of.exposures, f);
    for (; of.horizon < all->options->horizons.count && f->status == STATUS_OK; of.horizon++)
        add_horizon(&of, f);
    if (f->status == STATUS_OK && all->rank == 0)
        put_rows(out, &of);
    free(of.exposures);
    free(of.parts);
    free(of.rows);
    return f->status;
}
