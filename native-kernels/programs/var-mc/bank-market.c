/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters, factors, curves and covariance. */
#include "bank.h"
#include "base/day.h"
#include "records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int take_as_of(const struct sw_record *record, int column, struct bank *bank, struct sw_failure *f) {
    int day;
    if (bank->as_of != 0)
        return sw_refuse(f, record, column, "a run has one day of valuation", "is the second as_of");
    if (sw_take_day(record, column, &day, f) == STATUS_OK)
        bank->as_of = sw_day_number(day);
    return f->status;
}

static int take_reporting_currency(const struct sw_record *record, int column, struct bank *bank,
                                   struct sw_failure *f) {
    const char *text;
    if (bank->currency[0] != '\0')
        return sw_refuse(f, record, column, "a run has one reporting currency", "is the second currency");
    if (sw_take_id(record, column, &text, f) == STATUS_OK)
        strcpy(bank->currency, text);
    return f->status;
}

static int take_parameter(void *to, const struct sw_record *record, struct sw_failure *f) {
    enum { NAME, VALUE };
    static const char *const known[] = {"as_of", "currency", NULL};
    int which;
    if (sw_take_choice(record, NAME, known, &which, f) != STATUS_OK)
        return f->status;
    return which == 0 ? take_as_of(record, VALUE, to, f) : take_reporting_currency(record, VALUE, to, f);
}

int read_parameters(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[] = {"name", "value"};
    return each_record(comm, path, columns, 2, (struct taker){take_parameter, bank}, f);
}

/* Adds an exchange rate, which is found by its currency. */
static int add_exchange(struct factors *factors, const struct sw_record *record, int column, uint32_t factor,
                        struct sw_failure *f) {
    uint32_t currency;
    if (sw_take_new(record, column, &factors->currencies, &currency, f) != STATUS_OK ||
        make_room((void **)&factors->exchange, &factors->exchange_room, (size_t)currency + 1, sizeof *factors->exchange,
                  f) != STATUS_OK)
        return f->status;
    factors->exchange[currency] = factor;
    return STATUS_OK;
}

/* Takes the currency of the factor, if any. */
static int take_money(struct factors *factors, const struct sw_record *record, int column, uint32_t factor,
                      struct sw_failure *f) {
    const char *text;
    if (make_room((void **)&factors->currency, &factors->currency_room, (size_t)factor + 1, sizeof *factors->currency,
                  f) != STATUS_OK)
        return f->status;
    factors->currency[factor] = SW_NO_NAME;
    if (sw_is_empty(record, column))
        return STATUS_OK;
    if (sw_take_id(record, column, &text, f) != STATUS_OK)
        return f->status;
    factors->currency[factor] = sw_names_add(&factors->money, text, NULL);
    if (factors->currency[factor] == SW_NO_NAME)
        return sw_fail_alone(f, "%s: not enough memory for the names of currencies", record->path);
    return STATUS_OK;
}

static int take_factor(void *to, const struct sw_record *record, struct sw_failure *f) {
    enum { FACTOR, CLASS, CURRENCY, VALUE };
    static const char *const classes[] = {"stock", "index",     "government", "swap",     "money",
                                          "fx",    "commodity", "volatility", "economic", NULL};
    struct bank *bank = to;
    struct factors *factors = &bank->factors;
    uint32_t factor;
    if (sw_take_new(record, FACTOR, &factors->names, &factor, f) != STATUS_OK ||
        make_room((void **)&factors->today, &factors->today_room, (size_t)factor + 1, sizeof *factors->today, f) !=
            STATUS_OK ||
        make_room((void **)&factors->is_rate, &factors->rate_room, (size_t)factor + 1, sizeof *factors->is_rate, f) !=
            STATUS_OK ||
        make_room((void **)&factors->class, &factors->class_room, (size_t)factor + 1, sizeof *factors->class, f) !=
            STATUS_OK ||
        sw_take_choice(record, CLASS, classes, &factors->class[factor], f) != STATUS_OK ||
        take_money(factors, record, CURRENCY, factor, f) != STATUS_OK ||
        sw_take_real(record, VALUE, &factors->today[factor], f) != STATUS_OK)
        return f->status;
    const int class = factors->class[factor];
    factors->is_rate[factor] = class == CLASS_GOVERNMENT || class == CLASS_SWAP || class == CLASS_MONEY;
    if (!factors->is_rate[factor] && !(factors->today[factor] > 0))
        return sw_refuse(f, record, VALUE, "only rates may be zero or negative", "is %g, not above zero",
                         factors->today[factor]);
    return class == CLASS_FX ? add_exchange(factors, record, CURRENCY, factor, f) : STATUS_OK;
}

