/* SPDX-License-Identifier: Apache-2.0 */
/*
 * riskmc's scenario models: how risk factors move over a horizon, estimated on their history. The second header of the
 * library riskmc; errors, threads and units are as slipway/riskmc.h states them.
 *
 *     rmc_returns_of(&history, returns, &count, &error);          // one day's moves of all factors
 *     rmc_covariance_shrunk(&returns, cov, &intensity, &error);   // or another estimate, or a matrix of the caller's
 *     rmc_definite_root(cov, n, root, &dependence, &error);
 *     rmc_model_new(&setup, &model, &error);
 *     rmc_moves(model, (struct rmc_block){first, 256, 256}, moves, &error);  // scenarios may be shared out among ranks
 *
 * A move is the change of a factor over a horizon: of its logarithm, or of itself. A rate moves by addition, as it may
 * be negative; any other factor by its logarithm. Horizons are in trading days and may be fractions of one.
 *
 * The laws. v is the variance of a factor's move in a day, g the growth a day that the caller gives (0 without a
 * drift). Over a horizon of h days a logarithm moves by (g - v/2) h in the mean, and a rate by g h. With normal moves
 * a price S therefore has the mean S exp(g h), whatever v is: no return is expected that the caller does not give.
 *   normal      sqrt(h) L z; L L' is the covariance of a day, and z is standard normal.
 *   Student t   sqrt(h (d - 2) / w) L z, one w for all factors of a scenario, chi-squared with d degrees of freedom
 *               (d > 2). Its covariance is h L L', and factors fall together in its tails, as normal ones do not. The
 *               moves over the horizon have this law, not the moves of each day.
 *   filtered    Days of the history are drawn, one for each day of the horizon and the same for all factors. Each move
 *               of a drawn day, less the mean of its factor and over its volatility then, is multiplied by the
 *               volatility of the simulated day, which moves on by the factor's own GARCH(1,1). Barone-Adesi,
 *               Giannopoulos and Vosper, "VaR without correlations for portfolios of derivative securities", Journal of
 *               Futures Markets 19(5), 1999; over one day it is Hull and White, "Incorporating volatility updating into
 *               the historical simulation method for value-at-risk", Journal of Risk 1(1), 1998. v is the variance of
 *               the simulated day.
 *   historical  Scenario i takes day i of the history, and after its last day the first one again, times sqrt(h). No
 *               mean is taken out, and a drift is refused. As many scenarios as days are classical historical
 *               simulation; there is nothing random in it.
 * A fraction f of a day moves as sqrt(f) times a day, in the mean as f times.
 *
 * Reproducibility. Random numbers are Philox4x32-10. The key is made of the seed and of what the numbers are for; the
 * counter is the scenario and the pair of factors, the simulated day, or the try. A move is computed in one order of
 * operations, whatever the block is. So scenario i of a model has the same bits in any block, on any rank, in any
 * order, and at each level of vecmath. Student's moves, and what is estimated, hang on the C library's log, too.
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
    const double *level;  /* days x factors, row by row, oldest day first; NAN where a factor has no value on a day */
    const rmc_move *move; /* by factor */
    size_t days;
    size_t factors;
};

/* The moves of days, all factors on each. */
struct rmc_returns {
    const double *move; /* count x factors, row by row, oldest day first */
    size_t count;
    size_t factors;
};

/* A day that has a return: what returns it from. */
struct rmc_span {
    size_t day;  /* the row of the history */
    size_t days; /* rows since the last one that all factors have; 1 where nothing is missing */
};

/*
 * Writes the moves between the days that all factors have to RETURNS and what days they are to SPANS; both have room
 * for days - 1 of them. SPANS may be NULL. Writes to *COUNT how many there are. A move over k days of the history,
 * because some factor lacks a value in between, is divided by sqrt(k): it then has the variance of one day. Fails with
 * RMC_ERR_PANEL where fewer than 3 days have a value of every factor, for an infinite level, and for a level that is
 * not above zero of a factor that moves by its logarithm.
 */
rmc_err rmc_returns_of(const struct rmc_history *history, double *returns, struct rmc_span *spans, size_t *count,
                       struct rmc_error *error);

/* --- covariance of a day: factors x factors, row by row. Each fails with RMC_ERR_PANEL for fewer than 2 returns, for
 * none of the factors and for a return that is not finite, and with RMC_ERR_MEMORY --- */

/* Writes the sample covariance: the mean removed, the divisor count - 1. */
rmc_err rmc_covariance_sample(const struct rmc_returns *returns, double *cov, struct rmc_error *error);

/*
 * Writes the sample covariance, shrunk towards one with the same variances and the mean correlation everywhere, and to
 * *INTENSITY the weight of that target, 0 to 1: Ledoit and Wolf, "Honey, I shrunk the sample covariance matrix",
 * Journal of Portfolio Management 30(4), 2004, appendices A and B. Their target suits factors of unlike size, such as
 * rates beside prices, since no variance changes. The divisor is COUNT, as theirs is. A constant factor has correlation
 * 0 and does not count in the mean. The result is positive definite where the mean correlation is not negative, the
 * intensity above 0 and no factor constant.
 */
