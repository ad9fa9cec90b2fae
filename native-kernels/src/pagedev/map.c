/* SPDX-License-Identifier: Apache-2.0 */
#include "map.h"

#include "shape.h"

#include <stdlib.h>
#include <string.h>

/* A map may leave this many indexes unused. */
enum { SPARSE_TIMES = 16, SPARSE_MORE = 1024 };

struct pgd_address pgd_map_place(const struct pgd_page_map *map, const struct pgd_page *page) {
    if (map->table != NULL)
        return map->table[pgd_page_number(map->pages, page)];
    const uint64_t sum = (uint64_t)(page->at[0] + page->at[1] + page->at[2]);
    const uint64_t row = (uint64_t)(page->at[0] * map->pages[1] + page->at[1]);
    return (struct pgd_address){(uint32_t)(sum % map->disks), row * map->row + (uint64_t)page->at[2] / map->disks};
}

static pgd_err fill_table(struct pgd_page_map *map, const struct pgd_options *options, struct pgd_error *error) {
    const uint64_t count = pgd_page_total(map->pages);
    map->table = malloc(count * sizeof *map->table);
    if (map->table == NULL)
        return pgd_lacks_memory(error, count * sizeof *map->table, "a page map");
    for (uint64_t i = 0; i < count; i++) {
        const struct pgd_page page = pgd_page_of_number(map->pages, i);
        map->table[i] = options->map == PGD_MAP_TABLE ? options->table[i] : options->function(options->context, &page);
    }
    return PGD_OK;
}

static pgd_err refuse(const struct pgd_page *page, const struct pgd_address *address, const char *what,
                      struct pgd_error *error) {
    return pgd_fail(error, PGD_ERR_GEOMETRY, "page map: it puts page (%lld, %lld, %lld) at disk %u, index %llu, %s",
                    (long long)page->at[0], (long long)page->at[1], (long long)page->at[2], address->disk,
                    (unsigned long long)address->index, what);
}

static pgd_err count_pages(struct pgd_page_map *map, struct pgd_error *error) {
    const uint64_t count = pgd_page_total(map->pages);
    for (uint64_t i = 0; i < count; i++) {
        const struct pgd_page page = pgd_page_of_number(map->pages, i);
        const struct pgd_address address = pgd_map_place(map, &page);
        if (address.disk >= map->disks)
            return refuse(&page, &address, "and there is no such disk", error);
        if (address.index >= SPARSE_TIMES * count + SPARSE_MORE)
            return refuse(&page, &address, "which is far beyond the number of pages; count indexes from 0", error);
        map->page_counts[address.disk]++;
        if (address.index >= map->index_counts[address.disk])
            map->index_counts[address.disk] = address.index + 1;
    }
    return PGD_OK;
}

/* Marks the place of each page; refuses a second page there. */
static pgd_err mark_places(const struct pgd_page_map *map, unsigned char **marks, struct pgd_error *error) {
    for (size_t disk = 0; disk < map->disks; disk++) {
        marks[disk] = calloc(map->index_counts[disk] / 8 + 1, 1);
        if (marks[disk] == NULL)
            return pgd_lacks_memory(error, map->index_counts[disk] / 8 + 1, "checking a page map");
    }
    const uint64_t count = pgd_page_total(map->pages);
    for (uint64_t i = 0; i < count; i++) {
        const struct pgd_page page = pgd_page_of_number(map->pages, i);
        const struct pgd_address address = pgd_map_place(map, &page);
        unsigned char *mark = &marks[address.disk][address.index / 8];
        if ((*mark >> (address.index % 8) & 1) != 0)
            return refuse(&page, &address, "where another page is already", error);
        *mark = (unsigned char)(*mark | 1U << (address.index % 8));
    }
    return PGD_OK;
}

static pgd_err check_places(const struct pgd_page_map *map, struct pgd_error *error) {
    unsigned char **marks = calloc(map->disks, sizeof *marks);
    if (marks == NULL)
        return pgd_lacks_memory(error, map->disks * sizeof *marks, "checking a page map");
    const pgd_err code = mark_places(map, marks, error);
    for (size_t disk = 0; disk < map->disks; disk++)
        free(marks[disk]);
    free(marks);
    return code;
}

pgd_err pgd_map_make(const struct pgd_layout *layout, const struct pgd_options *options, struct pgd_page_map *map,
                     struct pgd_error *error) {
    *map = (struct pgd_page_map){.kind = options->map, .disks = layout->disk_count};
    memcpy(map->pages, layout->pages, sizeof map->pages);
    map->row = ((uint64_t)map->pages[2] + map->disks - 1) / map->disks;
    map->page_counts = calloc(map->disks, sizeof *map->page_counts);
    map->index_counts = calloc(map->disks, sizeof *map->index_counts);
    if (map->page_counts == NULL || map->index_counts == NULL)
        return pgd_lacks_memory(error, map->disks * sizeof *map->page_counts, "a page map");
    const bool lacks = (options->map == PGD_MAP_FUNCTION && options->function == NULL) ||
                       (options->map == PGD_MAP_TABLE && options->table == NULL);
    if (options->map >= PGD_MAPS || lacks)
        return pgd_fail(error, PGD_ERR_ARGUMENT, "page map: kind %d is none, or lacks its function or table",
                        (int)options->map);
    pgd_err code = options->map == PGD_MAP_CIRCULANT ? PGD_OK : fill_table(map, options, error);
    if (code == PGD_OK)
        code = count_pages(map, error);
    if (code == PGD_OK && map->table != NULL)
        code = check_places(map, error);
    return code;
}

bool pgd_map_find(const struct pgd_page_map *map, uint32_t disk, uint64_t index, struct pgd_page *page) {
    const uint64_t count = pgd_page_total(map->pages);
    for (uint64_t i = 0; i < count; i++) {
        *page = pgd_page_of_number(map->pages, i);
        const struct pgd_address address = pgd_map_place(map, page);
        if (address.disk == disk && address.index == index)
            return true;
    }
    return false;
}

void pgd_map_free(struct pgd_page_map *map) {
    free(map->table);
    free(map->page_counts);
    free(map->index_counts);
    *map = (struct pgd_page_map){0};
}
