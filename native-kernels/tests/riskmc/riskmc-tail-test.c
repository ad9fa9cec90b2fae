/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cases of riskmc's tail: contributions of normal parts, with known truth. Parts x_d have covariances C; the portfolio
 * is their sum with deviation s, so the component VaR of d is z (sum of row d of C) / s, and the incremental VaR z (s -
 * s without d), with the normal quantile z.
 */
#include "normals.h"
#include "slipway/riskmc_tail.h"
#include "support/check.h"

enum { PARTS = 3, SCENARIOS = 2000, SEEDS = 400 };

static const double z_99 = 2.3263478740408408;
/* Rows of the root of the covariance: the last part hedges the others. */
static const double root[PARTS][PARTS] = {{3, 0, 0}, {1, 2, 0}, {-1.5, 0.3, 0.8}};

static double normals[PARTS * SCENARIOS], parts[PARTS][SCENARIOS], whole[SCENARIOS], rest[SCENARIOS];

static void make(uint64_t seed) {
    fill_normals(seed, normals, PARTS * SCENARIOS);
    for (int i = 0; i < SCENARIOS; i++) {
        whole[i] = 0;
        for (int d = 0; d < PARTS; d++) {
            parts[d][i] = 0.1 * d;
            for (int k = 0; k <= d; k++)
                parts[d][i] += root[d][k] * normals[PARTS * i + k];
            whole[i] += parts[d][i];
        }
    }
}

/* Returns the variance of the sum of all parts except WITHOUT, which may name no part. */
static double variance_without(int without) {
    double variance = 0;
    for (int k = 0; k < PARTS; k++) {
        double loading = 0;
        for (int d = 0; d < PARTS; d++)
            loading += d == without ? 0 : root[d][k];
        variance += loading * loading;
    }
    return variance;
}

static double true_component(int part) {
    double covariance = 0;
    for (int k = 0; k < PARTS; k++)
        for (int d = 0; d < PARTS; d++)
            covariance += root[part][k] * root[d][k];
    return z_99 * covariance / sqrt(variance_without(PARTS));
}

static double true_incremental(int part) {
    return z_99 * (sqrt(variance_without(PARTS)) - sqrt(variance_without(part)));
}

static struct rmc_tail *tail_of(const double *pnl, size_t count) {
    struct rmc_tail *tail;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_tail_new(pnl, count, 0.99, &tail, &error) == RMC_OK, "%s", error.text);
    return tail;
}

static struct rmc_interval component_of(const struct rmc_tail *tail, const double *pnl) {
    struct rmc_part part;
    rmc_part_of(tail, pnl, &part);
    return rmc_component(tail, &part);
}

static struct rmc_interval incremental_of(const struct rmc_tail *tail, const double *pnl) {
    struct rmc_interval found = {NAN, NAN, NAN};
    struct rmc_error error = {.code = RMC_OK};
    for (size_t i = 0; i < tail->count; i++)
        rest[i] = whole[i] - pnl[i];
    struct rmc_tail *without = tail_of(rest, tail->count);
    CHECK(rmc_incremental(tail, without, pnl, &found, &error) == RMC_OK, "%s", error.text);
    rmc_tail_free(without);
    return found;
}

static int holds(struct rmc_interval interval, double truth) {
    return interval.lower <= truth && truth <= interval.upper;
}

static void components_add_up_to_the_value_at_risk(void) {
    make(1);
    struct rmc_measures measures;
    CHECK(rmc_measure(whole, SCENARIOS, 0.99, &measures, NULL) == RMC_OK, "the measures");
    struct rmc_tail *tail = tail_of(whole, SCENARIOS);
    double sum = 0;
    CHECK(tail->mean - tail->quantile == measures.var_mean.value, "%.17g, not %.17g", tail->mean - tail->quantile,
          measures.var_mean.value);
    for (int d = 0; d < PARTS; d++)
        sum += component_of(tail, parts[d]).value;
    CHECK_NEAR(sum, measures.var_mean.value, 1e-12);
    const struct rmc_interval all = component_of(tail, whole);
    CHECK_NEAR(all.value, measures.var_mean.value, 1e-12);
    CHECK(holds(all, z_99 * sqrt(variance_without(PARTS))), "%g to %g", all.lower, all.upper);
    rmc_tail_free(tail);
}

