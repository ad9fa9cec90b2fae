/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of riskmc's bank: the values of positions, and the exactness of their sums. */
#include "slipway/riskmc_bank.h"
#include "support/check.h"
#include "support/draw.h"

#include <math.h>
#include <stdint.h>

enum {
    EUR,
    SHARE,
    OTHER,
    RATE,
    FACTORS,
    SCENARIOS = 40,
    GROUPS = 3,
    HOLDINGS = 500,
    CASH = 0,
    STOCK,
    OWN,
    BOND,
    KINDS
};

static const double today[FACTORS] = {1.25, 80, 13, 0.03};
static const double years = 5;
static const uint32_t rate_factor = RATE;
static const struct prc_curve curve = {1, &years, &rate_factor};
static const struct prc_market market = {.factors = FACTORS, .today = today, .curves = &curve, .curve_count = 1};
static const uint32_t exchange[KINDS] = {EUR, PRC_NONE, EUR, EUR};
static double levels[FACTORS * SCENARIOS];
static struct prc_instrument instruments[KINDS];
static struct rmc_holding holdings[HOLDINGS];

static void make(void) {
    instruments[CASH].kind = PRC_CASH;
    instruments[STOCK] = (struct prc_instrument){.kind = PRC_STOCK, .terms.stock.factor = SHARE};
    instruments[OWN] = (struct prc_instrument){.kind = PRC_STOCK, .terms.stock.factor = OTHER};
    instruments[BOND] = (struct prc_instrument){.kind = PRC_FIXED_BOND, .terms.fixed_bond = {0.04, 2, 6.3, 0}};
    for (int j = 0; j < FACTORS; j++)
        for (int i = 0; i < SCENARIOS; i++)
            levels[j * SCENARIOS + i] = today[j] * (0.8 + (double)draw(4001) / 10000);
    for (int h = 0; h < HOLDINGS; h++)
        holdings[h] = (struct rmc_holding){(uint32_t)draw(KINDS), (uint32_t)draw(GROUPS), (double)draw(2000001) - 1e6};
}

static struct rmc_bank_setup setup_of(const struct rmc_holding *held, size_t count) {
    const struct rmc_bank_setup setup = {.market = &market,
                                         .instruments = instruments,
                                         .exchange = exchange,
                                         .instrument_count = KINDS,
                                         .holdings = held,
                                         .holding_count = count,
                                         .groups = GROUPS,
                                         .decimals = 4,
                                         .seed = 1,
                                         .paths = 10};
    return setup;
}

static const struct rmc_scenarios all = {levels, SCENARIOS, SCENARIOS, 0, 0.1};

/* Adds the P&L of COUNT holdings to SUMS: GROUPS rows of SCENARIOS. */
static void add(const struct rmc_holding *held, size_t count, int64_t *sums) {
    const struct rmc_bank_setup setup = setup_of(held, count);
    struct rmc_bank *bank;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_bank_new(&setup, &bank, &error) == RMC_OK, "%s", error.text);
    if (bank == NULL)
        return;
    CHECK(rmc_bank_pnl(bank, &all, sums, SCENARIOS, &error) == RMC_OK, "%s", error.text);
    rmc_bank_free(bank);
}

static void values_positions_at_the_exchange_rate_of_the_scenario(void) {
    const struct rmc_holding held[] = {{CASH, 0, 1000}, {STOCK, 1, -3}, {OWN, 2, 7.5}};
    int64_t sums[GROUPS * SCENARIOS] = {0};
    add(held, 3, sums);
    for (int i = 0; i < SCENARIOS; i++) {
        const double fx = levels[EUR * SCENARIOS + i];
        CHECK_NEAR((double)sums[i], rint(1e4 * 1000 * (fx - today[EUR])), 1);
        CHECK_NEAR((double)sums[SCENARIOS + i], rint(1e4 * -3 * (levels[SHARE * SCENARIOS + i] - today[SHARE])), 1);
        CHECK_NEAR((double)sums[2 * SCENARIOS + i],
                   rint(1e4 * 7.5 * (levels[OTHER * SCENARIOS + i] * fx - today[OTHER] * today[EUR])), 1);
    }
}

static void tells_what_is_held_today(void) {
    const struct rmc_holding held[] = {{CASH, 0, 1000}, {STOCK, 2, -3}, {STOCK, 2, 1}};
    const struct rmc_bank_setup setup = setup_of(held, 3);
    struct rmc_bank *bank;
    CHECK(rmc_bank_new(&setup, &bank, NULL) == RMC_OK, "a bank");
    CHECK(rmc_bank_today(bank)[0] == 12500000, "%lld", (long long)rmc_bank_today(bank)[0]);
    CHECK(rmc_bank_today(bank)[1] == 0 && rmc_bank_today(bank)[2] == -1600000, "the other groups");
    CHECK(rmc_bank_values(bank)[STOCK] == 80 && isnan(rmc_bank_values(bank)[OWN]), "values of instruments");
    rmc_bank_free(bank);
}

static void sums_are_the_same_in_any_order_and_grouping(void) {
    int64_t sums[GROUPS * SCENARIOS] = {0}, turned[GROUPS * SCENARIOS] = {0}, parts[GROUPS * SCENARIOS] = {0};
    struct rmc_holding backwards[HOLDINGS];
    for (int h = 0; h < HOLDINGS; h++)
        backwards[h] = holdings[HOLDINGS - 1 - h];
    add(holdings, HOLDINGS, sums);
    add(backwards, HOLDINGS, turned);
    add(holdings, 123, parts);
    add(holdings + 123, HOLDINGS - 123, parts);
    CHECK(memcmp(sums, turned, sizeof sums) == 0, "another order gives other sums");
    CHECK(memcmp(sums, parts, sizeof sums) == 0, "two parts do not add up to the whole");
}

