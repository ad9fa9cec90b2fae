/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A barrier option that is watched on some dates only, by Monte Carlo (Glasserman, Monte Carlo Methods in Financial
 * Engineering, 2004, section 6.4). Each fixing of a path is compared with the barrier.
 */
#include "fixings.h"

/* The terms by which paths pay. */
struct watch {
    const struct prc_barrier *terms;
    double sign, log_barrier;
    double refund;   /* of a hit: 0 for a knock-in, which pays its rebate at maturity only */
    double *alive;   /* a row: 1 if no fixing up to the time of the block has hit, else 0 */
    double *refunds; /* a row for each step: the rebate of a hit at that fixing, at the time of the block */
    size_t row;
    const double *discounts; /* until maturity; NULL: 1 */
    double *early_refunds;   /* a row: payments for hits before the time of the block */
};

/* Returns ALIVE after a look at a price: 0 in the lanes that have hit. */
LANE lane_double still_alive(const struct watch *watch, lane_double alive, lane_double logarithm) {
    const lane_double barrier = lane_all(watch->log_barrier);
    const lane_mask inside =
        watch->terms->direction == PRC_UP ? lane_less(logarithm, barrier) : lane_less(barrier, logarithm);
    return lane_select(inside, alive, lane_all(0));
}

/* Keeps the last logarithm in a, and in b whether the path is alive. */
LANE struct state watch_price(const void *terms, struct state state, size_t step, lane_double x, size_t i) {
    (void)step, (void)i;
    state.a = x;
    state.b = still_alive(terms, state.b, x);
    return state;
}

/* Keeps refunds in c, too. */
LANE struct state watch_price_and_refund(const void *terms, struct state state, size_t step, lane_double x, size_t i) {
    const struct watch *watch = terms;
    const struct state after = watch_price(terms, state, step, x, i);
    const lane_double refund = (state.b - after.b) * lane_load(watch->refunds + step * watch->row + i);
    return (struct state){after.a, after.b, state.c + refund};
}

/* Returns the payoff of an option at the final PRICE. ALIVE is the share that has hit no barrier. */
LANE lane_double pay_at_end(const struct watch *watch, lane_double price, lane_double alive) {
    const lane_double gain = lane_max(watch->sign * (price - watch->terms->option.strike), lane_all(0));
    return watch->terms->knock == PRC_OUT ? gain * alive : gain * (1.0 - alive) + watch->terms->rebate * alive;
}

LANE lane_double pay_watched(const void *terms, struct state state, size_t i) {
    const struct watch *watch = terms;
    const lane_double before = lane_load(watch->alive + i);
    const lane_double paid = pay_at_end(watch, lane_exp(state.a), state.b * before);
    return lane_fma(paid, discount_at(watch->discounts, i), state.c * before) + lane_load(watch->early_refunds + i);
}

/* Looks at the fixings up to the time of the block. LEVELS then has the levels of the last fixing. */
static void watch_passed(struct watch *watch, struct prc_job *job, struct prc_fixings fixings, double *levels) {
    const unsigned fixed = prc_fixings_before(fixings, job->block->years + 2 * PRC_SAME_DATE);
    for (unsigned k = prc_fixings_before(fixings, 0); k < fixed; k++) {
        fixed_levels(job, &watch->terms->option, prc_fixing_date(fixings, k), levels);
        for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
            const lane_double before = lane_load(watch->alive + i);
            const lane_double alive = still_alive(watch, before, lane_log(lane_load(levels + i)));
            lane_store(watch->alive + i, alive);
            lane_store(watch->early_refunds + i,
                       lane_load(watch->early_refunds + i) + (before - alive) * watch->refund);
        }
    }
}

/* Writes the payment for a hit at each coming fixing. */
static void write_refunds(struct watch *watch, struct prc_job *job, struct prc_fixings fixings, size_t steps) {
    double *spare = take_row(job);
    watch->refunds = take_doubles(job, steps * job->row);
    for (size_t k = 0; k < steps; k++) {
        const double date = prc_fixing_date(fixings, fixings.count - (unsigned)(steps - k));
        const double *discounts = discount_row(job, watch->terms->option.curve, date - job->block->years, spare);
        for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
            lane_store(watch->refunds + k * job->row + i, watch->refund * discount_at(discounts, i));
    }
}

static struct watch watch_of(const struct prc_barrier *terms, struct prc_job *job) {
    struct watch watch = {.terms = terms, .sign = terms->option.option == PRC_CALL ? 1 : -1, .row = job->row};
    watch.refund = terms->knock == PRC_OUT ? terms->rebate : 0;
    watch.log_barrier = LANE_SCALAR(lane_log, terms->barrier);
    watch.alive = take_row(job);
    watch.early_refunds = take_row(job);
    fill_row(watch.alive, job->row, 1);
    fill_row(watch.early_refunds, job->row, 0);
    return watch;
}

void KERNEL(prc_discrete_barrier)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_barrier *terms = &instrument->terms.discrete_barrier.barrier;
    const struct prc_fixings fixings = prc_fixings_of(instrument);
    const double years = terms->option.maturity - job->block->years;
    struct watch watch = watch_of(terms, job);
    double *levels = take_row(job);
    watch_passed(&watch, job, fixings, levels);
    if (years > PRC_SAME_DATE) {
        const double *logarithms = logarithm_row(job, terms->option.factor, take_row(job));
        const struct walk walk = walk_of_fixings(job, &terms->option, fixings, logarithms);
        watch.discounts = discount_row(job, terms->option.curve, years, take_row(job));
        if (watch.refund == 0) {
            value_by_paths(&walk, job, (struct game){instrument->id, &watch, watch_price, pay_watched}, values);
        } else {
            write_refunds(&watch, job, fixings, walk.steps);
            const struct game game = {instrument->id, &watch, watch_price_and_refund, pay_watched};
            value_by_paths(&walk, job, game, values);
        }
        return;
    }
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const lane_double paid = pay_at_end(&watch, lane_load(levels + i), lane_load(watch.alive + i));
        lane_store(values + i, paid + lane_load(watch.early_refunds + i));
    }
}

/* A knock-in that has been hit is another option, outside of the proxy. */
void KERNEL(prc_locate_discrete_barrier)(const struct prc_instrument *instrument, struct prc_job *job,
                                         const struct prc_coordinates *to) {
    const struct prc_barrier *terms = &instrument->terms.discrete_barrier.barrier;
    const struct carried carried = carried_of(job, &terms->option, 0);
    struct watch watch = watch_of(terms, job);
    watch_passed(&watch, job, prc_fixings_of(instrument), take_row(job));
    locate_price(job, &terms->option, &carried, to);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const lane_double alive = lane_load(watch.alive + i), u = lane_load(to->u + i);
        const lane_mask is_other = lane_less(alive, lane_all(terms->knock == PRC_IN ? 1 : 0));
        lane_store(to->u + i, lane_select(is_other, lane_all(NAN), u));
        lane_store(to->scale + i, alive * discount_at(carried.discounts, i) * terms->option.strike);
        lane_store(to->paid + i, lane_load(watch.early_refunds + i));
    }
}
