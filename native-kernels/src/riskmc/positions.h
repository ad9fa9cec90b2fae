/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SLIPWAY_RISKMC_POSITIONS_H
#define SLIPWAY_RISKMC_POSITIONS_H

#include "internal.h"

/* Positions, netted by instrument. */
struct netted {
    const struct rmc_position *positions;
    double *quantity; /* by position: quantity of the whole instrument if the position represents the instrument, else
                         NAN */
    size_t count;     /* instruments */
    size_t asians;
};

/*
 * Nets the positions of a checked setup. The caller frees the quantities, also after a failure. Fails with
 * RMC_ERR_ARGUMENT for positions in one instrument with different terms, and with RMC_ERR_MEMORY.
 */
rmc_err rmc_net_positions(const struct rmc_setup *setup, struct netted *netted, struct rmc_error *error);

#endif