int read_factors(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[] = {"factor", "class", "currency", "value"};
    return each_record(comm, path, columns, 4, (struct taker){take_factor, bank}, f);
}

/*
 * Takes a point of a curve. Curves come one after another, so a point belongs to the last curve, or begins a new one.
 */
static int take_point(void *to, const struct sw_record *record, struct sw_failure *f) {
    enum { CURVE, YEARS, FACTOR };
    struct bank *bank = to;
    struct curves *curves = &bank->curves;
    const char *text;
    const size_t at = curves->points;
    if (sw_take_id(record, CURVE, &text, f) != STATUS_OK)
        return f->status;
    const uint32_t found = sw_names_find(&curves->names, text);
    const bool goes_on = found != SW_NO_NAME && found + 1 == curves->names.count;
    uint32_t curve = found;
    if ((!goes_on && sw_take_new(record, CURVE, &curves->names, &curve, f) != STATUS_OK) ||
        make_room((void **)&curves->starts, &curves->start_room, (size_t)curve + 1, sizeof *curves->starts, f) !=
            STATUS_OK ||
        make_room((void **)&curves->years, &curves->year_room, at + 1, sizeof *curves->years, f) != STATUS_OK ||
        make_room((void **)&curves->factors, &curves->factor_room, at + 1, sizeof *curves->factors, f) != STATUS_OK ||
        sw_take_real(record, YEARS, &curves->years[at], f) != STATUS_OK ||
        sw_take_known(record, FACTOR, &bank->factors.names, "factor", &curves->factors[at], f) != STATUS_OK)
        return f->status;
    if (!goes_on)
        curves->starts[curve] = at;
    else if (!(curves->years[at] > curves->years[at - 1]))
        return sw_refuse(f, record, YEARS, "order each curve by years", "is %g and does not ascend", curves->years[at]);
    curves->points++;
    return STATUS_OK;
}

int read_curves(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[] = {"curve", "years", "factor"};
    return each_record(comm, path, columns, 3, (struct taker){take_point, bank}, f);
}

static int take_covariance(void *to, const struct sw_record *record, struct sw_failure *f) {
    enum { FACTOR, OTHER, VALUE };
    struct bank *bank = to;
    const size_t n = bank->factors.names.count;
    uint32_t i, j;
    double value;
    if (sw_take_known(record, FACTOR, &bank->factors.names, "factor", &i, f) != STATUS_OK ||
        sw_take_known(record, OTHER, &bank->factors.names, "factor", &j, f) != STATUS_OK ||
        sw_take_real(record, VALUE, &value, f) != STATUS_OK)
        return f->status;
    if (i == j && value < 0)
        return sw_refuse(f, record, VALUE, "a variance is the mean of squares",
                         "is %g: the variance of %s is below zero", value, sw_names_text(&bank->factors.names, i));
    double *here = &bank->covariance[i * n + j], *there = &bank->covariance[j * n + i];
    if (!isnan(*here) && *here != value)
        return sw_refuse(f, record, VALUE, "a covariance is symmetric: give each pair once",
                         "is %.17g, but %.17g before", value, *here);
    *here = *there = value;
    if (i == j)
        bank->variance_places[i] = (struct input_place){record->path, record->line};
    return STATUS_OK;
}

int read_covariance(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[] = {"factor", "other", "value"};
    const size_t n = bank->factors.names.count;
    if (bank->covariance == NULL) {
        bank->covariance = malloc(n * n * sizeof *bank->covariance);
        bank->variance_places = calloc(n, sizeof *bank->variance_places);
        if (bank->covariance == NULL || bank->variance_places == NULL)
            return sw_fail_alone(f, "%s: not enough memory for the covariance of %zu factors", path, n);
        for (size_t i = 0; i < n * n; i++)
            bank->covariance[i] = NAN;
        bank->covariance_path = path;
    }
    return each_record(comm, path, columns, 3, (struct taker){take_covariance, bank}, f);
}
