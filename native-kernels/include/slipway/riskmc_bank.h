/* SPDX-License-Identifier: Apache-2.0 */
/*
 * riskmc's bank: the exact sums of the P&L of many positions in instruments of pricing.h. The third header of the
 * library riskmc; errors and units are as slipway/riskmc.h states them.
 *
 *     rmc_bank_new(&setup, &bank, &error);
 *     rmc_bank_pnl(bank, &scenarios, sums, stride, &error);   // for each block of scenarios
 *
 * Sums are exact. The P&L of a position in a scenario, in the reporting currency, is rounded once to a multiple of
 * 10^-decimals, ties to even, and added as an integer. So groups add up to the bank to the last digit, and a sum has
 * the same bits for any order of positions and any split of scenarios or positions among ranks. No amount may reach
 * 2^51 multiples, and no sum exceed 2^53, which a double holds exactly.
 *
 * Threads. A bank holds working memory, so one thread at a time uses a bank.
 *
 * Memory. A bank of I instruments, H holdings and G groups takes about 24 I + 16 H + 8 G bytes, and for blocks of S
 * scenarios 1 KiB S and the largest scratch of an instrument (prc_scratch_bytes).
 */
#ifndef SLIPWAY_RISKMC_BANK_H
#define SLIPWAY_RISKMC_BANK_H

#include "slipway/pricing_proxy.h"
#include "slipway/riskmc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A position: some units of an instrument, in one group of positions, such as a book or a desk. */
struct rmc_holding {
    uint32_t instrument; /* index */
    uint32_t group;      /* index */
    double quantity;     /* negative when short */
};

struct rmc_bank_setup {
    const struct prc_market *market;          /* has passed prc_market_check */
    const struct prc_instrument *instruments; /* each has passed prc_check */
    const uint32_t *exchange;                 /* for each, the exchange rate of the currency (a factor), or PRC_NONE */
    const char *const *names;                 /* of the instruments, for messages; NULL: their indices */
    size_t instrument_count;                  /* at least 1 */
    const struct rmc_holding *holdings;
    size_t holding_count; /* at least 1 */
    size_t groups;
    unsigned decimals; /* of the grid of sums: 0 to RMC_MAX_DECIMALS */
    uint64_t seed;
    size_t paths;
    prc_inner inner;
    prc_arithmetic arithmetic;
};

enum { RMC_MAX_DECIMALS = 9 };

/* Returns the number of multiples of the grid in one unit of money: 10^DECIMALS, for at most RMC_MAX_DECIMALS. */
int64_t rmc_grid_unit(unsigned decimals);

struct rmc_bank;

/*
 * Makes a bank of SETUP, and values each held instrument once at today's market. Market and instruments, with the data
 * they point to, must outlive the bank; the bank copies the rest of SETUP. The caller ends *bank with rmc_bank_free.
 * Fails with RMC_ERR_ARGUMENT for a setup out of range, RMC_ERR_NOT_FINITE for an instrument without a value today,
 * RMC_ERR_OVERFLOW with the holding in ERROR, and RMC_ERR_MEMORY; *bank then is NULL.
 */
rmc_err rmc_bank_new(const struct rmc_bank_setup *setup, struct rmc_bank **bank, struct rmc_error *error);

/* Frees a bank. Accepts NULL. */
void rmc_bank_free(struct rmc_bank *bank);

/* Returns today's value of one unit of each instrument, in the currency of the instrument; NAN if no position holds it.
 * The bank owns the array. */
const double *rmc_bank_values(const struct rmc_bank *bank);

/* Returns the value of each group today in multiples of the grid. The bank owns the array. */
const int64_t *rmc_bank_today(const struct rmc_bank *bank);

/* The market in COUNT scenarios, of which the first has the number FIRST: levels[factor * stride + i]. */
struct rmc_scenarios {
    const double *levels;
    size_t stride;
    size_t count;
    uint32_t first;
    double years; /* the horizon, after which the positions are valued */
};

/*
 * Adds the P&L of each group to SUMS, in multiples of the grid: sums[group * sum_stride + i] for scenario i. Fails with
 * RMC_ERR_NOT_FINITE and RMC_ERR_OVERFLOW, both naming the instrument and the latter with the holding in ERROR, and
 * with RMC_ERR_MEMORY. Each thread needs a separate bank.
 */
rmc_err rmc_bank_pnl(struct rmc_bank *bank, const struct rmc_scenarios *levels, int64_t *sums, size_t sum_stride,
                     struct rmc_error *error);

/* --- the number of scenarios for a precision --- */

enum { RMC_LOOK = 256 }; /* numbers of scenarios at looks are multiples of RMC_LOOK */

