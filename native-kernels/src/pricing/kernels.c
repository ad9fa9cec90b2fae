/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of one level of the processor, by kind. */
#include "kernel.h"

prc_kernel *const KERNEL(prc_kernels)[PRC_KINDS] = {
    [PRC_CASH] = KERNEL(prc_cash),
    [PRC_STOCK] = KERNEL(prc_stock),
    [PRC_FX_FORWARD] = KERNEL(prc_fx_forward),
    [PRC_COMMODITY_FORWARD] = KERNEL(prc_commodity_forward),
    [PRC_DEPOSIT] = KERNEL(prc_deposit),
    [PRC_FIXED_BOND] = KERNEL(prc_fixed_bond),
    [PRC_FLOATING_BOND] = KERNEL(prc_floating_bond),
    [PRC_INFLATION_BOND] = KERNEL(prc_inflation_bond),
    [PRC_MORTGAGE] = KERNEL(prc_mortgage),
    [PRC_POOL] = KERNEL(prc_pool),
    [PRC_SWAP] = KERNEL(prc_swap),
    [PRC_EUROPEAN] = KERNEL(prc_european),
    [PRC_DIGITAL] = KERNEL(prc_digital),
    [PRC_BARRIER] = KERNEL(prc_barrier),
    [PRC_ASIAN] = KERNEL(prc_asian),
    [PRC_DISCRETE_BARRIER] = KERNEL(prc_discrete_barrier),
    [PRC_BASKET] = KERNEL(prc_basket),
};

prc_kernel *const KERNEL(prc_single_kernels)[PRC_KINDS] = {
    [PRC_EUROPEAN] = KERNEL(prc_european_single),
    [PRC_ASIAN] = KERNEL(prc_asian_single),
    [PRC_BASKET] = KERNEL(prc_basket_single),
};
