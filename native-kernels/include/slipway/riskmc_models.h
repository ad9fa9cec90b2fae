/* SPDX-License-Identifier: Apache-2.0 */
/*
 * riskmc's scenario models: the moves of risk factors over a horizon, estimated on a history. The second header of the
 * library riskmc; errors, threads and units are as slipway/riskmc.h states them.
 *
 *     rmc_returns_of(&history, returns, &count, &error);          // one day's moves of all factors
 *     rmc_covariance_shrunk(&returns, cov, &intensity, &error);   // or another estimate, or the caller's matrix
 *     rmc_definite_root(cov, n, root, &dependence, &error);
 *     rmc_model_new(&setup, &model, &error);
 *     rmc_moves(model, (struct rmc_block){first, 256, 256}, moves, &error);  // ranks may share the scenarios
 *
 * A move is the change of a factor, or of its logarithm, over a horizon. A rate moves by addition, as rates may be
 * negative; any other factor moves by its logarithm. Horizons are in trading days and may be fractions of one.
 *
 * The laws. v is the variance of a factor's move in a day, g the growth a day that the caller gives (0 without a
 * drift). Over a horizon of h days a logarithm moves by (g - v/2) h in the mean, and a rate by g h. With normal moves a
 * price S therefore has the mean S exp(g h) for any v: the only expected return is the caller's drift.
 *   normal      sqrt(h) L z; L L' is the covariance of a day, and z is standard normal.
 *   Student t   sqrt(h (d - 2) / w) L z, one w for all factors of a scenario, chi-squared with d degrees of freedom
 *               (d > 2). The covariance is h L L'. In the tails factors fall together, unlike normal moves. The
 *               moves over the horizon have this law, not the moves of each day.
 *   filtered    For each day of the horizon one day of the history is drawn, the same for all factors. The factor's
 *               move on the drawn day, less the factor's mean and divided by the volatility of the drawn day, is
 *               multiplied by the volatility of the simulated day, which follows the factor's GARCH(1,1). Barone-Adesi,
 *               Giannopoulos and Vosper, "VaR without correlations for portfolios of derivative securities", Journal of
 *               Futures Markets 19(5), 1999. Over one day this is the model of Hull and White, "Incorporating
 *               volatility updating into the historical simulation method for value-at-risk", Journal of Risk 1(1),
 *               1998. v is the variance of the simulated day.
 *   historical  Scenario i takes the moves of day i of the history (after the last day the first day again), times
 *               sqrt(h). No mean is removed, and a drift is refused. As many scenarios as days are classical
 *               historical simulation, without random numbers.
 *
 * A fraction f of a day moves by sqrt(f) times the move of a day, and in the mean by f times.
 *
 * Reproducibility. Random numbers are Philox4x32-10. The key is made of the seed and the purpose of the numbers. The
 * counter is the scenario and the pair of factors, the simulated day, or the try. A move is computed in one order of
 * operations in any block. So scenario i of a model has the same bits in any block, on any rank, in any order, and at
 * each level of vecmath. Student's moves and estimates also depend on the log function of the C library.
 */
#ifndef SLIPWAY_RISKMC_MODELS_H
#define SLIPWAY_RISKMC_MODELS_H

#include "slipway/riskmc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- history --- */

typedef enum { RMC_MOVE_LOG, RMC_MOVE_ADD } rmc_move;

struct rmc_history {
    const double *level;  /* days x factors, row by row, oldest day first; NAN if a factor has no value on a day */
    const rmc_move *move; /* by factor */
    size_t days;
    size_t factors;
};

/* The moves of all factors on some days. */
struct rmc_returns {
    const double *move; /* count x factors, row by row, oldest day first */
    size_t count;
    size_t factors;
};

/* The days from one row of the history to a later row, which give one return. */
struct rmc_span {
    size_t day;  /* the row of the history */
    size_t days; /* rows since the last row with values of all factors; 1 without missing values */
};

/*
 * Writes the moves between the days with values of all factors to RETURNS, the spans of these moves to SPANS, and their
 * number to *COUNT. Both arrays have room for days - 1 entries; SPANS may be NULL. A move over k days of the history,
 * with missing values in between, is divided by sqrt(k), which gives the variance of one day. Fails with RMC_ERR_PANEL
 * if fewer than 3 days have a value of every factor, for an infinite level, and for a level not above zero of a factor
 * that moves by its logarithm.
 */
rmc_err rmc_returns_of(const struct rmc_history *history, double *returns, struct rmc_span *spans, size_t *count,
                       struct rmc_error *error);

/* --- covariance of a day: factors x factors, row by row. Each function fails with RMC_ERR_PANEL for fewer than 2
 * returns, without factors and for a return that is not finite, and with RMC_ERR_MEMORY --- */

