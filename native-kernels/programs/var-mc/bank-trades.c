/* SPDX-License-Identifier: Apache-2.0 */
/* Trades on a saved run: the inputs for the trades, and their P&L with and without the bank's. */
#include "bank-saved.h"
#include "records.h"

#include <stdlib.h>
#include <string.h>

/* Notes the instrument of a trade, before the instruments are read. */
static int note_instrument(void *to, const struct sw_record *record, struct sw_failure *f) {
    struct bank *bank = to;
    const char *text;
    if (sw_take_id(record, 0, &text, f) == STATUS_OK &&
        sw_names_add(&bank->instruments.wanted, text, NULL) == SW_NO_NAME)
        sw_fail_alone(f, "%s: not enough memory for the names of its instruments", record->path);
    return f->status;
}

static int take_desks(const struct saved *saved, struct bank *bank, struct sw_failure *f) {
    for (size_t d = 0; d < saved->desk_count; d++)
        if (sw_names_add(&bank->holdings.desks, saved->desks[d].name, NULL) == SW_NO_NAME)
            return sw_fail_alone(f, "not enough memory for the names of %zu desks", saved->desk_count);
    return STATUS_OK;
}

int read_trades(MPI_Comm comm, const struct list *list, const struct saved *saved, const char *trades,
                struct bank *bank, struct sw_failure *f) {
    static const char *const instrument[] = {"instrument"};
    if (read_market(comm, list, bank, f) == STATUS_OK &&
        each_record(comm, trades, instrument, 1, (struct taker){note_instrument, bank}, f) == STATUS_OK &&
        read_kinds(comm, list, LIST_INSTRUMENTS, LIST_KINDS, bank, f) == STATUS_OK &&
        take_desks(saved, bank, f) == STATUS_OK && read_holdings(comm, trades, bank, f) == STATUS_OK)
        read_kinds(comm, list, LIST_LIMITS, LIST_LIMITS, bank, f);
    return f->status;
}

/* Marks the factors on which an instrument that is held depends. */
static int mark_drivers(const struct bank *bank, uint32_t instrument, bool *marked, struct sw_failure *f) {
    const struct prc_instrument *at = &bank->instruments.instruments[instrument];
    const size_t count = prc_drivers(at, &bank->market, NULL, 0);
    uint32_t *drivers = malloc((count + 1) * sizeof *drivers);
    if (drivers == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu factors", count);
    prc_drivers(at, &bank->market, drivers, count);
    for (size_t i = 0; i < count; i++)
        marked[drivers[i]] = true;
    if (bank->instruments.exchange[instrument] != PRC_NONE)
        marked[bank->instruments.exchange[instrument]] = true;
    free(drivers);
    return STATUS_OK;
}

int choose_drivers(const struct bank *bank, uint32_t **drivers, size_t *count, struct sw_failure *f) {
    const size_t factors = bank->factors.names.count;
    bool *marked = calloc(factors, sizeof *marked);
    *drivers = malloc(factors * sizeof **drivers);
    if (marked == NULL || *drivers == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu factors", factors);
    for (uint32_t i = 0; i < bank->instruments.names.count && f->status == STATUS_OK; i++)
        mark_drivers(bank, i, marked, f);
    for (uint32_t j = 0; j < factors && f->status == STATUS_OK; j++)
        if (marked[j])
            (*drivers)[(*count)++] = j;
    free(marked);
    return f->status;
}

/* Makes WITHOUT the vectors of the saved run, with the same room as WITH, the vectors with the trades. */
static int take_saved(const struct saved *saved, const struct bank *bank, const struct vectors *with,
                      struct vectors *without, struct sw_failure *f) {
    const size_t desks = saved->desk_count, scenarios = with->scenarios, horizons = with->horizons;
    without->horizons = horizons;
    without->desks = desks;
    without->scenarios = scenarios;
    without->first = with->first;
    without->taken = with->taken;
    without->repair = saved->repair;
    without->pnl = malloc(horizons * (desks + 1) * (scenarios + 1) * sizeof *without->pnl);
    without->today = calloc(desks + 1, sizeof *without->today);
    without->measured = calloc(horizons * bank->limit_count + 1, sizeof *without->measured);
    if (without->pnl == NULL || without->today == NULL || without->measured == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the P&L of %zu desks in %zu scenarios", desks,
                       scenarios);
    for (size_t d = 0; d < desks; d++) {
        without->today[d] = saved->desks[d].today;
        without->today[desks] += saved->desks[d].today;
    }
    for (size_t row = 0; row < horizons * desks; row++) {
        int64_t *to = pnl_row(without, row / desks, row % desks);
        for (size_t i = 0; i < scenarios; i++)
            to[i] = saved->pnl[i * horizons * desks + row];
    }
    return STATUS_OK;
}

/* Adds up the desks of each horizon. */
static int add_all_desks(const struct bank *bank, struct vectors *vectors, struct sw_failure *f) {
    for (size_t h = 0; h < vectors->horizons && f->status == STATUS_OK; h++) {
        const struct desk_rows desks = {
            bank, pnl_row(vectors, h, 0), vectors->desks, vectors->scenarios, vectors->first, false};
        add_desk_rows(&desks, f);
    }
    return f->status;
}

int add_saved(MPI_Comm comm, const struct saved *saved, const struct bank *bank, struct vectors *vectors,
              struct vectors *without, struct sw_failure *f) {
    const size_t desks = saved->desk_count;
    if (take_saved(saved, bank, vectors, without, f) == STATUS_OK)
        add_all_desks(bank, without, f);
    for (size_t d = 0; d < desks && f->status == STATUS_OK; d++) {
        vectors->today[d] += without->today[d];
        vectors->today[vectors->desks] += without->today[d];
    }
    for (size_t row = 0; row < vectors->horizons * desks && f->status == STATUS_OK; row++) {
        int64_t *to = pnl_row(vectors, row / desks, row % desks);
        const int64_t *from = pnl_row(without, row / desks, row % desks);
        for (size_t i = 0; i < vectors->scenarios; i++)
            to[i] += from[i];
    }
    add_all_desks(bank, vectors, f);
    return agree(comm, f);
}
