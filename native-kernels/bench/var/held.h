/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of pricing alone, on the instruments of a bank. */
#ifndef SLIPWAY_BENCH_VAR_HELD_H
#define SLIPWAY_BENCH_VAR_HELD_H

#include "slipway/riskmc_bank.h"

/* Values each held instrument of BANK once, in the order of a run, without adding values. */
rmc_err value_held(struct rmc_bank *bank, const struct rmc_scenarios *scenarios, struct rmc_error *error);

#endif
