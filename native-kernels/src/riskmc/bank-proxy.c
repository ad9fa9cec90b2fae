/* SPDX-License-Identifier: Apache-2.0 */
/* The proxies of a bank's instruments with paths, and their errors in the trial scenarios. */
#include "riskmc/bank.h"

#include <stdlib.h>
#include <string.h>

static uint32_t instrument_of(const struct rmc_bank *bank, size_t number) {
    return bank->order[bank->held - bank->with_paths + number];
}

size_t rmc_bank_with_paths(const struct rmc_bank *bank) {
    return bank->with_paths;
}

double *rmc_bank_set(const struct rmc_bank *bank, double years) {
    for (size_t i = 0; i < bank->set_count; i++)
        if (bank->sets[i].years == years)
            return bank->sets[i].proxies;
    return NULL;
}

/* Finds the beginnings of the proxies in a set. */
static rmc_err make_starts(struct rmc_bank *bank, struct rmc_error *error) {
    if (bank->proxy_starts != NULL)
        return RMC_OK;
    bank->proxy_starts = calloc(bank->with_paths + 1, sizeof *bank->proxy_starts);
    if (bank->proxy_starts == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for the proxies of %zu instruments",
                        bank->with_paths);
    for (size_t i = 0; i < bank->with_paths; i++)
        bank->proxy_starts[i + 1] =
            bank->proxy_starts[i] + prc_proxy_doubles(&bank->setup.instruments[instrument_of(bank, i)]);
    return RMC_OK;
}

/* Makes room for all proxies at a horizon. No proxy is in use before it is fitted. */
static rmc_err make_set(struct rmc_bank *bank, double years, struct rmc_error *error) {
    if (make_starts(bank, error) != RMC_OK)
        return RMC_ERR_MEMORY;
    if (rmc_bank_set(bank, years) != NULL)
        return RMC_OK;
    struct rmc_proxy_set *sets = realloc(bank->sets, (bank->set_count + 1) * sizeof *sets);
    if (sets == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for the proxies of %zu horizons",
                        bank->set_count + 1);
    bank->sets = sets;
    struct rmc_proxy_set *set = &bank->sets[bank->set_count];
    set->years = years;
    set->proxies = calloc(bank->proxy_starts[bank->with_paths] + 1, sizeof *set->proxies);
    if (set->proxies == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for the proxies of %zu instruments",
                        bank->with_paths);
    bank->set_count++;
    return RMC_OK;
}

struct rmc_proxies rmc_bank_proxies(struct rmc_bank *bank, double years) {
    struct rmc_proxies proxies = {rmc_bank_set(bank, years), bank->proxy_starts, 0, bank->outside};
    for (size_t i = 0; proxies.numbers != NULL && i < bank->with_paths; i++)
        proxies.used += prc_proxy_is_used(proxies.numbers + bank->proxy_starts[i]) ? 1 : 0;
    return proxies;
}

rmc_err rmc_bank_copy_proxies(struct rmc_bank *bank, const struct rmc_bank *from, struct rmc_error *error) {
    int is_same = bank->with_paths == from->with_paths;
    for (size_t i = 0; i < bank->with_paths && is_same; i++)
        is_same = instrument_of(bank, i) == instrument_of(from, i);
    if (!is_same)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "the banks do not hold the same instruments with paths");
    for (size_t i = 0; i < from->set_count; i++) {
        const struct rmc_proxy_set *set = &from->sets[i];
        if (make_set(bank, set->years, error) != RMC_OK)
            return RMC_ERR_MEMORY;
        memcpy(rmc_bank_set(bank, set->years), set->proxies, bank->proxy_starts[bank->with_paths] * sizeof(double));
    }
    return RMC_OK;
}

/* A fit of several instruments. VALUES has two rows: in full, and by proxy. */
struct fitting {
    struct rmc_bank *bank;
    const struct rmc_scenarios *trials;
    struct prc_fit *fit;
    double *values;
};

/* Fits one proxy, and adds the error of the proxy in each trial scenario to ERRORS. */
static rmc_err fit_one(const struct fitting *fitting, size_t number, int64_t *errors, size_t stride,
                       struct rmc_error *error) {
    struct rmc_bank *bank = fitting->bank;
    const uint32_t at = instrument_of(bank, number);
    double *in_full = fitting->values, *by_proxy = in_full + fitting->trials->count;
    struct prc_error cause;
    if (prc_fit_proxy(fitting->fit, &bank->setup.instruments[at],
                      rmc_bank_set(bank, fitting->trials->years) + bank->proxy_starts[number], in_full, by_proxy,
                      &cause) != PRC_OK)
        return rmc_bank_pricing_failure(bank, &cause, at, error);
    const struct rmc_target more = {errors, stride, by_proxy, 1, 1}, less = {errors, stride, in_full, 1, -1};
    const rmc_err code = rmc_bank_add(bank, at, fitting->trials, &more, error);
    return code == RMC_OK ? rmc_bank_add(bank, at, fitting->trials, &less, error) : code;
}

rmc_err rmc_bank_fit(struct rmc_bank *bank, const struct rmc_scenarios *trials, struct rmc_slice part, int64_t *errors,
                     size_t stride, struct rmc_error *error) {
    struct fitting fitting = {bank, trials, NULL, NULL};
    if (part.first > part.last || part.last > bank->with_paths)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "instruments %zu to %zu of %zu with paths do not exist", part.first,
                        part.last, bank->with_paths);
    rmc_err code = rmc_bank_make_room(bank, trials, error);
    if (code == RMC_OK)
        code = make_set(bank, trials->years, error);
    if (code != RMC_OK)
        return code;
    const struct prc_block block = rmc_bank_block(bank, trials);
    struct prc_error cause;
    fitting.values = malloc(2 * trials->count * sizeof *fitting.values + 1);
    if (fitting.values == NULL)
        code = rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu trial scenarios", trials->count);
    else if (prc_fit_new(&block, &fitting.fit, &cause) != PRC_OK)
        code = rmc_fail(error, cause.code == PRC_ERR_MEMORY ? RMC_ERR_MEMORY : RMC_ERR_ARGUMENT, "%s", cause.text);
    for (size_t i = part.first; i < part.last && code == RMC_OK; i++)
        code = fit_one(&fitting, i, errors, stride, error);
    prc_fit_free(fitting.fit);
    free(fitting.values);
    return code;
}
