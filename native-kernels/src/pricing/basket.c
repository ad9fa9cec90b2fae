/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An option on the weighted sum of some prices, by Monte Carlo (Glasserman, Monte Carlo Methods in Financial
 * Engineering, 2004, section 3.2.3). All pairs have one correlation, so each column of the Cholesky factor is constant
 * below the diagonal. A walk over the prices keeps the sum of these constants times their normals.
 */
#include "sum-single.h"

/* The terms by which paths pay. */
struct sum {
    const double *weights;
    double strike, sign;
};

LANE struct state add_weighted(const void *terms, struct state state, size_t step, lane_double x, size_t i) {
    const struct sum *sum = terms;
    (void)i;
    state.a = lane_fma(lane_exp(x), lane_all(sum->weights[step]), state.a);
    return state;
}

LANE lane_double pay_sum(const void *terms, struct state state, size_t i) {
    const struct sum *sum = terms;
    (void)i;
    return lane_max(sum->sign * (state.a - sum->strike), lane_all(0));
}

/* Writes the Cholesky factor of the correlations, times the root of the time: own[k] on the diagonal, kept[k] below. */
static void write_root(struct walk *walk, double correlation, double root_years) {
    double sum = 0;
    for (size_t k = 0; k < walk->steps; k++) {
        const double rest = 1 - sum, own = rest > 0 ? sqrt(rest) : 0;
        const double kept = own > 0 ? (correlation - sum) / own : 0;
        walk->own[k] = own * root_years;
        walk->kept[k] = kept * root_years;
        sum += kept * kept;
    }
}

/* Makes the walk. If NOTHING, a row of zeros, is given, the bases lack the logarithms of the levels. */
static struct walk walk_of_assets(struct prc_job *job, const struct prc_basket *basket, double years,
                                  const double *nothing) {
    struct walk walk = walk_of(job, basket->assets);
    double *volatilities = take_doubles(job, basket->assets * job->row), *spare = take_row(job);
    walk.volatilities = volatilities;
    walk.volatility_stride = job->row;
    for (size_t k = 0; k < basket->assets; k++) {
        double *volatility = volatilities + k * job->row;
        copy_volatilities(job, basket->volatilities[k], volatility);
        const double *logarithms = nothing != NULL ? nothing : logarithm_row(job, basket->factors[k], spare);
        const struct mover mover = {logarithms, volatility, basket->curve, PRC_NONE};
        write_base(job, &mover, years, walk.bases + k * job->row);
    }
    write_root(&walk, basket->correlation, sqrt(years));
    return walk;
}

/* Values an option that expired before the time of the block. */
static void value_expired(const struct prc_basket *basket, struct prc_job *job, const struct sum *sum, double *values) {
    double *levels = take_row(job);
    fill_row(values, job->row, 0);
    for (size_t k = 0; k < basket->assets; k++) {
        KERNEL(prc_passed_level)(job, basket->factors[k], basket->volatilities[k], basket->maturity, levels);
        for (size_t i = 0; i < job->row; i++)
            values[i] += basket->weights[k] * levels[i];
    }
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const struct state state = {lane_load(values + i), lane_all(0), lane_all(0)};
        lane_store(values + i, pay_sum(sum, state, i));
    }
}

void KERNEL(prc_basket)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_basket *basket = &instrument->terms.basket;
    const double years = basket->maturity - job->block->years;
    const struct sum sum = {basket->weights, basket->strike, basket->option == PRC_CALL ? 1 : -1};
    if (years < 0) {
        value_expired(basket, job, &sum, values);
        return;
    }
    const struct walk walk = walk_of_assets(job, basket, years, NULL);
    const struct game game = {instrument->id, &sum, add_weighted, pay_sum};
    value_by_paths(&walk, job, game, values);
    const double *discounts = discount_row(job, basket->curve, years, take_row(job));
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(values + i, lane_load(values + i) * discount_at(discounts, i));
}

void KERNEL(prc_basket_single)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_basket *basket = &instrument->terms.basket;
    const double years = basket->maturity - job->block->years;
    if (years < 0) {
        KERNEL(prc_basket)(instrument, job, values);
        return;
    }
    double *nothing = take_row(job);
    fill_row(nothing, job->row, 0);
    const struct walk walk = walk_of_assets(job, basket, years, nothing);
    struct sum_single sum = sum_of_walk(&walk, job, basket->assets, values);
    const double *discounts = discount_row(job, basket->curve, years, take_row(job));
    sum.sign = basket->option == PRC_CALL ? 1 : -1;
    for (size_t k = 0; k < basket->assets; k++) {
        const double *levels = level_row(job->block, basket->factors[k]);
        for (size_t i = 0; i < job->row; i++) {
            const double level = levels[i < job->block->scenarios ? i : job->block->scenarios - 1];
            sum.shares[k * sum.row + i] = (float)((level > 0 ? level : NAN) * basket->weights[k] / basket->strike);
        }
    }
    for (size_t i = 0; i < job->row; i++)
        sum.known[i] = -1;
    sum.share_stride = sum.row;
    value_single(&walk, &sum, job, instrument->id);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(values + i, lane_load(values + i) * basket->strike * discount_at(discounts, i));
}

/* Writes the move of a level since today, as a share of today's level. */
static void locate_move(const struct prc_job *job, uint32_t factor, double *to) {
    const double *levels = level_row(job->block, factor), today = job->block->market->today[factor];
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(to + i, load(levels, i, job->block->scenarios) / today - 1.0);
}

/* Locates a basket. The volatility of the sum matches the first two moments for small volatilities: x_k is weight *
 * price * volatility of an asset, and the variance is (1 - correlation) sum of x_k^2 + correlation (sum of x_k)^2, over
 * the square of the sum. */
void KERNEL(prc_locate_basket)(const struct prc_instrument *instrument, struct prc_job *job,
                               const struct prc_coordinates *to) {
    const struct prc_basket *basket = &instrument->terms.basket;
    const size_t count = job->block->scenarios;
    const double years = basket->maturity - job->block->years;
    const struct exponent rate = exponent_of(job->block, basket->curve, years);
    const double *discounts = discount_row(job, basket->curve, years, take_row(job));
    const lane_double log_strike = lane_log(lane_all(basket->strike));
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        lane_double sum = lane_all(0), x = lane_all(0), squares = lane_all(0);
        for (size_t k = 0; k < basket->assets; k++) {
            const lane_double worth = load(level_row(job->block, basket->factors[k]), i, count) * basket->weights[k];
            const lane_double moved = worth * load(level_row(job->block, basket->volatilities[k]), i, count);
            sum += worth;
            x += moved;
            squares = lane_fma(moved, moved, squares);
        }
        const lane_double variance = (1 - basket->correlation) * squares + basket->correlation * x * x;
        lane_store(to->u + i, lane_log(sum) - log_strike + exponent_at(&rate, i, count));
        lane_store(to->v + i, lane_sqrt(variance) / sum);
        lane_store(to->scale + i, basket->strike * discount_at(discounts, i));
        lane_store(to->paid + i, lane_all(0));
    }
    for (size_t k = 0; k < basket->assets; k++) {
        locate_move(job, basket->factors[k], to->further + k * job->row);
        locate_move(job, basket->volatilities[k], to->further + (basket->assets + k) * job->row);
    }
}