/*
 * Returns the number of scenarios at the next look of a run after a look at DONE scenarios (0: before the first look).
 * At a look a run stops if the interval of the VaR at CONFIDENCE is narrow enough; a run always stops at MOST
 * scenarios. The first look has 200 scenarios in the tail; each later look has half as many scenarios more. Looks
 * depend on no other data, so a run stops at the same scenario on any number of ranks.
 *
 * A run that stops at a narrow interval prefers samples with too narrow intervals, so the interval holds the truth less
 * often than stated. This effect vanishes as the requested width goes to zero: Chow and Robbins, "On the asymptotic
 * theory of fixed-width sequential confidence intervals for the mean", Annals of Mathematical Statistics 36, 1965;
 * Glynn and Whitt, "The asymptotic validity of sequential stopping rules for stochastic simulations", Annals of Applied
 * Probability 2(1), 1992. Few and late looks keep the effect small: riskmc-coverage shows the shares.
 */
size_t rmc_next_look(size_t done, double confidence, size_t most);

/* Returns the width of an interval divided by the size of its value: 0 for a width of 0, NAN for a missing bound,
 * infinity for a value of 0 with another width. */
double rmc_relative_width(struct rmc_interval interval);

/* --- inner paths --- */

/* Returns the number of held instruments that take paths. These instruments are numbered from 0. */
size_t rmc_bank_with_paths(const struct rmc_bank *bank);

/* Instruments with paths from FIRST to LAST - 1. */
struct rmc_slice {
    size_t first, last;
};

/*
 * Fits proxies (slipway/pricing_proxy.h) of some instruments with paths, in trial scenarios at the horizon. From then
 * on rmc_bank_pnl values instruments at that horizon by proxies. Each horizon has separate proxies. Instruments without
 * a proxy, and scenarios outside of the range of a proxy, are valued in full by common paths. Adds the errors of the
 * proxies in each trial scenario to ERRORS, in multiples of the grid: errors[group * stride + i]. INNER of the setup
 * must be PRC_COMMON. A proxy depends on the instrument, the trials, the seed and the number of paths only: ranks may
 * fit different parts and then copy the proxies to each other. Fails with RMC_ERR_ARGUMENT for a part that does not
 * exist or trials of today, with RMC_ERR_NOT_FINITE, RMC_ERR_OVERFLOW and RMC_ERR_MEMORY. Memory: about 1 KiB for each
 * instrument with paths.
 */
rmc_err rmc_bank_fit(struct rmc_bank *bank, const struct rmc_scenarios *trials, struct rmc_slice part, int64_t *errors,
                     size_t stride, struct rmc_error *error);

struct rmc_proxies {
    double *numbers;      /* of instrument i: numbers[starts[i]] to numbers[starts[i + 1] - 1]; NULL before a fit */
    const size_t *starts; /* one more entry than there are instruments with paths */
    size_t used;          /* number of instruments with a proxy */
    size_t outside;       /* number of values so far, at any horizon, that were worked out in full outside of a range */
};

/* Returns the proxies of a bank at a horizon. The bank owns the arrays. A caller may overwrite the numbers with those
 * of another bank of the same setup. */
struct rmc_proxies rmc_bank_proxies(struct rmc_bank *bank, double years);

/* Copies the proxies of another bank with holdings of the same instruments. Fails with RMC_ERR_ARGUMENT for other
 * instruments, and with RMC_ERR_MEMORY. */
rmc_err rmc_bank_copy_proxies(struct rmc_bank *bank, const struct rmc_bank *from, struct rmc_error *error);

/* Some of the inner paths, and the groups with positions that count. */
struct rmc_batch {
    size_t first_path, paths;
    const unsigned char *groups; /* for each group, 0 if the positions do not count; NULL: all count */
};

/*
 * Writes to PNL, by scenario, the P&L of the positions in instruments with paths, valued in full by one batch of the
 * paths, both today and in the scenarios. Values are means over paths, so the mean over batches of equal size is the
 * P&L of the run, and the variance over batches estimates the variance of the inner paths. The P&L is in the reporting
 * currency, not rounded. Fails as rmc_bank_pnl does.
 */
rmc_err rmc_bank_batch(struct rmc_bank *bank, const struct rmc_scenarios *scenarios, struct rmc_batch batch,
                       double *pnl, struct rmc_error *error);

/* The P&L in the scenarios of a sample (rmc_sample: WHOLE, QUANTILE, then TAIL), by batches of the paths. */
struct rmc_batches {
    const double *pnl;  /* [scenario * count + batch] */
    size_t count;       /* at least 2 */
    size_t batch_paths; /* of each */
    size_t paths;       /* of the run */
};

/*
 * Returns the variances that the inner paths of a run add to the measures at the level of the sample, if the paths are
 * drawn again and the scenarios stay. To first order a quantile moves by the mean move of the P&L at it, and a tail
 * mean by that in the tail (Gordy and Juneja, "Nested simulation in portfolio risk management", Management Science
 * 56(10), 2010); batches of the paths estimate the variance of these means (batch means; Glasserman, Monte Carlo
 * Methods in Financial Engineering, 2004, appendix A). With 25 batches the deviation has an error of 14 %.
 */
struct rmc_inner rmc_inner_of_batches(const struct rmc_sample *sample, struct rmc_batches batches);

#ifdef __cplusplus
}
#endif

#endif
