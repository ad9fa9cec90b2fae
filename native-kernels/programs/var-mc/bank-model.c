/* SPDX-License-Identifier: Apache-2.0 */
/* The scenario model of a bank's run, estimated on the history. */
#include "bank-engine.h"

#include <math.h>
#include <stdlib.h>

/* Half a year and a bit: the weights of older days add up to less than a thousandth. */
static const double LAMBDA = 0.94;

int risk_failed(const struct rmc_error *error, struct sw_failure *f) {
    return sw_fail(f, error->code == RMC_ERR_ARGUMENT ? STATUS_CONTENT : STATUS_COMPUTE, NULL, "%s", error->text);
}

/* Says which factor has no history, before a model misses it. */
static int check_history(const struct bank *bank, struct sw_failure *f) {
    const size_t n = bank->factors.names.count;
    for (size_t j = 0; j < n; j++) {
        size_t days = 0;
        for (size_t t = 0; t < bank->history.days; t++)
            days += isnan(bank->history.level[t * n + j]) ? 0 : 1;
        if (days < 3)
            return sw_fail(f, STATUS_CONTENT, "extract its rows too, or leave the factor out",
                           "factor %s has %zu days of history, but needs 3",
                           sw_names_text(&bank->factors.names, (uint32_t)j), days);
    }
    return STATUS_OK;
}

/* All that a model is made of, until it is made. */
struct making {
    rmc_move *move;
    double *returns;
    double *root;
    double *covariance; /* NULL where the bank has one */
    struct rmc_garch *garch;
    struct rmc_returns history;
};

static int take_returns(const struct bank *bank, struct making *making, struct sw_failure *f) {
    const struct rmc_history history = {bank->history.level, making->move, bank->history.days,
                                        bank->factors.names.count};
    struct rmc_error error;
    if (check_history(bank, f) != STATUS_OK)
        return f->status;
    making->returns = malloc(history.days * history.factors * sizeof *making->returns);
    if (making->returns == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the returns of %zu days", history.days);
    making->history = (struct rmc_returns){making->returns, 0, history.factors};
    if (rmc_returns_of(&history, making->returns, NULL, &making->history.count, &error) != RMC_OK)
        return risk_failed(&error, f);
    return STATUS_OK;
}

static int take_root(const struct options *options, const struct bank *bank, struct making *making,
                     struct sw_failure *f) {
    const size_t n = bank->factors.names.count;
    const double *covariance = bank->covariance;
    struct rmc_error error = {RMC_OK, ""};
    double intensity;
    making->root = malloc(n * n * sizeof *making->root);
    if (covariance == NULL)
        covariance = making->covariance = malloc(n * n * sizeof *making->covariance);
    if (making->root == NULL || covariance == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the covariance of %zu factors", n);
    if (making->covariance != NULL && options->estimate == ESTIMATE_SAMPLE)
        rmc_covariance_sample(&making->history, making->covariance, &error);
    else if (making->covariance != NULL && options->estimate == ESTIMATE_SHRUNK)
        rmc_covariance_shrunk(&making->history, making->covariance, &intensity, &error);
    else if (making->covariance != NULL)
        rmc_covariance_ewma(&making->history, LAMBDA, making->covariance, &error);
    if (error.code != RMC_OK || rmc_cholesky(covariance, n, making->root, &error) != RMC_OK)
        return risk_failed(&error, f);
    return STATUS_OK;
}

static int take_garch(const struct bank *bank, struct making *making, struct sw_failure *f) {
    making->garch = malloc(bank->factors.names.count * sizeof *making->garch);
    if (making->garch == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the volatilities of %u factors",
                       bank->factors.names.count);
    for (size_t j = 0; j < bank->factors.names.count; j++)
        making->garch[j] = rmc_garch_ewma(LAMBDA);
    return STATUS_OK;
}

static int fill_making(const struct options *options, const struct bank *bank, struct making *making,
                       struct sw_failure *f) {
    const size_t n = bank->factors.names.count;
    const bool by_root = options->law == RMC_NORMAL || options->law == RMC_STUDENT;
    making->move = malloc(n * sizeof *making->move);
    if (making->move == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu factors", n);
    for (size_t j = 0; j < n; j++)
        making->move[j] = bank->factors.is_rate[j] ? RMC_MOVE_ADD : RMC_MOVE_LOG;
    if (bank->history.level != NULL)
        take_returns(bank, making, f);
    else if (!by_root)
        sw_fail(f, STATUS_CONTENT, "name a file of history in the list, or take --law normal",
                "the law asked for is drawn from a history, and the list names none");
    if (f->status == STATUS_OK && by_root)
        take_root(options, bank, making, f);
    if (f->status == STATUS_OK && options->law == RMC_FILTERED)
        take_garch(bank, making, f);
    return f->status;
}

int make_model(const struct options *options, const struct bank *bank, struct rmc_model **model, struct sw_failure *f) {
    struct making making = {NULL};
    struct rmc_error error;
    if (fill_making(options, bank, &making, f) == STATUS_OK) {
        const struct rmc_model_setup setup = {
            .law = (rmc_law)options->law,
            .factors = bank->factors.names.count,
            .move = making.move,
            .horizons = &options->horizon_days,
            .horizon_count = 1,
            .seed = options->seed,
            .root = making.root,
            .degrees = options->degrees,
            .returns = making.history,
            .garch = making.garch,
        };
        if (rmc_model_new(&setup, model, &error) != RMC_OK)
            risk_failed(&error, f);
    }
    free(making.move);
    free(making.returns);
    free(making.root);
    free(making.covariance);
    free(making.garch);
    return f->status;
}
