/* SPDX-License-Identifier: Apache-2.0 */
/* Portfolios: the bits of their P&L, the identity of instruments, refusals. */
#include "riskmc/asian-fixtures.h"

/* The same scenarios and the same table in other pieces give the same bits. */
static void pieces_do_not_change_a_bit(void) {
    enum { N = 700 };
    double whole[N], pieces[N];
    const double cov[4] = {4e-4, 0.6e-4, 0.6e-4, 1e-4}, spot[2] = {100, 20}, tenor = 1, rate = 0.03;
    const struct rmc_position mixed[4] = {{.kind = RMC_STOCK, .quantity = 10, .instrument = 1},
                                          {RMC_EUROPEAN, RMC_PUT, 1, 21, 0.5, {0, 0, 0, 0}, -30, 2},
                                          {RMC_ASIAN, RMC_CALL, 0, 101, 0.05, rmc_even_schedule(0.05, 12), 7, 3},
                                          {RMC_ASIAN, RMC_PUT, 1, 19, 0.001, rmc_even_schedule(0.001, 12), 9, 4}};
    double root[4], value[2];
    struct rmc_portfolio *portfolio[2];
    rmc_cholesky(cov, 2, root, NULL);
    const struct rmc_setup setup = {mixed, 4, spot, cov, root, 2, {&tenor, &rate, 1}, 3.5, 200, 5};
    for (int i = 0; i < 2; i++)
        CHECK(rmc_portfolio_new(&setup, &portfolio[i], NULL) == RMC_OK, "portfolio");
    CHECK(rmc_fill_paths(portfolio[0], 0, 2, NULL) == RMC_OK, "paths");
    CHECK(rmc_fill_paths(portfolio[1], 1, 2, NULL) == RMC_OK && rmc_fill_paths(portfolio[1], 0, 1, NULL) == RMC_OK,
          "paths");
    CHECK(rmc_pnl(portfolio[0], 0, N, whole, NULL) == RMC_OK, "pnl");
    for (uint32_t at = 0; at < N; at += 41)
        CHECK(rmc_pnl(portfolio[1], at, at + 41 < N ? at + 41 : N, pieces + at, NULL) == RMC_OK, "pnl");
    CHECK(memcmp(whole, pieces, sizeof whole) == 0, "bits differ");
    CHECK(rmc_pnl(portfolio[1], 3, 2, pieces, NULL) == RMC_ERR_ARGUMENT, "scenarios that end before they begin");
    CHECK(rmc_pnl(portfolio[1], 3, 3, pieces, NULL) == RMC_OK, "no scenarios");
    CHECK(memcmp(whole, pieces, sizeof whole) == 0, "no scenarios were written");
    CHECK(rmc_fill_paths(portfolio[1], 1, 3, NULL) == RMC_ERR_ARGUMENT, "there are two Asian options");
    CHECK(rmc_value_today(portfolio[0], &value[0], NULL) == RMC_OK, "value");
    CHECK(rmc_value_today(portfolio[1], &value[1], NULL) == RMC_OK && value[0] == value[1], "value today");
    rmc_portfolio_free(portfolio[0]);
    rmc_portfolio_free(portfolio[1]);
}

/* --- instruments --- */

static void long_and_short_of_one_instrument_is_nothing(void) {
    enum { N = 500 };
    double pnl[N];
    struct rmc_position both[2] = {asian_call(100, 21, 12, 3), asian_call(100, 21, 12, -3)};
    struct rmc_portfolio *portfolio = asian_portfolio(both, 2, 100, 1);
    struct rmc_measures m;
    struct rmc_sample sample;
    struct rmc_inner inner;
    CHECK(rmc_portfolio_asians(portfolio) == 1, "%zu tables", rmc_portfolio_asians(portfolio));
    CHECK(rmc_pnl(portfolio, 0, N, pnl, NULL) == RMC_OK, "pnl");
    CHECK(rmc_measure(pnl, N, 0.99, &m, NULL) == RMC_OK && rmc_sample(pnl, N, 0.99, &sample, NULL) == RMC_OK,
          "measure");
    CHECK(rmc_inner_variance(portfolio, 0, 1, (struct rmc_samples){&sample, 1}, &inner, NULL) == RMC_OK, "inner");
    rmc_widen(&m, inner);
    CHECK(m.var_mean.value == 0 && m.var_mean.lower == 0 && m.var_mean.upper == 0, "VaR %g", m.var_mean.value);
    CHECK(m.es_mean.value == 0 && m.var_today.value == 0, "ES %g, VaR to today %g", m.es_mean.value, m.var_today.value);
    rmc_portfolio_free(portfolio);
}

