/* SPDX-License-Identifier: Apache-2.0 */
/* Positions in instruments, and their P&L in blocks of scenarios, added exactly. */
#include "riskmc/bank.h"
#include "riskmc/grid.h"
#include "vecmath/choose.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = 64,          /* rows of discount factors and logarithms that neighbours share */
    LEADING_DRIVERS = 3 /* by which the instruments are ordered */
};

struct order_key {
    prc_kind kind;
    uint32_t drivers[LEADING_DRIVERS];
    uint32_t instrument;
};

static int by_drivers(const void *a, const void *b) {
    const struct order_key *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    for (int i = 0; i < LEADING_DRIVERS; i++)
        if (x->drivers[i] != y->drivers[i])
            return x->drivers[i] < y->drivers[i] ? -1 : 1;
    return (x->instrument > y->instrument) - (x->instrument < y->instrument);
}

/* Orders the held instruments. */
static rmc_err order_instruments(struct rmc_bank *bank, struct rmc_error *error) {
    const struct rmc_bank_setup *setup = &bank->setup;
    struct order_key *keys = calloc(setup->instrument_count, sizeof *keys);
    if (keys == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory to order %zu instruments", setup->instrument_count);
    for (size_t i = 0; i < setup->instrument_count; i++) {
        if (bank->starts[i] == bank->starts[i + 1])
            continue;
        struct order_key *key = &keys[bank->held++];
        key->kind = setup->instruments[i].kind;
        key->instrument = (uint32_t)i;
        prc_drivers(&setup->instruments[i], setup->market, key->drivers, LEADING_DRIVERS);
    }
    qsort(keys, bank->held, sizeof *keys, by_drivers);
    for (size_t i = 0; i < bank->held; i++) {
        bank->order[i] = keys[i].instrument;
        bank->with_paths += prc_takes_paths(&setup->instruments[keys[i].instrument]) ? 1 : 0;
    }
    free(keys);
    return RMC_OK;
}

/*
 * Copies the holdings, ordered by instrument (a counting sort). The sums are exact, so they do not depend on the order.
 */
static void order_holdings(struct rmc_bank *bank) {
    const struct rmc_bank_setup *setup = &bank->setup;
    for (size_t i = 0; i < setup->holding_count; i++)
        bank->starts[setup->holdings[i].instrument + 1]++;
    for (size_t i = 0; i < setup->instrument_count; i++)
        bank->starts[i + 1] += bank->starts[i];
    for (size_t i = 0; i < setup->holding_count; i++) {
        const struct rmc_holding *from = &setup->holdings[i];
        bank->holdings[bank->starts[from->instrument]++] = (struct rmc_held){(uint32_t)i, from->group, from->quantity};
    }
    memmove(bank->starts + 1, bank->starts, setup->instrument_count * sizeof *bank->starts);
    bank->starts[0] = 0;
}

static rmc_err check(const struct rmc_bank_setup *setup, struct rmc_error *error) {
    if (setup->instrument_count < 1 || setup->instrument_count >= UINT32_MAX || setup->holding_count < 1 ||
        setup->holding_count >= UINT32_MAX || setup->groups < 1)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu instruments, %zu holdings, %zu groups: there must be one of each",
                        setup->instrument_count, setup->holding_count, setup->groups);
    if (setup->decimals > RMC_MAX_DECIMALS)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%u decimals are more than %d", setup->decimals, RMC_MAX_DECIMALS);
    for (size_t i = 0; i < setup->instrument_count; i++)
        if (setup->exchange[i] != PRC_NONE && setup->exchange[i] >= setup->market->factors)
            return rmc_fail(error, RMC_ERR_ARGUMENT, "instrument %zu: no factor %u", i, setup->exchange[i]);
    for (size_t i = 0; i < setup->holding_count; i++) {
        const struct rmc_holding *at = &setup->holdings[i];
        if (at->instrument >= setup->instrument_count || at->group >= setup->groups || !isfinite(at->quantity))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "holding %zu: instrument %u, group %u, quantity %g", i,
                            at->instrument, at->group, at->quantity);
    }
    return RMC_OK;
}