static void long_one_and_short_the_same_is_nothing(void) {
    const struct rmc_holding held[] = {{BOND, 0, 12345.678}, {STOCK, 1, 5}, {BOND, 0, -12345.678}};
    int64_t sums[GROUPS * SCENARIOS] = {0};
    add(held, 3, sums);
    for (int i = 0; i < SCENARIOS; i++)
        CHECK(sums[i] == 0, "%lld in scenario %d", (long long)sums[i], i);
}

static void values_a_block_in_parts(void) {
    int64_t whole[GROUPS * SCENARIOS] = {0}, parts[GROUPS * SCENARIOS] = {0};
    const struct rmc_bank_setup setup = setup_of(holdings, HOLDINGS);
    struct rmc_bank *bank;
    add(holdings, HOLDINGS, whole);
    CHECK(rmc_bank_new(&setup, &bank, NULL) == RMC_OK, "a bank");
    for (uint32_t at = 0; at < SCENARIOS; at += 7) {
        const struct rmc_scenarios part = {levels + at, SCENARIOS, at + 7 < SCENARIOS ? 7 : SCENARIOS - at, at, 0.1};
        CHECK(rmc_bank_pnl(bank, &part, parts + at, SCENARIOS, NULL) == RMC_OK, "from %u on", at);
    }
    rmc_bank_free(bank);
    CHECK(memcmp(whole, parts, sizeof whole) == 0, "parts of a block give other sums");
}

static void refuses_what_no_bank_can_hold(void) {
    const struct rmc_holding held[] = {{CASH, 0, 1}};
    const struct rmc_holding bad[] = {{KINDS, 0, 1}, {CASH, GROUPS, 1}, {CASH, 0, NAN}, {CASH, 0, INFINITY}};
    struct rmc_bank *bank;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const struct rmc_bank_setup setup = setup_of(&bad[i], 1);
        CHECK(rmc_bank_new(&setup, &bank, NULL) == RMC_ERR_ARGUMENT && bank == NULL, "holding %zu was taken", i);
    }
    struct rmc_bank_setup setup = setup_of(held, 0);
    CHECK(rmc_bank_new(&setup, &bank, NULL) == RMC_ERR_ARGUMENT, "a bank without holdings was taken");
    setup = setup_of(held, 1);
    setup.decimals = RMC_MAX_DECIMALS + 1;
    CHECK(rmc_bank_new(&setup, &bank, NULL) == RMC_ERR_ARGUMENT, "too many decimals were taken");
}

static void refuses_amounts_and_sums_that_the_grid_does_not_hold(void) {
    const struct rmc_holding amount = {CASH, 0, 0x1p51 / 1e4 / 1.25}, right = {CASH, 0, 0x1p51 / 1e4 / 1.25 - 1};
    struct rmc_holding many[6];
    struct rmc_bank *bank;
    struct rmc_error error;
    struct rmc_bank_setup setup = setup_of(&amount, 1);
    CHECK(rmc_bank_new(&setup, &bank, &error) == RMC_ERR_OVERFLOW, "an amount of 2^51 was taken");
    CHECK(error.holding == 0, "holding %zu", error.holding);
    setup = setup_of(&right, 1);
    CHECK(rmc_bank_new(&setup, &bank, &error) == RMC_OK, "%s", error.text);
    rmc_bank_free(bank);
    for (size_t i = 0; i < 6; i++)
        many[i] = right;
    setup = setup_of(many, 4);
    CHECK(rmc_bank_new(&setup, &bank, &error) == RMC_OK, "%s", error.text);
    rmc_bank_free(bank);
    setup = setup_of(many, 5);
    CHECK(rmc_bank_new(&setup, &bank, &error) == RMC_ERR_OVERFLOW, "a sum beyond 2^53 was taken");
    CHECK(error.holding == 4, "holding %zu", error.holding);
    many[0].instrument = STOCK;
    many[0].quantity = 1;
    many[4] = amount;
    CHECK(rmc_bank_new(&setup, &bank, &error) == RMC_ERR_OVERFLOW && error.holding == 4, "holding %zu", error.holding);
}

static void names_the_instrument_without_a_value(void) {
    const struct rmc_holding held[] = {{CASH, 0, 1}, {STOCK, 1, 1}};
    const struct rmc_bank_setup setup = setup_of(held, 2);
    double broken[FACTORS * SCENARIOS];
    int64_t sums[GROUPS * SCENARIOS] = {0};
    struct rmc_scenarios scenarios = all;
    struct rmc_bank *bank;
    struct rmc_error error = {.code = RMC_OK};
    memcpy(broken, levels, sizeof broken);
    broken[SHARE * SCENARIOS + 17] = NAN;
    scenarios.levels = broken;
    CHECK(rmc_bank_new(&setup, &bank, NULL) == RMC_OK, "a bank");
    CHECK(rmc_bank_pnl(bank, &scenarios, sums, SCENARIOS, &error) == RMC_ERR_NOT_FINITE, "NaN was added");
    CHECK(strstr(error.text, "instrument 1") != NULL, "it says: %s", error.text);
    rmc_bank_free(bank);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(values_positions_at_the_exchange_rate_of_the_scenario),
        CASE(tells_what_is_held_today),
        CASE(sums_are_the_same_in_any_order_and_grouping),
        CASE(long_one_and_short_the_same_is_nothing),
        CASE(values_a_block_in_parts),
        CASE(refuses_what_no_bank_can_hold),
        CASE(refuses_amounts_and_sums_that_the_grid_does_not_hold),
        CASE(names_the_instrument_without_a_value),
    };
    make();
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
