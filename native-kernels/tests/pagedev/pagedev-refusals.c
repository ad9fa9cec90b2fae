/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/pagedev-cases.h"

#include "pagedev/sets.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void refuses_pages_and_boxes_outside_of_the_array(void) {
    const struct pgd_options options = small_options();
    const struct pgd_page pages[] = {{{0, 0, 0}}, {{4, 0, 0}}, {{0, -1, 0}}, {{0, 0, INT64_MAX}}};
    const struct pgd_box boxes[] = {{{0, 0, 0}, {13, 8, 10}}, {{-1, 0, 0}, {1, 1, 1}}, {{2, 3, 4}, {1, 8, 10}}};
    struct pgd_error error;
    struct pgd_address address;
    struct pgd_figures figures;
    double value[2] = {0, 0};
    void *memory = value;
    const void *source = value;
    struct pgd_set *set = new_set("range", &options, NULL);
    for (int i = 1; i < 4; i++) {
        REFUSED(pgd_wait(pgd_start_read_pages(set, &pages[i], 1, PGD_NEWEST, &memory), &error), PGD_ERR_RANGE, "4x2x2");
        REFUSED(pgd_wait(pgd_start_write_pages(set, &pages[i], 1, 1, &source), &error), PGD_ERR_RANGE, "4x2x2");
        REFUSED(pgd_commit_unit(set, &pages[i], 1, 1, &error), PGD_ERR_RANGE, "4x2x2");
        REFUSED(pgd_prefetch(set, &pages[i], 1, 1, &error), PGD_ERR_RANGE, "4x2x2");
        REFUSED(pgd_set_place(set, &pages[i], &address, &error), PGD_ERR_RANGE, "4x2x2");
    }
    for (int i = 0; i < 3; i++) {
        REFUSED(pgd_array_read(set, &boxes[i], PGD_NATURAL, value, &error), PGD_ERR_RANGE, "12x8x10");
        REFUSED(pgd_array_write(set, &boxes[i], PGD_NATURAL, value, &error), PGD_ERR_RANGE, "12x8x10");
        REFUSED(pgd_array_prefetch(set, &boxes[i], &error), PGD_ERR_RANGE, "12x8x10");
    }
    const struct pgd_box none = {{1, 1, 1}, {1, 5, 5}};
    CHECK(pgd_array_read(set, &none, PGD_NATURAL, value, &error) == PGD_OK, "%s", error.text);
    CHECK(pgd_array_prefetch(set, &none, &error) == PGD_OK, "%s", error.text);
    REFUSED(pgd_array_read(set, &none, PGD_ORDERS, value, &error), PGD_ERR_ARGUMENT, "order 3");
    REFUSED(pgd_set_figures(set, 2, &figures, &error), PGD_ERR_RANGE, "disk 2");
    close_set(set);
}