/* Writes the sample covariance: the mean removed, the divisor count - 1. */
rmc_err rmc_covariance_sample(const struct rmc_returns *returns, double *cov, struct rmc_error *error);

/*
 * Writes the sample covariance, shrunk towards a target with the same variances and the mean correlation everywhere.
 * Writes the weight of the target, 0 to 1, to *INTENSITY. Source: Ledoit and Wolf, "Honey, I shrunk the sample
 * covariance matrix", Journal of Portfolio Management 30(4), 2004, appendices A and B. Their target keeps all
 * variances, so the estimate suits factors of unlike size, such as rates beside prices. The divisor is COUNT, as in the
 * paper. A constant factor has correlation 0 and does not count in the mean. The result is positive definite if the
 * mean correlation is not negative, the intensity is above 0 and no factor is constant.
 */
rmc_err rmc_covariance_shrunk(const struct rmc_returns *returns, double *cov, double *intensity,
                              struct rmc_error *error);

/*
 * Writes the exponentially weighted covariance: the weights fall by the factor LAMBDA (above 0, below 1) for each day
 * back and add up to 1, and no mean is removed. J.P. Morgan/Reuters, RiskMetrics Technical Document, 4th ed. 1996,
 * sections 5.2 and 5.3, with 0.94 for a horizon of a day and 0.97 for a month.
 */
rmc_err rmc_covariance_ewma(const struct rmc_returns *returns, double lambda, double *cov, struct rmc_error *error);

struct rmc_repair {
    int repaired;       /* 0: the matrix was positive definite enough and is unchanged */
    double least;       /* least eigenvalue of the correlations before */
    size_t raised;      /* number of eigenvalues raised to the floor */
    double most_change; /* largest change of a correlation */
};

/*
 * Makes COV positive definite. Rows of factors that never move are zeros and stay so. COV must be symmetric and finite,
 * with variances not below zero. COV stays unchanged if all eigenvalues of the correlations are at least FLOOR (above
 * 0, at most 0.1; 1e-8 suits). Otherwise the call raises lower eigenvalues to FLOOR and scales the correlations to a
 * diagonal of ones again, which may leave the least eigenvalue a little below FLOOR. Variances do not change. Source:
 * Rebonato and Jaeckel, "The most general methodology to create a valid correlation matrix for risk management and
 * option pricing purposes", Journal of Risk 2(2), 1999, section 3. The result is close to the nearest correlation
 * matrix, which Higham finds by many such steps (IMA Journal of Numerical Analysis 22, 2002). REPAIR states the size of
 * the change. The library never calls this function: a repair is always the caller's choice. Fails with
 * RMC_ERR_ARGUMENT for another COV or FLOOR and with RMC_ERR_MEMORY. Time: about 9 n^3 operations.
 */
rmc_err rmc_covariance_repair(double *cov, size_t n, double floor, struct rmc_repair *repair, struct rmc_error *error);

enum { RMC_TOLD_FACTORS = 3 };

/* The least share of a factor's variance that earlier factors must leave unexplained. A covariance with less counts as
 * singular. A repair to 1e-8 leaves more. */
#define RMC_LEAST_LEFT 1e-9

/* A factor that earlier factors explain wholly (LEFT is about 0), or that contradicts them (LEFT is negative). */
struct rmc_dependence {
    size_t factor;
    double variance;
    double left;  /* of the variance, beside the best combination of the earlier factors */
    size_t count; /* number of entries below: the factors of that combination with the largest moves */
    size_t others[RMC_TOLD_FACTORS];
    double weights[RMC_TOLD_FACTORS];
};

/*
 * Finds the root of a positive definite COV as rmc_cholesky does. Beside the earlier factors each factor must keep more
 * than RMC_LEAST_LEFT of its variance; factors that never move (rows of zeros) are exempt. Fails with RMC_ERR_NOT_PSD
 * for any other COV, and fills FOUND with the first factor at fault; ROOT then has no meaning. The sample covariance of
 * at most as many returns as factors always fails.
 */
rmc_err rmc_definite_root(const double *cov, size_t n, double *root, struct rmc_dependence *found,
                          struct rmc_error *error);

/* --- volatility that moves, and tails --- */

/* The variance of a day: omega + alpha * (move of the day before)^2 + beta * (variance of the day before). */
struct rmc_garch {
    double omega;
    double alpha;
    double beta;
};

/* Returns the exponentially weighted filter of RiskMetrics in the terms of GARCH(1,1): 0, 1 - LAMBDA, LAMBDA. */
struct rmc_garch rmc_garch_ewma(double lambda);

