/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of riskmc's bank share. */
#ifndef SLIPWAY_RISKMC_BANK_PARTS_H
#define SLIPWAY_RISKMC_BANK_PARTS_H

#include "internal.h"
#include "slipway/pricing_proxy.h"
#include "slipway/riskmc_bank.h"

/* Stands for the number of a scenario: today, which is no scenario. */
static const uint32_t RMC_TODAY = UINT32_MAX;

/* A holding of the setup. The order of the holdings identifies the instrument. */
struct rmc_held {
    uint32_t holding; /* index in the setup */
    uint32_t group;
    double quantity;
};

struct rmc_bank {
    struct rmc_bank_setup setup; /* the pointers to holdings and exchange may be stale */
    struct rmc_held *holdings;   /* ordered by instrument */
    size_t *starts;              /* the first holding of each instrument, and the end */
    uint32_t *exchange;
    uint32_t *order; /* the held instruments, those with the same drivers side by side */
    size_t held;
    size_t with_paths; /* number of instruments with paths: the last of the order, as kinds with paths come last */
    double *values;    /* today, of each instrument */
    int64_t *today;    /* of each group */
    double scale;      /* 10^decimals */
    struct prc_rows *rows;
    void *scratch;
    double *row; /* the values of one instrument */
    size_t row_room;
    struct rmc_proxy_set *sets; /* one for each horizon with fitted proxies */
    size_t set_count;
    size_t *proxy_starts; /* in a set, of each instrument with paths, and the end */
    size_t outside;       /* values in full for scenarios outside of the range of a proxy */
};

/* The proxies of all instruments with paths at one horizon, one after another. */
struct rmc_proxy_set {
    double years;
    double *proxies;
};

/* Returns the proxies for a horizon, or NULL. */
double *rmc_bank_set(const struct rmc_bank *bank, double years);

/* Returns the block of pricing.h for some scenarios, in the bank's rows. */
struct prc_block rmc_bank_block(const struct rmc_bank *bank, const struct rmc_scenarios *levels);

/* Makes rows, scratch and a row of values for a block, unless the bank has them, and clears the rows. */
rmc_err rmc_bank_make_room(struct rmc_bank *bank, const struct rmc_scenarios *levels, struct rmc_error *error);

/* Fails with the name of an instrument that cannot be valued. Returns the code. */
rmc_err rmc_bank_pricing_failure(const struct rmc_bank *bank, const struct prc_error *cause, uint32_t instrument,
                                 struct rmc_error *error);

/* The values from which amounts are made, and the sums to which they are added: sums[group * stride + scenario]. */
struct rmc_target {
    int64_t *sums;
    size_t stride;
    const double *values; /* of one unit, by scenario */
    int is_pnl;           /* otherwise adds the value instead of the P&L */
    double sign;          /* 1 or -1 */
};

/* Adds the amounts of all positions in one instrument. */
rmc_err rmc_bank_add(const struct rmc_bank *bank, uint32_t instrument, const struct rmc_scenarios *levels,
                     const struct rmc_target *target, struct rmc_error *error);

#endif