/* Rows of quantity 0, in a separate instrument or in one of the portfolio, before or behind it. */
static void rows_of_quantity_0_change_no_bit(void) {
    enum { N = 500 };
    double bare[N], more[N];
    struct rmc_position rows[5] = {asian_call(95, 42, 12, 0),
                                   asian_call(100, 21, 12, 0),
                                   {.kind = RMC_STOCK, .factor = 1, .quantity = 1.7, .instrument = 9},
                                   asian_call(100, 21, 12, 2.3),
                                   asian_call(105, 30, 7, 0)};
    rows[0].instrument = 78;
    rows[4].instrument = 79;
    asian_pnl(rows + 2, 2, 100, 1, N, bare);
    asian_pnl(rows, 5, 100, 1, N, more);
    CHECK(memcmp(bare, more, sizeof bare) == 0, "other bits");
}

static void instruments_have_paths_of_their_own(void) {
    struct rmc_position one[2] = {asian_call(100, 21, 12, 1), asian_call(100, 21, 12, 1)};
    struct rmc_portfolio *portfolio;
    one[1].instrument = 78;
    portfolio = asian_portfolio(one, 2, 100, 1);
    CHECK(rmc_portfolio_asians(portfolio) == 2, "two instruments with the same terms");
    const double *tables = rmc_tables(portfolio);
    CHECK(memcmp(tables, tables + rmc_table_length(portfolio), 50 * sizeof *tables) != 0, "the same paths");
    rmc_portfolio_free(portfolio);
}

/* --- refusals --- */

static const double one = 1, low_variance = 1e-4, low_deviation = 0.01;

static struct rmc_setup setup_of(const struct rmc_position *positions, size_t count) {
    return (struct rmc_setup){positions, count, &one, &low_variance, &low_deviation, 1, {&one, &one, 1}, 1, 10, 1};
}

static void refused(struct rmc_setup setup, const char *text) {
    struct rmc_portfolio *portfolio;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_portfolio_new(&setup, &portfolio, &error) == RMC_ERR_ARGUMENT && portfolio == NULL, "taken: %s", text);
    CHECK(strstr(error.text, text) != NULL, "\"%s\", not \"%s\"", error.text, text);
}