/* 95 % of 400 seeds are 380, give or take 4.4. */
static void intervals_hold_the_truth(void) {
    int components[PARTS] = {0}, incrementals[PARTS] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        make(100 + seed);
        struct rmc_tail *tail = tail_of(whole, SCENARIOS);
        for (int d = 0; d < PARTS; d++) {
            components[d] += holds(component_of(tail, parts[d]), true_component(d));
            incrementals[d] += holds(incremental_of(tail, parts[d]), true_incremental(d));
        }
        rmc_tail_free(tail);
    }
    for (int d = 0; d < PARTS; d++) {
        printf("  part %d: component %.2f, incremental %.2f\n", d, (double)components[d] / SEEDS,
               (double)incrementals[d] / SEEDS);
        CHECK(components[d] >= 0.92 * SEEDS && components[d] <= 0.98 * SEEDS, "component of %d: %d", d, components[d]);
        CHECK(incrementals[d] >= 0.92 * SEEDS && incrementals[d] <= 0.99 * SEEDS, "incremental of %d: %d", d,
              incrementals[d]);
    }
}

/* The value-at-risk of the portfolio less that without the part, to the last bit. */
static void incremental_is_the_difference_of_two_values_at_risk(void) {
    make(2);
    struct rmc_tail *tail = tail_of(whole, SCENARIOS);
    for (int d = 0; d < PARTS; d++) {
        const double found = incremental_of(tail, parts[d]).value;
        struct rmc_measures with, without;
        CHECK(rmc_measure(whole, SCENARIOS, 0.99, &with, NULL) == RMC_OK, "with");
        CHECK(rmc_measure(rest, SCENARIOS, 0.99, &without, NULL) == RMC_OK, "without");
        CHECK(found == with.var_mean.value - without.var_mean.value, "%.17g", found);
    }
    rmc_tail_free(tail);
}

static void a_portfolio_that_stands_still_has_components_too(void) {
    double still[200] = {0}, up[200], down[200];
    for (int i = 0; i < 200; i++) {
        up[i] = i % 7;
        down[i] = -up[i];
    }
    struct rmc_tail *tail = tail_of(still, 200);
    const struct rmc_interval one = component_of(tail, up), other = component_of(tail, down);
    CHECK(one.value == -other.value, "%g and %g", one.value, other.value);
    rmc_tail_free(tail);
}

static void few_scenarios_have_no_bounds(void) {
    make(3);
    struct rmc_tail *tail = tail_of(whole, 100);
    const struct rmc_interval found = component_of(tail, parts[0]);
    CHECK(isfinite(found.value) && isnan(found.lower) && isnan(found.upper), "%g", found.lower);
    rmc_tail_free(tail);
}

static void refuses_what_makes_no_tail(void) {
    struct rmc_tail *tail, *other;
    struct rmc_interval interval;
    struct rmc_error error;
    make(4);
    CHECK(rmc_tail_new(whole, 99, 0.99, &tail, &error) == RMC_ERR_FEW_SCENARIOS && tail == NULL, "99 scenarios");
    CHECK(rmc_tail_new(whole, 200, 0.4, &tail, &error) == RMC_ERR_ARGUMENT && tail == NULL, "0.4");
    whole[3] = NAN;
    CHECK(rmc_tail_new(whole, 200, 0.99, &tail, &error) == RMC_ERR_NOT_FINITE && tail == NULL, "NAN");
    make(4);
    tail = tail_of(whole, 200);
    other = tail_of(whole, 300);
    CHECK(rmc_incremental(tail, other, parts[0], &interval, &error) == RMC_ERR_ARGUMENT, "two counts");
    rmc_tail_free(tail);
    rmc_tail_free(other);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(components_add_up_to_the_value_at_risk),
        CASE(intervals_hold_the_truth),
        CASE(incremental_is_the_difference_of_two_values_at_risk),
        CASE(a_portfolio_that_stands_still_has_components_too),
        CASE(few_scenarios_have_no_bounds),
        CASE(refuses_what_makes_no_tail),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
