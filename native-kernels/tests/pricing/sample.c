/* SPDX-License-Identifier: Apache-2.0 */
#include "pricing/sample.h"
#include "pricing/fixture.h"

#define OPTION(option, strike, maturity)                                                                               \
    { PRICE, VOLATILITY, option, strike, maturity, SLOPED, FLAT_YIELD }
#define BASKET(choice, strike, maturity, correlation)                                                                  \
    {                                                                                                                  \
        3, (const uint32_t[]){PRICE, PRICE2, PRICE3}, (const uint32_t[]){VOLATILITY, VOLATILITY2, VOLATILITY3},        \
            (const double[]){0.5, 0.3, 0.2}, correlation, choice, strike, maturity, SLOPED                             \
    }

const struct prc_instrument sample[] = {
    {.id = 1, .kind = PRC_CASH},
    {.id = 2, .kind = PRC_STOCK, .terms.stock = {PRICE}},
    {.id = 3, .kind = PRC_FX_FORWARD, .terms.fx_forward = {PRICE, PRC_NONE, 95, 1.5, FLAT, SLOPED}},
    {.id = 4, .kind = PRC_FX_FORWARD, .terms.fx_forward = {PRICE, PRICE2, 0.98, 0.05, FLAT, SLOPED}},
    {.id = 5, .kind = PRC_COMMODITY_FORWARD, .terms.commodity_forward = {PRICE2, 90, 2.5, SLOPED, FLAT_YIELD}},
    {.id = 6, .kind = PRC_COMMODITY_FORWARD, .terms.commodity_forward = {PRICE2, 90, 0.07, SLOPED, PRC_NONE}},
    {.id = 7, .kind = PRC_DEPOSIT, .terms.deposit = {0.03, -0.25, 0.25, SLOPED}},
    {.id = 8, .kind = PRC_DEPOSIT, .terms.deposit = {0.03, 0.05, 1.05, SLOPED}},
    {.id = 9, .kind = PRC_FIXED_BOND, .terms.fixed_bond = {0.04, 2, 7.03, SLOPED}},
    {.id = 10, .kind = PRC_FLOATING_BOND, .terms.floating_bond = {0.01, 4, 5.26, 0.03, SLOPED, FLAT}},
    {.id = 11, .kind = PRC_FLOATING_BOND, .terms.floating_bond = {0.002, 12, 0.09, 0.03, SLOPED, FLAT}},
    {.id = 12, .kind = PRC_INFLATION_BOND, .terms.inflation_bond = {0.01, 1, 8.05, SLOPED, PRICE3, 92}},
    {.id = 13, .kind = PRC_MORTGAGE, .terms.mortgage = {0.045, 12, 15, SLOPED}},
    {.id = 14, .kind = PRC_POOL, .terms.pool = {0.04, 0.045, 7, 165, 20, SLOPED}},
    {.id = 15, .kind = PRC_SWAP, .terms.swap = {PRC_PAYER, 0.035, 4, 6.1, 0.03, SLOPED, FLAT}},
    {.id = 16, .kind = PRC_SWAP, .terms.swap = {PRC_RECEIVER, 0.035, 1, 2.5, 0.03, SLOPED, SLOPED}},
    {.id = 17, .kind = PRC_EUROPEAN, .terms.european = OPTION(PRC_CALL, 105, 0.7)},
    {.id = 18, .kind = PRC_EUROPEAN, .terms.european = OPTION(PRC_PUT, 105, 0.04)},
    {.id = 19, .kind = PRC_DIGITAL, .terms.digital = {OPTION(PRC_PUT, 95, 3), 10}},
    {.id = 20, .kind = PRC_BARRIER, .terms.barrier = {OPTION(PRC_CALL, 100, 1), 85, PRC_DOWN, PRC_OUT, 2}},
    {.id = 21, .kind = PRC_BARRIER, .terms.barrier = {OPTION(PRC_PUT, 100, 1), 115, PRC_UP, PRC_IN, 1}},
    {.id = 22, .kind = PRC_BARRIER, .terms.barrier = {OPTION(PRC_CALL, 90, 0.06), 110, PRC_UP, PRC_OUT, 0}},
    {.id = 1ULL << 40, .kind = PRC_ASIAN, .terms.asian = {OPTION(PRC_CALL, 100, 0.5), -0.1, 9, 97}},
    {.id = 24, .kind = PRC_ASIAN, .terms.asian = {OPTION(PRC_PUT, 100, 0.08), 0.02, 4, 0}},
    {.id = 25,
     .kind = PRC_DISCRETE_BARRIER,
     .terms.discrete_barrier = {{OPTION(PRC_CALL, 100, 0.6), 90, PRC_DOWN, PRC_OUT, 3}, 0.05, 7}},
    {.id = 26,
     .kind = PRC_DISCRETE_BARRIER,
     .terms.discrete_barrier = {{OPTION(PRC_PUT, 100, 0.09), 108, PRC_UP, PRC_IN, 1}, 0.03, 3}},
    {.id = 27, .kind = PRC_BASKET, .terms.basket = BASKET(PRC_CALL, 100, 1, 0.4)},
    {.id = 28, .kind = PRC_BASKET, .terms.basket = BASKET(PRC_PUT, 100, 0.05, -0.3)},
};
const size_t sample_count = sizeof sample / sizeof sample[0];