static rmc_err allocate(struct rmc_bank *bank, struct rmc_error *error) {
    const struct rmc_bank_setup *setup = &bank->setup;
    const size_t instruments = setup->instrument_count;
    bank->holdings = calloc(setup->holding_count, sizeof *bank->holdings);
    bank->starts = calloc(instruments + 1, sizeof *bank->starts);
    bank->exchange = calloc(instruments, sizeof *bank->exchange);
    bank->order = calloc(instruments, sizeof *bank->order);
    bank->values = calloc(instruments, sizeof *bank->values);
    bank->today = calloc(setup->groups, sizeof *bank->today);
    if (bank->holdings == NULL || bank->starts == NULL || bank->exchange == NULL || bank->order == NULL ||
        bank->values == NULL || bank->today == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu instruments and %zu holdings", instruments,
                        setup->holding_count);
    memcpy(bank->exchange, setup->exchange, instruments * sizeof *bank->exchange);
    return RMC_OK;
}

struct prc_block rmc_bank_block(const struct rmc_bank *bank, const struct rmc_scenarios *levels) {
    const struct prc_block block = {
        .market = bank->setup.market,
        .scenarios = levels->count,
        .years = levels->years,
        .levels = levels->levels,
        .stride = levels->stride,
        .rows = bank->rows,
        .first = levels->first,
        .seed = bank->setup.seed,
        .paths = bank->setup.paths,
        .inner = bank->setup.inner,
        .arithmetic = bank->setup.arithmetic,
    };
    return block;
}

/* Returns the bytes of a row, rounded up to the alignment with which kernels write fastest. */
static size_t row_bytes(size_t count) {
    const size_t bytes = count * sizeof(double);
    return (bytes + PRC_SCRATCH_ALIGNMENT - 1) / PRC_SCRATCH_ALIGNMENT * PRC_SCRATCH_ALIGNMENT;
}

rmc_err rmc_bank_make_room(struct rmc_bank *bank, const struct rmc_scenarios *levels, struct rmc_error *error) {
    if (levels->count <= bank->row_room) {
        prc_rows_clear(bank->rows);
        return RMC_OK;
    }
    prc_rows_free(bank->rows);
    free(bank->scratch);
    free(bank->row);
    bank->rows = NULL;
    bank->row_room = 0;
    const struct prc_block block = rmc_bank_block(bank, levels);
    size_t bytes = PRC_SCRATCH_ALIGNMENT;
    for (size_t i = 0; i < bank->held; i++) {
        const size_t needed = prc_proxy_scratch_bytes(&bank->setup.instruments[bank->order[i]], &block);
        bytes = needed > bytes ? needed : bytes;
    }
    bank->scratch = aligned_alloc(PRC_SCRATCH_ALIGNMENT, bytes);
    bank->row = aligned_alloc(PRC_SCRATCH_ALIGNMENT, row_bytes(levels->count));
    if (bank->scratch == NULL || bank->row == NULL || prc_rows_new(levels->count, ROWS, &bank->rows, NULL) != PRC_OK)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a block of %zu scenarios", levels->count);
    bank->row_room = levels->count;
    return RMC_OK;
}

enum { NAME_BYTES = 48 };

/* Writes the name of an instrument for messages. */
static const char *name_of(const struct rmc_bank *bank, uint32_t instrument, char name[NAME_BYTES]) {
    if (bank->setup.names != NULL)
        snprintf(name, NAME_BYTES, "instrument %s", bank->setup.names[instrument]);
    else
        snprintf(name, NAME_BYTES, "instrument %u", instrument);
    return name;
}

