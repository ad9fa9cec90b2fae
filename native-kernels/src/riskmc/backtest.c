/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <math.h>

/* Returns the log likelihood of EVENTS among EVENTS + OTHERS days, at a probability P of each. */
static double log_likelihood(size_t events, size_t others, double p) {
    return (events > 0 ? (double)events * log(p) : 0) + (others > 0 ? (double)others * log1p(-p) : 0);
}

/* Returns the log likelihood at its maximum over the probability. */
static double best_likelihood(size_t events, size_t others) {
    return events + others > 0 ? log_likelihood(events, others, (double)events / (double)(events + others)) : 0;
}

/* Returns the probability of at most EVENTS in COUNT days, binomial. */
static double at_most(size_t events, size_t count, double p) {
    double log_term = (double)count * log1p(-p), sum = 0;
    for (size_t i = 0; i <= events && i <= count; i++) {
        sum += exp(log_term);
        log_term += log((double)(count - i) / (double)(i + 1)) + log(p) - log1p(-p);
    }
    return fmin(sum, 1);
}

static double p_of_one_degree(double ratio) {
    return erfc(sqrt(0.5 * ratio));
}

static double p_of_two_degrees(double ratio) {
    return exp(-0.5 * ratio);
}

static rmc_zone zone_of(size_t exceptions, size_t days, double p) {
    const double cumulative = at_most(exceptions, days, p);
    return cumulative < 0.95 ? RMC_GREEN : cumulative < 0.9999 ? RMC_YELLOW : RMC_RED;
}

/* Rounding may leave a ratio of likelihoods a little below zero. */
static double ratio_of(double restricted, double best) {
    return fmax(0, -2 * (restricted - best));
}

rmc_err rmc_backtest_of(const unsigned char *exceptions, size_t days, double confidence, struct rmc_backtest *out,
                        struct rmc_error *error) {
    const double p = 1 - confidence;
    struct rmc_backtest made = {.days = days};
    if (days < 2 || !(confidence >= 0.5 && confidence < 1))
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu days at a confidence of %g: at least 2, and 0.5 to below 1", days,
                        confidence);
    for (size_t t = 0; t < days; t++) {
        if (exceptions[t] > 1)
            return rmc_fail(error, RMC_ERR_ARGUMENT, "day %zu is %d, neither 0 nor 1", t, exceptions[t]);
        made.exceptions += exceptions[t];
        if (t > 0)
            made.after[exceptions[t - 1]][exceptions[t]]++;
    }
    const size_t x = made.exceptions;
    const size_t later = made.after[0][1] + made.after[1][1], calm = made.after[0][0] + made.after[1][0];
    const double apart =
        best_likelihood(made.after[0][1], made.after[0][0]) + best_likelihood(made.after[1][1], made.after[1][0]);
    made.coverage = ratio_of(log_likelihood(x, days - x, p), best_likelihood(x, days - x));
    made.coverage_p = p_of_one_degree(made.coverage);
    made.independence = ratio_of(best_likelihood(later, calm), apart);
    made.independence_p = p_of_one_degree(made.independence);
    made.conditional = ratio_of(log_likelihood(later, calm, p), apart);
    made.conditional_p = p_of_two_degrees(made.conditional);
    made.expected_or_more = x > 0 ? 1 - at_most(x - 1, days, p) : 1;
    made.zone = zone_of(x, days, p);
    *out = made;
    return RMC_OK;
}

double rmc_basel_multiplier(size_t exceptions) {
    static const double yellow[] = {3.4, 3.5, 3.65, 3.75, 3.85};
    return exceptions < 5 ? 3 : exceptions < 10 ? yellow[exceptions - 5] : 4;
}
