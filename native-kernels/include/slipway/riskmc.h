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
 * All functions are local; none blocks, prints, exits or keeps global state. Money is in the currency of the prices,
 * time in years (252 trading days), rates continuously compounded. `error` may be NULL.
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
    RMC_ERR_FEW_SCENARIOS /* fewer scenarios than one in the tail */
} rmc_err;

struct rmc_error {
    rmc_err code;
    char text[RMC_ERROR_TEXT_BYTES];
};

const char *rmc_strerror(rmc_err code);

/* --- random numbers --- */

/* What a random number is for: part of its counter, so that purposes never share numbers. */
typedef enum { RMC_FOR_SCENARIO = 1, RMC_FOR_PATH = 2 } rmc_purpose;

/*
 * Philox4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11. OUT may be
 * COUNTER.
 */
void rmc_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/*
 * Two independent standard normals for the counter (index, who, step, purpose): Box and Muller, "A note on the
 * generation of random normal deviates", 1958, of two uniforms of 53 bits in (0, 1).
 */
void rmc_normal_pair(uint64_t seed, rmc_purpose purpose, uint32_t who, uint32_t step, uint32_t index, double out[2]);

/* --- market --- */

struct rmc_panel {
    const double *close; /* days x symbols, row by row, oldest day first */
    size_t days;
    size_t symbols;
};

/*
 * Sample covariance of daily log returns (mean removed, divisor n - 1), symbols x symbols, row by row, into COV.
 * At least 3 days. A constant price gives a row of zeros, which is allowed.
 */
rmc_err rmc_covariance(const struct rmc_panel *panel, double *cov, struct rmc_error *error);

/*
 * Lower triangular ROOT with ROOT ROOT' = COV (n x n, row by row). Semidefinite matrices are taken (a panel with
 * fewer days than symbols gives one): a pivot within n * 1e-12 * COV_jj of zero makes its column zero, provided that
 * the rest of the column is then zero to sqrt of the same tolerance; everything else is RMC_ERR_NOT_PSD, and ROOT is
 * undefined. See Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 10.3.
 */
rmc_err rmc_cholesky(const double *cov, size_t n, double *root, struct rmc_error *error);

struct rmc_curve {
    const double *tenor; /* years, strictly ascending */
    const double *rate;  /* continuously compounded zero rate */
    size_t points;
};

/* Zero rate for a tenor: linear in rate between points, flat outside. */
double rmc_zero_rate(const struct rmc_curve *curve, double tenor);

/* --- pricing --- */

typedef enum { RMC_STOCK, RMC_EUROPEAN, RMC_ASIAN } rmc_kind;
typedef enum { RMC_CALL, RMC_PUT } rmc_option;

double rmc_normal_cdf(double x);

/*
 * European option without dividends: Black and Scholes, "The pricing of options and corporate liabilities", 1973.
 * YIELD is a continuous dividend yield (Merton 1973), 0 in the portfolio. At YEARS = 0 or VOL = 0 the limit.
 */
double rmc_european(rmc_option option, double spot, double strike, double rate, double yield, double years, double vol);

/*
 * Path averages of an arithmetic Asian: FACTORS[p] is the average over RMC_FIXINGS fixings, equally spaced over
 * YEARS with the last one at its end, of S(t)/S(0) on path p. A path is a function of (seed, instrument, p) only, so
 * the same factors serve every spot and every scenario: common random numbers (Glasserman, Monte Carlo Methods in
 * Financial Engineering, 2004, sections 4.1 and 7.1).
 */
void rmc_path_factors(uint64_t seed, uint32_t instrument, double rate, double vol, double years, size_t paths,
                      double *factors);

/* The plain Monte Carlo price: discount times the mean over paths of the payoff at spot * factor. The oracle. */
double rmc_asian_plain(rmc_option option, double spot, double strike, double discount, const double *factors,
                       size_t paths);

/*
 * The same price for many spots. With the factors in ascending order and their running sums, the mean payoff is
 * a difference of two sums found by bisection: O(log paths) a spot instead of O(paths), equal to the plain price up
 * to rounding. SORTED and SUMS (paths + 1 entries, SUMS[i] = sum of the first i) come from rmc_sort_factors.
 */
struct rmc_sorted {
    const double *sorted;
    const double *sums;
    size_t paths;
};
void rmc_sort_factors(double *factors, size_t paths, double *sums);
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

/* Copies what it needs of SETUP. Rates, volatilities and discounts are worked out here, once a position. */
rmc_err rmc_portfolio_new(const struct rmc_setup *setup, struct rmc_portfolio **portfolio, struct rmc_error *error);
void rmc_portfolio_free(struct rmc_portfolio *portfolio); /* accepts NULL */

/* Number of Asian positions: the instruments that have paths. */
size_t rmc_portfolio_asians(const struct rmc_portfolio *portfolio);

/*
 * The tables of one Asian (0 <= asian < rmc_portfolio_asians): rmc_table_length doubles that begin with its
 * price today and hold sorted factors and sums for the horizon. rmc_fill_paths computes them in place; whoever splits
 * this work copies tables between portfolios of the same setup (MPI_Allgatherv). Must be full before rmc_pnl.
 */
size_t rmc_table_length(const struct rmc_portfolio *portfolio);
double *rmc_tables(struct rmc_portfolio *portfolio); /* all tables, one after another; owned by the portfolio */
rmc_err rmc_fill_paths(struct rmc_portfolio *portfolio, size_t first, size_t last, struct rmc_error *error);

/* Value today, from the tables. */
double rmc_value_today(const struct rmc_portfolio *portfolio);

/* P&L of scenarios [first, last) into PNL[0 .. last - first). */
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
 * VaR and expected shortfall of COUNT P&L values at CONFIDENCE (0.5 to 1), tail a = 1 - confidence.
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

/* The ranks of that interval, 1-based; 0 or n + 1 where the sample is too small. */
void rmc_quantile_ranks(size_t count, double tail, size_t *lower, size_t *rank, size_t *upper);

#ifdef __cplusplus
}
#endif

#endif
