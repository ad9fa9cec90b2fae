/* SPDX-License-Identifier: Apache-2.0 */
/* The portfolio: all data that are worked out once, before any scenario. */
#include "positions.h"

#include <math.h>
#include <stdlib.h>

static struct rmc_motion until_expiry(const struct rmc_setup *setup, const struct rmc_position *terms, double vol) {
    return (struct rmc_motion){rmc_zero_rate(&setup->curve, terms->years), vol, terms->years};
}

static void prepare(struct instrument *to, const struct rmc_setup *setup) {
    const struct rmc_position *terms = &to->terms;
    const double spot = setup->spot[terms->factor];
    const double variance = setup->cov[terms->factor * setup->factors + terms->factor];
    to->vol = sqrt(RMC_DAYS_PER_YEAR * variance);
    to->value_today = spot;
    if (terms->kind == RMC_STOCK)
        return;
    to->horizon_years = fmax(terms->years - setup->horizon_days / RMC_DAYS_PER_YEAR, 0.0);
    to->horizon_rate = rmc_zero_rate(&setup->curve, to->horizon_years);
    to->horizon_discount = exp(-to->horizon_rate * to->horizon_years);
    to->root_time = to->vol * sqrt(to->horizon_years);
    to->log_forward0 = log(spot / terms->strike) + to->horizon_rate * to->horizon_years;
    if (terms->kind == RMC_EUROPEAN)
        to->value_today = rmc_european(terms->option, spot, terms->strike, 0, until_expiry(setup, terms, to->vol));
}

/* Works out the fixings of an Asian option. A fixing on the horizon counts as inside, even if its time is rounded. */
static void prepare_asian(struct asian *to, const struct rmc_setup *setup, const struct rmc_position *terms) {
    const struct rmc_schedule *schedule = &terms->schedule;
    const double horizon = setup->horizon_days / RMC_DAYS_PER_YEAR * (1 + 1e-12);
    to->left = schedule->fixings - schedule->passed;
    to->realised = schedule->realised * schedule->passed / schedule->fixings;
    to->today_rate = rmc_zero_rate(&setup->curve, terms->years);
    for (size_t i = 0; i < to->left; i++) {
        to->years[i] = rmc_fixing_years(schedule, terms->years, schedule->passed + (uint32_t)i);
        to->inside += to->years[i] <= horizon;
    }
}

static void take_market(struct rmc_portfolio *made, const struct rmc_setup *setup) {
    const size_t n = setup->factors;
    for (size_t j = 0; j < n; j++) {
        made->spot[j] = setup->spot[j];
        made->drift[j] = -0.5 * setup->cov[j * n + j] * setup->horizon_days;
        for (size_t k = 0; k <= j; k++)
            made->root[j * n + k] = setup->root[j * n + k] * sqrt(setup->horizon_days);
    }
}

static void take_instruments(struct rmc_portfolio *made, const struct rmc_setup *setup, const struct netted *netted) {
    double *fixings = made->fixings;
    size_t at = 0, asian = 0;
    for (size_t i = 0; i < setup->position_count; i++) {
        if (isnan(netted->quantity[i]))
            continue;
        struct instrument *to = &made->instruments[at];
        to->terms = setup->positions[i];
        to->terms.quantity = netted->quantity[i];
        prepare(to, setup);
        if (to->terms.kind == RMC_ASIAN) {
            made->asians[asian].instrument = at;
            made->asians[asian].years = fixings;
            prepare_asian(&made->asians[asian], setup, &to->terms);
            fixings += made->asians[asian].left;
            to->asian = asian++;
        }
        at++;
    }
}

static rmc_err allocate(struct rmc_portfolio *made, const struct rmc_setup *setup, const struct netted *netted,
                        struct rmc_error *error) {
    const size_t n = setup->factors;
    size_t fixings = 0;
    for (size_t i = 0; i < setup->position_count; i++)
        if (!isnan(netted->quantity[i]) && setup->positions[i].kind == RMC_ASIAN)
            fixings += setup->positions[i].schedule.fixings;
    made->setup = *setup;
    made->count = netted->count;
    made->asian_count = netted->asians;
    made->factors = n;
    made->table_length = TABLE_FACTORS + 2 * setup->paths + 1;
    made->instruments = calloc(made->count + 1, sizeof *made->instruments);
    made->asians = calloc(made->asian_count + 1, sizeof *made->asians);
    made->fixings = calloc(fixings + 1, sizeof *made->fixings);
    made->own_tables = calloc(made->asian_count * made->table_length + 1, sizeof *made->tables);
    made->tables = made->own_tables;
    made->spot = calloc(n, sizeof *made->spot);
    made->drift = calloc(n, sizeof *made->drift);
    made->root = calloc(n * n, sizeof *made->root);
    if (made->instruments == NULL || made->asians == NULL || made->fixings == NULL || made->tables == NULL ||
        made->spot == NULL || made->drift == NULL || made->root == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY,
                        "not enough memory for %zu instruments and %zu Asian options of %zu paths", made->count,
                        made->asian_count, setup->paths);
    return RMC_OK;
}

static rmc_err make(const struct rmc_setup *setup, const struct netted *netted, struct rmc_portfolio *made,
                    struct rmc_error *error) {
    const rmc_err code = allocate(made, setup, netted, error);
    if (code != RMC_OK)
        return code;
    take_market(made, setup);
    take_instruments(made, setup, netted);
    return rmc_bridge_plan(made, error);
}

rmc_err rmc_portfolio_new(const struct rmc_setup *setup, struct rmc_portfolio **portfolio, struct rmc_error *error) {
    struct netted netted;
    *portfolio = NULL;
    rmc_err code = rmc_check_setup(setup, error);
    if (code != RMC_OK)
        return code;
    struct rmc_portfolio *made = calloc(1, sizeof *made);
    if (made == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a portfolio");
    code = rmc_net_positions(setup, &netted, error);
    if (code == RMC_OK)
        code = make(setup, &netted, made, error);
    free(netted.quantity);
    if (code == RMC_OK)
        *portfolio = made;
    else
        rmc_portfolio_free(made);
    return code;
}

void rmc_portfolio_free(struct rmc_portfolio *portfolio) {
    if (portfolio == NULL)
        return;
    free(portfolio->instruments);
    free(portfolio->asians);
    free(portfolio->fixings);
    free(portfolio->own_tables);
    free(portfolio->spot);
    free(portfolio->drift);
    free(portfolio->root);
    free(portfolio->bridge.within);
    free(portfolio->bridge.row);
    free(portfolio);
}
