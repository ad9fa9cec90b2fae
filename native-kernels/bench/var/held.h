/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of pricing alone, on the instruments of a bank. */
#ifndef SLIPWAY_BENCH_VAR_HELD_H
#define SLIPWAY_BENCH_VAR_HELD_H

#include "slipway/riskmc_bank.h"

/* Values each instrument that BANK holds once, in the order of a run, and adds nothing up. */
rmc_err value_held(struct rmc_bank *bank, const struct rmc_scenarios *scenarios, struct rmc_error *error);

#endif
