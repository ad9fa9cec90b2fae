/* SPDX-License-Identifier: Apache-2.0 */
/* Instruments: for each kind a table that assigns columns to terms. */
#include "bank.h"
#include "base/day.h"
#include "records.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const double DAYS_A_YEAR = 365;

typedef enum {
    FACTOR,         /* uint32_t */
    CURVE,          /* uint32_t */
    MAYBE_CURVE,    /* uint32_t; PRC_NONE if empty */
    REAL,           /* double */
    MAYBE_REAL,     /* double; 0 if empty */
    DUE,            /* double: years from the day of valuation to a day not before it */
    DAY,            /* double: years to any day */
    COUNT,          /* unsigned */
    OPTION,         /* prc_option */
    SIDE,           /* prc_side */
    DIRECTION,      /* prc_direction */
    KNOCK,          /* prc_knock */
    BASKET_FACTORS, /* the number of assets, and an array of factors */
    BASKET_LEVELS,  /* an array of volatilities, which are factors */
    BASKET_WEIGHTS  /* an array of double */
} field_type;

struct column {
    const char *name;
    field_type type;
    size_t at; /* in struct prc_instrument */
};

#define TERM(path) offsetof(struct prc_instrument, terms.path)

/* The first columns of every file. */
enum { INSTRUMENT, CURRENCY, OWN_COLUMNS, MOST_COLUMNS = 16 };

/* The first terms of every option on one price, of any kind. */
#define OPTION_COLUMNS                                                                                                 \
    {"factor", FACTOR, TERM(european.factor)}, {"volatility", FACTOR, TERM(european.volatility)},                      \
        {"option", OPTION, TERM(european.option)}, {"strike", REAL, TERM(european.strike)},                            \
        {"maturity", DUE, TERM(european.maturity)}, {"curve", CURVE, TERM(european.curve)}, {                          \
        "yield_curve", MAYBE_CURVE, TERM(european.yield_curve)                                                         \
    }

_Static_assert(offsetof(struct prc_digital, option) == 0 && offsetof(struct prc_barrier, option) == 0 &&
                   offsetof(struct prc_asian, option) == 0 && offsetof(struct prc_discrete_barrier, barrier) == 0,
               "the terms of each option begin with those of a European one");

static const struct column stock[] = {{"factor", FACTOR, TERM(stock.factor)}, {0}};
static const struct column fx_forward[] = {{"factor", FACTOR, TERM(fx_forward.factor)},
                                           {"strike", REAL, TERM(fx_forward.strike)},
                                           {"maturity", DUE, TERM(fx_forward.maturity)},
                                           {"curve", CURVE, TERM(fx_forward.curve)},
                                           {"foreign_curve", CURVE, TERM(fx_forward.foreign_curve)},
                                           {0}};
static const struct column commodity_forward[] = {{"factor", FACTOR, TERM(commodity_forward.factor)},
                                                  {"strike", REAL, TERM(commodity_forward.strike)},
                                                  {"maturity", DUE, TERM(commodity_forward.maturity)},
                                                  {"curve", CURVE, TERM(commodity_forward.curve)},
                                                  {"yield_curve", MAYBE_CURVE, TERM(commodity_forward.yield_curve)},
                                                  {0}};
static const struct column deposit[] = {{"rate", REAL, TERM(deposit.rate)},
                                        {"start", DAY, TERM(deposit.start)},
                                        {"maturity", DUE, TERM(deposit.maturity)},
                                        {"curve", CURVE, TERM(deposit.curve)},
                                        {0}};
static const struct column fixed_bond[] = {{"coupon", REAL, TERM(fixed_bond.coupon)},
                                           {"per_year", COUNT, TERM(fixed_bond.per_year)},
                                           {"maturity", DUE, TERM(fixed_bond.maturity)},
                                           {"curve", CURVE, TERM(fixed_bond.curve)},
                                           {0}};
static const struct column floating_bond[] = {{"spread", REAL, TERM(floating_bond.spread)},
                                              {"per_year", COUNT, TERM(floating_bond.per_year)},
                                              {"maturity", DUE, TERM(floating_bond.maturity)},
                                              {"current", REAL, TERM(floating_bond.current)},
                                              {"curve", CURVE, TERM(floating_bond.curve)},
                                              {"forward_curve", CURVE, TERM(floating_bond.forward_curve)},
                                              {0}};
