/* SPDX-License-Identifier: Apache-2.0 */
/*
 * riskmc: value-at-risk of a portfolio by Monte Carlo with full revaluation. Scenarios, pricing, quantiles.
 *
 * The model. Risk factors are the prices of the symbols. Daily log returns are normal with the sample covariance C of
 * the price panel; a scenario moves every factor over a horizon of h trading days by
 *     S' = S exp(x),  x = -C_jj h / 2 + sqrt(h) (L z)_j,   L L' = C,  z standard normal,
 * so E[S'] = S: no expected return over the horizon (J.P. Morgan/Reuters, RiskMetrics Technical Document, 4th ed.
 * 1996, section 5.3, takes the mean of daily returns as zero for the same reason: it is not measurable). The pricing
 * volatility of a symbol is sqrt(252 C_jj), there are no dividends, and the zero curve is the same in all scenarios.
 * The portfolio is valued today and, its options aged by h / 252 years, in each scenario. P&L = value - value today.
 *
 *     rmc_covariance(&panel, cov, &error);  rmc_cholesky(cov, n, root, &error);
 *     rmc_portfolio_new(&setup, &portfolio, &error);
 *     rmc_fill_paths(portfolio, 0, asians, &error);  // once; instruments may be shared out among ranks
 *     rmc_pnl(portfolio, 0, 10000, pnl, &error);      // scenarios may be shared out among ranks
 *     rmc_measure(pnl, 10000, 0.99, &measure, &error);
 *
 * Reproducibility. Every random number is a function of (seed; purpose, who, step, index) by a counter-based
 * generator, every scenario is computed in one fixed order of operations, and nothing is summed across ranks. So the
 * P&L vector has the same bits for any split of the scenarios (on machines whose C library rounds exp, log and erfc
 * alike).
 *
 * Units. Money is in the currency of the prices, time in years of 252 trading days, rates are continuously compounded.
 *
 * Errors. ERROR may be NULL. Where it is not, a failure fills it, and a success leaves it as it was. After a failure
 * the results of the call have no meaning, unless the function says more; its arguments stay valid.
 *
 * Threads. All functions are local: none blocks, prints, exits or keeps state outside of its arguments. Any threads may
 * call them at the same time with results of their own. One portfolio may serve several threads at the same time, as
 * long as none writes a table that another reads or writes (rmc_fill_paths, rmc_tables), and none frees it.
 *
 * Memory. A portfolio of P positions (A of them Asian options with N paths) on F factors takes about 120 P +
 * 16 A (N + 1) + 8 F F bytes until rmc_portfolio_free. Other functions allocate only for the length of the call:
 * rmc_covariance 8 bytes for each price, rmc_pnl 4112 for each factor, rmc_measure 8 for each value, rmc_sort_factors
 * what qsort(3) takes.
 */
#ifndef SLIPWAY_RISKMC_H
#define SLIPWAY_RISKMC_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define RMC_VERSION 200

