/* SPDX-License-Identifier: Apache-2.0 */
/* The scenario model of a bank's run: the given or estimated covariance, the volatilities, the law. */
#include "bank-engine.h"
#include "covariance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The decay of weights: days older than some half year have weights that add up to less than a thousandth. */
static const double LAMBDA = 0.94;

/* Names a factor without a history, before a model needs that history. */
static int check_history(const struct bank *bank, struct sw_failure *f) {
    const size_t n = bank->factors.names.count;
    for (size_t j = 0; j < n; j++) {
        size_t days = 0;
        for (size_t t = 0; t < bank->history.days; t++)
            days += isnan(bank->history.level[t * n + j]) ? 0 : 1;
        if (days < 3)
            return sw_fail(f, STATUS_CONTENT, "extract its rows too, or leave the factor out",
                           "%.160s: factor %s has %zu days of history, but needs 3", bank->history.path,
                           sw_names_text(&bank->factors.names, (uint32_t)j), days);
    }
    return STATUS_OK;
}

/* Data for making a model that the model does not keep. */
struct making {
    struct bank_model *model;
    rmc_move *move;
    double *returns;
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

/* Copies the covariance that the list gives, or estimates one on the history. */
static int take_covariance(const struct options *options, const struct bank *bank, struct making *making,
                           struct sw_failure *f) {
    const size_t n = bank->factors.names.count;
    struct rmc_error error = {.code = RMC_OK};
    double intensity;
    if (bank->covariance != NULL && options->covariance_asked)
        return sw_fail(f, STATUS_USAGE, "leave the option out, or the file",
                       "--covariance estimates on a history, and the list gives a covariance: %.160s",
                       bank->covariance_path);
    making->model->covariance = malloc(n * n * sizeof *making->model->covariance);
    if (making->model->covariance == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the covariance of %zu factors", n);
    if (bank->covariance != NULL)
        memcpy(making->model->covariance, bank->covariance, n * n * sizeof *making->model->covariance);
    else if (options->estimate == ESTIMATE_SAMPLE)
        rmc_covariance_sample(&making->history, making->model->covariance, &error);
    else if (options->estimate == ESTIMATE_SHRUNK)
        rmc_covariance_shrunk(&making->history, making->model->covariance, &intensity, &error);
    else
        rmc_covariance_ewma(&making->history, LAMBDA, making->model->covariance, &error);
    return error.code == RMC_OK ? STATUS_OK : risk_failed(&error, f);
}

/* Refuses an estimate on fewer days than factors, unless a repair is requested. */
static int check_estimate(const struct options *options, const struct covariance *covariance,
                          const struct making *making, struct sw_failure *f) {
    if (options->repair || covariance->places != NULL || options->estimate == ESTIMATE_SHRUNK)
        return STATUS_OK;
    return check_returns(covariance, making->history.count, options->estimate == ESTIMATE_SAMPLE,
                         "--covariance shrunk estimates one on few days, too; --repair changes this one; or extract "
                         "more days",
                         f);
}

static int make_root(const struct options *options, const struct bank *bank, struct making *making,
                     struct sw_failure *f) {
    const size_t n = bank->factors.names.count;
    struct bank_model *model = making->model;
    model->root = malloc(n * n * sizeof *model->root);
    if (model->root == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the covariance of %zu factors", n);
    if (take_covariance(options, bank, making, f) != STATUS_OK)
        return f->status;
    const struct covariance covariance = {
        .values = model->covariance,
        .names = &bank->factors.names,
        .path = bank->history.path,
        .places = bank->covariance != NULL ? bank->variance_places : NULL,
    };
    if (check_estimate(options, &covariance, making, f) != STATUS_OK)
        return f->status;
    return take_root(&covariance, model->root, options->repair ? &model->repair : NULL, f);
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

/* Takes the history, which a law with drawn days needs. */
static int take_history(const struct bank *bank, struct making *making, struct sw_failure *f) {
    if (bank->history.level == NULL)
        return sw_fail(f, STATUS_CONTENT, "name a file of history in the list, or take --law normal",
                       "the law asked for is drawn from a history, and the list names none");
    return take_returns(bank, making, f);
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
    if (make_drift(options, bank, &making->model->drift, f) != STATUS_OK)
        return f->status;
    if ((!by_root || bank->covariance == NULL) && take_history(bank, making, f) != STATUS_OK)
        return f->status;
    if (by_root)
        make_root(options, bank, making, f);
    else if (options->law == RMC_FILTERED)
        take_garch(bank, making, f);
    return f->status;
}

int make_model(const struct options *options, const struct bank *bank, struct bank_model *model, struct sw_failure *f) {
    struct making making = {.model = model};
    struct rmc_error error;
    if (fill_making(options, bank, &making, f) == STATUS_OK) {
        const struct rmc_model_setup setup = {
            .law = (rmc_law)options->law,
            .factors = bank->factors.names.count,
            .move = making.move,
            .horizons = options->horizons.values,
            .horizon_count = options->horizons.count,
            .drift = model->drift,
            .seed = options->seed,
            .root = model->root,
            .degrees = options->degrees,
            .returns = making.history,
            .garch = making.garch,
        };
        if (rmc_model_new(&setup, &model->moves, &error) != RMC_OK)
            risk_failed(&error, f);
    }
    free(making.move);
    free(making.returns);
    free(making.garch);
    return f->status;
}

void free_model(struct bank_model *model) {
    rmc_model_free(model->moves);
    free(model->covariance);
    free(model->root);
    free(model->drift);
}

/* Returns the number of days of the history with levels of all factors. */
static size_t count_whole_days(const struct bank *bank) {
    const size_t n = bank->factors.names.count;
    size_t whole = 0;
    for (size_t t = 0; t < bank->history.days; t++) {
        size_t j = 0;
        while (j < n && !isnan(bank->history.level[t * n + j]))
            j++;
        whole += j == n ? 1 : 0;
    }
    return whole;
}

int take_days_as_scenarios(const struct bank *bank, struct options *options, struct sw_failure *f) {
    if (options->law != RMC_HISTORICAL || bank->history.level == NULL || check_history(bank, f) != STATUS_OK)
        return f->status;
    const size_t days = count_whole_days(bank), returns = days > 1 ? days - 1 : 1;
    if (options->scenarios != 0 && options->scenarios != returns)
        return sw_fail(f, STATUS_USAGE, "leave --scenarios out",
                       "--law historical has %zu scenarios, one for each day with a return, and not the %llu of "
                       "--scenarios",
                       returns, (unsigned long long)options->scenarios);
    options->scenarios = returns;
    return STATUS_OK;
}
