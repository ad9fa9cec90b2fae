/* SPDX-License-Identifier: Apache-2.0 */
#include "field.h"

#include "saved.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 2 }; /* units in memory: one is filled while the other is written */

/* Units of the first pass in memory, and the chunk by which they are filled or emptied. */
struct units {
    struct work *work;
    const struct ooc_pass *pass;
    int64_t count; /* of units */
    size_t pages;  /* of a unit */
    double complex *chunk, *other;
    uint32_t generation; /* that is filled */
    bool beside;         /* the second side holds the same unit of another set, for `other` */
    struct side {
        struct pgd_set *set;
        double complex *chunk; /* `chunk`, or `other` where the set is another one */
        void *memory;
        void **at;
        struct pgd_page *places;
        struct pgd_handle *writing, *committing;
    } sides[SIDES];
};

static int64_t page_elements(const struct work *work) {
    return elements_of(work->plan.page);
}

/* BESIDE: the work with the pages of the second side; NULL: both sides are for pages of WORK. */
static int units_begin(struct work *work, const struct work *beside, struct units *units, struct sw_failure *f) {
    *units = (struct units){.work = work, .pass = &work->plan.passes[0]};
    units->count = elements_of(units->pass->units);
    units->pages = ooc_unit_pages(&work->plan, units->pass, 0, NULL);
    units->chunk = malloc((size_t)CHUNK_ELEMENTS * sizeof *units->chunk);
    units->other = malloc((size_t)CHUNK_ELEMENTS * sizeof *units->other);
    bool enough = units->chunk != NULL && units->other != NULL;
    for (int i = 0; i < SIDES; i++) {
        struct side *side = &units->sides[i];
        side->set = i > 0 && beside != NULL ? beside->set : work->set;
        side->chunk = i > 0 && beside != NULL ? units->other : units->chunk;
        side->memory = pgd_buffer_new(side->set, units->pages * (size_t)page_elements(work) * PGD_VALUE_BYTES);
        side->at = malloc(units->pages * sizeof *side->at);
        side->places = malloc(units->pages * sizeof *side->places);
        enough = enough && side->memory != NULL && side->at != NULL && side->places != NULL;
        for (size_t p = 0; enough && p < units->pages; p++)
            side->at[p] = (double complex *)side->memory + (int64_t)p * page_elements(work);
    }
    return enough ? f->status
                  : sw_fail(f, STATUS_COMPUTE, "give less --memory", "not enough memory for %zu pages", units->pages);
}

/* Waits until the writes and the commit of SIDE are done. */
static int settle(struct side *side, struct sw_failure *f) {
    struct pgd_error error;
    if (pgd_wait(side->writing, &error) != PGD_OK)
        pgd_failed(&error, f);
    if (pgd_wait(side->committing, &error) != PGD_OK && f->status == STATUS_OK)
        pgd_failed(&error, f);
    side->writing = side->committing = NULL;
    return f->status;
}

static int units_end(struct units *units, struct sw_failure *f) {
    for (int i = 0; i < SIDES; i++) {
        settle(&units->sides[i], f);
        pgd_buffer_free(units->sides[i].set, units->sides[i].memory);
        free(units->sides[i].at);
        free(units->sides[i].places);
    }
    free(units->chunk);
    free(units->other);
    return team_agree(units->work->team, f);
}

static bool is_mine(const struct units *units, int64_t unit) {
    return unit % units->work->team->count == units->work->team->number;
}

/* Copies COUNT elements of a plane of the unit, from element FIRST of the plane's rows on, between the chunk and the
 * pages of SIDE. The unit holds whole rows. */
