/* SPDX-License-Identifier: Apache-2.0 */
#include "table.h"

#include "disk.h"

#include <stdlib.h>
#include <string.h>

static void put_spare(struct pgd_table *table, uint32_t place) {
    const uint64_t at = (uint64_t)table->spare_first + table->spare_count++;
    table->spare[at % table->place_count] = place;
}

pgd_err pgd_table_new(struct pgd_table *table, uint64_t pages, uint32_t places, struct pgd_error *error) {
    *table = (struct pgd_table){.page_count = pages};
    table->pages = calloc(pages > 0 ? pages : 1, sizeof *table->pages);
    if (table->pages == NULL)
        return pgd_lacks_memory(error, pages * sizeof *table->pages, "a table of pages");
    return pgd_table_grow(table, places, error);
}

pgd_err pgd_table_grow(struct pgd_table *table, uint32_t more, struct pgd_error *error) {
    const uint32_t count = table->place_count + more;
    struct pgd_place *places = realloc(table->places, ((size_t)count + 1) * sizeof *places);
    if (places == NULL)
        return pgd_lacks_memory(error, count * sizeof *places, "a table of places");
    table->places = places;
    uint32_t *spare = malloc(((size_t)count + 1) * sizeof *spare);
    if (spare == NULL)
        return pgd_lacks_memory(error, count * sizeof *spare, "a table of spare places");
    for (uint32_t i = 0; i < table->spare_count; i++)
        spare[i] = table->spare[((uint64_t)table->spare_first + i) % table->place_count];
    free(table->spare);
    table->spare = spare;
    table->spare_first = 0;
    memset(&places[table->place_count > 0 ? table->place_count + 1 : 0], 0,
           (more + (table->place_count > 0 ? 0U : 1U)) * sizeof *places);
    const uint32_t first = table->place_count + 1;
    table->place_count = count;
    for (uint32_t place = first; place <= count; place++)
        put_spare(table, place);
    return PGD_OK;
}

uint32_t pgd_table_take(struct pgd_table *table, uint32_t generation) {
    if (table->spare_count == 0)
        return PGD_NO_PLACE;
    const uint32_t place = table->spare[table->spare_first];
    table->spare_first = (table->spare_first + 1) % table->place_count;
    table->spare_count--;
    const uint32_t slot = table->places[place].slot;
    table->places[place] = (struct pgd_place){.generation = generation, .holders = 1, .slot = slot};
    return place;
}

void pgd_table_hold(struct pgd_table *table, uint32_t place) {
    table->places[place].holders++;
}

void pgd_table_drop(struct pgd_table *table, uint32_t place) {
    if (place != PGD_NO_PLACE && --table->places[place].holders == 0)
        put_spare(table, place);
}

uint32_t pgd_table_find(const struct pgd_table *table, uint64_t index, uint32_t generation) {
    const struct pgd_versions *page = &table->pages[index];
    if (generation == PGD_NEWEST)
        return page->newest != PGD_NO_PLACE ? page->newest : page->last;
    const uint32_t versions[] = {page->newest, page->last, page->previous};
    for (int i = 0; i < 3; i++)
        if (versions[i] != PGD_NO_PLACE && table->places[versions[i]].generation == generation)
            return versions[i];
    return PGD_NO_PLACE;
}

bool pgd_table_has(const struct pgd_table *table, uint64_t index) {
    return table->pages[index].newest != PGD_NO_PLACE || table->pages[index].last != PGD_NO_PLACE;
}

void pgd_table_begin(struct pgd_table *table, uint64_t index, uint32_t place) {
    pgd_table_drop(table, table->pages[index].newest);
    table->pages[index].newest = place;
}

void pgd_table_commit(struct pgd_table *table, uint64_t index, uint32_t place) {
    struct pgd_versions *page = &table->pages[index];
    if (page->last == place)
        return;
    pgd_table_hold(table, place);
    if (page->newest == place) {
        pgd_table_drop(table, place);
        page->newest = PGD_NO_PLACE;
    }
    if (page->last != PGD_NO_PLACE && table->places[page->last].generation == table->places[place].generation) {
        pgd_table_drop(table, page->last);
    } else {
        pgd_table_drop(table, page->previous);
        page->previous = page->last;
    }
    page->last = place;
}

bool pgd_table_release(struct pgd_table *table, uint64_t index, uint32_t generation) {
    struct pgd_versions *page = &table->pages[index];
    if (page->previous == PGD_NO_PLACE || table->places[page->last].generation != generation)
        return false;
    pgd_table_drop(table, page->previous);
    page->previous = PGD_NO_PLACE;
    return true;
}