#ifdef __cplusplus
extern "C" {
#endif

enum { RMC_ERROR_TEXT_BYTES = 256, RMC_FIXINGS = 12, RMC_DAYS_PER_YEAR = 252, RMC_MAX_PATHS = 1 << 20 };

typedef enum {
    RMC_OK = 0,
    RMC_ERR_ARGUMENT,     /* a parameter is out of its range */
    RMC_ERR_MEMORY,       /* an allocation failed */
    RMC_ERR_PANEL,        /* prices that give no covariance: fewer than 3 days, or a price not above zero */
    RMC_ERR_NOT_PSD,      /* a matrix is not positive semidefinite */
    RMC_ERR_NOT_FINITE,   /* a value came out infinite or not a number */
    RMC_ERR_FEW_SCENARIOS, /* fewer scenarios than one in the tail */
    RMC_ERR_OVERFLOW       /* an amount or a sum is too large for the grid */
} rmc_err;

struct rmc_error {
    rmc_err code;
    char text[RMC_ERROR_TEXT_BYTES]; /* one line that names the thing and what is wrong with it */
};

/* Returns the message for a code. Static storage; never NULL. */
const char *rmc_strerror(rmc_err code);

/* --- random numbers --- */

/* What a random number is for: part of its counter, so that purposes never share numbers. */
typedef enum { RMC_FOR_SCENARIO = 1, RMC_FOR_PATH = 2 } rmc_purpose;

/*
 * Computes one block of Philox4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
 * SC'11. OUT may be COUNTER.
 */
void rmc_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/*
 * Draws two independent standard normals, a function of the seed and the counter (index, who, step, purpose), by the
 * method of Box and Muller ("A note on the generation of random normal deviates", 1958) from two uniforms of 53 bits in
 * (0, 1).
 */
void rmc_normal_pair(uint64_t seed, rmc_purpose purpose, uint32_t who, uint32_t step, uint32_t index, double out[2]);

uint64_t rmc_instrument_id(const char *name);

/* --- market --- */

struct rmc_panel {
    const double *close; /* days x symbols, row by row, oldest day first */
    size_t days;
    size_t symbols;
};

/*
 * Writes the sample covariance of daily log returns (mean removed, divisor n - 1) to COV: symbols x symbols, row by
 * row. Fails with RMC_ERR_PANEL for fewer than 3 days and for a price that is not above zero, and with RMC_ERR_MEMORY;
 * COV then stays as it was. A constant price gives a row of zeros, which is allowed.
 */
rmc_err rmc_covariance(const struct rmc_panel *panel, double *cov, struct rmc_error *error);

/*
 * Finds the lower triangular ROOT with ROOT ROOT' = COV; both are n x n, row by row, and do not overlap. Takes
 * semidefinite matrices too, such as a panel with fewer days than symbols gives: a pivot within n * 1e-12 * COV_jj of
 * zero makes its column zero, provided that the rest of the column is then zero to the square root of the same
 * tolerance. Refuses every other matrix (RMC_ERR_NOT_PSD). See Higham, Accuracy and Stability of Numerical Algorithms,
 * 2nd ed., section 10.3.
 */
rmc_err rmc_cholesky(const double *cov, size_t n, double *root, struct rmc_error *error);

struct rmc_curve {
    const double *tenor; /* years, strictly ascending */
    const double *rate;  /* continuously compounded zero rate */
    size_t points;       /* at least 1 */
};

/* Returns the zero rate for a tenor: linear in the rate between two points, flat outside of them. */
double rmc_zero_rate(const struct rmc_curve *curve, double tenor);

/* --- pricing --- */

typedef enum { RMC_STOCK, RMC_EUROPEAN, RMC_ASIAN } rmc_kind;
typedef enum { RMC_CALL, RMC_PUT } rmc_option;

/* How a price moves until a date: a geometric Brownian motion. */
struct rmc_motion {
    double rate;  /* growth and discount */
    double vol;   /* a year, at least 0 */
    double years; /* until the date, at least 0 */
};

/* Returns the probability that a standard normal is at most X. */
double rmc_normal_cdf(double x);

/*
 * Returns the price of a European option: Black and Scholes, "The pricing of options and corporate liabilities", 1973.
 * YIELD is a continuous dividend yield (Merton 1973), which is 0 in the portfolio. Where no time or no volatility is
 * left, the price is the limit.
 */
double rmc_european(rmc_option option, double spot, double strike, double yield, struct rmc_motion motion);

/*
 * Writes the path averages of an arithmetic Asian option to FACTORS, which has room for PATHS of them. FACTORS[p] is
 * the average of S(t)/S(0) on path p over RMC_FIXINGS fixings, equally spaced over the years of MOTION with the last
 * one at their end. A path is a function of (seed, instrument, p) only, so the same factors serve every spot and every
 * scenario: common random numbers (Glasserman, Monte Carlo Methods in Financial Engineering, 2004, sections 4.1 and
 * 7.1).
 */
void rmc_path_factors(uint64_t seed, uint32_t instrument, struct rmc_motion motion, size_t paths, double *factors);

/*
 * Returns the plain Monte Carlo price: DISCOUNT times the mean over all paths (at least 1) of the payoff at spot *
 * factor. Slow and obvious: rmc_asian_sorted is tested against it.
 */
double rmc_asian_plain(rmc_option option, double spot, double strike, double discount, const double *factors,
                       size_t paths);

/* Factors in ascending order with their running sums, as rmc_sort_factors makes them. */
struct rmc_sorted {
    const double *sorted;
    const double *sums; /* paths + 1: sums[i] is the sum of the first i */
    size_t paths;       /* at least 1 */
};

/* Sorts FACTORS, and writes their paths + 1 running sums to SUMS. */
void rmc_sort_factors(double *factors, size_t paths, double *sums);

/*
 * Returns the price of rmc_asian_plain up to rounding, in O(log paths) instead of O(paths): the mean payoff is a
 * difference of two sums, which bisection finds.
 */
double rmc_asian_sorted(rmc_option option, double spot, double strike, double discount, struct rmc_sorted factors);

/* --- portfolio --- */

struct rmc_position {
    rmc_kind kind;
    rmc_option option; /* not for stocks */
    uint32_t factor;   /* index of the symbol */
    double strike;     /* > 0; not for stocks */
    double years;      /* to expiry, >= 0; not for stocks */
    double quantity;   /* negative when short */
};

struct rmc_setup {
    const struct rmc_position *positions;
    size_t position_count;
    const double *spot; /* per factor, today */
    const double *cov;  /* factors x factors, daily */
    const double *root; /* of cov, by rmc_cholesky */
    size_t factors;
    struct rmc_curve curve;
    double horizon_days;
    size_t paths; /* inner paths of an Asian, 1 to RMC_MAX_PATHS */
    uint64_t seed;
};

struct rmc_portfolio;

/*
 * Makes a portfolio of SETUP, which it copies as far as it needs it, and works out the rates, volatilities and
 * discounts of each position. The caller ends *portfolio with rmc_portfolio_free. Fails with RMC_ERR_ARGUMENT for a
 * setup out of range and with RMC_ERR_MEMORY; *portfolio then is NULL.
 */
rmc_err rmc_portfolio_new(const struct rmc_setup *setup, struct rmc_portfolio **portfolio, struct rmc_error *error);

/* Frees a portfolio with its tables. Accepts NULL. */
void rmc_portfolio_free(struct rmc_portfolio *portfolio);

/* Returns the number of Asian options: the positions that have a table. */
size_t rmc_portfolio_asians(const struct rmc_portfolio *portfolio);

/* Returns the length of each table in doubles: the price of an Asian option today, its sorted factors and their sums
 * from the horizon on. */
size_t rmc_table_length(const struct rmc_portfolio *portfolio);

/*
 * Returns the tables of all Asian options, one after another in the order of the positions. The portfolio owns them.
 * Callers that share the work out copy tables between portfolios of the same setup, as by MPI_Allgatherv.
 */
double *rmc_tables(struct rmc_portfolio *portfolio);

/*
 * Fills the tables of the Asian options from FIRST to LAST - 1. Refuses options that do not exist (RMC_ERR_ARGUMENT),
 * and then fills none. Functions that value the portfolio need all tables filled or copied.
 */
rmc_err rmc_fill_paths(struct rmc_portfolio *portfolio, size_t first, size_t last, struct rmc_error *error);

/* Returns the value of the portfolio today. */
double rmc_value_today(const struct rmc_portfolio *portfolio);

/*
 * Writes the P&L of the scenarios from FIRST to LAST - 1 to PNL[0] to PNL[last - first - 1]. Fails with
 * RMC_ERR_ARGUMENT where LAST is before FIRST, with RMC_ERR_MEMORY, and with RMC_ERR_NOT_FINITE at the first scenario
 * whose P&L is infinite or no number; the P&L of the scenarios before that one are then in place.
 */
rmc_err rmc_pnl(const struct rmc_portfolio *portfolio, uint32_t first, uint32_t last, double *pnl,
                struct rmc_error *error);

/* --- measures --- */

struct rmc_interval {
    double value;
    double lower; /* NAN when the sample is too small to bound it on this side */
    double upper;
};

struct rmc_measures {
    double mean;
    struct rmc_interval var_mean;  /* mean P&L minus quantile */
    struct rmc_interval var_today; /* 0 minus quantile: today's value minus the quantile of values */
    struct rmc_interval es_mean;   /* mean P&L minus mean of the tail */
};

/*
 * Measures VaR and expected shortfall of COUNT P&L values, in any order, at CONFIDENCE from 0.5 to below 1; the tail is
 * a = 1 - confidence. Fails with RMC_ERR_ARGUMENT for another confidence, with RMC_ERR_FEW_SCENARIOS where the tail
 * holds less than one value, and with RMC_ERR_MEMORY; OUT then stays as it was.
 *
 * Quantile rule: the k-th smallest value, k = ceil(a n), the inverse of the empirical distribution (Hyndman and Fan,
 * "Sample quantiles in statistical packages", The American Statistician 50, 1996, definition 1).
 * Interval of a quantile, 95 %, distribution free: order statistics l and u with P(B < l) <= 2.5 % and
 * P(B >= u) <= 2.5 % for B binomial (n, a) (David and Nagaraja, Order Statistics, 3rd ed. 2003, section 7.1). The mean
 * is taken as known in var_mean: its own error is smaller by an order of magnitude.
 * Tail mean: (x_1 + .. + x_{k-1} + (a n - k + 1) x_k) / (a n) (Acerbi and Tasche, "On the coherence of expected
 * shortfall", 2002). Its interval, 95 %, is normal with variance (s^2 + (1 - a) (m - q)^2) / (a n), with m and s^2 the
 * mean and variance of the tail and q the quantile (Manistre and Hancock, "Variance of the CTE estimator", North
 * American Actuarial Journal 9(2), 2005).
 */
rmc_err rmc_measure(const double *pnl, size_t count, double confidence, struct rmc_measures *out,
                    struct rmc_error *error);

/*
 * Tells the ranks, from 1, of the quantile and of its interval in COUNT values that are sorted. *lower is 0 and *upper
 * COUNT + 1 where the sample is too small to have a bound on that side. TAIL is above 0 and below 1.
 */
void rmc_quantile_ranks(size_t count, double tail, size_t *lower, size_t *rank, size_t *upper);

#ifdef __cplusplus
}
#endif

#endif