static const struct column inflation_bond[] = {{"coupon", REAL, TERM(inflation_bond.coupon)},
                                               {"per_year", COUNT, TERM(inflation_bond.per_year)},
                                               {"maturity", DUE, TERM(inflation_bond.maturity)},
                                               {"curve", CURVE, TERM(inflation_bond.curve)},
                                               {"factor", FACTOR, TERM(inflation_bond.factor)},
                                               {"base", REAL, TERM(inflation_bond.base)},
                                               {0}};
static const struct column mortgage[] = {{"rate", REAL, TERM(mortgage.rate)},
                                         {"per_year", COUNT, TERM(mortgage.per_year)},
                                         {"maturity", DUE, TERM(mortgage.maturity)},
                                         {"curve", CURVE, TERM(mortgage.curve)},
                                         {0}};
static const struct column pool[] = {{"coupon", REAL, TERM(pool.coupon)},
                                     {"rate", REAL, TERM(pool.rate)},
                                     {"age_months", COUNT, TERM(pool.age_months)},
                                     {"psa", REAL, TERM(pool.psa)},
                                     {"maturity", DUE, TERM(pool.maturity)},
                                     {"curve", CURVE, TERM(pool.curve)},
                                     {0}};
static const struct column swap[] = {{"side", SIDE, TERM(swap.side)},
                                     {"rate", REAL, TERM(swap.rate)},
                                     {"per_year", COUNT, TERM(swap.per_year)},
                                     {"maturity", DUE, TERM(swap.maturity)},
                                     {"current", REAL, TERM(swap.current)},
                                     {"curve", CURVE, TERM(swap.curve)},
                                     {"forward_curve", CURVE, TERM(swap.forward_curve)},
                                     {0}};
static const struct column european[] = {OPTION_COLUMNS, {0}};
static const struct column digital[] = {OPTION_COLUMNS, {"payout", REAL, TERM(digital.payout)}, {0}};
static const struct column barrier[] = {OPTION_COLUMNS,
                                        {"barrier", REAL, TERM(barrier.barrier)},
                                        {"direction", DIRECTION, TERM(barrier.direction)},
                                        {"knock", KNOCK, TERM(barrier.knock)},
                                        {"rebate", MAYBE_REAL, TERM(barrier.rebate)},
                                        {0}};
static const struct column asian[] = {OPTION_COLUMNS,
                                      {"first_fixing", DAY, TERM(asian.first_fixing)},
                                      {"fixings", COUNT, TERM(asian.fixings)},
                                      {"realised", MAYBE_REAL, TERM(asian.realised)},
                                      {0}};
static const struct column discrete_barrier[] = {OPTION_COLUMNS,
                                                 {"barrier", REAL, TERM(discrete_barrier.barrier.barrier)},
                                                 {"direction", DIRECTION, TERM(discrete_barrier.barrier.direction)},
                                                 {"knock", KNOCK, TERM(discrete_barrier.barrier.knock)},
                                                 {"rebate", MAYBE_REAL, TERM(discrete_barrier.barrier.rebate)},
                                                 {"first_fixing", DAY, TERM(discrete_barrier.first_fixing)},
                                                 {"fixings", COUNT, TERM(discrete_barrier.fixings)},
                                                 {0}};
/* The factors come first: they determine the number of assets. */
static const struct column basket[] = {{"factors", BASKET_FACTORS, TERM(basket.factors)},
                                       {"volatilities", BASKET_LEVELS, TERM(basket.volatilities)},
                                       {"weights", BASKET_WEIGHTS, TERM(basket.weights)},
                                       {"correlation", REAL, TERM(basket.correlation)},
                                       {"option", OPTION, TERM(basket.option)},
                                       {"strike", REAL, TERM(basket.strike)},
                                       {"maturity", DUE, TERM(basket.maturity)},
                                       {"curve", CURVE, TERM(basket.curve)},
                                       {0}};
static const struct column cash[] = {{0}};

static const struct column *const columns_of[PRC_KINDS] = {
    [PRC_CASH] = cash,
    [PRC_STOCK] = stock,
    [PRC_FX_FORWARD] = fx_forward,
    [PRC_COMMODITY_FORWARD] = commodity_forward,
    [PRC_DEPOSIT] = deposit,
    [PRC_FIXED_BOND] = fixed_bond,
    [PRC_FLOATING_BOND] = floating_bond,
    [PRC_INFLATION_BOND] = inflation_bond,
    [PRC_MORTGAGE] = mortgage,
    [PRC_POOL] = pool,
    [PRC_SWAP] = swap,
    [PRC_EUROPEAN] = european,
    [PRC_DIGITAL] = digital,
    [PRC_BARRIER] = barrier,
    [PRC_ASIAN] = asian,
    [PRC_DISCRETE_BARRIER] = discrete_barrier,
    [PRC_BASKET] = basket,
};

