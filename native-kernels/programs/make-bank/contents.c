/* SPDX-License-Identifier: Apache-2.0 */
/* The small tables: parameters, factors as they stand today, curves. */
#include "bank.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bank_write_parameters(const struct bank *bank, struct sheet *sheet) {
    (void)bank;
    sheet_text(sheet, "currency");
    sheet_text(sheet, bank_currencies[0].name);
    sheet_end_row(sheet);
}

void bank_write_factors(const struct bank *bank, int only, struct sheet *sheet) {
    for (size_t i = 0; i < bank->count; i++) {
        const struct factor *factor = &bank->factors[bank->order[i]];
        if (only >= 0 && (int)factor->class != only)
            continue;
        sheet_text(sheet, factor->name);
        sheet_text(sheet, bank_classes[factor->class]);
        sheet_text(sheet, bank_currencies[factor->currency].name);
        if (bank->tables)
            sheet_text(sheet, factor->series >= 0 ? "real" : "generated");
        else
            sheet_units(sheet, factor->units[bank->days - 1], factor->decimals);
        sheet_end_row(sheet);
    }
}

/* A point of a curve; a factor may stand in several curves. */
struct point {
    char curve[NAME_BYTES];
    const struct factor *factor;
};

static int by_curve(const void *one, const void *other) {
    const struct point *a = one, *b = other;
    const int names = strcmp(a->curve, b->curve);
    return names != 0 ? names : a->factor->years < b->factor->years ? -1 : a->factor->years > b->factor->years;
}

/* Writes the name of the curve of a kind of rates, as in the instruments. */
static void name_curve(const struct factor *factor, char name[NAME_BYTES]) {
    static const char *const what[] = {"", "government", "swap", "money", "dividend", "yield"};
    const char *of =
        factor->rate == RATE_YIELD ? bank_commodity_groups[factor->group] : bank_currencies[factor->currency].name;
    snprintf(name, NAME_BYTES, "%s.%s", of, what[factor->rate]);
}

void bank_write_curves(const struct bank *bank, struct sheet *sheet) {
    struct point *points = calloc(2 * bank->count, sizeof *points);
    size_t count = 0;
    if (points == NULL) {
        sheet->trouble = ENOMEM;
        return;
    }
    for (size_t i = 0; i < bank->count; i++) {
        const struct factor *factor = &bank->factors[i];
        if (factor->rate == RATE_NONE)
            continue;
        points[count].factor = factor;
        name_curve(factor, points[count++].curve);
        /* The money market gives floating rates up to a year, swaps the longer ones. */
        if (factor->rate == RATE_MONEY || (factor->rate == RATE_SWAP && factor->years > 1)) {
            points[count].factor = factor;
            snprintf(points[count++].curve, NAME_BYTES, "%s.forward", bank_currencies[factor->currency].name);
        }
    }
    qsort(points, count, sizeof *points, by_curve);
    for (size_t i = 0; i < count; i++) {
        sheet_text(sheet, points[i].curve);
        sheet_number(sheet, points[i].factor->years, 4);
        sheet_text(sheet, points[i].factor->name);
        sheet_end_row(sheet);
    }
    free(points);
}