rmc_err rmc_bank_pricing_failure(const struct rmc_bank *bank, const struct prc_error *cause, uint32_t instrument,
                                 struct rmc_error *error) {
    char name[NAME_BYTES];
    const rmc_err code = cause->code == PRC_ERR_MEMORY       ? RMC_ERR_MEMORY
                         : cause->code == PRC_ERR_NOT_FINITE ? RMC_ERR_NOT_FINITE
                                                             : RMC_ERR_ARGUMENT;
    return rmc_fail(error, code, "%s: %s", name_of(bank, instrument, name), cause->text);
}

/* The terms of adding one position: the factor of the grid, exchange rates (NULL: 1) and today's value. */
struct addition {
    const struct rmc_held *held;
    double factor;
    const double *rates;
    double today;
};

/* Fails for the first scenario in which an amount, or the sum of its group, leaves the grid. */
static rmc_err grid_failure(const struct rmc_bank *bank, uint32_t instrument, const struct addition *addition,
                            const struct rmc_scenarios *levels, const struct rmc_target *target,
                            struct rmc_error *error) {
    const int64_t *sums = target->sums + addition->held->group * target->stride;
    char name[NAME_BYTES], scenario[32] = "today";
    double amount;
    int fits;
    size_t i = 0;
    do {
        const double value = addition->rates != NULL ? target->values[i] * addition->rates[i] : target->values[i];
        amount = addition->factor * (value - addition->today);
        fits = fabs(amount) < RMC_GRID_AMOUNT_LIMIT;
    } while (fits && sums[i] >= -RMC_GRID_SUM_LIMIT && sums[i] <= RMC_GRID_SUM_LIMIT && ++i < levels->count);
    if (levels->first != RMC_TODAY)
        snprintf(scenario, sizeof scenario, "in scenario %" PRIu64, (uint64_t)levels->first + i);
    if (error != NULL)
        error->holding = addition->held->holding;
    return rmc_fail(error, RMC_ERR_OVERFLOW, "%s: the amount %.4g of a position %s %s %.4g, the limit with %u decimals",
                    name_of(bank, instrument, name), amount / bank->scale, scenario,
                    fits ? "takes the sum of its group beyond" : "is not below",
                    (fits ? (double)RMC_GRID_SUM_LIMIT : RMC_GRID_AMOUNT_LIMIT) / bank->scale, bank->setup.decimals);
}

rmc_err rmc_bank_add(const struct rmc_bank *bank, uint32_t instrument, const struct rmc_scenarios *levels,
                     const struct rmc_target *target, struct rmc_error *error) {
    const uint32_t exchange = bank->exchange[instrument];
    const double *rates = exchange != PRC_NONE ? levels->levels + exchange * levels->stride : NULL;
    const double rate_today = exchange != PRC_NONE ? bank->setup.market->today[exchange] : 1;
    const double today = target->is_pnl ? bank->values[instrument] * rate_today : 0;
    for (size_t h = bank->starts[instrument]; h < bank->starts[instrument + 1]; h++) {
        const struct rmc_held *at = &bank->holdings[h];
        const struct addition addition = {at, target->sign * at->quantity * bank->scale, rates, today};
        if (VM_CHOOSE(rmc_grid_add)(addition.factor, target->values, rates, today, levels->count,
                                    target->sums + at->group * target->stride) != RMC_GRID_OK)
            return grid_failure(bank, instrument, &addition, levels, target, error);
    }
    return RMC_OK;
}

static rmc_err value_today(struct rmc_bank *bank, struct rmc_error *error) {
    const struct rmc_scenarios now = {bank->setup.market->today, 1, 1, RMC_TODAY, 0};
    rmc_err code = rmc_bank_make_room(bank, &now, error);
    const struct rmc_target target = {bank->today, 1, bank->row, 0, 1};
    const struct prc_block block = rmc_bank_block(bank, &now);
    for (size_t i = 0; i < bank->setup.instrument_count; i++)
        bank->values[i] = NAN;
    for (size_t i = 0; code == RMC_OK && i < bank->held; i++) {
        const uint32_t at = bank->order[i];
        struct prc_error cause;
        if (prc_value(&bank->setup.instruments[at], &block, bank->scratch, bank->row, &cause) != PRC_OK)
            return rmc_bank_pricing_failure(bank, &cause, at, error);
        bank->values[at] = bank->row[0];
        code = rmc_bank_add(bank, at, &now, &target, error);
    }
    return code;
}