/*
 * Fits GARCH(1,1) (Bollerslev, "Generalized autoregressive conditional heteroskedasticity", Journal of Econometrics 31,
 * 1986) to COUNT moves of one factor by maximum likelihood for normal innovations without a mean; *LIKELIHOOD, unless
 * NULL, is the logarithm of the maximum. The recursion begins with the mean square of all moves. alpha + beta stays
 * below 0.9999. Fails with RMC_ERR_PANEL for fewer than 50 moves, for a move that is not finite, and for moves that are
 * all zero.
 */
rmc_err rmc_garch_fit(const double *moves, size_t count, struct rmc_garch *garch, double *likelihood,
                      struct rmc_error *error);

/* Writes COUNT + 1 variances to VARIANCES: for each day of MOVES, then for the coming day. */
void rmc_garch_variances(const double *moves, size_t count, struct rmc_garch garch, double *variances);

/*
 * Fits the degrees of freedom that all factors share to RETURNS, from 2.1 to 200 (200: as good as normal). The fit
 * maximises the sum over factors of the likelihoods of Student's t with the variance of the factor: a composite
 * likelihood (Varin, Reid and Firth, "An overview of composite likelihood methods", Statistica Sinica 21, 2011), which
 * needs no inverse of a covariance and so takes more factors than days. Constant factors do not count. Fails as the
 * covariances do, and if all factors are constant.
 */
rmc_err rmc_student_fit(const struct rmc_returns *returns, double *degrees, struct rmc_error *error);

/* Returns the quantile at PROBABILITY (above 0, below 1) of a Student t of DEGREES (above 2), scaled to variance 1, to
 * about 1e-10. */
double rmc_student_quantile(double probability, double degrees);

/* --- moves --- */

typedef enum { RMC_NORMAL, RMC_STUDENT, RMC_FILTERED, RMC_HISTORICAL } rmc_law;

struct rmc_model_setup {
    rmc_law law;
    size_t factors;
    const rmc_move *move;   /* by factor */
    const double *horizons; /* trading days, above 0 and at most 2520, ascending */
    size_t horizon_count;   /* at least 1 */
    const double *drift;    /* growth a day by factor; NULL: no growth */
    uint64_t seed;
    const double *root;            /* normal, Student: of the covariance, by rmc_definite_root or rmc_cholesky */
    double degrees;                /* Student: above 2 */
    struct rmc_returns returns;    /* filtered, historical */
    const struct rmc_garch *garch; /* filtered: by factor */
};

struct rmc_model;

/*
 * Makes a model of SETUP and copies the needed data. The caller ends *model with rmc_model_free. Fails with
 * RMC_ERR_ARGUMENT for a setup out of range, with RMC_ERR_PANEL for returns that are missing or not finite, and with
 * RMC_ERR_MEMORY; *model then is NULL. Memory: 4 factors^2 bytes (normal, Student) or 8 factors * returns.
 */
rmc_err rmc_model_new(const struct rmc_model_setup *setup, struct rmc_model **model, struct rmc_error *error);

/* Frees a model. Accepts NULL. */
void rmc_model_free(struct rmc_model *model);

/* Scenarios from `first` on, laid out with room for `stride` of them. */
struct rmc_block {
    uint32_t first;
    size_t scenarios; /* at most stride; first + scenarios is at most 2^32 */
    size_t stride;
};

/*
 * Writes the moves of the scenarios of BLOCK: MOVES[(horizon * factors + factor) * stride + scenario - first]. The
 * horizons of one scenario share its random numbers. Fails with RMC_ERR_ARGUMENT for a block out of range, with
 * RMC_ERR_MEMORY, and with RMC_ERR_NOT_FINITE for a move that is infinite or no number. Allocates 512 bytes a factor
 * (normal, Student), or 4 bytes a scenario and day of the longest horizon, for the length of the call.
 */
rmc_err rmc_moves(const struct rmc_model *model, struct rmc_block block, double *moves, struct rmc_error *error);

/* Some of a model's factors, ascending. */
struct rmc_some_factors {
    const uint32_t *index;
    size_t count;
};

/*
 * Writes the moves of some factors, with the same bits and to the same places as rmc_moves; rows of other factors stay
 * unchanged. The cost falls with the number of factors, but a root needs the normals of all factors up to the last one.
 * Fails as rmc_moves does, and with RMC_ERR_ARGUMENT for factors that do not ascend or do not exist.
 */
rmc_err rmc_moves_of(const struct rmc_model *model, struct rmc_block block, struct rmc_some_factors factors,
                     double *moves, struct rmc_error *error);

/* --- a packed model: scenarios can be drawn again without the history of the estimate --- */

