/* SPDX-License-Identifier: Apache-2.0 */
/* The growth of the factors in the scenarios: zero, risk-free, or from a file. */
#include "bank-run.h"
#include "records.h"

#include <math.h>
#include <stdlib.h>

static int take_drift(void *to, const struct sw_record *record, struct sw_failure *f) {
    enum { FACTOR, DRIFT_YEAR };
    struct bank *bank = to;
    uint32_t factor;
    double drift;
    if (sw_take_known(record, FACTOR, &bank->factors.names, "factor", &factor, f) != STATUS_OK ||
        sw_take_real(record, DRIFT_YEAR, &drift, f) != STATUS_OK)
        return f->status;
    if (!isnan(bank->drifts[factor]))
        return sw_refuse(f, record, FACTOR, "give each factor one growth", "comes twice: \"%s\"",
                         sw_names_text(&bank->factors.names, factor));
    bank->drifts[factor] = drift;
    return STATUS_OK;
}

int read_drifts(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[] = {"factor", "drift_year"};
    const size_t n = bank->factors.names.count;
    if (bank->drifts == NULL) {
        bank->drifts = malloc(n * sizeof *bank->drifts);
        if (bank->drifts == NULL)
            return sw_fail_alone(f, "%s: not enough memory for the drifts of %zu factors", path, n);
        for (size_t j = 0; j < n; j++)
            bank->drifts[j] = NAN;
    }
    return each_record(comm, path, columns, 2, (struct taker){take_drift, bank}, f);
}

/* Returns whether all points of CURVE are government rates in CURRENCY. */
static bool is_government_curve(const struct bank *bank, const struct prc_curve *curve, uint32_t currency) {
    for (size_t i = 0; i < curve->points; i++)
        if (bank->factors.class[curve->factors[i]] != CLASS_GOVERNMENT ||
            bank->factors.currency[curve->factors[i]] != currency)
            return false;
    return true;
}

/* Finds the risk-free rate of CURRENCY, at which FACTOR is to grow. */
static int find_rate(const struct bank *bank, const char *currency, size_t factor, double *rate, struct sw_failure *f) {
    static const char hint[] = "list one curve of government rates only, or take --drift given";
    const struct curves *curves = &bank->curves;
    const char *name = sw_names_text(&bank->factors.names, (uint32_t)factor);
    const uint32_t number = sw_names_find(&bank->factors.money, currency);
    uint32_t found = SW_NO_NAME;
    for (uint32_t i = 0; i < curves->names.count && number != SW_NO_NAME; i++) {
        if (!is_government_curve(bank, &curves->curves[i], number))
            continue;
        if (found != SW_NO_NAME)
            return sw_fail(f, STATUS_CONTENT, hint,
                           "--drift risk-free: the curves %s and %s both are of government rates in %s, the currency "
                           "of factor %s",
                           sw_names_text(&curves->names, found), sw_names_text(&curves->names, i), currency, name);
        found = i;
    }
    if (found == SW_NO_NAME)
        return sw_fail(f, STATUS_CONTENT, hint,
                       "--drift risk-free: no curve is of government rates in \"%s\", by which factor %s would grow",
                       currency, name);
    *rate = bank->factors.today[curves->curves[found].factors[0]];
    return STATUS_OK;
}

/* Finds the growth a year of FACTOR in a world where all assets earn risk-free rates. */
static int find_risk_free(const struct bank *bank, size_t factor, double *growth, struct sw_failure *f) {
    const struct factors *factors = &bank->factors;
    const uint32_t currency = factors->currency[factor];
    const char *own = currency != SW_NO_NAME ? sw_names_text(&factors->money, currency) : "";
    double rate = 0, reporting = 0;
    *growth = 0;
    switch (factors->class[factor]) {
    case CLASS_STOCK:
    case CLASS_INDEX:
    case CLASS_COMMODITY:
        return find_rate(bank, own, factor, growth, f);
    case CLASS_FX:
        if (find_rate(bank, bank->currency, factor, &reporting, f) == STATUS_OK)
            find_rate(bank, own, factor, &rate, f);
        *growth = reporting - rate;
        return f->status;
    default:
        return STATUS_OK;
    }
}

int make_drift(const struct options *options, const struct bank *bank, double **drift, struct sw_failure *f) {
    const size_t n = bank->factors.names.count;
    *drift = NULL;
    if (options->drift == DRIFT_ZERO)
        return STATUS_OK;
    if (options->drift == DRIFT_GIVEN && bank->drifts == NULL)
        return sw_fail(f, STATUS_CONTENT, "name a file of the kind drifts, with the columns factor and drift_year",
                       "--drift given: %.160s names no file of drifts", options->inputs);
    *drift = calloc(n, sizeof **drift);
    if (*drift == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the drifts of %zu factors", n);
    for (size_t j = 0; j < n && f->status == STATUS_OK; j++) {
        double growth = 0;
        if (options->drift == DRIFT_RISK_FREE)
            find_risk_free(bank, j, &growth, f);
        else if (!isnan(bank->drifts[j]))
            growth = bank->drifts[j];
        (*drift)[j] = growth / RMC_DAYS_PER_YEAR;
    }
    return f->status;
}