void refuses_shapes_that_pages_do_not_divide(void) {
    static const struct {
        struct pgd_options options;
        pgd_err code;
        const char *says;
    } cases[] = {
        {{.domain = {12, 8, 10}, .page = {5, 4, 5}}, PGD_ERR_GEOMETRY, "12x8x10"},
        {{.domain = {12, 8, 10}, .page = {24, 8, 10}}, PGD_ERR_GEOMETRY, "24x8x10"},
        {{.domain = {12, 0, 10}, .page = {12, 8, 10}}, PGD_ERR_ARGUMENT, "12x0x10"},
        {{.domain = {12, 8, 10}, .page = {12, -8, 10}}, PGD_ERR_ARGUMENT, "12x-8x10"},
        {{.domain = {1 << 20, 1 << 20, 1 << 20}, .page = {1, 1, 1}}, PGD_ERR_ARGUMENT, "2^48"},
        {{.domain = {1 << 16, 1 << 16, 1}, .page = {1, 1, 1}}, PGD_ERR_GEOMETRY, "2^31"},
        {{.domain = {1 << 20, 1 << 20, 1}, .page = {1 << 20, 1 << 20, 1}}, PGD_ERR_ARGUMENT, "64 GiB"},
        {{.domain = {1, 1, 1}, .page = {1, 1, 1}, .disk_count = 1025}, PGD_ERR_ARGUMENT, "1025 disks"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pgd_set *set;
        struct pgd_error error;
        REFUSED(pgd_set_create(in_folder("none"), &cases[i].options, NULL, &set, &error), cases[i].code, cases[i].says);
        CHECK(set == NULL && access(in_folder("none"), F_OK) != 0, "something is left behind");
    }
}

void refuses_a_second_writer(void) {
    const struct pgd_options options = small_options();
    struct pgd_set *set = new_set("one-writer", &options, NULL), *other;
    struct pgd_error error;
    REFUSED(pgd_set_open(in_folder("one-writer"), NULL, &other, &error), PGD_ERR_BUSY, "one-writer", "one writer");
    HOLDS(other == NULL);
    REFUSED(pgd_set_remove(in_folder("one-writer"), &error), PGD_ERR_BUSY, "one-writer");
    close_set(set);
    close_set(open_set("one-writer", NULL));
}

void refuses_generations_that_there_are_not(void) {
    const struct pgd_options options = small_options();
    const struct pgd_page page = {{1, 1, 1}};
    struct pgd_error error;
    const void *source = &options;
    struct pgd_set *set = new_set("generations", &options, NULL);
    REFUSED(check_page(set, page, 1, &error), PGD_ERR_GENERATION, "(1, 1, 1)", "generation 1");
    REFUSED(pgd_wait(pgd_start_write_pages(set, &page, 1, 0, &source), &error), PGD_ERR_ARGUMENT, "generation 0");
    REFUSED(pgd_wait(pgd_start_write_pages(set, &page, 1, PGD_NEWEST, &source), &error), PGD_ERR_ARGUMENT,
            "4294967295");
    REFUSED(pgd_commit_unit(set, &page, 1, 0, &error), PGD_ERR_ARGUMENT, "generation 0");
    CHECK(write_page(set, page, 2, &error) == PGD_OK, "%s", error.text);
    REFUSED(commit_page(set, page, 1, &error), PGD_ERR_GENERATION, "(1, 1, 1)", "not written in generation 1");
    close_set(set);
}

void refuses_folders_that_hold_a_set_or_none(void) {
    const struct pgd_options options = small_options();
    struct pgd_error error;
    struct pgd_set *set = new_set("taken", &options, NULL), *other;
    close_set(set);
    REFUSED(pgd_set_create(in_folder("taken"), &options, NULL, &other, &error), PGD_ERR_OPEN, "taken", "already");
    HOLDS(pgd_set_exists(in_folder("taken")));
    REFUSED(pgd_set_open(in_folder("not-there"), NULL, &other, &error), PGD_ERR_OPEN, "not-there", "no data set");
    REFUSED(pgd_set_open(folder, NULL, &other, &error), PGD_ERR_OPEN, folder, "no data set");
    REFUSED(pgd_set_create(in_folder("taken/layout"), &options, NULL, &other, &error), PGD_ERR_OPEN, "no folder");
    REFUSED(pgd_set_create(in_folder("a/b/c"), &options, NULL, &other, &error), PGD_ERR_OPEN, "a/b/c");
}

void removes_a_set_with_its_disks(void) {
    char disk[256];
    snprintf(disk, sizeof disk, "%s/disk", folder);
    const char *disks[] = {disk, disk};
    struct pgd_options options = small_options();
    struct pgd_error error;
    struct stat status;
    options.disks = disks;
    struct pgd_set *set = new_set("removed", &options, NULL);
    HOLDS(strcmp(pgd_set_disk(set, 0), pgd_set_disk(set, 1)) != 0);
    fill_set(set, 1);
    close_set(set);
    CHECK(pgd_set_remove(in_folder("removed"), &error) == PGD_OK, "%s", error.text);
    HOLDS(!pgd_set_exists(in_folder("removed")) && stat(in_folder("removed"), &status) != 0);
    CHECK(rmdir(disk) == 0, "the folder of the disks is not empty");
    REFUSED(pgd_set_remove(in_folder("removed"), &error), PGD_ERR_OPEN, "removed");
}

void names_every_code_of_pagedev(void) {
    for (int code = PGD_OK; code <= PGD_ERR_SERVER; code++)
        CHECK(strcmp(pgd_strerror((pgd_err)code), "unknown error") != 0, "code %d", code);
    HOLDS(strcmp(pgd_strerror((pgd_err)(PGD_ERR_SERVER + 1)), "unknown error") == 0);
    HOLDS(pgd_wait(NULL, NULL) == PGD_OK && pgd_set_close(NULL, NULL) == PGD_OK);
    pgd_set_abandon(NULL);
}