pgd_err pgd_table_replay(struct pgd_table *table, const struct pgd_log_record *record, const char *path,
                         struct pgd_error *error) {
    const bool commits = record->kind == PGD_LOG_COMMIT;
    if ((!commits && record->kind != PGD_LOG_RELEASE) || record->index >= table->page_count ||
        (commits && (record->place == PGD_NO_PLACE || record->place > table->place_count || record->generation == 0)))
        return pgd_fail(
            error, PGD_ERR_FORMAT,
            "%s: record %llu says page %llu at place %u, of %llu pages and %u places; the data file was cut off, "
            "or the log is another's",
            path, (unsigned long long)record->number, (unsigned long long)record->index, record->place,
            (unsigned long long)table->page_count, table->place_count);
    struct pgd_versions *page = &table->pages[record->index];
    if (!commits) {
        page->previous = PGD_NO_PLACE;
        return PGD_OK;
    }
    /* The former place of a page may belong to another page now, with another generation. The field `newest` has the
     * generation of the page until the table is settled. */
    if (page->last != record->place && page->last != PGD_NO_PLACE && page->newest != record->generation)
        page->previous = page->last;
    page->last = record->place;
    page->newest = record->generation; /* until the table is settled */
    table->places[record->place].generation = record->generation;
    table->places[record->place].sum = record->sum;
    return PGD_OK;
}

/* Keeps a previous version only if the place is not the last version of another page. Otherwise the release of the
 * previous version was lost, and the place was taken again. */
static void settle_previous(struct pgd_table *table, struct pgd_versions *page) {
    page->newest = PGD_NO_PLACE;
    if (page->previous == PGD_NO_PLACE)
        return;
    if (table->places[page->previous].holders > 0)
        page->previous = PGD_NO_PLACE;
    else
        table->places[page->previous].holders = 1;
}

pgd_err pgd_table_settle(struct pgd_table *table, const char *path, struct pgd_error *error) {
    for (uint64_t i = 0; i < table->page_count; i++) {
        const uint32_t last = table->pages[i].last;
        if (last != PGD_NO_PLACE && table->places[last].holders++ > 0)
            return pgd_fail(error, PGD_ERR_FORMAT, "%s: puts page %llu and another one at place %u; it is damaged",
                            path, (unsigned long long)i, last);
    }
    for (uint64_t i = 0; i < table->page_count; i++)
        settle_previous(table, &table->pages[i]);
    table->spare_first = 0;
    table->spare_count = 0;
    for (uint32_t place = 1; place <= table->place_count; place++)
        if (table->places[place].holders == 0)
            put_spare(table, place);
    return PGD_OK;
}

static bool counts_are_right(const struct pgd_table *table, const uint32_t *held, const char **what) {
    uint32_t spare = 0;
    *what = "a place is held more or less often than pages and the ring of spare places say";
    for (uint32_t place = 1; place <= table->place_count; place++) {
        const uint32_t holders = table->places[place].holders;
        spare += holders == 0;
        if (held[place] != (holders == 0 ? UINT32_MAX : holders))
            return false;
    }
    return spare == table->spare_count;
}

bool pgd_table_check(const struct pgd_table *table, const char **what) {
    uint32_t *held = calloc((size_t)table->place_count + 1, sizeof *held);
    *what = "there is no memory to check the table";
    if (held == NULL)
        return false;
    bool sound = true;
    for (uint64_t i = 0; i < table->page_count; i++) {
        const uint32_t versions[] = {table->pages[i].newest, table->pages[i].last, table->pages[i].previous};
        for (int k = 0; k < 3; k++)
            if (versions[k] != PGD_NO_PLACE && held[versions[k]]++ > 0) {
                sound = false;
                *what = "a place is a version of two pages";
            }
    }
    for (uint32_t i = 0; i < table->spare_count; i++) {
        uint32_t *mark = &held[table->spare[((uint64_t)table->spare_first + i) % table->place_count]];
        *mark = *mark == 0 ? UINT32_MAX : 1000;
    }
    if (sound)
        sound = counts_are_right(table, held, what);
    free(held);
    return sound;
}

void pgd_table_free(struct pgd_table *table) {
    free(table->pages);
    free(table->places);
    free(table->spare);
    *table = (struct pgd_table){0};
}
