/* SPDX-License-Identifier: Apache-2.0 */
/*
 * riskmc's tail: the contributions of the parts of a portfolio to value-at-risk. The fourth header of the library
 * riskmc; errors, threads and units are as slipway/riskmc.h states them.
 *
 *     rmc_tail_new(pnl, count, 0.99, &tail, &error);         // the P&L of the portfolio, by scenario
 *     rmc_part_of(tail, desk, &part);                        // the P&L of a desk in the same scenarios
 *     component = rmc_component(tail, &part);                // components of all desks add up to the VaR
 *     rmc_incremental(tail, without, desk, &incremental, &error);  // WITHOUT: the tail of the portfolio less the desk
 *
 * VaR is relative to the mean: the mean P&L less the quantile q. A part is any P&L by scenario that adds up with other
 * parts to the portfolio's P&L: the P&L of a desk, or a linear P&L in the move of one factor.
 *
 * Component VaR of a part is the part's mean P&L less the part's expected P&L given that the portfolio's P&L is q. The
 * component VaRs add up to the VaR, which is homogeneous of degree one: Gourieroux, Laurent and Scaillet, "Sensitivity
 * analysis of values at risk", Journal of Empirical Finance 7, 2000; Hallerbach, "Decomposing portfolio value-at-risk:
 * a general analysis", Journal of Risk 5(2), 2003. Marginal VaR is the derivative of the VaR by the value of the part,
 * so component VaR is marginal VaR times that value: Jorion, Value at Risk, 3rd ed. 2007, chapter 7. Incremental VaR is
 * the VaR less the VaR of the portfolio without the part (same chapter).
 *
 * The expected P&L of a part, given that the portfolio's P&L is q, is estimated over a window of scenarios around the
 * quantile, by the regression line of the part's P&L on the portfolio's P&L, evaluated at q: local linear regression
 * (Fan and Gijbels, Local Polynomial Modelling and Its Applications, 1996, section 3.2). A mean over the window, the
 * common estimator (Epperlein and Smillie, "Cracking VaR with kernels", Risk 19(8), 2006), does not add up to the VaR,
 * as the mean P&L in the window is not q. The lines do, because the line of the portfolio's P&L on the same P&L passes
 * through q. The window has the ranks from k - h to k + h, where k is the rank of the quantile and h the larger of k /
 * 2 and 2 sqrt(k).
 */
#ifndef SLIPWAY_RISKMC_TAIL_H
#define SLIPWAY_RISKMC_TAIL_H

#include "slipway/riskmc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A scenario in the tail or in the window. */
struct rmc_low {
    uint32_t scenario; /* from 0 */
    double score;      /* the portfolio's P&L there, less its mean in the window, in deviations of the window */
};

/* The data of a portfolio that the estimates at one confidence need. */
struct rmc_tail {
    double tail;           /* 1 - confidence */
    size_t count;          /* scenarios in all */
    size_t rank;           /* of the quantile, from 1 */
    size_t first, end;     /* the window: lows[first] to lows[end - 1] */
    double mean;           /* P&L in all scenarios */
    double quantile;       /* P&L */
    double quantile_error; /* standard error of the quantile; NAN if the quantile has no bounds */
    double quantile_score; /* the quantile on the scale of the scores */
    double deviation;      /* P&L in the window; 0 if constant there */
    double line_error;     /* half the interval of a line at the quantile, in deviations from the line; or NAN */
    struct rmc_low *lows;  /* `end` scenarios from the lowest P&L on, ascending by P&L, then by scenario */
};

/*
 * Makes the tail of COUNT P&L values (below 2^32) at CONFIDENCE. The caller ends *tail with rmc_tail_free. mean less
 * quantile has the bits of rmc_measure's var_mean. Fails as rmc_measure does; *tail then is NULL. Memory: 16 bytes for
 * each value during the call, and for each low scenario afterwards.
 */
rmc_err rmc_tail_new(const double *pnl, size_t count, double confidence, struct rmc_tail **tail,
                     struct rmc_error *error);

/* Frees a tail. Accepts NULL. */
void rmc_tail_free(struct rmc_tail *tail);

/* Means of a part's P&L p over several sets of scenarios. Parts may be added field by field. */
struct rmc_part {
    double mean, square;                  /* of p and p^2, over all scenarios */
    double window, window_square, scored; /* of p, p^2 and p * score, over the window */
    double tail;                          /* of p, over lows[0] to lows[rank - 1] */
};

/* Fills PART with the means of PNL, the P&L of the part in the scenarios of TAIL. */
void rmc_part_of(const struct rmc_tail *tail, const double *pnl, struct rmc_part *part);

/*
 * Returns the component VaR of a part, with an interval of 95 %. Components of parts that add up to the portfolio add
 * up to its VaR, up to the rounding of doubles. The interval joins three errors: of the line, by Student's t; of the
 * quantile, times the slope of the line; and of the part's mean, correlated with the error of the quantile by Bahadur,
 * as in rmc_measure. The interval has no bounds if the quantile has no bounds, or with fewer than 5 scenarios in the
 * window. With 2,000 scenarios or more, intervals of normal parts hold the truth in about 95 % of all runs
 * (tests/riskmc/riskmc-tail-test.c).
 */
struct rmc_interval rmc_component(const struct rmc_tail *tail, const struct rmc_part *part);

/*
 * Writes the incremental VaR of a part to *OUT: the VaR of TAIL less the VaR of WITHOUT. WITHOUT is the tail, at the
 * same confidence and over the same scenarios, of the portfolio's P&L less PNL, the P&L of the part. The normal
 * interval of 95 % joins the errors of both quantiles and of the part's mean: by Bahadur, two quantiles of one sample
 * are correlated like the events of a P&L below them. There are no bounds if a quantile lacks one. Fails with
 * RMC_ERR_ARGUMENT for tails of other counts or confidences and with RMC_ERR_MEMORY.
 */
rmc_err rmc_incremental(const struct rmc_tail *tail, const struct rmc_tail *without, const double *pnl,
                        struct rmc_interval *out, struct rmc_error *error);

#ifdef __cplusplus
}
#endif

#endif
