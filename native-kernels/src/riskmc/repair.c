/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <math.h>
#include <stdlib.h>

static rmc_err check_covariance(const double *cov, size_t n, struct rmc_error *error) {
    for (size_t i = 0; i < n; i++) {
        if (!(cov[i * n + i] >= 0) || isinf(cov[i * n + i]))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "the variance of factor %zu is %g, below zero or not finite", i,
                            cov[i * n + i]);
        for (size_t j = 0; j < i; j++)
            if (!isfinite(cov[i * n + j]) || cov[i * n + j] != cov[j * n + i] ||
                (cov[i * n + j] != 0 && (cov[i * n + i] == 0 || cov[j * n + j] == 0)))
                return rmc_fail(error, RMC_ERR_ARGUMENT, "the covariance of factors %zu and %zu is %g and %g", i, j,
                                cov[i * n + j], cov[j * n + i]);
    }
    return RMC_OK;
}

/* A factor that never moves has no correlation with any other. */
static void correlations(const double *cov, size_t n, double *to) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double deviations = sqrt(cov[i * n + i] * cov[j * n + j]);
            to[i * n + j] = i == j ? 1 : deviations > 0 ? cov[i * n + j] / deviations : 0;
        }
}

/* Adds the terms that raise the eigenvalues to FLOOR to the correlations TO, and fills REPAIR. */
static void raise_eigenvalues(const double *vectors, const double *values, size_t n, double floor, double *to,
                              struct rmc_repair *repair) {
    for (size_t k = 0; k < n; k++) {
        if (!(values[k] < floor))
            continue;
        const double *vector = vectors + k * n;
        repair->raised++;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                to[i * n + j] += (floor - values[k]) * (vector[i] * vector[j]);
    }
}

/* Scales the raised correlations TO to ones on the diagonal, and puts them into COV. */
static void put_back(const double *to, size_t n, double *cov, struct rmc_repair *repair) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const double deviations = sqrt(cov[i * n + i] * cov[j * n + j]);
            if (deviations == 0)
                continue;
            const double raised = to[i * n + j] / sqrt(to[i * n + i] * to[j * n + j]);
            repair->most_change = fmax(repair->most_change, fabs(raised - cov[i * n + j] / deviations));
            cov[i * n + j] = cov[j * n + i] = raised * deviations;
        }
}

rmc_err rmc_covariance_repair(double *cov, size_t n, double floor, struct rmc_repair *repair, struct rmc_error *error) {
    if (n == 0 || !(floor > 0 && floor <= 0.1))
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu factors, a floor of %g: at least 1, and above 0 to 0.1", n,
                        floor);
    const rmc_err code = check_covariance(cov, n, error);
    if (code != RMC_OK)
        return code;
    double *vectors = calloc(2 * n + 3, n * sizeof *vectors);
    if (vectors == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory to repair a covariance of %zu factors", n);
    double *raised = vectors + n * n, *values = raised + n * n;
    correlations(cov, n, vectors);
    correlations(cov, n, raised);
    *repair = (struct rmc_repair){.least = INFINITY};
    const int failed = rmc_eigen(vectors, n, values, values + n);
    for (size_t k = 0; k < n; k++)
        repair->least = fmin(repair->least, values[k]);
    if (!failed && repair->least < floor) {
        repair->repaired = 1;
        raise_eigenvalues(vectors, values, n, floor, raised, repair);
        put_back(raised, n, cov, repair);
    }
    free(vectors);
    return failed ? rmc_fail(error, RMC_ERR_ARGUMENT, "the eigenvalues of the covariance cannot be found") : RMC_OK;
}
