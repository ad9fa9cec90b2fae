/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/pagedev-cases.h"

#include "pagedev/sets.h"

#include <stdlib.h>

/* All pages of one i1 on one disk, in reverse order there. */
static struct pgd_address by_slab(void *context, const struct pgd_page *page) {
    const int64_t *pages = context;
    const int64_t number = (page->at[0] / 2 * pages[1] + page->at[1]) * pages[2] + page->at[2];
    return (struct pgd_address){(uint32_t)(page->at[0] % 2), (uint64_t)(100 - number)};
}

static struct pgd_address place_of(struct pgd_set *set, int64_t i1, int64_t i2, int64_t i3) {
    const struct pgd_page page = {{i1, i2, i3}};
    struct pgd_address address = {99, 99};
    HOLDS(pgd_set_place(set, &page, &address, NULL) == PGD_OK);
    return address;
}

static void check_disks(struct pgd_set *set, bool circulant) {
    for (int64_t i = 0; i < 4; i++)
        for (int64_t k = 0; k < 2; k++)
            for (int64_t l = 0; l < 2; l++) {
                const uint32_t disk = place_of(set, i, k, l).disk, wanted = (uint32_t)(circulant ? i + k + l : i) % 2;
                CHECK(disk == wanted, "page (%d, %d, %d) is on disk %u", (int)i, (int)k, (int)l, disk);
            }
}

/* Pages of 3x4x5 in 12x8x10: 4x2x2 of them. */
void places_pages_by_each_kind_of_map(void) {
    int64_t pages[3] = {4, 2, 2};
    struct pgd_options options = small_options();
    struct pgd_address table[16];
    struct pgd_set *set = new_set("circulant", &options, NULL);
    check_disks(set, true);
    fill_set(set, 1);
    check_set(set, 1);
    close_set(set);

    options.map = PGD_MAP_FUNCTION;
    options.function = by_slab;
    options.context = pages;
    set = new_set("function", &options, NULL);
    check_disks(set, false);
    fill_set(set, 1);
    close_set(set);
    set = open_set("function", NULL); /* which no longer needs the function */
    check_disks(set, false);
    CHECK(place_of(set, 3, 1, 1).index == 93, "index %d", (int)place_of(set, 3, 1, 1).index);
    check_set(set, 1);
    close_set(set);

    for (uint64_t i = 0; i < 16; i++)
        table[i] = (struct pgd_address){i < 8 ? 1 : 0, i % 8};
    options.map = PGD_MAP_TABLE;
    options.table = table;
    set = new_set("table", &options, NULL);
    HOLDS(place_of(set, 0, 0, 0).disk == 1 && place_of(set, 3, 1, 1).disk == 0 && place_of(set, 3, 1, 1).index == 7);
    fill_set(set, 1);
    check_set(set, 1);
    close_set(set);
}

static struct pgd_address all_in_one_place(void *context, const struct pgd_page *page) {
    (void)context;
    (void)page;
    return (struct pgd_address){0, 3};
}

void refuses_maps_that_put_two_pages_in_one_place(void) {
    struct pgd_options options = small_options();
    struct pgd_address table[16];
    struct pgd_error error;
    struct pgd_set *set;
    options.map = PGD_MAP_FUNCTION;
    options.function = all_in_one_place;
    REFUSED(pgd_set_create(in_folder("bad"), &options, NULL, &set, &error), PGD_ERR_GEOMETRY, "(0, 0, 1)", "disk 0",
            "index 3", "another page");
    options.function = NULL;
    REFUSED(pgd_set_create(in_folder("bad"), &options, NULL, &set, &error), PGD_ERR_ARGUMENT, "lacks");
    options.map = PGD_MAP_TABLE;
    options.table = table;
    for (uint64_t i = 0; i < 16; i++)
        table[i] = (struct pgd_address){0, i};
    table[5].disk = 2;
    REFUSED(pgd_set_create(in_folder("bad"), &options, NULL, &set, &error), PGD_ERR_GEOMETRY, "(1, 0, 1)", "disk 2",
            "no such disk");
    table[5] = (struct pgd_address){1, UINT64_MAX};
    REFUSED(pgd_set_create(in_folder("bad"), &options, NULL, &set, &error), PGD_ERR_GEOMETRY, "far beyond");
    HOLDS(set == NULL && !pgd_set_exists(in_folder("bad")));
}

static void try_copy(struct pgd_set *from, struct pgd_options options, size_t memory) {
    struct pgd_error error;
    struct pgd_set *to = new_set("copy", &options, NULL);
    const pgd_err code = pgd_set_copy(from, to, memory, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    pgd_set_abandon(to); /* a copy is durable when the call returns */
    to = open_set("copy", NULL);
    check_set(to, 5);
    close_set(to);
}

void copies_into_other_pages_maps_and_disks(void) {
    static const int64_t shapes[][3] = {{3, 4, 5}, {12, 8, 10}, {1, 1, 1}, {4, 2, 2}, {6, 8, 1}, {1, 8, 10}};
    struct pgd_options options = small_options();
    struct pgd_error error;
    int64_t pages[3] = {2, 2, 2};
    struct pgd_set *from = new_set("original", &options, NULL), *other;
    fill_set(from, 5);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (int d = 0; d < 3; d++)
            options.page[d] = shapes[i][d];
        options.disk_count = i + 1;
        try_copy(from, options, 0);
    }
    options = (struct pgd_options){.domain = {12, 8, 10}, .page = {6, 4, 5}, .disk_count = 2};
    options.map = PGD_MAP_FUNCTION;
    options.function = by_slab;
    options.context = pages;
    try_copy(from, options, 0);

    options = (struct pgd_options){.domain = {12, 8, 11}, .page = {12, 8, 11}};
    other = new_set("longer", &options, NULL);
    REFUSED(pgd_set_copy(from, other, 0, &error), PGD_ERR_GEOMETRY, "12x8x10", "12x8x11");
    close_set(other);
    close_set(from);
}

void copies_with_little_memory(void) {
    struct pgd_options options = small_options();
    struct pgd_set *from = new_set("original", &options, NULL);
    fill_set(from, 5);
    options.page[0] = 4;
    options.page[1] = 2;
    options.page[2] = 2;
    for (size_t memory = 1; memory < 100000; memory *= 7)
        try_copy(from, options, memory);
    close_set(from);
}
