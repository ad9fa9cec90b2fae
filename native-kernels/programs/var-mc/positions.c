/* SPDX-License-Identifier: Apache-2.0 */
/* The positions of a run on prices. */
#include "records.h"

#include <stdlib.h>
#include <string.h>

enum {
    KIND,
    SYMBOL,
    OPTION,
    STRIKE,
    EXPIRY,
    QUANTITY,
    INSTRUMENT,
    FIRST_FIXING,
    FIXINGS,
    FIXINGS_PASSED,
    REALISED,
    COLUMNS,
    USUAL_FIXINGS = 12
};

/* A "?" in front marks columns that may be missing. */
static const char *const names[COLUMNS] = {"kind",         "symbol",          "option",           "strike",
                                           "expiry_years", "quantity",        "?instrument",      "?first_fixing_years",
                                           "?fixings",     "?fixings_passed", "?realised_average"};

static int take_symbol(const struct sw_record *record, const struct market *market, uint32_t *factor,
                       struct sw_failure *f) {
    const char *text = sw_text_of_field(record, SYMBOL);
    *factor = sw_names_find(&market->symbols, text);
    if (*factor == SW_NO_NAME)
        return sw_refuse(f, record, SYMBOL, "extract its prices too, or leave the position out",
                         "\"%.40s\" has no prices", text);
    return STATUS_OK;
}

static int take_count(const struct sw_record *record, int column, uint32_t *count, struct sw_failure *f) {
    long number = 0;
    if (sw_take_whole(record, column, 0, RMC_MAX_FIXINGS, &number, f) == STATUS_OK)
        *count = (uint32_t)number;
    return f->status;
}

static bool are_empty(const struct sw_record *record, int first, int last) {
    for (int column = first; column <= last; column++)
        if (!sw_is_empty(record, column))
            return false;
    return true;
}

/* Takes the fixings of an Asian option. Without any of the columns there are 12, equally spaced from now to expiry. */
static int take_schedule(const struct sw_record *record, struct rmc_position *to, struct sw_failure *f) {
    struct rmc_schedule *schedule = &to->schedule;
    if (are_empty(record, FIRST_FIXING, REALISED)) {
        *schedule = rmc_even_schedule(to->years, USUAL_FIXINGS);
        return STATUS_OK;
    }
    if (sw_take_real(record, FIRST_FIXING, &schedule->first, f) != STATUS_OK ||
        take_count(record, FIXINGS, &schedule->fixings, f) != STATUS_OK ||
        (!sw_is_empty(record, FIXINGS_PASSED) &&
         take_count(record, FIXINGS_PASSED, &schedule->passed, f) != STATUS_OK) ||
        (!sw_is_empty(record, REALISED) && sw_take_real(record, REALISED, &schedule->realised, f) != STATUS_OK))
        return f->status;
    const char *wrong = rmc_schedule_wrong(schedule, to->years);
    if (wrong != NULL)
        return sw_refuse(f, record, SW_NO_COLUMN, "times are in years from now, negative for those that have passed",
                         "%s", wrong);
    return STATUS_OK;
}

static int take_option_terms(const struct sw_record *record, struct rmc_position *to, struct sw_failure *f) {
    static const char *const options[] = {"call", "put", NULL};
    int option;
    if (sw_take_choice(record, OPTION, options, &option, f) != STATUS_OK ||
        sw_take_real(record, STRIKE, &to->strike, f) != STATUS_OK ||
        sw_take_real(record, EXPIRY, &to->years, f) != STATUS_OK)
        return f->status;
    to->option = option == 0 ? RMC_CALL : RMC_PUT;
    if (!(to->strike > 0))
        return sw_refuse(f, record, STRIKE, NULL, "%g is not above zero", to->strike);
    if (!(to->years >= 0 && to->years <= 100))
        return sw_refuse(f, record, EXPIRY, NULL, "%g is not from 0 to 100", to->years);
    return STATUS_OK;
}

/* Refuses columns that a kind does not have. */
static int refuse_columns(const struct sw_record *record, int first, int last, const char *kind, struct sw_failure *f) {
    for (int column = first; column <= last; column++)
        if (!sw_is_empty(record, column))
            return sw_refuse(f, record, SW_NO_COLUMN, "leave it empty", "a %s has no %s: \"%.40s\"", kind,
                             sw_column_name(record, column), sw_text_of_field(record, column));
    return STATUS_OK;
}

static int take_terms(const struct sw_record *record, struct rmc_position *to, struct sw_failure *f) {
    if (to->kind == RMC_STOCK && refuse_columns(record, OPTION, EXPIRY, "stock", f) != STATUS_OK)
        return f->status;
    if (to->kind != RMC_STOCK && take_option_terms(record, to, f) != STATUS_OK)
        return f->status;
    if (to->kind == RMC_ASIAN)
        return take_schedule(record, to, f);
    return refuse_columns(record, FIRST_FIXING, REALISED, to->kind == RMC_STOCK ? "stock" : "european option", f);
}

