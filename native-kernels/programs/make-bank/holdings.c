/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Positions: one to three for each instrument. The first belongs to the desk, in the book of the currency; the second
 * is the desk's hedge, against the first; the third belongs to the treasury.
 */
#include "terms.h"

#include <math.h>
#include <stdio.h>

const char *const bank_desks[DESKS] = {"bonds",      "commodities", "equities",  "exotics", "floaters", "fx",
                                       "fx-options", "money",       "mortgages", "options", "swaps",    "treasury"};

struct position {
    uint64_t number;
    int desk;
    char book[NAME_BYTES];
    const struct line *line;
    int64_t quantity;
    double worth; /* rough absolute value in US dollars */
};

/* A visitor of positions. */
struct visitor {
    void (*visit)(const struct position *position, void *to);
    void *to;
};

static void visit_line(const struct bank *bank, const struct line *line, uint64_t *number,
                       const struct visitor *visitor) {
    struct dice dice = dice_of(bank->seed, DICE_POSITION, *number);
    const int throw = dice_below(&dice, 20), count = throw < 11 ? 1 : throw < 17 ? 2 : 3;
    const double price = line->price * bank_currencies[line->currency].fx;
    double sign = dice_below(&dice, 100) < 55 ? 1 : -1;
    for (int i = 0; i < count; i++) {
        const double part = dice_between(&dice, 0.1, 1), worth = 2e6 * part * part * part;
        struct position position = {.number = ++*number, .desk = i < 2 ? line->desk : DESK_TREASURY, .line = line};
        snprintf(position.book, sizeof position.book, "%s.%s", bank_desks[position.desk],
                 i == 1 ? "hedge" : bank_currencies[line->currency].name);
        const double quantity = floor(worth / price) + 1;
        position.quantity = (int64_t)(sign * quantity);
        position.worth = quantity * price;
        sign = -sign;
        visitor->visit(&position, visitor->to);
    }
}

static void visit_all(const struct bank *bank, struct visitor visitor) {
    uint64_t number = 0;
    for (size_t i = 0; i < bank->line_count; i++)
        visit_line(bank, &bank->lines[i], &number, &visitor);
}

struct destination {
    const struct bank *bank;
    struct sheet *const *desks;
};

static void write_position(const struct position *position, void *to) {
    const struct destination *destination = to;
    struct sheet *sheet = destination->desks[position->desk];
    char id[NAME_BYTES];
    snprintf(id, sizeof id, "P%07llu", (unsigned long long)position->number);
    sheet_text(sheet, id);
    if (destination->bank->tables)
        sheet_day(sheet, destination->bank->today);
    sheet_text(sheet, bank_desks[position->desk]);
    sheet_text(sheet, position->book);
    sheet_text(sheet, position->line->instrument);
    sheet_units(sheet, position->quantity, 0);
    sheet_end_row(sheet);
}

void bank_write_holdings(const struct bank *bank, struct sheet *const desks[DESKS]) {
    struct destination destination = {bank, desks};
    visit_all(bank, (struct visitor){write_position, &destination});
}

static void add_worth(const struct position *position, void *to) {
    double *worth = to;
    worth[position->desk] += position->worth;
}

/* Writes a limit of about two percent of the holdings, in whole hundred thousands. */
static void write_limit(struct sheet *sheet, const char *desk, const char *measure, double worth) {
    sheet_text(sheet, desk);
    sheet_text(sheet, measure);
    sheet_text(sheet, "0.99");
    sheet_units(sheet, 100000 * ((int64_t)floor(0.02 * worth / 100000) + 1), 0);
    sheet_end_row(sheet);
}

void bank_write_limits(const struct bank *bank, struct sheet *sheet) {
    double worth[DESKS] = {0}, all = 0;
    visit_all(bank, (struct visitor){add_worth, worth});
    for (int i = 0; i < DESKS; i++)
        all += worth[i];
    for (int i = -1; i < DESKS; i++) {
        /* The losses of desks fall on different days, so the bank's limit is below the sum of the desks' limits. */
        const char *desk = i < 0 ? "" : bank_desks[i];
        const double held = i < 0 ? 0.4 * all : worth[i];
        write_limit(sheet, desk, "es_mean", 1.2 * held);
        write_limit(sheet, desk, "var_mean", held);
    }
}