/* The kind of the current file, and the destination of its instruments. */
struct reading {
    struct bank *bank;
    prc_kind kind;
    struct prc_instrument *to;
};

static int take_years(const struct sw_record *record, int column, long as_of, field_type type, double *years,
                      struct sw_failure *f) {
    int due;
    if (sw_take_day(record, column, &due, f) != STATUS_OK)
        return f->status;
    const long day = sw_day_number(due);
    if (type == DUE && day < as_of)
        return sw_refuse(f, record, column, "leave the instrument and its holdings out",
                         "is %s: the instrument has expired", record->fields[column].text);
    *years = (double)(day - as_of) / DAYS_A_YEAR;
    return STATUS_OK;
}

static int take_word(const struct sw_record *record, int column, field_type type, void *to, struct sw_failure *f) {
    static const char *const options[] = {"call", "put", NULL}, *const sides[] = {"payer", "receiver", NULL},
                             *const directions[] = {"up", "down", NULL}, *const knocks[] = {"in", "out", NULL};
    int choice;
    switch (type) {
    case OPTION:
        if (sw_take_choice(record, column, options, &choice, f) == STATUS_OK)
            *(prc_option *)to = choice == 0 ? PRC_CALL : PRC_PUT;
        break;
    case SIDE:
        if (sw_take_choice(record, column, sides, &choice, f) == STATUS_OK)
            *(prc_side *)to = choice == 0 ? PRC_PAYER : PRC_RECEIVER;
        break;
    case DIRECTION:
        if (sw_take_choice(record, column, directions, &choice, f) == STATUS_OK)
            *(prc_direction *)to = choice == 0 ? PRC_UP : PRC_DOWN;
        break;
    default:
        if (sw_take_choice(record, column, knocks, &choice, f) == STATUS_OK)
            *(prc_knock *)to = choice == 0 ? PRC_IN : PRC_OUT;
    }
    return f->status;
}

/* Makes an array of a basket, which the instruments own. */
static void *new_list(struct instruments *all, const struct sw_record *record, size_t bytes, struct sw_failure *f) {
    void *list = malloc(bytes);
    if (list == NULL) {
        sw_fail_alone(f, "%s: not enough memory for a basket", record->path);
    } else if (make_room((void **)&all->lists, &all->list_room, all->list_count + 1, sizeof *all->lists, f) !=
               STATUS_OK) {
        free(list);
        list = NULL;
    } else {
        all->lists[all->list_count++] = list;
    }
    return list;
}

static size_t count_entries(const char *text) {
    size_t count = 1;
    for (; *text != '\0'; text++)
        count += *text == ';';
    return count;
}

/* Takes a list with entries separated by semicolons. Each entry is read like a record with one column of that name. */
static int take_list(const struct reading *reading, const struct sw_record *record, int column, field_type type,
                     void **to, struct sw_failure *f) {
    struct prc_basket *terms = &reading->to->terms.basket;
    struct sw_csv_field *field = (struct sw_csv_field *)&record->fields[column], whole = *field;
    if (sw_is_empty(record, column))
        return sw_refuse(f, record, column, "separate its entries by semicolons", "is empty");
    const size_t count = count_entries(whole.text);
    if (type == BASKET_FACTORS)
        terms->assets = count;
    if (count != terms->assets || count > PRC_MAX_ASSETS)
        return sw_refuse(f, record, column, NULL,
                         "has %zu entries: factors, volatilities and weights need as many, at most %d", count,
                         PRC_MAX_ASSETS);
    const size_t size = type == BASKET_WEIGHTS ? sizeof(double) : sizeof(uint32_t);
    *to = new_list(&reading->bank->instruments, record, count * size, f);
    char *at = whole.text;
    for (size_t i = 0; i < count && f->status == STATUS_OK; i++) {
        char *end = at + strcspn(at, ";");
        *end = '\0';
        *field = (struct sw_csv_field){at, (size_t)(end - at)};
        if (type == BASKET_WEIGHTS)
            sw_take_real(record, column, (double *)*to + i, f);
        else
            sw_take_known(record, column, &reading->bank->factors.names, "factor", (uint32_t *)*to + i, f);
        at = end + 1;
    }
    *field = whole;
    return f->status;
}

