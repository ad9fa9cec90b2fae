/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The dependence of a bank on each factor: the exposures, and the linear P&L from these and the moves of the factors.
 */
#ifndef SLIPWAY_VARMC_BANK_EXPOSURES_H
#define SLIPWAY_VARMC_BANK_EXPOSURES_H

#include "bank-run.h"
#include "slipway/riskmc_tail.h"

/*
 * Writes the exposure of the bank to each factor to EXPOSURES on rank 0: the change of today's value for a move of 1,
 * in multiples of the grid, by central differences. A rate moves up and down by 0.0001, the logarithm of any other
 * factor by 0.01. Inner paths are common ones. Collective; the ranks share the factors. Returns the status of F.
 */
int take_exposures(const struct reporting *all, double *exposures, struct sw_failure *f);

/*
 * Fills PARTS on rank 0 with the means of each factor's moves over a horizon: parts[level * factors + factor]. TAILS
 * are those of the bank at that horizon and the requested levels, on rank 0. The ranks share all scenarios and draw
 * them again. Sums are integers, so the parts have the same bits for any number of ranks. Collective. Returns the
 * status of F.
 */
int take_parts(const struct reporting *all, size_t horizon, struct rmc_tail *const *tails, struct rmc_part *parts,
               struct sw_failure *f);

#endif
