/* SPDX-License-Identifier: Apache-2.0 */
/* Page maps: on which disk a page lies, and under which index there. */
#ifndef SLIPWAY_PAGEDEV_MAP_H
#define SLIPWAY_PAGEDEV_MAP_H

#include "internal.h"

struct pgd_page_map {
    pgd_map kind;
    int64_t pages[3];
    size_t disks;
    uint64_t row;              /* of a circulant map: indexes that a disk has for the pages of one (i1, i2) */
    struct pgd_address *table; /* of all others */
    uint64_t *page_counts, *index_counts; /* of each disk: pages, and indexes from 0, of which some may have no page */
};

/* Makes the map of OPTIONS for the pages of LAYOUT, and checks that no two pages have one place. Ends with
 * pgd_map_free, also after a failure. */
pgd_err pgd_map_make(const struct pgd_layout *layout, const struct pgd_options *options, struct pgd_page_map *map,
                     struct pgd_error *error);

/* Where a page of the array is. */
struct pgd_address pgd_map_place(const struct pgd_page_map *map, const struct pgd_page *page);

/* Finds the page of an index, by looking at all; false where it has none. */
bool pgd_map_find(const struct pgd_page_map *map, uint32_t disk, uint64_t index, struct pgd_page *page);

void pgd_map_free(struct pgd_page_map *map);

#endif
