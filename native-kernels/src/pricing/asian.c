/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An option on the arithmetic average of fixings, by Monte Carlo (Glasserman, Monte Carlo Methods in Financial
 * Engineering, 2004, sections 1.1.2 and 7.1).
 *
 * If only the price moves, the average of a common path is the price times a factor that is the same in all scenarios.
 * The factors are sorted once for the block, and the mean payoff of the paths is a difference of two sums, which
 * bisection finds.
 */
#include "fixings.h"
#include "sum-single.h"

#include <string.h>

/* The terms by which paths pay. */
struct average {
    const double *known;        /* a row: the known part of the average at the time of the block */
    double strike, sign, share; /* of one fixing */
};

LANE struct state add_price(const void *terms, struct state state, size_t step, lane_double x, size_t i) {
    (void)terms, (void)step, (void)i;
    state.a += lane_exp(x);
    return state;
}

LANE lane_double pay_average(const void *terms, struct state state, size_t i) {
    const struct average *average = terms;
    const lane_double mean = lane_fma(state.a, lane_all(average->share), lane_load(average->known + i));
    return lane_max(average->sign * (mean - average->strike), lane_all(0));
}

/* Writes the share of the fixings up to the time of the block in the average to KNOWN. */
static void write_known(struct prc_job *job, const struct prc_asian *asian, double *known) {
    const struct prc_fixings fixings = {asian->first_fixing, asian->option.maturity, asian->fixings};
    const unsigned passed = prc_fixings_before(fixings, 0);
    const unsigned fixed = prc_fixings_before(fixings, job->block->years + 2 * PRC_SAME_DATE);
    double *levels = take_row(job);
    fill_row(known, job->row, passed > 0 ? asian->realised * passed : 0);
    for (unsigned k = passed; k < fixed; k++) {
        fixed_levels(job, &asian->option, prc_fixing_date(fixings, k), levels);
        for (size_t i = 0; i < job->row; i++)
            known[i] += levels[i];
    }
    for (size_t i = 0; i < job->row; i++)
        known[i] /= asian->fixings;
}

/* --- the sorted table --- */

struct table {
    double *factors; /* of the paths, ascending */
    double *sums;    /* sums[i] is the sum of the first i factors */
    double *spare;
    size_t paths;
};

/* Sorts by merging runs of 1, 2, 4 and so on. */
static void sort(struct table *table) {
    for (size_t run = 1; run < table->paths; run *= 2) {
        const double *from = table->factors;
        for (size_t start = 0; start < table->paths; start += 2 * run) {
            const size_t middle = start + run < table->paths ? start + run : table->paths;
            const size_t end = middle + run < table->paths ? middle + run : table->paths;
            size_t a = start, b = middle;
            for (size_t i = start; i < end; i++)
                table->spare[i] = a < middle && (b == end || from[a] <= from[b]) ? from[a++] : from[b++];
        }
        double *sorted = table->spare;
        table->spare = table->factors;
        table->factors = sorted;
    }
}

/* Writes the factors of some common paths: the sum of their prices for a price of 1. */
static void add_factors(const struct walk *walk, size_t row, const double *z, size_t count, double *factors) {
    double sums[PRC_PATHS_AT_ONCE];
    for (size_t p = 0; p < PRC_PATHS_AT_ONCE; p += LANE_DOUBLES) {
        lane_double sum = lane_all(0);
        for (size_t k = 0; k < walk->steps; k++)
            sum += lane_exp(lane_fma(lane_all(walk->volatilities[0]), lane_load(z + k * PRC_PATHS_AT_ONCE + p),
                                     lane_all(walk->bases[k * row])));
        lane_store(sums + p, sum);
    }
    memcpy(factors, sums, count * sizeof *factors);
}

static struct table table_of(const struct walk *walk, struct prc_job *job, uint64_t id) {
    const struct prc_block *block = job->block;
    struct table table = {.paths = block->paths};
    const struct draws draws = draws_of(job, walk->steps);
    memset(draws.z, 0, walk->steps * PRC_PATHS_AT_ONCE * sizeof *draws.z);
    table.factors = take_doubles(job, table.paths);
    table.spare = take_doubles(job, table.paths);
    table.sums = take_doubles(job, table.paths + 1);
    for (size_t from = 0; from < table.paths; from += PRC_PATHS_AT_ONCE) {
        const size_t left = table.paths - from, count = left < PRC_PATHS_AT_ONCE ? left : PRC_PATHS_AT_ONCE;
        draw_common(walk, block, id, draws, block->first_path + from, count);
        add_factors(walk, job->row, draws.z, count, table.factors + from);
    }
    sort(&table);
    table.sums[0] = 0;
    for (size_t p = 0; p < table.paths; p++)
        table.sums[p + 1] = table.sums[p] + table.factors[p];
    return table;
}

/* Counts the factors that are at most LIMIT. No branch of the loop depends on the data. */
static size_t count_up_to(const struct table *table, double limit) {
    const double *base = table->factors;
    size_t left = table->paths;
    while (left > 1) {
        const size_t half = left / 2;
        base = base[half - 1] <= limit ? base + half : base;
        left -= half;
    }
    return (size_t)(base - table->factors) + (*base <= limit ? 1 : 0);
}

