/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/pagedev-cases.h"

#include "pagedev/faults.h"
#include "pagedev/local.h"
#include "pagedev/set.h"
#include "pagedev/sets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct pgd_page first = {{0, 0, 0}}, second = {{0, 0, 1}}, third = {{0, 1, 0}};

static void expect(pgd_err code, const struct pgd_error *error) {
    CHECK(code == PGD_OK, "%s", error->text);
}

static uint32_t generation_of(struct pgd_set *set, struct pgd_page page) {
    uint32_t generation = 77;
    struct pgd_error error;
    expect(pgd_generations(set, &page, 1, &generation, &error), &error);
    return generation;
}

/* Checks that tables are sound, and that only the last versions of pages are kept. */
static void check_tables(struct pgd_set *set, uint32_t kept) {
    uint32_t places = 0;
    for (size_t disk = 0; disk < pgd_set_layout(set)->disk_count; disk++) {
        struct pgd_local *local = (struct pgd_local *)set->devices[disk];
        const char *what = "";
        pthread_mutex_lock(&local->lock);
        CHECK(pgd_table_check(&local->table, &what), "%s", what);
        places += local->table.place_count - local->table.spare_count;
        pthread_mutex_unlock(&local->lock);
    }
    CHECK(places == kept, "%u places are taken, not %u", places, kept);
}

void reads_each_generation_until_the_next_is_committed(void) {
    const struct pgd_options options = whole_options();
    struct pgd_error error;
    struct pgd_set *set = new_set("pages", &options, NULL);
    expect(write_page(set, first, 3, &error), &error);
    expect(check_page(set, first, 3, &error), &error);
    CHECK(generation_of(set, first) == 0, "generation %u", generation_of(set, first));
    expect(commit_page(set, first, 3, &error), &error);
    CHECK(generation_of(set, first) == 3, "generation %u", generation_of(set, first));

    expect(write_page(set, first, 4, &error), &error);
    expect(check_page(set, first, 3, &error), &error);
    expect(check_page(set, first, 4, &error), &error);
    expect(write_page(set, first, 4, &error), &error);
    check_tables(set, 2);
    expect(commit_page(set, first, 4, &error), &error);
    expect(check_page(set, first, 4, &error), &error);
    REFUSED(check_page(set, first, 3, &error), PGD_ERR_GENERATION, "(0, 0, 0)", "generation 3");
    check_tables(set, 1);
    expect(commit_page(set, first, 4, &error), &error); /* again, and all stays the same */
    expect(write_page(set, first, 4, &error), &error);  /* a further version of the same generation */
    expect(commit_page(set, first, 4, &error), &error);
    expect(check_page(set, first, 4, &error), &error);
    check_tables(set, 1);
    close_set(set);
}

void forgets_what_was_not_committed(void) {
    const struct pgd_options options = whole_options();
    struct pgd_error error;
    struct pgd_set *set = new_set("pages", &options, NULL);
    fill_set(set, 1);
    expect(pgd_set_flush(set, &error), &error);
    expect(write_page(set, first, 2, &error), &error);
    pgd_set_abandon(set);

    set = open_set("pages", NULL);
    CHECK(generation_of(set, first) == 1, "generation %u", generation_of(set, first));
    check_set(set, 1);
    check_tables(set, 64);
    close_set(set);
}

/* Commits a unit of three pages, on three disks, while SYNC_AT of the calls that make things durable fails. */
static void try_unit(int sync_at) {
    static const struct pgd_page unit[] = {{{0, 0, 0}}, {{0, 0, 1}}, {{0, 0, 2}}};
    const struct pgd_options options = whole_options();
    struct pgd_error error;
    struct pgd_set *set = new_set("unit", &options, NULL);
    fill_set(set, 1);
    expect(pgd_set_flush(set, &error), &error);
    for (int i = 0; i < 3; i++)
        expect(write_page(set, unit[i], 2, &error), &error);
    faults_clear();
    faults.reason = EIO;
    faults.sync_at = sync_at;
    const pgd_err code = pgd_commit_unit(set, unit, 3, 2, &error);
    faults_clear();
    pgd_set_abandon(set);

    set = open_set("unit", NULL);
    int done = 0;
    for (int i = 0; i < 3; i++)
        done += generation_of(set, unit[i]) == 2;
    CHECK(code == PGD_OK || done < 3, "a commit that failed is done");
    for (int i = 0; i < 3; i++)
        expect(check_page(set, unit[i], code == PGD_OK ? 2 : 1, &error), &error);
    /* The unit is done again, and the places of the former pages are spare then. */
    for (int i = 0; code != PGD_OK && i < 3; i++)
        expect(write_page(set, unit[i], 2, &error), &error);
    expect(pgd_commit_unit(set, unit, 3, 2, &error), &error);
    for (int i = 0; i < 3; i++)
        expect(check_page(set, unit[i], 2, &error), &error);
    check_tables(set, 64);
    close_set(set);
}