/* Takes the id of the instrument from its name, or without a name from its terms, so that equal terms are one
 * instrument. */
static int take_instrument(const struct sw_record *record, struct rmc_position *to, struct sw_failure *f) {
    const struct rmc_schedule *at = &to->schedule;
    const char *name = NULL;
    char terms[512];
    if (!sw_is_empty(record, INSTRUMENT) && sw_take_id(record, INSTRUMENT, &name, f) != STATUS_OK)
        return f->status;
    snprintf(terms, sizeof terms, "%s %d %d %.17g %.17g %.17g %u %u %.17g", sw_text_of_field(record, SYMBOL),
             (int)to->kind, (int)to->option, to->strike, to->years, at->first, at->fixings, at->passed, at->realised);
    to->instrument = rmc_instrument_id(name != NULL ? name : terms);
    return STATUS_OK;
}

static int take_position(const struct sw_record *record, const struct market *market, struct rmc_position *to,
                         struct sw_failure *f) {
    static const char *const kinds[] = {"stock", "european", "asian", NULL};
    static const rmc_kind values[] = {RMC_STOCK, RMC_EUROPEAN, RMC_ASIAN};
    int kind;
    memset(to, 0, sizeof *to);
    if (sw_take_choice(record, KIND, kinds, &kind, f) != STATUS_OK ||
        take_symbol(record, market, &to->factor, f) != STATUS_OK ||
        sw_take_real(record, QUANTITY, &to->quantity, f) != STATUS_OK)
        return f->status;
    to->kind = values[kind];
    if (take_terms(record, to, f) != STATUS_OK)
        return f->status;
    return take_instrument(record, to, f);
}

/* A position and its line. */
struct row {
    const struct rmc_position *position;
    unsigned long line;
};

static int by_instrument_and_line(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    if (x->position->instrument != y->position->instrument)
        return x->position->instrument > y->position->instrument ? 1 : -1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Compares all terms. Terms that a kind does not have are 0 in both. */
static bool same_terms(const struct rmc_position *a, const struct rmc_position *b) {
    return a->kind == b->kind && a->factor == b->factor && a->option == b->option && a->strike == b->strike &&
           a->years == b->years && a->schedule.first == b->schedule.first &&
           a->schedule.fixings == b->schedule.fixings && a->schedule.passed == b->schedule.passed &&
           a->schedule.realised == b->schedule.realised;
}

static int check_instruments(const struct inputs *inputs, const unsigned long *lines, const char *path,
                             struct sw_failure *f) {
    const size_t count = inputs->position_count;
    struct row *rows = malloc((count + 1) * sizeof *rows);
    if (rows == NULL)
        return sw_fail_alone(f, "not enough memory to order %zu positions", count);
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct row){&inputs->positions[i], lines[i]};
    qsort(rows, count, sizeof *rows, by_instrument_and_line);
    for (size_t i = 1; i < count && f->status == STATUS_OK; i++)
        if (rows[i].position->instrument == rows[i - 1].position->instrument &&
            !same_terms(rows[i].position, rows[i - 1].position))
            sw_fail(f, STATUS_CONTENT, "give an instrument the same terms on all lines",
                    "%s line %lu: the instrument has other terms on line %lu", path, rows[i].line, rows[i - 1].line);
    free(rows);
    return f->status;
}

/* The positions read so far, the line of each, and the room of both arrays. */
struct reading {
    struct inputs *inputs;
    unsigned long *lines;
    size_t position_room, line_room;
};

static int take_row(void *to, const struct sw_record *record, struct sw_failure *f) {
    struct reading *reading = to;
    struct inputs *inputs = reading->inputs;
    const size_t count = inputs->position_count;
    if (make_room((void **)&inputs->positions, &reading->position_room, count + 1, sizeof *inputs->positions, f) !=
            STATUS_OK ||
        make_room((void **)&reading->lines, &reading->line_room, count + 1, sizeof *reading->lines, f) != STATUS_OK ||
        take_position(record, &inputs->market, &inputs->positions[count], f) != STATUS_OK)
        return f->status;
    reading->lines[count] = record->line;
    inputs->position_count++;
    return STATUS_OK;
}

int read_positions(MPI_Comm comm, const char *path, struct inputs *inputs, struct sw_failure *f) {
    struct reading reading = {.inputs = inputs};
    if (each_record(comm, path, names, COLUMNS, (struct taker){take_row, &reading}, f) == STATUS_OK)
        check_instruments(inputs, reading.lines, path, f);
    free(reading.lines);
    return f->status;
}
