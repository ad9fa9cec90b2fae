/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A barrier option that is watched continuously: Reiner and Rubinstein, "Breaking down the barriers", Risk 4, 1991, in
 * the terms A to F of Haug, The Complete Guide to Option Pricing Formulas, 2nd ed. 2007, section 4.17.1. A knock-out
 * without rebate is the European option less the knock-in.
 *
 * Products of a power of barrier / price with a small probability are computed as one exponential, which prevents
 * overflow at a low volatility. The chance of a hit before the time of the block follows from a Brownian bridge
 * (Glasserman, Monte Carlo Methods in Financial Engineering, 2004, section 6.4).
 */
#include "option.h"

/* The data that are the same in all scenarios. */
struct plan {
    const struct prc_barrier *terms;
    struct option_rows rows;
    double call; /* phi of the source: 1 for a call, -1 for a put */
    double down; /* eta of the source: 1 for a barrier below, -1 above */
    double log_barrier;
    double a, b, c, d; /* the factor of each term in the knock-in without rebate */
};

/* Chooses terms by whether option and barrier lie on the same side (put and up, call and down), and whether the strike
 * is in front of the barrier. */
static void choose_terms(struct plan *plan) {
    const int same = plan->call == plan->down;
    const int inside = plan->down * (plan->terms->option.strike - plan->terms->barrier) > 0;
    static const double weights[2][2][4] = {{{1, 0, 0, 0}, {0, 1, -1, 1}}, {{1, -1, 0, 1}, {0, 0, 1, 0}}};
    const double *chosen = weights[same][inside];
    plan->a = chosen[0];
    plan->b = chosen[1];
    plan->c = chosen[2];
    plan->d = chosen[3];
}

/* The limit up to which the ratio of Mills is evaluated. Beyond 40 the fraction approaches 1 / x. */
#define MOST 1e20

/* Returns exp(power) N(x). */
LANE lane_double scaled_cdf(lane_double power, lane_double x) {
    const lane_double bound = lane_min(lane_abs(x), lane_all(MOST));
    const struct lane_fraction mills = lane_mills(bound);
    const lane_double tail = LANE_ROOT_2PI_INVERSE * lane_exp(power - 0.5 * bound * bound) * (mills.top / mills.bottom);
    return lane_select(lane_less(lane_all(0), x), lane_exp(power) - tail, tail);
}

/* The inputs of the terms, in the lanes. */
struct place {
    struct option_lanes at;
    lane_double to_barrier;  /* log(barrier / price) */
    lane_double deviation;   /* positive */
    lane_double drift;       /* mu deviation: the drift of the logarithm until maturity, in deviations */
    lane_double power;       /* 2 mu log(barrier / price) */
    lane_double rate, carry; /* rate, and rate less yield, until maturity */
};

/* Returns A or B of the source: LOG_RATIO is log(price / strike) or log(price / barrier). */
LANE lane_double direct(const struct place *p, double call, lane_double log_ratio) {
    const lane_double x = log_ratio / p->deviation + p->drift;
    return call * (p->at.asset * lane_normal_cdf(call * (x + p->deviation)) - p->at.cash * lane_normal_cdf(call * x));
}

/* Returns C or D of the source: LOG_RATIO is log(barrier^2 / (price strike)) or log(barrier / price). */
LANE lane_double reflected(const struct place *p, double call, double down, lane_double log_ratio) {
    const lane_double x = log_ratio / p->deviation + p->drift;
    const lane_double asset = p->at.asset * scaled_cdf(p->power + 2.0 * p->to_barrier, down * (x + p->deviation));
    return call * (asset - p->at.cash * scaled_cdf(p->power, down * x));
}

/*
 * Returns the probability that the barrier is not hit until maturity: E of the source, for a rebate of 1, undiscounted.
 */
LANE lane_double survival(const struct place *p, double down) {
    const lane_double x = -p->to_barrier / p->deviation + p->drift, y = p->to_barrier / p->deviation + p->drift;
    return lane_normal_cdf(down * x) - scaled_cdf(p->power, down * y);
}

/* Returns F of the source for a rebate of 1: the value of a unit paid at the hit. */
LANE lane_double worth_of_hit(const struct place *p, double down) {
    const lane_double mu = p->drift / p->deviation, variance = p->deviation * p->deviation;
    const lane_double lambda = lane_sqrt(mu * mu + 2.0 * p->rate / variance);
    const lane_double z = p->to_barrier / p->deviation + lambda * p->deviation;
    return scaled_cdf((mu + lambda) * p->to_barrier, down * z) +
           scaled_cdf((mu - lambda) * p->to_barrier, down * (z - 2.0 * lambda * p->deviation));
}