void commits_a_unit_on_all_disks_or_none(void) {
    for (int sync_at = 1; sync_at <= 7; sync_at++)
        try_unit(sync_at);
}

void takes_spare_places_and_never_a_kept_one(void) {
    struct pgd_options options = whole_options();
    struct pgd_figures figures;
    struct pgd_error error;
    options.spare_pages = 5;
    struct pgd_set *set = new_set("pages", &options, NULL);
    char file[512];
    snprintf(file, sizeof file, "%s/pages", pgd_set_disk(set, 0));
    const int64_t before = file_bytes(file);
    for (uint32_t generation = 1; generation <= 12; generation++)
        for (int64_t i = 0; i < 4; i++)
            for (int64_t k = 0; k < 4; k++) {
                struct pgd_page line[4];
                for (int64_t l = 0; l < 4; l++) {
                    line[l] = (struct pgd_page){{i, k, l}};
                    expect(write_page(set, line[l], generation, &error), &error);
                }
                expect(pgd_commit_unit(set, line, 4, generation, &error), &error);
            }
    check_set(set, 12);
    CHECK(file_bytes(file) == before, "%d bytes, not %d", (int)file_bytes(file), (int)before);
    for (size_t disk = 0; disk < 3; disk++) {
        expect(pgd_set_figures(set, disk, &figures, &error), &error);
        CHECK(figures.free_places == 5, "%d places are free", (int)figures.free_places);
        CHECK(figures.pages_written == 12 * (figures.places - 5), "%d writes", (int)figures.pages_written);
    }
    check_tables(set, 64);
    close_set(set);
}

void reads_what_was_queued_before_a_later_write(void) {
    enum { READS = 64 };
    const struct pgd_options options = {.domain = {4, 8, 16}, .page = {4, 8, 16}};
    struct pgd_error error;
    struct pgd_set *set = new_set("one", &options, NULL);
    const size_t bytes = pgd_set_layout(set)->page_bytes;
    const struct pgd_box box = whole_box(set);
    struct pgd_handle *reads[READS];
    char *memory = pgd_buffer_new(set, READS * bytes);
    double *values = page_values(set, &first, 2);
    const void *source = values;
    expect(write_page(set, first, 1, &error), &error);
    faults_clear();
    for (size_t i = 0; i < READS; i++) {
        void *destination = memory + i * bytes;
        reads[i] = pgd_start_read_pages(set, &first, 1, PGD_NEWEST, &destination);
    }
    struct pgd_handle *write = pgd_start_write_pages(set, &first, 1, 2, &source);
    expect(pgd_wait(write, &error), &error);
    /* The other threads of the device may still be at work at the last reads. */
    CHECK(faults.reads_at_write > READS - PGD_DEFAULT_THREADS, "the write came after %d reads", faults.reads_at_write);
    for (size_t i = 0; i < READS; i++) {
        expect(pgd_wait(reads[i], &error), &error);
        CHECK(wrong_in_box(&box, PGD_NATURAL, 1, (double *)(memory + i * bytes)) == 0, "read %zu", i);
    }
    expect(check_page(set, first, 2, &error), &error);
    pgd_buffer_free(set, values);
    pgd_buffer_free(set, memory);
    close_set(set);
}

/* Waits until a set's first device has read COUNT pages. */
static void await_reads(struct pgd_set *set, uint64_t count) {
    struct pgd_figures figures = {.pages_read = 0};
    while (figures.pages_read < count && pgd_set_figures(set, 0, &figures, NULL) == PGD_OK)
        continue;
}

