/* SPDX-License-Identifier: Apache-2.0 */
/* The P&L of a bank's instruments with paths, by some of their paths. */
#include "riskmc/bank.h"

#include <math.h>
#include <string.h>

/* Returns the number of units of an instrument that the groups hold. */
static double quantity_of(const struct rmc_bank *bank, uint32_t instrument, const unsigned char *groups) {
    double quantity = 0;
    for (size_t h = bank->starts[instrument]; h < bank->starts[instrument + 1]; h++)
        if (groups == NULL || groups[bank->holdings[h].group] != 0)
            quantity += bank->holdings[h].quantity;
    return quantity;
}

/* A block of today, and one of scenarios. */
struct blocks {
    struct prc_block today, later;
};

/* Adds the P&L of QUANTITY units of an instrument. */
static rmc_err add(struct rmc_bank *bank, uint32_t instrument, double quantity, const struct blocks *blocks,
                   double *pnl, struct rmc_error *error) {
    const uint32_t exchange = bank->exchange[instrument];
    const struct prc_instrument *terms = &bank->setup.instruments[instrument];
    const double *rates = exchange != PRC_NONE ? blocks->later.levels + exchange * blocks->later.stride : NULL;
    struct prc_error cause;
    double today = 0;
    if (prc_value(terms, &blocks->today, bank->scratch, &today, &cause) != PRC_OK ||
        prc_value(terms, &blocks->later, bank->scratch, bank->row, &cause) != PRC_OK)
        return rmc_bank_pricing_failure(bank, &cause, instrument, error);
    today *= exchange != PRC_NONE ? bank->setup.market->today[exchange] : 1;
    for (size_t i = 0; i < blocks->later.scenarios; i++)
        pnl[i] += quantity * (rates != NULL ? bank->row[i] * rates[i] - today : bank->row[i] - today);
    return RMC_OK;
}

rmc_err rmc_bank_batch(struct rmc_bank *bank, const struct rmc_scenarios *scenarios, struct rmc_batch batch,
                       double *pnl, struct rmc_error *error) {
    const struct rmc_scenarios now = {bank->setup.market->today, 1, 1, RMC_TODAY, 0};
    rmc_err code = rmc_bank_make_room(bank, scenarios, error);
    struct blocks blocks = {rmc_bank_block(bank, &now), rmc_bank_block(bank, scenarios)};
    blocks.today.rows = NULL;
    blocks.today.paths = blocks.later.paths = batch.paths;
    blocks.today.first_path = blocks.later.first_path = batch.first_path;
    memset(pnl, 0, scenarios->count * sizeof *pnl);
    for (size_t i = bank->held - bank->with_paths; i < bank->held && code == RMC_OK; i++) {
        const double quantity = quantity_of(bank, bank->order[i], batch.groups);
        if (quantity != 0)
            code = add(bank, bank->order[i], quantity, &blocks, pnl, error);
    }
    return code;
}

/* --- variances by batches --- */

/* Returns the mean P&L of COUNT scenarios from FIRST on in one batch. */
static double mean_of(struct rmc_batches batches, size_t batch, size_t first, size_t count) {
    double sum = 0;
    for (size_t i = first; i < first + count; i++)
        sum += batches.pnl[i * batches.count + batch];
    return sum / (double)count;
}

/* A sum of numbers and of their squares about the first of them, for a variance. */
struct spread {
    double first, sum, squares;
    size_t count;
};

static void add_number(struct spread *spread, double number) {
    if (spread->count++ == 0)
        spread->first = number;
    spread->sum += number - spread->first;
    spread->squares += (number - spread->first) * (number - spread->first);
}

/* Returns the variance of the mean over all paths, from numbers that each have the paths of one batch. */
static double variance_of(const struct spread *spread, struct rmc_batches batches) {
    const double n = (double)spread->count, beside = spread->squares - spread->sum * spread->sum / n;
    return (beside > 0 ? beside : 0) / (n - 1) * (double)batches.batch_paths / (double)batches.paths;
}

struct rmc_inner rmc_inner_of_batches(const struct rmc_sample *sample, struct rmc_batches batches) {
    struct spread var_mean = {0}, var_today = {0}, es_mean = {0};
    for (size_t b = 0; b < batches.count; b++) {
        const double whole = mean_of(batches, b, 0, sample->whole_count);
        const double quantile = mean_of(batches, b, sample->whole_count, sample->quantile_count);
        const double tail = mean_of(batches, b, sample->whole_count + sample->quantile_count, sample->tail_count);
        add_number(&var_mean, whole - quantile);
        add_number(&var_today, -quantile);
        add_number(&es_mean, whole - tail);
    }
    return (struct rmc_inner){variance_of(&var_mean, batches), variance_of(&var_today, batches),
                              variance_of(&es_mean, batches)};
}
