/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "varmc.h"

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
    NAME_BYTES = 32, /* of an instrument, with its NUL */
    USUAL_FIXINGS = 12
};

/* Columns that may be missing have a "?" in front. */
static const char *const names[COLUMNS] = {"kind",         "symbol",          "option",           "strike",
                                           "expiry_years", "quantity",        "?instrument",      "?first_fixing_years",
                                           "?fixings",     "?fixings_passed", "?realised_average"};

static const char *name_of(int column) {
    return names[column] + (*names[column] == '?');
}

struct place {
    const char *path;
    const struct sw_table *table;
};

/* Index of TEXT among WORDS, or a failure that lists them. */
static int take_word(const struct sw_csv_field *fields, int column, const char *const *words, struct place place,
                     int *index, struct failure *f) {
    char list[64] = "";
    const char *text = fields[column].text != NULL ? fields[column].text : "";
    *index = sw_text_find(words, text);
    if (*index >= 0)
        return STATUS_OK;
    for (int i = 0; words[i] != NULL; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", words[i]);
    }
    return fail(f, STATUS_CONTENT, NULL, "%s line %lu: %s is not one of %s: \"%.40s\"", place.path,
                sw_table_line(place.table), name_of(column), list, text);
}

static int take_symbol(const struct sw_csv_field *field, const struct market *market, struct place place,
                       uint32_t *factor, struct failure *f) {
    for (size_t j = 0; field->text != NULL && j < market->symbol_count; j++)
        if (strcmp(market->symbols[j], field->text) == 0) {
            *factor = (uint32_t)j;
            return STATUS_OK;
        }
    return fail(f, STATUS_CONTENT, "extract its prices too, or leave the position out",
                "%s line %lu: symbol \"%.40s\" has no prices", place.path, sw_table_line(place.table),
                field->text != NULL ? field->text : "");
}

/* Takes the number of a column, which may be empty where EMPTY says what that means. */
static int take_column(const struct sw_csv_field *fields, int column, const double *empty, struct place place,
                       double *out, struct failure *f) {
    if (empty != NULL && fields[column].length == 0) {
        *out = *empty;
        return STATUS_OK;
    }
    return take_number(&fields[column], name_of(column), place.path, place.table, out, f);
}

static int take_count(const struct sw_csv_field *fields, int column, const double *empty, struct place place,
                      uint32_t *out, struct failure *f) {
    double number = 0;
    if (take_column(fields, column, empty, place, &number, f) != STATUS_OK)
        return f->status;
    if (!(number >= 0 && number <= RMC_MAX_FIXINGS) || number != (uint32_t)number)
        return fail(f, STATUS_CONTENT, NULL, "%s line %lu: %s is not a whole number up to %d: \"%.40s\"", place.path,
                    sw_table_line(place.table), name_of(column), RMC_MAX_FIXINGS, fields[column].text);
    *out = (uint32_t)number;
    return STATUS_OK;
}

static bool is_empty(const struct sw_csv_field *fields, int first, int last) {
    for (int column = first; column <= last; column++)
        if (fields[column].length > 0)
            return false;
    return true;
}

/* Takes the fixings of an Asian option. Without any of the columns they are 12, equally spaced from now to expiry. */
static int take_schedule(const struct sw_csv_field *fields, struct place place, struct rmc_position *to,
                         struct failure *f) {
    static const double zero = 0;
    struct rmc_schedule *schedule = &to->schedule;
    if (is_empty(fields, FIRST_FIXING, REALISED)) {
        *schedule = rmc_even_schedule(to->years, USUAL_FIXINGS);
        return STATUS_OK;
    }
    if (take_column(fields, FIRST_FIXING, NULL, place, &schedule->first, f) != STATUS_OK ||
        take_count(fields, FIXINGS, NULL, place, &schedule->fixings, f) != STATUS_OK ||
        take_count(fields, FIXINGS_PASSED, &zero, place, &schedule->passed, f) != STATUS_OK ||
        take_column(fields, REALISED, &zero, place, &schedule->realised, f) != STATUS_OK)
        return f->status;
    const char *wrong = rmc_schedule_wrong(schedule, to->years);
    if (wrong != NULL)
        return fail(f, STATUS_CONTENT, "times are in years from now, negative for those that have passed",
                    "%s line %lu: %s", place.path, sw_table_line(place.table), wrong);
    return STATUS_OK;
}