static void copy_chunk(const struct units *units, const struct side *side, int64_t plane, int64_t first, int64_t count,
                       bool to_pages) {
    const int64_t *page = units->work->plan.page, *pages = units->pass->unit, width = page[2] * pages[2];
    double complex *chunk = side->chunk;
    for (int64_t e = first, run; e < first + count; e += run, chunk += run) {
        const int64_t x1 = e / width, x2 = e % width;
        const int64_t number = (plane / page[0] * pages[1] + x1 / page[1]) * pages[2] + x2 / page[2];
        const int64_t offset = (plane % page[0] * page[1] + x1 % page[1]) * page[2] + x2 % page[2];
        double complex *at = (double complex *)side->at[number] + offset;
        run = page[2] - x2 % page[2];
        if (run > first + count - e)
            run = first + count - e;
        memcpy(to_pages ? at : chunk, to_pages ? chunk : at, (size_t)run * sizeof *chunk);
    }
}

/* Works on one chunk of a unit: PLACE is the place of the first element in the array. */
typedef int (*chunk_work)(struct units *units, void *context, int64_t place, int64_t count, struct sw_failure *f);

/* Calls WORK for each chunk. With a CONTEXT, a chunk comes from the pages of SIDE. Without a CONTEXT, WORK fills the
 * chunk, which then goes to these pages. SIDE NULL: the unit is another client's. */
static int each_chunk(struct units *units, struct side *side, int64_t unit, chunk_work work, void *context,
                      struct sw_failure *f) {
    const struct ooc_plan *plan = &units->work->plan;
    const int64_t *size = plan->question.size, rows = units->pass->unit[1] * plan->page[1];
    const int64_t planes = units->pass->unit[0] * plan->page[0], whole = rows * size[2];
    const int64_t x0 = unit / units->pass->units[2] / units->pass->units[1] * planes,
                  x1 = unit / units->pass->units[2] % units->pass->units[1] * rows;
    const bool fills = context == NULL;
    for (int64_t p = 0; p < planes; p++)
        for (int64_t e = 0; e < whole; e += CHUNK_ELEMENTS) {
            const int64_t count = whole - e < CHUNK_ELEMENTS ? whole - e : CHUNK_ELEMENTS;
            if (units->beside && side != NULL)
                copy_chunk(units, &units->sides[1], p, e, count, false);
            if (!fills && side != NULL)
                copy_chunk(units, side, p, e, count, false);
            if (work(units, context, ((x0 + p) * size[1] + x1) * size[2] + e, count, f) != STATUS_OK)
                return f->status;
            if (fills && side != NULL)
                copy_chunk(units, side, p, e, count, true);
        }
    return STATUS_OK;
}

static uint64_t unit_bytes(const struct units *units) {
    return units->pages * (uint64_t)page_elements(units->work) * PGD_VALUE_BYTES;
}

/* --- filling --- */

