/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "varmc.h"

#include <stdlib.h>
#include <string.h>

enum { KIND, SYMBOL, OPTION, STRIKE, EXPIRY, QUANTITY, COLUMNS };
static const char *const names[COLUMNS] = {"kind", "symbol", "option", "strike", "expiry_years", "quantity"};

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
                sw_table_line(place.table), names[column], list, text);
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

static int take_option_terms(const struct sw_csv_field *fields, struct place place, struct rmc_position *to,
                             struct failure *f) {
    static const char *const options[] = {"call", "put", NULL};
    int option;
    if (take_word(fields, OPTION, options, place, &option, f) != STATUS_OK ||
        take_number(&fields[STRIKE], names[STRIKE], place.path, place.table, &to->strike, f) != STATUS_OK ||
        take_number(&fields[EXPIRY], names[EXPIRY], place.path, place.table, &to->years, f) != STATUS_OK)
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

static int take_position(const struct sw_csv_field *fields, const struct market *market, struct place place,
                         struct rmc_position *to, struct failure *f) {
    static const char *const kinds[] = {"stock", "european", "asian", NULL};
    static const rmc_kind values[] = {RMC_STOCK, RMC_EUROPEAN, RMC_ASIAN};
    int kind;
    memset(to, 0, sizeof *to);
    if (take_word(fields, KIND, kinds, place, &kind, f) != STATUS_OK ||
        take_symbol(&fields[SYMBOL], market, place, &to->factor, f) != STATUS_OK ||
        take_number(&fields[QUANTITY], names[QUANTITY], place.path, place.table, &to->quantity, f) != STATUS_OK)
        return f->status;
    to->kind = values[kind];
    if (to->kind != RMC_STOCK)
        return take_option_terms(fields, place, to, f);
    for (int column = OPTION; column <= EXPIRY; column++)
        if (fields[column].length > 0)
            return fail(f, STATUS_CONTENT, "leave it empty", "%s line %lu: a stock has no %s: \"%.40s\"", place.path,
                        sw_table_line(place.table), names[column], fields[column].text);
    return STATUS_OK;
}

int read_positions(MPI_Comm comm, const char *path, struct inputs *inputs, struct failure *f) {
    struct sw_table *table;
    struct sw_csv_field fields[COLUMNS];
    struct tp_error error;
    size_t capacity = 0;
    sw_table_result result = sw_table_open(comm, path, names, COLUMNS, &table, &error);
    while (result == SW_TABLE_OK && (result = sw_table_next(table, fields, &error)) == SW_TABLE_OK) {
        const struct place place = {path, table};
        if (grow((void **)&inputs->positions, inputs->position_count, &capacity, sizeof *inputs->positions, f) !=
                STATUS_OK ||
            take_position(fields, &inputs->market, place, &inputs->positions[inputs->position_count], f) != STATUS_OK)
            break;
        inputs->position_count++;
    }
    if (result != SW_TABLE_OK && result != SW_TABLE_END)
        table_failure(result, path, table, &error, f);
    else if (f->status == STATUS_OK && inputs->position_count == 0)
        fail(f, STATUS_CONTENT, "the extract gave no rows", "%s line 2: there is no position", path);
    if (!f->alone)
        sw_table_close(table);
    return f->status;
}