rmc_err rmc_covariance_shrunk(const struct rmc_returns *returns, double *cov, double *intensity,
                              struct rmc_error *error);

/*
 * Writes the exponentially weighted covariance: the weights fall by LAMBDA (above 0, below 1) a day back and add up to
 * 1, and no mean is removed. J.P. Morgan/Reuters, RiskMetrics Technical Document, 4th ed. 1996, sections 5.2 and 5.3,
 * with 0.94 for a horizon of a day and 0.97 for a month.
 */
rmc_err rmc_covariance_ewma(const struct rmc_returns *returns, double lambda, double *cov, struct rmc_error *error);

struct rmc_repair {
    int repaired;       /* 0: the matrix was positive definite enough, and no bit of it has changed */
    double least;       /* least eigenvalue of the correlations before */
    size_t raised;      /* how many eigenvalues were raised to the floor */
    double most_change; /* largest change of a correlation */
};

/*
 * Makes COV positive definite, but for factors that never move, whose rows are zeros and stay so. COV must be symmetric
 * and finite, with variances that are not below zero. Nothing changes where all eigenvalues of its correlations are at
 * least FLOOR already (above 0, at most 0.1; 1e-8 suits). Eigenvalues below the floor are raised to it, and the
 * correlations scaled to a diagonal of ones again, which may leave the least one a little below the floor; variances do
 * not change. Rebonato and Jaeckel, "The most general methodology to create a valid correlation matrix for risk
 * management and option pricing purposes", Journal of Risk 2(2), 1999, section 3. This is not the nearest such matrix,
 * which Higham finds by many such steps (IMA Journal of Numerical Analysis 22, 2002), but close to it; REPAIR says how
 * far it went. Nothing calls this by itself: whoever repairs a matrix has asked for it. Fails with RMC_ERR_ARGUMENT for
 * another COV or FLOOR and with RMC_ERR_MEMORY. Time: about 9 n^3 operations.
 */
rmc_err rmc_covariance_repair(double *cov, size_t n, double floor, struct rmc_repair *repair, struct rmc_error *error);

enum { RMC_TOLD_FACTORS = 3 };

/* The share of a factor's variance that factors before it must leave: below it a covariance is taken as singular. A
 * repair to 1e-8 leaves more. */
#define RMC_LEAST_LEFT 1e-9

/* A factor that those before it explain wholly (LEFT is about 0), or that contradicts them (LEFT is negative). */
struct rmc_dependence {
    size_t factor;
    double variance;
    double left;  /* of the variance, beside the best combination of the factors before it */
    size_t count; /* of the following, which are the factors of that combination whose moves are largest */
    size_t others[RMC_TOLD_FACTORS];
    double weights[RMC_TOLD_FACTORS];
};

/*
 * Finds the root of COV as rmc_cholesky does, but only of a positive definite one: beside the factors before it each
 * factor keeps more than RMC_LEAST_LEFT of its variance. Factors that never move, whose rows are zeros, do no harm.
 * Fails with RMC_ERR_NOT_PSD for any other COV, and fills FOUND with the first factor that is not so; ROOT then has no
 * meaning. A sample of no more returns than factors always fails.
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
 * NULL, is the logarithm it reached. The recursion begins with the mean square of all moves. alpha + beta stays below
 * 0.9999. Fails with RMC_ERR_PANEL for fewer than 50 moves, for one that is not finite, and where all are zero.
 */
rmc_err rmc_garch_fit(const double *moves, size_t count, struct rmc_garch *garch, double *likelihood,
                      struct rmc_error *error);

/* Writes the variance of each day of MOVES to VARIANCES, and behind them that of the day to come: COUNT + 1 in all. */
void rmc_garch_variances(const double *moves, size_t count, struct rmc_garch garch, double *variances);

/*
 * Fits the degrees of freedom that all factors share to RETURNS, from 2.1 to 200 (200: as good as normal). It maximises
 * the sum over factors of the likelihoods of Student's t with the factor's own variance: a composite likelihood (Varin,
 * Reid and Firth, "An overview of composite likelihood methods", Statistica Sinica 21, 2011), which needs no inverse of
 * a covariance and so takes more factors than days. Constant factors do not count. Fails as the covariances do, and
 * where all factors are constant.
 */
rmc_err rmc_student_fit(const struct rmc_returns *returns, double *degrees, struct rmc_error *error);

/* Returns the value that a Student t of DEGREES (above 2), scaled to variance 1, is below with PROBABILITY (above 0,
 * below 1), to about 1e-10. */
double rmc_student_quantile(double probability, double degrees);

/* --- moves --- */

typedef enum { RMC_NORMAL, RMC_STUDENT, RMC_FILTERED, RMC_HISTORICAL } rmc_law;