static int take_option_terms(const struct sw_csv_field *fields, struct place place, struct rmc_position *to,
                             struct failure *f) {
    static const char *const options[] = {"call", "put", NULL};
    int option;
    if (take_word(fields, OPTION, options, place, &option, f) != STATUS_OK ||
        take_column(fields, STRIKE, NULL, place, &to->strike, f) != STATUS_OK ||
        take_column(fields, EXPIRY, NULL, place, &to->years, f) != STATUS_OK)
        return f->status;
    to->option = option == 0 ? RMC_CALL : RMC_PUT;
    if (!(to->strike > 0))
        return fail(f, STATUS_CONTENT, NULL, "%s line %lu: strike %g is not above zero", place.path,
                    sw_table_line(place.table), to->strike);
    if (!(to->years >= 0 && to->years <= 100))
        return fail(f, STATUS_CONTENT, NULL, "%s line %lu: expiry_years %g is not from 0 to 100", place.path,
                    sw_table_line(place.table), to->years);
    return STATUS_OK;
}

/* Refuses what a kind does not have. */
static int refuse_columns(const struct sw_csv_field *fields, int first, int last, const char *kind, struct place place,
                          struct failure *f) {
    for (int column = first; column <= last; column++)
        if (fields[column].length > 0)
            return fail(f, STATUS_CONTENT, "leave it empty", "%s line %lu: a %s has no %s: \"%.40s\"", place.path,
                        sw_table_line(place.table), kind, name_of(column), fields[column].text);
    return STATUS_OK;
}

static int take_terms(const struct sw_csv_field *fields, struct place place, struct rmc_position *to,
                      struct failure *f) {
    if (to->kind == RMC_STOCK && refuse_columns(fields, OPTION, EXPIRY, "stock", place, f) != STATUS_OK)
        return f->status;
    if (to->kind != RMC_STOCK && take_option_terms(fields, place, to, f) != STATUS_OK)
        return f->status;
    if (to->kind == RMC_ASIAN)
        return take_schedule(fields, place, to, f);
    return refuse_columns(fields, FIRST_FIXING, REALISED, to->kind == RMC_STOCK ? "stock" : "european option", place,
                          f);
}

/* Takes the id of the instrument: out of its name, or, where it has none, out of its terms, so that equal terms are one
 * instrument. */
static int take_instrument(const struct sw_csv_field *fields, struct place place, struct rmc_position *to,
                           struct failure *f) {
    const struct sw_csv_field *name = &fields[INSTRUMENT];
    const struct rmc_schedule *at = &to->schedule;
    char terms[512];
    if (name->length >= NAME_BYTES)
        return fail(f, STATUS_CONTENT, NULL, "%s line %lu: instrument \"%.40s\" is longer than %d bytes", place.path,
                    sw_table_line(place.table), name->text, NAME_BYTES - 1);
    snprintf(terms, sizeof terms, "%s %d %d %.17g %.17g %.17g %u %u %.17g", fields[SYMBOL].text, (int)to->kind,
             (int)to->option, to->strike, to->years, at->first, at->fixings, at->passed, at->realised);
    to->instrument = rmc_instrument_id(name->length > 0 ? name->text : terms);
    return STATUS_OK;
}

