/* SPDX-License-Identifier: Apache-2.0 */
/* How a bank hangs on each of its factors: its exposures, and the linear P&L that they make of the factors' moves. */
#ifndef SLIPWAY_VARMC_BANK_EXPOSURES_H
#define SLIPWAY_VARMC_BANK_EXPOSURES_H

#include "bank-run.h"
#include "slipway/riskmc_tail.h"

/*
 * Writes the exposure of the bank to each factor to EXPOSURES on rank 0: by how many multiples of the grid its value
 * today changes for a move of 1, by central differences. A rate moves up and down by 0.0001, the logarithm of any other
 * factor by 0.01. Inner paths are common ones. Collective; the ranks share out the factors. Returns the status of F.
 */
int take_exposures(const struct reporting *all, double *exposures, struct sw_failure *f);

/*
 * Fills PARTS on rank 0: what a tail knows of the moves of each factor over a horizon, parts[level * factors + factor].
 * TAILS are those of the bank at that horizon and the levels asked, on rank 0. Draws all scenarios again, which the
 * ranks share out; adds up in integers, so the parts have the same bits for any number of ranks. Collective. Returns
 * the status of F.
 */
int take_parts(const struct reporting *all, size_t horizon, struct rmc_tail *const *tails, struct rmc_part *parts,
               struct sw_failure *f);

#endif
