/* SPDX-License-Identifier: Apache-2.0 */
/* Page maps, which give the disk of each page and the index of the page on that disk. */
#ifndef SLIPWAY_PAGEDEV_MAP_H
#define SLIPWAY_PAGEDEV_MAP_H

#include "internal.h"

struct pgd_page_map {
    pgd_map kind;
    int64_t pages[3];
    size_t disks;
    uint64_t row;              /* for a circulant map: indexes that each disk has for the pages of one (i1, i2) */
    struct pgd_address *table; /* for all other maps: the address of each page */
    uint64_t *page_counts, *index_counts; /* for each disk: pages; indexes, some of which may have no page */
};

/* Makes the map of OPTIONS for the pages of LAYOUT, and checks that no two pages have one place. The caller ends the
 * map with pgd_map_free, also after a failure. */
pgd_err pgd_map_make(const struct pgd_layout *layout, const struct pgd_options *options, struct pgd_page_map *map,
                     struct pgd_error *error);

/* Returns the address of a page of the array. */
struct pgd_address pgd_map_place(const struct pgd_page_map *map, const struct pgd_page *page);

/* Finds the page with an index on a disk, by a search of all pages. Returns false without such a page. */
bool pgd_map_find(const struct pgd_page_map *map, uint32_t disk, uint64_t index, struct pgd_page *page);

void pgd_map_free(struct pgd_page_map *map);

#endif
