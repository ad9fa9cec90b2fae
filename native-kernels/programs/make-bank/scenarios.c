/* SPDX-License-Identifier: Apache-2.0 */
/* The given scenarios: the moves of all factors on the days with the largest moves of the real index. */
#include "bank.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct move {
    size_t at; /* the day's place in the history */
    double size;
};

static int largest_first(const void *one, const void *other) {
    const struct move *a = one, *b = other;
    if (a->size != b->size)
        return a->size < b->size ? 1 : -1;
    return a->at < b->at ? -1 : a->at > b->at;
}

static int by_day(const void *one, const void *other) {
    const struct move *a = one, *b = other;
    return a->at < b->at ? -1 : a->at > b->at;
}

/* Returns log(TO / FROM) by the series of the inverse hyperbolic tangent, with operations that IEEE 754 rounds alike
 * everywhere. */
static double log_move(double from, double to) {
    const double x = (to - from) / (to + from), square = x * x;
    double sum = 0, power = x;
    for (int i = 1; i < 120; i += 2) {
        sum += power / i;
        power *= square;
    }
    return 2 * sum;
}

static double move_of(const struct factor *factor, size_t at) {
    double unit = 1;
    for (int i = 0; i < factor->decimals; i++)
        unit *= 10;
    const double before = (double)factor->units[at - 1] / unit, after = (double)factor->units[at] / unit;
    return factor->class == CLASS_GOVERNMENT || factor->class == CLASS_SWAP || factor->class == CLASS_MONEY
               ? after - before
               : log_move(before, after);
}

static void write_moves(const struct bank *bank, size_t at, struct sheet *sheet) {
    char day[11];
    sheet_iso(bank->market.day[bank->first + at], day);
    for (size_t i = 0; i < bank->count; i++) {
        const struct factor *factor = &bank->factors[bank->order[i]];
        sheet_text(sheet, day);
        sheet_text(sheet, factor->name);
        sheet_number(sheet, move_of(factor, at), 6);
        sheet_end_row(sheet);
    }
}

void bank_write_scenarios(const struct bank *bank, struct sheet *sheet) {
    const int64_t *index = bank->market.one[0].thousandths + bank->first;
    const double asked = FULL_SCENARIOS * bank->scale;
    const size_t count = asked < LEAST_SCENARIOS  ? LEAST_SCENARIOS
                         : asked > FULL_SCENARIOS ? FULL_SCENARIOS
                                                  : (size_t)asked;
    struct move *moves = calloc(bank->days, sizeof *moves);
    if (moves == NULL) {
        sheet->trouble = ENOMEM;
        return;
    }
    for (size_t at = 1; at < bank->days; at++)
        moves[at] = (struct move){at, fabs((double)index[at] / (double)index[at - 1] - 1)};
    qsort(moves, bank->days, sizeof *moves, largest_first);
    qsort(moves, count, sizeof *moves, by_day);
    for (size_t i = 0; i < count; i++)
        write_moves(bank, moves[i].at, sheet);
    free(moves);
}
