/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"
#include "slipway/riskmc_models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static rmc_err check_panel(const struct rmc_panel *panel, struct rmc_error *error) {
    const size_t n = panel->symbols;
    if (n == 0)
        return rmc_fail(error, RMC_ERR_PANEL, "no symbol: a covariance needs at least 1");
    if (panel->days < 3)
        return rmc_fail(error, RMC_ERR_PANEL, "%zu days of prices: a covariance needs at least 3", panel->days);
    for (size_t i = 0; i < panel->days * n; i++)
        if (!(panel->close[i] > 0) || !isfinite(panel->close[i]))
            return rmc_fail(error, RMC_ERR_PANEL, "price of symbol %zu on day %zu is %g, not above zero", i % n, i / n,
                            panel->close[i]);
    for (size_t t = 0; panel->gaps != NULL && t + 1 < panel->days; t++)
        if (panel->gaps[t] == 0)
            return rmc_fail(error, RMC_ERR_PANEL, "no trading day lies between the days %zu and %zu", t, t + 1);
    return RMC_OK;
}

/* Writes the log returns of each day, with returns over several days scaled to one day, and their means. */
static void take_returns(const struct rmc_panel *panel, double *r, double *mean) {
    const size_t n = panel->symbols, returns = panel->days - 1;
    for (size_t t = 0; t < returns; t++) {
        const double scale = panel->gaps != NULL ? sqrt(panel->gaps[t]) : 1.0;
        for (size_t j = 0; j < n; j++) {
            r[t * n + j] = log(panel->close[(t + 1) * n + j] / panel->close[t * n + j]) / scale;
            mean[j] += r[t * n + j];
        }
    }
    for (size_t j = 0; j < n; j++)
        mean[j] /= (double)returns;
}

rmc_err rmc_covariance(const struct rmc_panel *panel, double *cov, struct rmc_error *error) {
    const rmc_err code = check_panel(panel, error);
    if (code != RMC_OK)
        return code;
    const size_t n = panel->symbols, returns = panel->days - 1;
    double *r = calloc(returns + 1, n * sizeof *r);
    if (r == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu returns of %zu symbols", returns, n);
    double *mean = r + returns * n;
    take_returns(panel, r, mean);
    memset(cov, 0, n * n * sizeof *cov);
    for (size_t t = 0; t < returns; t++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                cov[i * n + j] += (r[t * n + i] - mean[i]) * (r[t * n + j] - mean[j]);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            cov[i * n + j] /= (double)(returns - 1);
            cov[j * n + i] = cov[i * n + j];
        }
    free(r);
    return RMC_OK;
}

/* Returns the covariance of I and J (J at most I) that the factors before J leave. ROOT holds the columns of these
 * factors. */
static double left_of(const double *cov, size_t n, const double *root, size_t i, size_t j) {
    double left = cov[i * n + j];
    for (size_t k = 0; k < j; k++)
        left -= root[i * n + k] * root[j * n + k];
    return left;
}

rmc_err rmc_cholesky(const double *cov, size_t n, double *root, struct rmc_error *error) {
    const double tolerance = (double)n * 1e-12;
    if (n == 0)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "a covariance without rows has no root");
    memset(root, 0, n * n * sizeof *root);
    for (size_t j = 0; j < n; j++) {
        const double diagonal = cov[j * n + j], pivot = left_of(cov, n, root, j, j);
        if (!(diagonal >= 0) || !isfinite(diagonal) || pivot < -tolerance * diagonal)
            return rmc_fail(error, RMC_ERR_NOT_PSD, "the covariance is not positive semidefinite: pivot %zu is %g", j,
                            pivot);
        const int zero = pivot <= tolerance * diagonal;
        const double length = zero ? 0 : sqrt(pivot);
        root[j * n + j] = length;
        for (size_t i = j + 1; i < n; i++) {
            const double rest = left_of(cov, n, root, i, j);
            if (!zero)
                root[i * n + j] = rest / length;
            else if (fabs(rest) > sqrt(tolerance * diagonal * cov[i * n + i]))
                return rmc_fail(error, RMC_ERR_NOT_PSD,
                                "the covariance is not positive semidefinite: pivot %zu is zero, entry %zu is %g", j, i,
                                rest);
        }
    }
    return RMC_OK;
}

/* --- roots of positive definite covariances --- */

/* Overwrites the row of factor J in ROOT with the weights of the earlier factors that best explain J: the weighted sum
 * of the earlier rows is the old row. ROOT holds the columns before J. */
static void solve_weights(double *root, size_t n, size_t j) {
    double *row = root + j * n;
    for (size_t k = j; k-- > 0;) {
        for (size_t i = k + 1; i < j; i++)
            row[k] -= row[i] * root[i * n + k];
        row[k] = root[k * n + k] > 0 ? row[k] / root[k * n + k] : 0;
    }
}

/* Finds the factors with the largest weighted moves. */
static void tell_dependence(const double *cov, size_t n, double *root, size_t j, struct rmc_dependence *found) {
    double *weights = root + j * n;
    *found = (struct rmc_dependence){.factor = j, .variance = cov[j * n + j], .left = left_of(cov, n, root, j, j)};
    solve_weights(root, n, j);
    while (found->count < RMC_TOLD_FACTORS) {
        double most = 1e-6 * sqrt(fabs(found->variance));
        size_t which = n;
        for (size_t k = 0; k < j; k++)
            if (fabs(weights[k]) * sqrt(cov[k * n + k]) > most) {
                most = fabs(weights[k]) * sqrt(cov[k * n + k]);
                which = k;
            }
        if (which == n)
            return;
        found->others[found->count] = which;
        found->weights[found->count++] = weights[which];
        weights[which] = 0;
    }
}

/* Returns whether a factor with variance 0 has a covariance with another factor. */
static int contradicts_itself(const double *cov, size_t n, size_t j) {
    for (size_t i = 0; i < n; i++)
        if (cov[i * n + j] != 0 || cov[j * n + i] != 0)
            return 1;
    return 0;
}

rmc_err rmc_definite_root(const double *cov, size_t n, double *root, struct rmc_dependence *found,
                          struct rmc_error *error) {
    if (n == 0)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "a covariance without rows has no root");
    memset(root, 0, n * n * sizeof *root);
    for (size_t j = 0; j < n; j++) {
        const double variance = cov[j * n + j], left = left_of(cov, n, root, j, j);
        if (variance == 0 && !contradicts_itself(cov, n, j))
            continue;
        if (!(left > RMC_LEAST_LEFT * variance) || isinf(left)) {
            tell_dependence(cov, n, root, j, found);
            return rmc_fail(error, RMC_ERR_NOT_PSD,
                            "the covariance is not positive definite: of the variance %g of factor %zu, %g is left "
                            "beside the factors before it",
                            variance, j, left);
        }
        root[j * n + j] = sqrt(left);
        for (size_t i = j + 1; i < n; i++)
            root[i * n + j] = left_of(cov, n, root, i, j) / root[j * n + j];
    }
    return RMC_OK;
}
