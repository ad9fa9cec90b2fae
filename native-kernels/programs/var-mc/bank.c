/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which the files of a bank are read, and the checks across files. */
#include "bank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Binds the points of the curves to their arrays, once these do not move any more. */
static int make_market(struct bank *bank, struct sw_failure *f) {
    struct curves *curves = &bank->curves;
    struct prc_error error;
    const size_t count = curves->names.count;
    if (count > 0 &&
        make_room((void **)&curves->curves, &curves->curve_room, count, sizeof *curves->curves, f) != STATUS_OK)
        return f->status;
    for (size_t i = 0; i < count; i++) {
        const size_t start = curves->starts[i], end = i + 1 < count ? curves->starts[i + 1] : curves->points;
        curves->curves[i] = (struct prc_curve){end - start, curves->years + start, curves->factors + start};
    }
    bank->market = (struct prc_market){.factors = bank->factors.names.count,
                                       .today = bank->factors.today,
                                       .curves = curves->curves,
                                       .curve_count = count};
    if (prc_market_check(&bank->market, &error) != PRC_OK)
        return sw_fail(f, STATUS_CONTENT, NULL, "the market cannot be used: %s", error.text);
    return STATUS_OK;
}

static int check_parameters(const struct bank *bank, struct sw_failure *f) {
    if (bank->as_of == 0 || bank->currency[0] == '\0')
        return sw_fail(f, STATUS_CONTENT, "add its row", "the parameters do not say %s",
                       bank->as_of == 0 ? "as_of, the day of valuation" : "currency, the reporting currency");
    return STATUS_OK;
}

static const char *factor_name(const struct bank *bank, size_t factor) {
    return sw_names_text(&bank->factors.names, (uint32_t)factor);
}

/* Checks that a covariance is complete, and that a factor that never moves has no covariance with others. */
static int check_covariance(const struct bank *bank, struct sw_failure *f) {
    const size_t n = bank->factors.names.count;
    const double *covariance = bank->covariance;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            if (isnan(covariance[i * n + j]))
                return sw_fail(f, STATUS_CONTENT, "add its row", "%.160s: the covariance lacks the pair of %s and %s",
                               bank->covariance_path, factor_name(bank, i), factor_name(bank, j));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (covariance[i * n + i] == 0 && covariance[i * n + j] != 0)
                return sw_fail(f, STATUS_CONTENT, "give it a variance, or a covariance of 0",
                               "%.160s: %s has the variance 0, but the covariance %g with %s", bank->covariance_path,
                               factor_name(bank, i), covariance[i * n + j], factor_name(bank, j));
    return STATUS_OK;
}

/* Reads a file by its kind. */
static int read_listed(MPI_Comm comm, const struct listed_file *file, struct bank *bank, struct sw_failure *f) {
    switch (file->kind) {
    case LIST_PARAMETERS:
        return read_parameters(comm, file->path, bank, f);
    case LIST_FACTORS:
        return read_factors(comm, file->path, bank, f);
    case LIST_HISTORY:
        return read_history(comm, file->path, bank, f);
    case LIST_COVARIANCE:
        return read_covariance(comm, file->path, bank, f);
    case LIST_DRIFTS:
        return read_drifts(comm, file->path, bank, f);
    case LIST_CURVES:
        return read_curves(comm, file->path, bank, f);
    case LIST_HOLDINGS:
        return read_holdings(comm, file->path, bank, f);
    case LIST_LIMITS:
        return read_limits(comm, file->path, bank, f);
    case LIST_SCENARIOS:
        return read_scenarios(comm, file->path, bank, f);
    default:
        return read_instruments(comm, file->path, (prc_kind)(file->kind - LIST_INSTRUMENTS), bank, f);
    }
}

int read_kinds(MPI_Comm comm, const struct list *list, int first, int last, struct bank *bank, struct sw_failure *f) {
    for (size_t i = 0; i < list->count && f->status == STATUS_OK; i++)
        if (list->files[i].kind >= first && list->files[i].kind <= last)
            read_listed(comm, &list->files[i], bank, f);
    return f->status;
}

int read_market(MPI_Comm comm, const struct list *list, struct bank *bank, struct sw_failure *f) {
    if (read_kinds(comm, list, LIST_PARAMETERS, LIST_PARAMETERS, bank, f) == STATUS_OK &&
        check_parameters(bank, f) == STATUS_OK &&
        read_kinds(comm, list, LIST_FACTORS, LIST_FACTORS, bank, f) == STATUS_OK &&
        read_kinds(comm, list, LIST_CURVES, LIST_CURVES, bank, f) == STATUS_OK)
        make_market(bank, f);
    return f->status;
}

int read_bank(MPI_Comm comm, const struct list *list, struct bank *bank, struct sw_failure *f) {
    if (read_market(comm, list, bank, f) != STATUS_OK ||
        read_kinds(comm, list, LIST_HISTORY, LIST_DRIFTS, bank, f) != STATUS_OK ||
        (bank->covariance != NULL && check_covariance(bank, f) != STATUS_OK))
        return f->status;
    if (read_kinds(comm, list, LIST_SCENARIOS, LIST_SCENARIOS, bank, f) == STATUS_OK &&
        read_kinds(comm, list, LIST_INSTRUMENTS, LIST_KINDS, bank, f) == STATUS_OK &&
        read_kinds(comm, list, LIST_HOLDINGS, LIST_HOLDINGS, bank, f) == STATUS_OK)
        read_kinds(comm, list, LIST_LIMITS, LIST_LIMITS, bank, f);
    return f->status;
}

void free_bank(struct bank *bank) {
    sw_names_free(&bank->factors.names);
    sw_names_free(&bank->factors.currencies);
    free(bank->factors.today);
    free(bank->factors.is_rate);
    free(bank->factors.class);
    sw_names_free(&bank->factors.money);
    free(bank->factors.currency);
    free(bank->factors.exchange);
    free(bank->history.level);
    free(bank->covariance);
    free(bank->variance_places);
    free(bank->drifts);
    sw_names_free(&bank->curves.names);
    free(bank->curves.curves);
    free(bank->curves.years);
    free(bank->curves.factors);
    free(bank->curves.starts);
    sw_names_free(&bank->instruments.names);
    sw_names_free(&bank->instruments.wanted);
    for (size_t i = 0; i < bank->instruments.list_count; i++)
        free(bank->instruments.lists[i]);
    free(bank->instruments.lists);
    free(bank->instruments.instruments);
    free(bank->instruments.exchange);
    sw_names_free(&bank->holdings.positions);
    sw_names_free(&bank->holdings.desks);
    sw_names_free(&bank->holdings.books);
    free(bank->holdings.desks_of_books);
    free(bank->holdings.books_of_positions);
    free(bank->holdings.lines);
    free(bank->holdings.files);
    free(bank->holdings.holdings);
    free(bank->limits);
    sw_names_free(&bank->given.names);
    free(bank->given.moves);
}
