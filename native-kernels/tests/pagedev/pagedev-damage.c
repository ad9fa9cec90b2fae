/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/pagedev-cases.h"

#include "pagedev/faults.h"
#include "pagedev/local.h"
#include "pagedev/set.h"
#include "pagedev/sets.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct pgd_page first = {{0, 0, 0}}, third = {{0, 0, 3}}; /* both on disk 0 of three */

/* The place of the last version of a page: the name of the file, and the offset. */
static int64_t place_of(struct pgd_set *set, struct pgd_page page, char file[512]) {
    struct pgd_address address;
    HOLDS(pgd_set_place(set, &page, &address, NULL) == PGD_OK);
    const struct pgd_local *local = (struct pgd_local *)set->devices[address.disk];
    snprintf(file, 512, "%s/pages", pgd_set_disk(set, address.disk));
    return (int64_t)(local->table.pages[address.index].last - 1) * (int64_t)local->disk.place_bytes;
}

static void read_bytes(const char *file, int64_t offset, void *bytes, size_t count) {
    const int fd = open(file, O_RDONLY);
    HOLDS(fd >= 0 && lseek(fd, (off_t)offset, SEEK_SET) == (off_t)offset && read(fd, bytes, count) == (ssize_t)count);
    close(fd);
}

/* A set with all pages committed in generation 1. */
static struct pgd_set *sound_set(const char *name) {
    const struct pgd_options options = whole_options();
    struct pgd_error error;
    struct pgd_set *set = new_set(name, &options, NULL);
    fill_set(set, 1);
    const pgd_err code = pgd_set_flush(set, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    return set;
}

void names_page_and_disk_of_flipped_bytes(void) {
    struct pgd_error error;
    struct pgd_set *set = sound_set("flipped");
    char file[512];
    const int64_t offset = place_of(set, third, file) + 4711;
    flip_byte(file, offset);
    REFUSED(check_page(set, third, 1, &error), PGD_ERR_DAMAGED, "array page (0, 0, 3)", pgd_set_disk(set, 0),
            "other bytes", "copy");
    CHECK(check_page(set, first, 1, &error) == PGD_OK, "%s", error.text);
    struct pgd_box box = whole_box(set);
    double *values = malloc(pgd_set_layout(set)->page_count * pgd_set_layout(set)->page_bytes);
    REFUSED(pgd_array_read(set, &box, PGD_NATURAL, values, &error), PGD_ERR_DAMAGED, "(0, 0, 3)");
    free(values);
    flip_byte(file, offset);
    CHECK(check_page(set, third, 1, &error) == PGD_OK, "%s", error.text);
    close_set(set);
}

void names_the_page_that_is_in_anothers_place(void) {
    struct pgd_error error;
    struct pgd_set *set = sound_set("exchanged");
    char file[512];
    const size_t bytes = pgd_set_layout(set)->page_bytes;
    struct pgd_address address;
    char *page = malloc(bytes), index[32];
    read_bytes(file, place_of(set, first, file), page, bytes);
    overwrite(file, place_of(set, third, file), page, bytes);
    HOLDS(pgd_set_place(set, &first, &address, NULL) == PGD_OK);
    snprintf(index, sizeof index, "is page %d", (int)address.index);
    REFUSED(check_page(set, third, 1, &error), PGD_ERR_DAMAGED, "array page (0, 0, 3)", pgd_set_disk(set, 0), index,
            "in its place");
    free(page);
    close_set(set);
}

/* A disk reports a written page without having written the page: an older page is still there. */
void names_the_older_page_that_a_lying_disk_has_kept(void) {
    struct pgd_options options = {.domain = {4, 8, 16}, .page = {4, 8, 16}, .spare_pages = 1};
    struct pgd_error error;
    struct pgd_set *set = new_set("lying", &options, NULL);
    for (uint32_t generation = 1; generation <= 3; generation++) {
        faults_clear();
        faults.lose_from = generation == 3 ? 1 : 0;
        CHECK(write_page(set, first, generation, &error) == PGD_OK, "%s", error.text);
        faults_clear();
        CHECK(commit_page(set, first, generation, &error) == PGD_OK, "%s", error.text);
    }
    REFUSED(check_page(set, first, 3, &error), PGD_ERR_DAMAGED, "(0, 0, 0)", pgd_set_disk(set, 0), "older",
            "generation 1");
    close_set(set);
}

void names_the_older_page_from_a_log_that_was_shortened(void) {
    enum { LONG = 600 };
    struct pgd_options options = {.domain = {4, 8, 16}, .page = {4, 8, 16}, .spare_pages = 1};
    struct pgd_error error;
    struct pgd_set *set = new_set("lying-later", &options, NULL);
    for (uint32_t generation = 1; generation <= LONG + 3; generation++) {
        faults_clear();
        faults.lose_from = generation == LONG + 3 ? 1 : 0;
        CHECK(write_page(set, first, generation, &error) == PGD_OK, "%s", error.text);
        faults_clear();
        CHECK(commit_page(set, first, generation, &error) == PGD_OK, "%s", error.text);
        if (generation == LONG) {
            close_set(set);
            set = open_set("lying-later", NULL);
        }
    }
    REFUSED(check_page(set, first, LONG + 3, &error), PGD_ERR_DAMAGED, "(0, 0, 0)", "older", "generation 601");
    close_set(set);
}

/* Makes a set of one disk with the pages of three batches in the log: one, one, and two. */
static void make_log(char log[512], struct pgd_error *error) {
    static const struct pgd_page pages[] = {{{0, 0, 0}}, {{0, 0, 1}}};
    const struct pgd_options options = {.domain = {4, 8, 32}, .page = {4, 8, 16}};
    struct pgd_set *set = new_set("log", &options, NULL);
    snprintf(log, 512, "%s/log", pgd_set_disk(set, 0));
    for (int i = 0; i < 2; i++) {
        CHECK(write_page(set, pages[i], 1, error) == PGD_OK, "%s", error->text);
        CHECK(commit_page(set, pages[i], 1, error) == PGD_OK, "%s", error->text);
    }
    for (int i = 0; i < 2; i++)
        CHECK(write_page(set, pages[i], 2, error) == PGD_OK, "%s", error->text);
    CHECK(pgd_commit_unit(set, pages, 2, 2, error) == PGD_OK, "%s", error->text);
    pgd_set_abandon(set);
}

void drops_the_torn_end_of_a_log(void) {
    static const struct pgd_page pages[] = {{{0, 0, 0}}, {{0, 0, 1}}};
    char log[512];
    struct pgd_error error;
    for (int lost = 1; lost <= 3 * PGD_LOG_RECORD_BYTES; lost += 11) {
        make_log(log, &error);
        const int64_t bytes = file_bytes(log);
        CHECK(bytes == PGD_LOG_HEAD_BYTES + 4 * PGD_LOG_RECORD_BYTES, "%d bytes", (int)bytes);
        HOLDS(truncate(log, (off_t)(bytes - lost)) == 0);
        struct pgd_set *set = open_set("log", NULL);
        const int records = (int)((bytes - lost - PGD_LOG_HEAD_BYTES) / PGD_LOG_RECORD_BYTES);
        /* Records 0 and 1 are of generation 1, records 2 and 3 of generation 2. */
        const uint32_t generation[] = {records >= 3 ? 2 : 1, records >= 4 ? 2 : records >= 2 ? 1 : 0};
        for (int i = 0; i < 2; i++) {
            uint32_t found = 77;
            HOLDS(pgd_generations(set, &pages[i], 1, &found, &error) == PGD_OK);
            CHECK(found == generation[i], "%d records: page %d is of generation %u", records, i, found);
            if (found > 0)
                CHECK(check_page(set, pages[i], found, &error) == PGD_OK, "%s", error.text);
        }
        HOLDS(write_page(set, first, 3, &error) == PGD_OK && commit_page(set, first, 3, &error) == PGD_OK);
        pgd_set_abandon(set);
        set = open_set("log", NULL);
        CHECK(check_page(set, first, 3, &error) == PGD_OK, "%s", error.text);
        close_set(set);
    }
    /* The last batch was torn in the first record, and the second record is there. */
    make_log(log, &error);
    overwrite(log, PGD_LOG_HEAD_BYTES + 2 * PGD_LOG_RECORD_BYTES, "torn", 4);
    struct pgd_set *set = open_set("log", NULL);
    for (int i = 0; i < 2; i++)
        CHECK(check_page(set, pages[i], 1, &error) == PGD_OK, "%s", error.text);
    close_set(set);
}

void refuses_a_log_that_is_damaged_within(void) {
    struct pgd_set *set;
    struct pgd_error error;
    char log[512];
    for (int record = 0; record < 2; record++)
        for (int byte = 0; byte < PGD_LOG_RECORD_BYTES; byte += 5) {
            char number[32];
            make_log(log, &error);
            flip_byte(log, PGD_LOG_HEAD_BYTES + record * PGD_LOG_RECORD_BYTES + byte);
            snprintf(number, sizeof number, "record %d is damaged", record);
            REFUSED(pgd_set_open(in_folder("log"), NULL, &set, &error), PGD_ERR_FORMAT, log, number);
        }
    make_log(log, &error);
    flip_byte(log, 20);
    REFUSED(pgd_set_open(in_folder("log"), NULL, &set, &error), PGD_ERR_FORMAT, log, "head");
    overwrite(log, 0, "SLIPWAY PAGES 2", 16);
    REFUSED(pgd_set_open(in_folder("log"), NULL, &set, &error), PGD_ERR_FORMAT, log, "another version");
    HOLDS(truncate(log, 40) == 0);
    REFUSED(pgd_set_open(in_folder("log"), NULL, &set, &error), PGD_ERR_FORMAT, log);
    HOLDS(unlink(log) == 0);
    REFUSED(pgd_set_open(in_folder("log"), NULL, &set, &error), PGD_ERR_OPEN, log);
}

void refuses_files_of_other_sets_and_versions(void) {
    struct pgd_error error;
    struct pgd_set *set = sound_set("mine"), *other = sound_set("theirs");
    char mine[512], theirs[512];
    snprintf(mine, sizeof mine, "%s/log", pgd_set_disk(set, 1));
    snprintf(theirs, sizeof theirs, "%s/log", pgd_set_disk(other, 1));
    close_set(set);
    close_set(other);
    HOLDS(rename(theirs, mine) == 0);
    REFUSED(pgd_set_open(in_folder("mine"), NULL, &set, &error), PGD_ERR_FORMAT, mine, "belongs to device");

    for (int64_t byte = 1; byte < 100; byte += 9) {
        const struct pgd_options options = whole_options();
        close_set(new_set("described", &options, NULL));
        overwrite(in_folder("described/layout"), byte, "~", 1);
        REFUSED(pgd_set_open(in_folder("described"), NULL, &set, &error), PGD_ERR_FORMAT, "described/layout");
        HOLDS(unlink(in_folder("described/layout")) == 0);
    }
}

void refuses_data_files_that_were_cut_off(void) {
    struct pgd_error error;
    struct pgd_set *set = sound_set("cut");
    char file[512];
    const int64_t offset = place_of(set, third, file);
    HOLDS(truncate(file, (off_t)offset + 10) == 0);
    REFUSED(check_page(set, third, 1, &error), PGD_ERR_DAMAGED, "(0, 0, 3)", pgd_set_disk(set, 0), "cut off");
    pgd_set_abandon(set);
    REFUSED(pgd_set_open(in_folder("cut"), NULL, &set, &error), PGD_ERR_FORMAT, "log", "cut off");
}