static int take_position(const struct sw_csv_field *fields, const struct market *market, struct place place,
                         struct rmc_position *to, struct failure *f) {
    static const char *const kinds[] = {"stock", "european", "asian", NULL};
    static const rmc_kind values[] = {RMC_STOCK, RMC_EUROPEAN, RMC_ASIAN};
    int kind;
    memset(to, 0, sizeof *to);
    if (take_word(fields, KIND, kinds, place, &kind, f) != STATUS_OK ||
        take_symbol(&fields[SYMBOL], market, place, &to->factor, f) != STATUS_OK ||
        take_column(fields, QUANTITY, NULL, place, &to->quantity, f) != STATUS_OK)
        return f->status;
    to->kind = values[kind];
    if (take_terms(fields, place, to, f) != STATUS_OK)
        return f->status;
    return take_instrument(fields, place, to, f);
}

/* A position and the line on which it stands. */
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

/* What a kind does not have is 0 in both. */
static bool same_terms(const struct rmc_position *a, const struct rmc_position *b) {
    return a->kind == b->kind && a->factor == b->factor && a->option == b->option && a->strike == b->strike &&
           a->years == b->years && a->schedule.first == b->schedule.first &&
           a->schedule.fixings == b->schedule.fixings && a->schedule.passed == b->schedule.passed &&
           a->schedule.realised == b->schedule.realised;
}

static int check_instruments(const struct inputs *inputs, const unsigned long *lines, const char *path,
                             struct failure *f) {
    const size_t count = inputs->position_count;
    struct row *rows = malloc((count + 1) * sizeof *rows);
    if (rows == NULL)
        return fail_for_memory(f, "not enough memory to order %zu positions", count);
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct row){&inputs->positions[i], lines[i]};
    qsort(rows, count, sizeof *rows, by_instrument_and_line);
    for (size_t i = 1; i < count && f->status == STATUS_OK; i++)
        if (rows[i].position->instrument == rows[i - 1].position->instrument &&
            !same_terms(rows[i].position, rows[i - 1].position))
            fail(f, STATUS_CONTENT, "give an instrument the same terms on all lines",
                 "%s line %lu: the instrument has other terms on line %lu", path, rows[i].line, rows[i - 1].line);
    free(rows);
    return f->status;
}

/* Takes the row that was read, behind those before it. */
static int take_row(const struct sw_csv_field *fields, struct place place, struct inputs *inputs, size_t capacities[2],
                    unsigned long **lines, struct failure *f) {
    const size_t count = inputs->position_count;
    if (grow((void **)&inputs->positions, count, &capacities[0], sizeof *inputs->positions, f) != STATUS_OK ||
        grow((void **)lines, count, &capacities[1], sizeof **lines, f) != STATUS_OK ||
        take_position(fields, &inputs->market, place, &inputs->positions[count], f) != STATUS_OK)
        return f->status;
    (*lines)[count] = sw_table_line(place.table);
    inputs->position_count++;
    return STATUS_OK;
}

int read_positions(MPI_Comm comm, const char *path, struct inputs *inputs, struct failure *f) {
    struct sw_table *table;
    struct sw_csv_field fields[COLUMNS];
    struct tp_error error;
    size_t capacities[2] = {0, 0};
    unsigned long *lines = NULL;
    sw_table_result result = sw_table_open(comm, path, names, COLUMNS, &table, &error);
    while (result == SW_TABLE_OK && (result = sw_table_next(table, fields, &error)) == SW_TABLE_OK)
        if (take_row(fields, (struct place){path, table}, inputs, capacities, &lines, f) != STATUS_OK)
            break;
    if (result != SW_TABLE_OK && result != SW_TABLE_END)
        table_failure(result, path, table, &error, f);
    else if (f->status == STATUS_OK && inputs->position_count == 0)
        fail(f, STATUS_CONTENT, "the extract gave no rows", "%s line 2: there is no position", path);
    else if (f->status == STATUS_OK)
        check_instruments(inputs, lines, path, f);
    free(lines);
    if (!f->alone)
        sw_table_close(table);
    return f->status;
}