static int take_field(const struct reading *reading, const struct sw_record *record, int at,
                      const struct column *column, struct sw_failure *f) {
    const struct bank *bank = reading->bank;
    void *to = (char *)reading->to + column->at;
    long whole;
    switch (column->type) {
    case FACTOR:
        return sw_take_known(record, at, &bank->factors.names, "factor", to, f);
    case MAYBE_CURVE:
        if (sw_is_empty(record, at)) {
            *(uint32_t *)to = PRC_NONE;
            return STATUS_OK;
        }
        /* fall through */
    case CURVE:
        return sw_take_known(record, at, &bank->curves.names, "curve", to, f);
    case MAYBE_REAL:
        if (sw_is_empty(record, at))
            return STATUS_OK;
        /* fall through */
    case REAL:
        return sw_take_real(record, at, to, f);
    case DUE:
    case DAY:
        return take_years(record, at, bank->as_of, column->type, to, f);
    case COUNT:
        if (sw_take_whole(record, at, 0, PRC_MAX_FIXINGS, &whole, f) == STATUS_OK)
            *(unsigned *)to = (unsigned)whole;
        return f->status;
    case BASKET_FACTORS:
    case BASKET_LEVELS:
    case BASKET_WEIGHTS:
        return take_list(reading, record, at, column->type, to, f);
    default:
        return take_word(record, at, column->type, to, f);
    }
}

/* Finds the exchange rate of the currency in COLUMN. */
static int take_currency(const struct sw_record *record, int column, const struct bank *bank, uint32_t *exchange,
                         struct sw_failure *f) {
    const char *text;
    uint32_t currency;
    *exchange = PRC_NONE;
    if (sw_take_id(record, column, &text, f) != STATUS_OK || strcmp(text, bank->currency) == 0)
        return f->status;
    if (sw_take_known(record, column, &bank->factors.currencies, "currency with an fx factor", &currency, f) ==
        STATUS_OK)
        *exchange = bank->factors.exchange[currency];
    return f->status;
}

static int take_instrument(void *to, const struct sw_record *record, struct sw_failure *f) {
    struct reading *reading = to;
    struct bank *bank = reading->bank;
    struct instruments *all = &bank->instruments;
    struct prc_error error;
    uint32_t number;
    if (all->wanted.count > 0 && sw_names_find(&all->wanted, sw_text_of_field(record, INSTRUMENT)) == SW_NO_NAME)
        return STATUS_OK;
    if (sw_take_new(record, INSTRUMENT, &all->names, &number, f) != STATUS_OK ||
        make_room((void **)&all->instruments, &all->instrument_room, (size_t)number + 1, sizeof *all->instruments, f) !=
            STATUS_OK ||
        make_room((void **)&all->exchange, &all->exchange_room, (size_t)number + 1, sizeof *all->exchange, f) !=
            STATUS_OK ||
        take_currency(record, CURRENCY, bank, &all->exchange[number], f) != STATUS_OK)
        return f->status;
    reading->to = &all->instruments[number];
    memset(reading->to, 0, sizeof *reading->to);
    reading->to->kind = reading->kind;
    reading->to->id = rmc_instrument_id(record->fields[INSTRUMENT].text);
    for (int i = 0; columns_of[reading->kind][i].name != NULL; i++)
        if (take_field(reading, record, OWN_COLUMNS + i, &columns_of[reading->kind][i], f) != STATUS_OK)
            return f->status;
    if (reading->kind == PRC_FX_FORWARD)
        reading->to->terms.fx_forward.own_factor = all->exchange[number];
    if (prc_check(reading->to, &bank->market, &error) != PRC_OK)
        return sw_refuse(f, record, INSTRUMENT, NULL, "\"%s\": %s", record->fields[INSTRUMENT].text, error.text);
    return STATUS_OK;
}

int read_instruments(MPI_Comm comm, const char *path, prc_kind kind, struct bank *bank, struct sw_failure *f) {
    const char *columns[MOST_COLUMNS] = {[INSTRUMENT] = "instrument", [CURRENCY] = "currency"};
    struct reading reading = {bank, kind, NULL};
    size_t count = OWN_COLUMNS;
    for (int i = 0; columns_of[kind][i].name != NULL; i++)
        columns[count++] = columns_of[kind][i].name;
    return each_record(comm, path, columns, count, (struct taker){take_instrument, &reading}, f);
}