static void value_by_table(const struct table *table, const struct prc_job *job, const struct average *average,
                           const double *levels, double *values) {
    const size_t n = table->paths;
    for (size_t i = 0; i < job->block->scenarios; i++) {
        const double price = levels[i] > 0 ? levels[i] * average->share : NAN;
        const double strike = average->strike - average->known[i];
        const size_t below = count_up_to(table, strike / price);
        const double above = price * (table->sums[n] - table->sums[below]) - strike * (double)(n - below);
        const double under = strike * (double)below - price * table->sums[below];
        const double paid = average->sign > 0 ? above : under;
        values[i] = paid < 0 ? 0 : paid / (double)n;
    }
    for (size_t i = job->block->scenarios; i < job->row; i++)
        values[i] = 0;
}

/* --- the kind --- */

/* Values the option by paths. All fixings are either in the future or known. */
static void value_average(const struct prc_instrument *instrument, struct prc_job *job, const struct average *average,
                          double *values) {
    const struct prc_asian *asian = &instrument->terms.asian;
    const struct prc_fixings fixings = prc_fixings_of(instrument);
    const int is_sorted = prc_has_sorted_table(instrument, job->block);
    double *logarithms = take_row(job);
    fill_row(logarithms, job->row, 0);
    const double *from = is_sorted ? logarithms : logarithm_row(job, asian->option.factor, logarithms);
    const struct walk walk = walk_of_fixings(job, &asian->option, fixings, from);
    const struct game game = {instrument->id, average, add_price, pay_average};
    if (is_sorted) {
        const struct table table = table_of(&walk, job, instrument->id);
        value_by_table(&table, job, average, level_row(job->block, asian->option.factor), values);
    } else {
        value_by_paths(&walk, job, game, values);
    }
}

void KERNEL(prc_asian)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_asian *asian = &instrument->terms.asian;
    const struct prc_european *option = &asian->option;
    double *known = take_row(job);
    write_known(job, asian, known);
    const struct average average = {known, option->strike, option->option == PRC_CALL ? 1 : -1, 1.0 / asian->fixings};
    const double years = option->maturity - job->block->years;
    if (years > PRC_SAME_DATE) {
        value_average(instrument, job, &average, values);
    } else {
        const struct state nothing = {lane_all(0), lane_all(0), lane_all(0)};
        for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
            lane_store(values + i, pay_average(&average, nothing, i));
    }
    const double *discounts = discount_row(job, option->curve, years, take_row(job));
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(values + i, lane_load(values + i) * discount_at(discounts, i));
}

/* Values in single precision only by paths: a sorted table is exact and faster than any paths, and an option without
 * future fixings needs no paths. */
void KERNEL(prc_asian_single)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_asian *asian = &instrument->terms.asian;
    const struct prc_european *option = &asian->option;
    const double years = option->maturity - job->block->years;
    if (!(years > PRC_SAME_DATE) || prc_has_sorted_table(instrument, job->block)) {
        KERNEL(prc_asian)(instrument, job, values);
        return;
    }
    double *known = take_row(job), *nothing = take_row(job);
    write_known(job, asian, known);
    fill_row(nothing, job->row, 0);
    const struct walk walk = walk_of_fixings(job, option, prc_fixings_of(instrument), nothing);
    struct sum_single sum = sum_of_walk(&walk, job, 1, values);
    const double *levels = level_row(job->block, option->factor);
    const double *discounts = discount_row(job, option->curve, years, take_row(job));
    sum.sign = option->option == PRC_CALL ? 1 : -1;
    for (size_t i = 0; i < job->row; i++) {
        const double level = levels[i < job->block->scenarios ? i : job->block->scenarios - 1];
        sum.shares[i] = (float)((level > 0 ? level : NAN) / asian->fixings / option->strike);
        sum.known[i] = (float)((known[i] - option->strike) / option->strike);
    }
    value_single(&walk, &sum, job, instrument->id);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(values + i, lane_load(values + i) * option->strike * discount_at(discounts, i));
}

/* Locates the option on the remaining fixings. The strike of that option scales the value. Coordinates are NAN if the
 * known fixings are worth at least the strike. */
void KERNEL(prc_locate_asian)(const struct prc_instrument *instrument, struct prc_job *job,
                              const struct prc_coordinates *to) {
    const struct prc_asian *asian = &instrument->terms.asian;
    const struct prc_fixings fixings = prc_fixings_of(instrument);
    const double years = job->block->years;
    const unsigned fixed = prc_fixings_before(fixings, years + 2 * PRC_SAME_DATE);
    const double left = fixings.count - fixed, middle = (prc_fixing_date(fixings, fixed) + fixings.maturity) / 2;
    const struct carried carried = carried_of(job, &asian->option, middle - years);
    double *known = take_row(job);
    write_known(job, asian, known);
    locate_price(job, &asian->option, &carried, to);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const lane_double rest = asian->option.strike - lane_load(known + i);
        const lane_double positive = lane_select(lane_less(lane_all(0), rest), rest, lane_all(NAN));
        lane_store(to->u + i, lane_load(to->u + i) - lane_log(positive * (asian->fixings / left)));
        lane_store(to->scale + i, positive * discount_at(carried.discounts, i));
        lane_store(to->paid + i, lane_all(0));
    }
}