/* Says in DONE, for each unit, whether all pages of the unit are committed. Collective. */
static int find_done(struct units *units, double *done, struct sw_failure *f) {
    struct work *work = units->work;
    struct pgd_error error;
    struct pgd_page *places = units->sides[0].places;
    uint32_t *generations = malloc(units->pages * sizeof *generations);
    if (generations == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %zu pages", units->pages);
    for (int64_t u = work->team->number; u < units->count && f->status == STATUS_OK; u += work->team->count) {
        ooc_unit_pages(&work->plan, units->pass, u, places);
        if (pgd_generations(work->set, places, units->pages, generations, &error) != PGD_OK)
            pgd_failed(&error, f);
        done[u] = 1;
        for (size_t p = 0; p < units->pages && f->status == STATUS_OK; p++)
            done[u] = generations[p] >= units->generation ? done[u] : 0;
    }
    free(generations);
    if (team_agree(work->team, f) != STATUS_OK)
        return f->status;
    return team_add(work->team, done, (size_t)units->count, f);
}

static int fill_chunk(struct units *units, void *context, int64_t place, int64_t count, struct sw_failure *f) {
    (void)context;
    return source_read(&units->work->source, place, count, units->chunk, f);
}

static int fill_unit(struct units *units, int64_t unit, struct side *side, struct sw_failure *f) {
    const double begin = sw_clock_seconds();
    if (each_chunk(units, side, unit, fill_chunk, NULL, f) != STATUS_OK || side == NULL)
        return f->status;
    struct work *work = units->work;
    const struct ooc_plan *plan = &work->plan;
    struct pgd_box box;
    ooc_unit_pages(plan, units->pass, unit, side->places);
    for (int i = 0; i < 3; i++) {
        box.from[i] = side->places[0].at[i] * plan->page[i];
        box.to[i] = box.from[i] + units->pass->unit[i] * plan->page[i];
    }
    side->writing =
        pgd_start_write_pages(work->set, side->places, units->pages, units->generation, (const void *const *)side->at);
    side->committing = pgd_start_commit_unit(work->set, side->places, units->pages, units->generation);
    record_unit(&work->record, "read", unit, unit_bytes(units), sw_clock_seconds() - begin, &box);
    record_done(&work->record, unit_bytes(units), false);
    return f->status;
}

/* Fills the units that are not done. If clients read the source together, all clients read the whole source, for the
 * fingerprint. A client with a failure of its own still takes part, because the others would otherwise wait. */
static int fill_units(struct units *units, const double *done, int64_t left, struct sw_failure *f) {
    const bool together = units->work->source.together && left > 0;
    struct sw_failure own = {.status = STATUS_OK};
    int turn = 0;
    for (int64_t u = 0; u < units->count && f->status == STATUS_OK; u++) {
        struct side *side = &units->sides[turn];
        const bool mine = is_mine(units, u);
        if (done[u] > 0 && mine)
            record_done(&units->work->record, unit_bytes(units), true);
        const bool fills = mine && done[u] == 0;
        if (!fills && !together)
            continue;
        if (fills)
            settle(side, &own);
        fill_unit(units, u, fills && own.status == STATUS_OK ? side : NULL, f);
        turn = fills ? (turn + 1) % SIDES : turn;
    }
    if (f->status == STATUS_OK && own.status != STATUS_OK)
        *f = own;
    return f->status;
}

int field_load(struct work *work, uint32_t generation, struct sw_failure *f) {
    struct units units;
    units_begin(work, NULL, &units, f);
    units.generation = generation;
    double *done = calloc((size_t)units.count, sizeof *done);
    if (done == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %lld units", (long long)units.count);
    if (team_agree(work->team, f) == STATUS_OK && find_done(&units, done, f) == STATUS_OK) {
        int64_t left = 0;
        for (int64_t u = 0; u < units.count; u++)
            left += done[u] == 0;
        if (left == 0 || work_open_source(work, f) == STATUS_OK)
            fill_units(&units, done, left, f);
    }
    free(done);
    return units_end(&units, f);
}

/* --- emptying --- */

static int read_unit(struct units *units, int64_t unit, struct side *side, uint32_t generation, struct sw_failure *f) {
    struct pgd_error error;
    ooc_unit_pages(&units->work->plan, units->pass, unit, side->places);
    if (pgd_wait(pgd_start_read_pages(side->set, side->places, units->pages, generation, side->at), &error) != PGD_OK)
        pgd_failed(&error, f);
    return f->status;
}

static int save_chunk(struct units *units, void *context, int64_t place, int64_t count, struct sw_failure *f) {
    return saved_put(context, place, count, units->chunk, f);
}

int field_save(struct work *work, uint32_t generation, const char *path, struct sw_failure *f) {
    struct units units;
    struct saved saved;
    units_begin(work, NULL, &units, f);
    if (team_agree(work->team, f) == STATUS_OK) {
        saved_begin(work->team, path, work->plan.question.size, &saved, f);
        for (int64_t u = work->team->number; u < units.count && f->status == STATUS_OK; u += work->team->count) {
            if (read_unit(&units, u, &units.sides[0], generation, f) == STATUS_OK)
                each_chunk(&units, &units.sides[0], u, save_chunk, &saved, f);
            record_done(&work->record, unit_bytes(&units), false);
        }
        saved_end(work->team, &saved, f);
    }
    return units_end(&units, f);
}

static int compare_chunk(struct units *units, void *context, int64_t place, int64_t count, struct sw_failure *f) {
    double *sums = context;
    if (source_read(&units->work->source, place, count, units->other, f) != STATUS_OK)
        return f->status;
    for (int64_t i = 0; i < count; i++) {
        const double complex d = units->chunk[i] - units->other[i];
        sums[0] += creal(d) * creal(d) + cimag(d) * cimag(d);
        sums[1] += creal(units->other[i]) * creal(units->other[i]) + cimag(units->other[i]) * cimag(units->other[i]);
    }
    return f->status;
}

int field_compare(struct work *work, uint32_t generation, double *difference, struct sw_failure *f) {
    struct units units;
    double sums[2] = {0, 0}, others[2] = {0, 0};
    units_begin(work, NULL, &units, f);
    if (team_agree(work->team, f) == STATUS_OK)
        work_open_source(work, f);
    for (int64_t u = 0; u < units.count && f->status == STATUS_OK; u++) {
        const bool mine = is_mine(&units, u);
        if (!mine && !work->source.together)
            continue;
        struct sw_failure own = {.status = STATUS_OK};
        if (mine)
            read_unit(&units, u, &units.sides[0], generation, &own);
        each_chunk(&units, mine ? &units.sides[0] : NULL, u, compare_chunk, mine ? sums : others, f);
        if (work->source.together ? team_agree(work->team, &own) != STATUS_OK : own.status != STATUS_OK)
            *f = own;
        if (mine)
            record_done(&work->record, unit_bytes(&units), false);
    }
    if (units_end(&units, f) == STATUS_OK && team_add(work->team, sums, 2, f) == STATUS_OK)
        *difference = sums[1] > 0 ? sqrt(sums[0] / sums[1]) : sqrt(sums[0]);
    return f->status;
}

struct each {
    field_chunk chunk;
    void *context;
};

static int call_chunk(struct units *units, void *context, int64_t place, int64_t count, struct sw_failure *f) {
    const struct each *each = context;
    return each->chunk(each->context, place, count, units->chunk, units->other, f);
}

int field_each(const struct field *field, const struct field *beside, field_chunk chunk, void *context,
               struct sw_failure *f) {
    struct units units;
    struct each each = {chunk, context};
    const struct team *team = field->work->team;
    units_begin(field->work, beside != NULL ? beside->work : NULL, &units, f);
    units.beside = beside != NULL;
    if (team_agree(team, f) == STATUS_OK)
        for (int64_t u = team->number; u < units.count && f->status == STATUS_OK; u += team->count)
            if (read_unit(&units, u, &units.sides[0], field->generation, f) == STATUS_OK &&
                (beside == NULL || read_unit(&units, u, &units.sides[1], beside->generation, f) == STATUS_OK))
                each_chunk(&units, &units.sides[0], u, call_chunk, &each, f);
    return units_end(&units, f);
}

/* The first plane lies in the units that begin at place 0 along axis 0. */
int field_draw(struct work *work, uint32_t generation, struct slice *slice, struct sw_failure *f) {
    struct units units;
    const int64_t *size = work->plan.question.size, rows = work->plan.passes[0].unit[1] * work->plan.page[1];
    units_begin(work, NULL, &units, f);
    for (int64_t u = 0; u < units.pass->units[1] && work->team->number == 0 && f->status == STATUS_OK; u++) {
        if (read_unit(&units, u, &units.sides[0], generation, f) != STATUS_OK)
            break;
        for (int64_t row = 0; row < rows; row++) {
            copy_chunk(&units, &units.sides[0], 0, row * size[2], size[2], false);
            slice_add(slice, u * rows + row, units.chunk);
        }
    }
    return units_end(&units, f);
}
