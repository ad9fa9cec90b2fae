/* SPDX-License-Identifier: Apache-2.0 */
/* Estimates of a covariance. Each works on a copy of the returns, factor by factor, so that a pair is two rows. */
#include "models.h"

#include <math.h>
#include <stdlib.h>

/* A copy of returns: deviation[factor * count + day]. */
struct deviations {
    double *at;
    size_t count;
    size_t factors;
};

/* Copies RETURNS by factor; with CENTRED, less the mean of the factor. The caller frees `at`. */
static rmc_err copy_by_factor(const struct rmc_returns *returns, int centred, struct deviations *to,
                              struct rmc_error *error) {
    const size_t n = returns->factors, count = returns->count;
    const rmc_err code = rmc_check_returns(returns, 2, error);
    if (code != RMC_OK)
        return code;
    *to = (struct deviations){calloc(count, n * sizeof *to->at), count, n};
    if (to->at == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu returns of %zu factors", count, n);
    for (size_t j = 0; j < n; j++) {
        double mean = 0;
        for (size_t t = 0; t < count; t++)
            mean += returns->move[t * n + j];
        mean = centred ? mean / (double)count : 0;
        for (size_t t = 0; t < count; t++)
            to->at[j * count + t] = returns->move[t * n + j] - mean;
    }
    return RMC_OK;
}

/* Writes the sums of products of all pairs of factors, divided by DIVISOR. */
static void products(const struct deviations *of, double divisor, double *cov) {
    const size_t n = of->factors;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            cov[i * n + j] = cov[j * n + i] =
                rmc_dot(of->at + i * of->count, of->at + j * of->count, of->count) / divisor;
}

rmc_err rmc_covariance_sample(const struct rmc_returns *returns, double *cov, struct rmc_error *error) {
    struct deviations of;
    const rmc_err code = copy_by_factor(returns, 1, &of, error);
    if (code != RMC_OK)
        return code;
    products(&of, (double)(of.count - 1), cov);
    free(of.at);
    return RMC_OK;
}

rmc_err rmc_covariance_ewma(const struct rmc_returns *returns, double lambda, double *cov, struct rmc_error *error) {
    struct deviations of;
    if (!(lambda > 0 && lambda < 1))
        return rmc_fail(error, RMC_ERR_ARGUMENT, "lambda is %g, not above 0 and below 1", lambda);
    const rmc_err code = copy_by_factor(returns, 0, &of, error);
    if (code != RMC_OK)
        return code;
    double total = 0;
    for (size_t back = 0; back < of.count; back++) {
        const double weight = pow(lambda, (double)back);
        total += weight;
        for (size_t j = 0; j < of.factors; j++)
            of.at[(j + 1) * of.count - 1 - back] *= sqrt(weight);
    }
    products(&of, total, cov);
    free(of.at);
    return RMC_OK;
}

/* Returns the mean correlation of all pairs of non-constant factors. */
static double mean_correlation(const double *cov, size_t n) {
    double sum = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (cov[i * n + i] > 0 && cov[j * n + j] > 0) {
                sum += cov[i * n + j] / sqrt(cov[i * n + i] * cov[j * n + j]);
                pairs++;
            }
    return pairs > 0 ? sum / (double)pairs : 0;
}

/* Returns the term of the pair (i, j) of non-constant factors in pi less rho, by appendix B of the paper: the variance
 * of the sample covariance, less its covariance with the target's. */
static double pair_error(const struct deviations *of, const double *cov, size_t i, size_t j, double correlation) {
    const double *a = of->at + i * of->count, *b = of->at + j * of->count;
    const size_t n = of->factors;
    const double aa = cov[i * n + i], bb = cov[j * n + j], ab = cov[i * n + j];
    double square = 0, with_a = 0, with_b = 0;
    for (size_t t = 0; t < of->count; t++) {
        const double product = a[t] * b[t];
        square += product * product;
        with_a += a[t] * a[t] * product;
        with_b += b[t] * b[t] * product;
    }
    const double days = (double)of->count;
    const double theta_a = with_a / days - aa * ab, theta_b = with_b / days - bb * ab;
    const double rho = 0.5 * correlation * (sqrt(bb / aa) * theta_a + sqrt(aa / bb) * theta_b);
    return square / days - ab * ab - rho;
}

rmc_err rmc_covariance_shrunk(const struct rmc_returns *returns, double *cov, double *intensity,
                              struct rmc_error *error) {
    struct deviations of;
    const size_t n = returns->factors;
    const rmc_err code = copy_by_factor(returns, 1, &of, error);
    if (code != RMC_OK)
        return code;
    products(&of, (double)of.count, cov);
    const double correlation = mean_correlation(cov, n);
    double errors = 0, distance = 0; /* of pairs i < j; the diagonal adds to neither */
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (cov[i * n + i] > 0 && cov[j * n + j] > 0) {
                const double gap = cov[i * n + j] - correlation * sqrt(cov[i * n + i] * cov[j * n + j]);
                errors += pair_error(&of, cov, i, j, correlation);
                distance += gap * gap;
            }
    *intensity = distance > 0 ? fmax(0, fmin(1, errors / distance / (double)of.count)) : 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const double target = correlation * sqrt(cov[i * n + i] * cov[j * n + j]);
            cov[i * n + j] = cov[j * n + i] = *intensity * target + (1 - *intensity) * cov[i * n + j];
        }
    free(of.at);
    return RMC_OK;
}