void reads_ahead_into_its_cache(void) {
    const struct pgd_options options = {.domain = {4, 8, 64}, .page = {4, 8, 16}};
    const struct pgd_use use = {.cache_pages = 3};
    const struct pgd_box two = {.from = {0, 0, 3}, .to = {4, 8, 20}};
    struct pgd_figures figures;
    struct pgd_error error;
    struct pgd_set *set = new_set("ahead", &options, NULL);
    fill_set(set, 1);
    close_set(set);

    set = open_set("ahead", &use);
    expect(pgd_array_prefetch(set, &two, &error), &error);
    await_reads(set, 2);
    expect(check_page(set, first, 1, &error), &error);
    expect(check_page(set, second, 1, &error), &error);
    expect(pgd_set_figures(set, 0, &figures, &error), &error);
    CHECK(figures.cache_hits == 2 && figures.pages_read == 2, "%d hits, %d reads", (int)figures.cache_hits,
          (int)figures.pages_read);
    for (int turn = 0; turn < 3; turn++) { /* more than the cache holds, and again */
        const struct pgd_box all = whole_box(set);
        expect(pgd_array_prefetch(set, &all, &error), &error);
        check_set(set, 1);
    }
    fill_set(set, 2); /* the former page of a place that is taken anew is not read from the cache any more */
    check_set(set, 2);
    close_set(set);
}

void writes_behind_and_commits_what_it_wrote(void) {
    const struct pgd_options options = whole_options();
    const struct pgd_use use = {.cache_pages = 8, .threads = 2};
    struct pgd_error error;
    struct pgd_set *set = new_set("behind", &options, &use);
    for (uint32_t generation = 1; generation <= 5; generation++) {
        fill_set(set, generation);
        check_set(set, generation);
        expect(pgd_set_flush(set, &error), &error);
    }
    pgd_set_abandon(set);
    set = open_set("behind", &use);
    check_set(set, 5);
    check_tables(set, 64);
    close_set(set);
}

void takes_memory_of_any_alignment(void) {
    const struct pgd_options options[] = {whole_options(), small_options()};
    for (int i = 0; i < 2; i++) {
        struct pgd_error error;
        struct pgd_set *set = new_set("unaligned", &options[i], NULL);
        const size_t bytes = pgd_set_layout(set)->page_bytes;
        const struct pgd_box box = {.from = {0, 0, 0},
                                    .to = {options[i].page[0], options[i].page[1], options[i].page[2]}};
        char *memory = pgd_buffer_new(set, bytes + 16);
        double *values = (double *)(memory + 16);
        const void *source = values;
        void *destination = values;
        fill_box(&box, PGD_NATURAL, 1, values);
        expect(pgd_wait(pgd_start_write_pages(set, &first, 1, 1, &source), &error), &error);
        expect(check_page(set, first, 1, &error), &error);
        memset(values, 0, bytes);
        expect(pgd_wait(pgd_start_read_pages(set, &first, 1, 1, &destination), &error), &error);
        HOLDS(wrong_in_box(&box, PGD_NATURAL, 1, values) == 0);
        pgd_buffer_free(set, memory);
        close_set(set);
    }
}

void shortens_a_log_that_has_grown_long(void) {
    const struct pgd_options options = {.domain = {4, 8, 32}, .page = {4, 8, 16}};
    struct pgd_error error;
    char log[512];
    struct pgd_set *set = new_set("long", &options, NULL);
    snprintf(log, sizeof log, "%s/log", pgd_set_disk(set, 0));
    expect(write_page(set, second, 1, &error), &error);
    expect(commit_page(set, second, 1, &error), &error);
    for (uint32_t generation = 1; generation <= 600; generation++) {
        expect(write_page(set, first, generation, &error), &error);
        expect(commit_page(set, first, generation, &error), &error);
    }
    close_set(set);
    const int64_t before = file_bytes(log);
    CHECK(before > 600 * PGD_LOG_RECORD_BYTES, "%d bytes", (int)before);
    for (int turn = 0; turn < 2; turn++) {
        set = open_set("long", NULL);
        expect(check_page(set, first, 600, &error), &error);
        expect(check_page(set, second, 1, &error), &error);
        REFUSED(check_page(set, third, 1, &error), PGD_ERR_RANGE, "(0, 1, 0)", "1x1x2");
        close_set(set);
        CHECK(file_bytes(log) < 10 * PGD_LOG_RECORD_BYTES, "%d bytes", (int)file_bytes(log));
    }
}