struct rmc_model_setup {
    rmc_law law;
    size_t factors;
    const rmc_move *move;   /* by factor */
    const double *horizons; /* trading days, above 0 and at most 2520, ascending */
    size_t horizon_count;   /* at least 1 */
    const double *drift;    /* growth a day by factor; NULL: none */
    uint64_t seed;
    const double *root;            /* normal, Student: of the covariance, by rmc_definite_root or rmc_cholesky */
    double degrees;                /* Student: above 2 */
    struct rmc_returns returns;    /* filtered, historical */
    const struct rmc_garch *garch; /* filtered: by factor */
};

struct rmc_model;

/*
 * Makes a model of SETUP and copies all that it needs. The caller ends *model with rmc_model_free. Fails with
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
 * Writes the moves of some factors, with the bits that rmc_moves gives them, to the places where it has them; rows of
 * other factors are left as they are. Costs as much less as there are fewer factors, but that a root needs the normals
 * of all factors up to the last one. Fails as rmc_moves does, and with RMC_ERR_ARGUMENT for factors that do not ascend
 * or do not exist.
 */
rmc_err rmc_moves_of(const struct rmc_model *model, struct rmc_block block, struct rmc_some_factors factors,
                     double *moves, struct rmc_error *error);

/* --- a model that is kept: its scenarios can be drawn again without what it was estimated on --- */

/* Returns how many bytes rmc_model_pack writes: a multiple of 8. */
size_t rmc_model_bytes(const struct rmc_model *model);

/* Writes all of MODEL to BYTES, in this processor's order of bytes. Equal models give equal bytes. */
void rmc_model_pack(const struct rmc_model *model, void *bytes);

/*
 * Makes the model that the COUNT BYTES hold, all of whose moves have the bits of the packed one's. The caller ends
 * *model with rmc_model_free. Fails with RMC_ERR_ARGUMENT for bytes that cannot be those of a model, and with
 * RMC_ERR_MEMORY; *model then is NULL. Does not see each change of a byte: who keeps the bytes keeps a fingerprint of
 * them.
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
 * Writes the quantiles of the P&L at COUNT TAILS (probabilities, 1e-6 to 1 - 1e-6), where the moves have the root
 * ROOT of their covariance over the horizon and mean zero: delta-gamma-normal. The distribution is that of a weighted
 * sum of chi-squares, got by inverting its characteristic function numerically: Imhof, "Computing the distribution of
 * quadratic forms in normal variables", Biometrika 48, 1961, with the error bounds of Davies, Biometrika 60, 1973. A
 * normal error of a thousandth of the standard deviation is added, which makes the sum end and moves a quantile by
 * about a millionth of it. Fails with RMC_ERR_ARGUMENT for tails or factors out of range, with RMC_ERR_NOT_FINITE for a
 * P&L that does not vary or is not finite, and with RMC_ERR_MEMORY.
 */
rmc_err rmc_delta_gamma(const struct rmc_quadratic *quadratic, const double *root, const double *tails, size_t count,
                        double *quantiles, struct rmc_error *error);

/* --- what happened since --- */

typedef enum { RMC_GREEN, RMC_YELLOW, RMC_RED } rmc_zone;

struct rmc_backtest {
    size_t days;
    size_t exceptions;
    size_t after[2][2]; /* after[i][j]: days with (j = 1) and without exception, after a day with and without (i) */
    double coverage;    /* Kupiec's likelihood ratio; its p-value */
    double coverage_p;
    double independence; /* Christoffersen's, of independence */
    double independence_p;
    double conditional; /* the two together: of conditional coverage, on days 2 to the last */
    double conditional_p;
    double expected_or_more; /* probability of as many exceptions or more, were the VaR right */
    rmc_zone zone;
};

/*
 * Tests DAYS exceptions (1: the loss was above the VaR; 0) of a VaR at CONFIDENCE (0.5 to below 1), oldest day first.
 * Kupiec, "Techniques for verifying the accuracy of risk measurement models", Journal of Derivatives 3(2), 1995:
 * likelihood ratio of the share of exceptions, chi-squared with 1 degree of freedom. Christoffersen, "Evaluating
 * interval forecasts", International Economic Review 39(4), 1998: ratios of independence (1 degree) and of conditional
 * coverage (2). A term with no day in it is 0.
 * The zone is of the Basel Committee, "Supervisory framework for the use of backtesting in conjunction with the
 * internal models approach to market risk capital requirements", 1996: yellow from the number of exceptions on for
 * which that number or fewer has a probability of at least 95 %, red from 99.99 % on. For 250 days at 99 % these are
 * their 5 and 10; the rule gives the zone for any other number of days and confidence. Fails with RMC_ERR_ARGUMENT for
 * fewer than 2 days, an entry that is neither, or another confidence.
 */
rmc_err rmc_backtest_of(const unsigned char *exceptions, size_t days, double confidence, struct rmc_backtest *out,
                        struct rmc_error *error);

/* Returns the multiplier of capital for EXCEPTIONS in 250 days at 99 %: 3, and in the yellow zone 3.4 to 3.85, in the
 * red one 4. The same source, table 2. */
double rmc_basel_multiplier(size_t exceptions);

#ifdef __cplusplus
}
#endif

#endif
