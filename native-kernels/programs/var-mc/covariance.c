/* SPDX-License-Identifier: Apache-2.0 */
/* The root of a covariance, which must be positive definite. Other covariances are repaired on request, or refused with
 * the name of a factor. */
#include "covariance.h"

#include <string.h>

/* The floor to which a repair raises the eigenvalues of the correlations, as riskmc_models.h suggests. */
static const double FLOOR = 1e-8;

/* Writes the names and weights of the factors on which one depends. */
static void name_others(const struct rmc_dependence *found, const struct sw_names *names, char *text, size_t room) {
    size_t used = (size_t)snprintf(text, room, found->count == 0 ? " the factors before it" : "");
    for (size_t i = 0; i < found->count && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s %s (weight %.3g)", i > 0 ? "," : "",
                                 sw_names_text(names, (uint32_t)found->others[i]), found->weights[i]);
}

/* Refuses a covariance, naming the first factor without an independent variance. */
static int refuse(const struct covariance *covariance, const struct rmc_dependence *found, struct sw_failure *f) {
    char others[192], where[24] = "";
    const char *path = covariance->path;
    if (covariance->places != NULL) {
        path = covariance->places[found->factor].path;
        snprintf(where, sizeof where, " line %lu", covariance->places[found->factor].line);
    }
    name_others(found, covariance->names, others, sizeof others);
    return sw_fail(f, STATUS_COMPUTE,
                   "--repair raises the eigenvalues of its correlations, and tells by how much they change; or leave "
                   "one of these factors out",
                   "%.160s%s: the covariance is not positive definite: beside%s, %s keeps %.3g of its variance %.3g, "
                   "and must keep a share of %.0e",
                   path, where, others, sw_names_text(covariance->names, (uint32_t)found->factor), found->left,
                   found->variance, RMC_LEAST_LEFT);
}

int check_returns(const struct covariance *covariance, size_t returns, bool of_mean, const char *hint,
                  struct sw_failure *f) {
    const size_t n = covariance->names->count;
    size_t moving = 0;
    for (size_t j = 0; j < n; j++)
        moving += covariance->values[j * n + j] > 0 ? 1 : 0;
    const size_t least = moving + (of_mean ? 1 : 0);
    if (returns >= least)
        return STATUS_OK;
    return sw_fail(f, STATUS_COMPUTE, hint,
                   "%.160s: %zu returns of %zu factors that move: their %s covariance is not positive definite, for "
                   "which there must be at least %zu returns",
                   covariance->path, returns, moving, of_mean ? "sample" : "exponentially weighted", least);
}

int take_root(const struct covariance *covariance, double *root, struct rmc_repair *repair, struct sw_failure *f) {
    const size_t n = covariance->names->count;
    struct rmc_dependence found;
    struct rmc_error error;
    if (repair != NULL && rmc_covariance_repair(covariance->values, n, FLOOR, repair, &error) != RMC_OK)
        return risk_failed(&error, f);
    const rmc_err code = rmc_definite_root(covariance->values, n, root, &found, &error);
    if (code == RMC_ERR_NOT_PSD)
        return refuse(covariance, &found, f);
    return code == RMC_OK ? STATUS_OK : risk_failed(&error, f);
}

void print_repair(const struct rmc_repair *repair) {
    if (repair->repaired)
        printf("covariance repaired: of the eigenvalues of its correlations %zu were raised, the least from %.4g; "
               "correlations changed by at most %.4g\n",
               repair->raised, repair->least, repair->most_change);
    else
        printf("covariance not repaired: the least eigenvalue of its correlations is %.4g\n", repair->least);
}

void put_repair(FILE *out, const struct rmc_repair *repair, const char *before, const char *behind) {
    fprintf(out, "%srepair_least_eigenvalue,,%.17g,,%s\n", before, repair->least, behind);
    fprintf(out, "%srepair_eigenvalues_raised,,%zu,,%s\n", before, repair->raised, behind);
    fprintf(out, "%srepair_correlation_change,,%.17g,,%s\n", before, repair->most_change, behind);
}