/* Returns the value of a price that moves with certainty, from inside the barrier. */
LANE lane_double certain_value(const struct plan *plan, const struct place *p) {
    const lane_double gain = european_at(&p->at, plan->call), away = -p->to_barrier;
    const lane_mask hits = lane_not(lane_less(lane_all(0), plan->down * (away + p->carry)));
    const lane_double at_hit = plan->terms->rebate * lane_exp(p->rate * away / p->carry);
    if (plan->terms->knock == PRC_OUT)
        return lane_select(hits, at_hit, gain);
    return lane_select(hits, gain, plan->terms->rebate * p->at.discount);
}

/* Returns the value of a price that moves by chance, from inside the barrier. */
LANE lane_double risky_value(const struct plan *plan, const struct place *p) {
    const lane_double to_strike = p->at.log_ratio - p->carry; /* log(price / strike) */
    lane_double knock_in = lane_all(0);
    if (plan->a != 0)
        knock_in += plan->a * european_at(&p->at, plan->call);
    if (plan->b != 0)
        knock_in += plan->b * direct(p, plan->call, -p->to_barrier);
    if (plan->c != 0)
        knock_in += plan->c * reflected(p, plan->call, plan->down, 2.0 * p->to_barrier + to_strike);
    if (plan->d != 0)
        knock_in += plan->d * reflected(p, plan->call, plan->down, p->to_barrier);
    const double rebate = plan->terms->rebate;
    if (plan->terms->knock == PRC_IN)
        return rebate == 0 ? knock_in : knock_in + rebate * p->at.discount * survival(p, plan->down);
    const lane_double knock_out = european_at(&p->at, plan->call) - knock_in;
    return rebate == 0 ? knock_out : knock_out + rebate * worth_of_hit(p, plan->down);
}

/* The least deviation. Below it the powers of the formula lose all digits, and the price counts as certain. */
#define LEAST_DEVIATION 1e-6

/* Returns the value of an option that has not been hit before. */
LANE lane_double alive_value(const struct plan *plan, struct place *p) {
    const lane_mask is_certain = lane_less(p->at.deviation, lane_all(LEAST_DEVIATION));
    p->deviation = lane_select(is_certain, lane_all(1), p->at.deviation);
    p->drift = p->carry / p->deviation - 0.5 * p->deviation;
    p->power = 2.0 * p->drift / p->deviation * p->to_barrier;
    const lane_double value = risky_value(plan, p);
    return lane_any(is_certain) ? lane_select(is_certain, certain_value(plan, p), value) : value;
}

/* Today's knowledge of hits before the time of the block. */
struct past {
    int is_none;     /* the block is of today */
    double away;     /* log(price today / barrier) */
    double variance; /* from today to the time of the block, or to an earlier maturity */
};

static struct past past_of(const struct prc_barrier *terms, const struct prc_block *block, double log_barrier) {
    const double *today = block->market->today, volatility = today[terms->option.volatility];
    const double maturity = terms->option.maturity, years = maturity < block->years ? maturity : block->years;
    const double away = LANE_SCALAR(lane_log, today[terms->option.factor]) - log_barrier;
    return (struct past){!(years > 0), away, volatility * volatility * years};
}

/* Returns the probability that a path between today's price and the price of the block has hit. */
LANE lane_double chance_of_hit(const struct plan *plan, const struct past *past, const struct place *p) {
    if (past->is_none)
        return lane_all(0);
    if (plan->down * past->away <= 0)
        return lane_all(1);
    return lane_exp(2.0 * past->away * p->to_barrier / past->variance);
}

void KERNEL(prc_barrier)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct prc_barrier *terms = &instrument->terms.barrier;
    struct plan plan = {.terms = terms, .rows = option_rows_of(&terms->option, job)};
    const struct option_rows *rows = &plan.rows;
    plan.call = rows->sign;
    plan.down = terms->direction == PRC_DOWN ? 1 : -1;
    plan.log_barrier = LANE_SCALAR(lane_log, terms->barrier);
    choose_terms(&plan);
    const struct past past = past_of(terms, job->block, plan.log_barrier);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        struct place p = {.at = option_at(rows, i)};
        p.rate = exponent_at(&rows->rate, i, rows->count);
        p.carry = p.rate - exponent_at(&rows->yield, i, rows->count);
        p.to_barrier = plan.log_barrier - lane_load(rows->logarithms + i);
        const lane_double hit = terms->knock == PRC_OUT ? lane_all(terms->rebate) : european_at(&p.at, plan.call);
        const lane_double alive = alive_value(&plan, &p), chance = chance_of_hit(&plan, &past, &p);
        const lane_double beyond = plan.down * p.to_barrier;
        const lane_mask is_hit = lane_either(lane_less(lane_all(0), beyond), lane_equal(beyond, lane_all(0)));
        const lane_double value = lane_select(is_hit, hit, lane_fma(chance, hit - alive, alive));
        lane_store(values + i, value);
    }
}