static void refuses_terms_out_of_range(void) {
    const struct rmc_position stock = {.kind = RMC_STOCK, .quantity = 1}, asian = asian_call(1, 21, 12, 1);
    const struct rmc_position option = {.kind = RMC_EUROPEAN, .strike = 1, .years = 1, .quantity = 1};
    struct rmc_position bad[] = {stock, stock, stock, option, option, option, option, option, asian};
    bad[0].kind = (rmc_kind)77;
    bad[1].factor = 1;
    bad[2].quantity = NAN;
    bad[3].option = (rmc_option)9;
    bad[4].strike = 0;
    bad[5].strike = INFINITY;
    bad[6].years = -1;
    bad[7].years = NAN;
    bad[8].option = (rmc_option)9;
    static const char *const texts[] = {"kind",   "factor", "quantity",           "option",
                                        "strike", "strike", "time to the expiry", "time to the expiry",
                                        "option"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refused(setup_of(&bad[i], 1), texts[i]);
}

static void refuses_schedules_that_cannot_be(void) {
    static const struct {
        struct rmc_schedule schedule;
        const char *text;
    } rows[] = {{{0.1, 0, 0, 0}, "number of fixings"},
                {{0.1, RMC_MAX_FIXINGS + 1, 0, 0}, "number of fixings"},
                {{NAN, 3, 0, 0}, "not a time up to the expiry"},
                {{1.1, 3, 0, 0}, "not a time up to the expiry"},
                {{0.1, 1, 0, 0}, "only fixing"},
                {{-0.5, 3, 4, 1}, "more fixings have passed"},
                {{0.1, 3, 1, 1}, "still to come"},
                {{-0.5, 3, 0, 0}, "does not count as passed"},
                {{-0.5, 3, 1, 0}, "not above zero"},
                {{-0.5, 3, 1, NAN}, "not above zero"},
                {{0.1, 3, 0, 1}, "no fixing has passed"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rmc_position asian = asian_call(1, 252, 3, 1);
        asian.schedule = rows[i].schedule;
        refused(setup_of(&asian, 1), rows[i].text);
    }
}

static void refuses_setups_out_of_range(void) {
    static const double nan = NAN, minus = -1, descending[2] = {2, 1};
    const struct rmc_position stock = {.kind = RMC_STOCK, .quantity = 1};
    const struct rmc_setup sound = setup_of(&stock, 1);
    struct rmc_setup bad[12];
    for (size_t i = 0; i < 12; i++)
        bad[i] = sound;
    bad[0].position_count = 0;
    bad[1].factors = 0;
    bad[2].spot = &nan;
    bad[3].spot = &minus;
    bad[4].cov = &minus;
    bad[5].cov = &nan;
    bad[6].root = &nan;
    bad[7].curve.points = 0;
    bad[8].curve = (struct rmc_curve){descending, descending, 2};
    bad[9].horizon_days = NAN;
    bad[10].paths = 0;
    bad[11].horizon_days = RMC_MAX_DAYS + 1;
    static const char *const texts[] = {"positions", "factors",  "price",     "price",   "variance", "variance",
                                        "root",      "no point", "ascending", "horizon", "paths",    "horizon"};
    for (size_t i = 0; i < 12; i++)
        refused(bad[i], texts[i]);
}

static void refuses_one_instrument_with_two_terms(void) {
    struct rmc_position two[3] = {
        asian_call(1, 21, 12, 1), {.kind = RMC_STOCK, .instrument = 4}, asian_call(2, 21, 12, 1)};
    refused(setup_of(two, 3), "positions 0 and 2 name one instrument, but with other terms");
    two[2] = two[0];
    two[2].schedule.fixings = 11;
    refused(setup_of(two, 3), "positions 0 and 2 name one instrument, but with other terms");
}

static void refuses_to_value_without_tables(void) {
    const struct rmc_position asian[2] = {asian_call(1, 21, 12, 1), asian_call(1, 21, 12, 1)};
    struct rmc_position other = asian[1];
    double pnl[200] = {0}, value = -7;
    struct rmc_portfolio *portfolio;
    struct rmc_error error;
    struct rmc_sample sample;
    struct rmc_inner inner[2];
    other.instrument = 78;
    const struct rmc_setup setup = setup_of((const struct rmc_position[2]){asian[0], other}, 2);
    CHECK(rmc_portfolio_new(&setup, &portfolio, NULL) == RMC_OK, "portfolio");
    CHECK(rmc_sample(pnl, 200, 0.99, &sample, NULL) == RMC_OK, "sample");
    for (size_t filled = 0; filled < 2; filled++) {
        CHECK(rmc_value_today(portfolio, &value, &error) == RMC_ERR_NOT_FILLED && value == -7, "value %g", value);
        CHECK(rmc_pnl(portfolio, 0, 1, pnl, &error) == RMC_ERR_NOT_FILLED, "pnl %g", pnl[0]);
        CHECK(rmc_inner_variance(portfolio, 0, 2, (struct rmc_samples){&sample, 1}, inner, &error) ==
                  RMC_ERR_NOT_FILLED,
              "inner");
        CHECK(rmc_fill_paths(portfolio, filled, filled + 1, NULL) == RMC_OK, "fill");
    }
    CHECK(rmc_value_today(portfolio, &value, &error) == RMC_OK, "%s", error.text);
    CHECK(rmc_inner_variance(portfolio, 1, 3, (struct rmc_samples){&sample, 1}, inner, NULL) == RMC_ERR_ARGUMENT,
          "no third option");
    CHECK(rmc_inner_variance(portfolio, 0, 2, (struct rmc_samples){NULL, 0}, inner, NULL) == RMC_ERR_ARGUMENT, "none");
    sample.tail_count = 0;
    CHECK(rmc_inner_variance(portfolio, 0, 2, (struct rmc_samples){&sample, 1}, inner, NULL) == RMC_ERR_ARGUMENT,
          "a sample without a tail");
    rmc_portfolio_free(portfolio);
}

/* Ranks fill parts of the tables and copy the others. */
static void copied_tables_count_as_filled(void) {
    const struct rmc_position asian = asian_call(100, 21, 12, 1);
    struct rmc_portfolio *from = asian_portfolio(&asian, 1, 100, 1), *to;
    double root[4], value[2];
    rmc_cholesky(asian_cov, 2, root, NULL);
    const struct rmc_setup setup = {&asian, 1,   asian_spot, asian_cov, root, 2, {&asian_tenor, &asian_rate, 1},
                                    10,     100, 1};
    CHECK(rmc_portfolio_new(&setup, &to, NULL) == RMC_OK, "portfolio");
    memcpy(rmc_tables(to), rmc_tables(from), rmc_table_length(to) * sizeof(double));
    CHECK(rmc_value_today(from, &value[0], NULL) == RMC_OK && rmc_value_today(to, &value[1], NULL) == RMC_OK, "filled");
    CHECK(value[0] == value[1] && value[0] > 0, "%g and %g", value[0], value[1]);
    rmc_portfolio_free(from);
    rmc_portfolio_free(to);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(pieces_do_not_change_a_bit),       CASE(long_and_short_of_one_instrument_is_nothing),
        CASE(rows_of_quantity_0_change_no_bit), CASE(instruments_have_paths_of_their_own),
        CASE(refuses_terms_out_of_range),       CASE(refuses_schedules_that_cannot_be),
        CASE(refuses_setups_out_of_range),      CASE(refuses_one_instrument_with_two_terms),
        CASE(refuses_to_value_without_tables),  CASE(copied_tables_count_as_filled),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