static rmc_err fill(struct rmc_bank *bank, struct rmc_error *error) {
    rmc_err code = allocate(bank, error);
    if (code == RMC_OK) {
        order_holdings(bank);
        code = order_instruments(bank, error);
    }
    return code == RMC_OK ? value_today(bank, error) : code;
}

int64_t rmc_grid_unit(unsigned decimals) {
    int64_t unit = 1;
    for (unsigned i = 0; i < decimals; i++)
        unit *= 10;
    return unit;
}

rmc_err rmc_bank_new(const struct rmc_bank_setup *setup, struct rmc_bank **bank, struct rmc_error *error) {
    *bank = NULL;
    rmc_err code = check(setup, error);
    if (code != RMC_OK)
        return code;
    struct rmc_bank *made = calloc(1, sizeof *made);
    if (made == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a bank");
    made->setup = *setup;
    made->scale = (double)rmc_grid_unit(setup->decimals);
    code = fill(made, error);
    if (code != RMC_OK)
        rmc_bank_free(made);
    else
        *bank = made;
    return code;
}

void rmc_bank_free(struct rmc_bank *bank) {
    if (bank == NULL)
        return;
    free(bank->holdings);
    free(bank->starts);
    free(bank->exchange);
    free(bank->order);
    free(bank->values);
    free(bank->today);
    prc_rows_free(bank->rows);
    free(bank->scratch);
    free(bank->row);
    for (size_t i = 0; i < bank->set_count; i++)
        free(bank->sets[i].proxies);
    free(bank->sets);
    free(bank->proxy_starts);
    free(bank);
}

const double *rmc_bank_values(const struct rmc_bank *bank) {
    return bank->values;
}

const int64_t *rmc_bank_today(const struct rmc_bank *bank) {
    return bank->today;
}

/* Values the instrument at PLACE in the order, by its proxy if the bank has proxies. */
static prc_err value(struct rmc_bank *bank, size_t place, const struct prc_block *block, struct prc_error *cause) {
    const struct prc_instrument *instrument = &bank->setup.instruments[bank->order[place]];
    const size_t closed = bank->held - bank->with_paths;
    const double *proxies = place < closed ? NULL : rmc_bank_set(bank, block->years);
    if (proxies == NULL)
        return prc_value(instrument, block, bank->scratch, bank->row, cause);
    const double *proxy = proxies + bank->proxy_starts[place - closed];
    struct prc_proxied out = {bank->scratch, bank->row, 0};
    const prc_err code = prc_proxy_value(instrument, block, proxy, &out, cause);
    bank->outside += out.outside;
    return code;
}

rmc_err rmc_bank_pnl(struct rmc_bank *bank, const struct rmc_scenarios *levels, int64_t *sums, size_t sum_stride,
                     struct rmc_error *error) {
    rmc_err code = rmc_bank_make_room(bank, levels, error);
    const struct rmc_target target = {sums, sum_stride, bank->row, 1, 1};
    const struct prc_block block = rmc_bank_block(bank, levels);
    for (size_t i = 0; code == RMC_OK && i < bank->held; i++) {
        const uint32_t at = bank->order[i];
        struct prc_error cause;
        code = value(bank, i, &block, &cause) == PRC_OK ? rmc_bank_add(bank, at, levels, &target, error)
                                                        : rmc_bank_pricing_failure(bank, &cause, at, error);
    }
    return code;
}