/* Returns the number of bytes that rmc_model_pack writes: a multiple of 8. */
size_t rmc_model_bytes(const struct rmc_model *model);

/* Writes all of MODEL to BYTES, in this processor's order of bytes. Equal models give equal bytes. */
void rmc_model_pack(const struct rmc_model *model, void *bytes);

/*
 * Makes a model from the COUNT bytes of BYTES. Its moves have the same bits as those of the packed model. The caller
 * ends *model with rmc_model_free. Fails with RMC_ERR_ARGUMENT for bytes that cannot be those of a model, and with
 * RMC_ERR_MEMORY; *model then is NULL. The call cannot detect every changed byte, so a caller that keeps the bytes
 * keeps a fingerprint of them too.
 */
rmc_err rmc_model_unpack(const void *bytes, size_t count, struct rmc_model **model, struct rmc_error *error);

/* Writes COUNT levels to LEVELS: TODAY moved by each of MOVES. LEVELS may be MOVES. */
void rmc_levels(rmc_move move, double today, const double *moves, size_t count, double *levels);

/* --- a cross-check without scenarios --- */

/* A P&L that is a quadratic in normal moves x: theta + delta' x + x' gamma x / 2. */
struct rmc_quadratic {
    double theta;
    const double *delta; /* by factor */
    const double *gamma; /* factors x factors, symmetric; NULL: zero */
    size_t factors;
};

/*
 * Writes the quantiles of the P&L at COUNT TAILS (probabilities, 1e-6 to 1 - 1e-6), for moves of mean zero with the
 * root ROOT of the covariance over the horizon: delta-gamma-normal. The P&L is distributed as a weighted sum of
 * chi-squares. The call inverts the characteristic function numerically: Imhof, "Computing the distribution of
 * quadratic forms in normal variables", Biometrika 48, 1961, with the error bounds of Davies, Biometrika 60, 1973. The
 * call adds a normal error of a thousandth of the standard deviation, which makes the numerical sum finite and moves a
 * quantile by about a millionth of the standard deviation. Fails with RMC_ERR_ARGUMENT for tails or factors out of
 * range, with RMC_ERR_NOT_FINITE for a P&L that does not vary or is not finite, and with RMC_ERR_MEMORY.
 */
rmc_err rmc_delta_gamma(const struct rmc_quadratic *quadratic, const double *root, const double *tails, size_t count,
                        double *quantiles, struct rmc_error *error);

/* --- backtests --- */

typedef enum { RMC_GREEN, RMC_YELLOW, RMC_RED } rmc_zone;

struct rmc_backtest {
    size_t days;
    size_t exceptions;
    size_t after[2][2]; /* after[i][j]: days with (j = 1) or without (j = 0) exception, after a day with (i = 1) or
                           without (i = 0) */
    double coverage;    /* Kupiec's likelihood ratio, then the p-value */
    double coverage_p;
    double independence; /* Christoffersen's likelihood ratio of independence, then the p-value */
    double independence_p;
    double conditional; /* likelihood ratio of conditional coverage (both together), on all days but the first */
    double conditional_p;
    double expected_or_more; /* probability of at least as many exceptions under a right VaR */
    rmc_zone zone;
};

/*
 * Tests a VaR at CONFIDENCE (0.5 to below 1) by the exceptions of DAYS days (1: the loss was above the VaR; else 0),
 * oldest day first. Kupiec, "Techniques for verifying the accuracy of risk measurement models", Journal of Derivatives
 * 3(2), 1995: likelihood ratio of the share of exceptions, chi-squared with 1 degree of freedom. Christoffersen,
 * "Evaluating interval forecasts", International Economic Review 39(4), 1998: ratios of independence (1 degree) and of
 * conditional coverage (2). A term without days is 0. The zone follows the Basel Committee, "Supervisory framework for
 * the use of backtesting in conjunction with the internal models approach to market risk capital requirements", 1996: n
 * exceptions are yellow if n or fewer have a probability of at least 95 %, and red from 99.99 % on. For 250 days at 99
 * % the zones begin at 5 and 10, as in the source; the rule covers any other number of days and confidence. Fails with
 * RMC_ERR_ARGUMENT for fewer than 2 days, an entry other than 0 and 1, or another confidence.
 */
rmc_err rmc_backtest_of(const unsigned char *exceptions, size_t days, double confidence, struct rmc_backtest *out,
                        struct rmc_error *error);

/* Returns the multiplier of capital for EXCEPTIONS in 250 days at 99 %: 3 in the green zone, 3.4 to 3.85 in the yellow
 * zone, 4 in the red zone. Source: table 2 of the Basel Committee's paper. */
double rmc_basel_multiplier(size_t exceptions);

#ifdef __cplusplus
}
#endif

#endif
