/* SPDX-License-Identifier: Apache-2.0 */
/* The history of the factors, as one row of levels for each day, and the moves of factors in given scenarios. */
#include "bank.h"
#include "base/day.h"
#include "records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A level in the file. */
struct level {
    uint32_t factor;
    int32_t day;
    double value;
};

struct levels {
    struct bank *bank;
    bool *begun; /* by factor: whether the factor has rows already */
    struct level *levels;
    size_t count, room;
};

/* Refuses a level that does not follow the last one by factor and day, and so may be a duplicate. */
static int check_order(const struct levels *levels, const struct level *level, const struct sw_record *record,
                       struct sw_failure *f) {
    enum { FACTOR, DAY };
    static const char hint[] = "order the history by factor and day";
    const struct level *last = levels->count > 0 ? &levels->levels[levels->count - 1] : NULL;
    if (last != NULL && last->factor == level->factor && last->day >= level->day)
        return sw_refuse(f, record, DAY, hint, "does not ascend");
    if (last != NULL && last->factor != level->factor && levels->begun[level->factor])
        return sw_refuse(f, record, FACTOR, hint, "has rows in two places: \"%s\"",
                         sw_names_text(&levels->bank->factors.names, level->factor));
    levels->begun[level->factor] = true;
    return STATUS_OK;
}

static int take_level(void *to, const struct sw_record *record, struct sw_failure *f) {
    enum { FACTOR, DAY, VALUE };
    struct levels *levels = to;
    struct level level;
    int day;
    if (sw_take_known(record, FACTOR, &levels->bank->factors.names, "factor", &level.factor, f) != STATUS_OK ||
        sw_take_day(record, DAY, &day, f) != STATUS_OK || sw_take_real(record, VALUE, &level.value, f) != STATUS_OK)
        return f->status;
    level.day = (int32_t)sw_day_number(day);
    if (!levels->bank->factors.is_rate[level.factor] && !(level.value > 0))
        return sw_refuse(f, record, VALUE, "only rates may be zero or negative", "is %g, not above zero", level.value);
    if (level.day > levels->bank->as_of)
        return sw_refuse(f, record, DAY, "leave it out: the history ends on the day of valuation",
                         "is after the day of valuation");
    if (check_order(levels, &level, record, f) != STATUS_OK)
        return f->status;
    if (make_room((void **)&levels->levels, &levels->room, levels->count + 1, sizeof level, f) != STATUS_OK)
        return f->status;
    levels->levels[levels->count++] = level;
    return STATUS_OK;
}

static int ascending(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Finds the factor with most levels. Returns their number; the levels begin at *FIRST, by day. */
static size_t longest_run(const struct levels *levels, const struct level **first) {
    size_t longest = 0;
    for (size_t at = 0, end; at < levels->count; at = end) {
        for (end = at + 1; end < levels->count && levels->levels[end].factor == levels->levels[at].factor; end++)
            continue;
        if (end - at > longest) {
            longest = end - at;
            *first = &levels->levels[at];
        }
    }
    return longest;
}

/* Arranges the levels by day. The days are those of the factor with most days; levels on other days are left out. */
static int lay_out(const struct levels *levels, struct history *history, struct sw_failure *f) {
    const struct level *calendar = NULL;
    const size_t days = longest_run(levels, &calendar), factors = levels->bank->factors.names.count;
    int32_t *dates = malloc(days * sizeof *dates);
    history->level = malloc(days * factors * sizeof *history->level);
    history->days = days;
    if (dates == NULL || history->level == NULL) {
        free(dates);
        return sw_fail_alone(f, "not enough memory for a history of %zu days and %zu factors", days, factors);
    }
    for (size_t i = 0; i < days; i++)
        dates[i] = calendar[i].day;
    for (size_t i = 0; i < days * factors; i++)
        history->level[i] = NAN;
    for (size_t i = 0; i < levels->count; i++) {
        const struct level *at = &levels->levels[i];
        const int32_t *day = bsearch(&at->day, dates, days, sizeof *dates, ascending);
        if (day != NULL)
            history->level[(size_t)(day - dates) * factors + at->factor] = at->value;
    }
    free(dates);
    return STATUS_OK;
}

int read_history(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[] = {"factor", "day", "value"};
    if (bank->history.level != NULL)
        return sw_fail(f, STATUS_CONTENT, "put all factors into one file of history", "%s: a second history", path);
    struct levels levels = {.bank = bank, .begun = calloc(bank->factors.names.count, sizeof *levels.begun)};
    if (levels.begun == NULL)
        return sw_fail_alone(f, "%s: not enough memory for the history of %u factors", path, bank->factors.names.count);
    bank->history.path = path;
    if (each_record(comm, path, columns, 3, (struct taker){take_level, &levels}, f) == STATUS_OK)
        lay_out(&levels, &bank->history, f);
    free(levels.levels);
    free(levels.begun);
    return f->status;
}

static int take_move(void *to, const struct sw_record *record, struct sw_failure *f) {
    enum { SCENARIO, FACTOR, MOVE };
    struct bank *bank = to;
    struct given *given = &bank->given;
    const size_t factors = bank->factors.names.count;
    const char *text;
    uint32_t factor;
    double move;
    int is_new;
    if (sw_take_id(record, SCENARIO, &text, f) != STATUS_OK ||
        sw_take_known(record, FACTOR, &bank->factors.names, "factor", &factor, f) != STATUS_OK ||
        sw_take_real(record, MOVE, &move, f) != STATUS_OK)
        return f->status;
    const uint32_t scenario = sw_names_add(&given->names, text, &is_new);
    if (scenario == SW_NO_NAME)
        return sw_fail_alone(f, "%s: not enough memory for its scenarios", record->path);
    if (make_room((void **)&given->moves, &given->room, ((size_t)scenario + 1) * factors, sizeof *given->moves, f) !=
        STATUS_OK)
        return f->status;
    if (is_new)
        memset(given->moves + scenario * factors, 0, factors * sizeof *given->moves);
    double *to_move = &given->moves[scenario * factors + factor];
    if (*to_move != 0)
        return sw_refuse(f, record, FACTOR, "give each factor one move in a scenario", "comes twice in %s: \"%s\"",
                         text, sw_names_text(&bank->factors.names, factor));
    *to_move = move;
    return STATUS_OK;
}

int read_scenarios(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[] = {"scenario", "factor", "move"};
    return each_record(comm, path, columns, 3, (struct taker){take_move, bank}, f);
}
