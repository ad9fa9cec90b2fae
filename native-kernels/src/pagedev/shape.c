/* SPDX-License-Identifier: Apache-2.0 */
#include "shape.h"

#include <string.h>

/* 2^48 values are 4 PiB. No product of valid sizes leaves 64 bits. */
#define MOST_VALUES (INT64_C(1) << 48)
#define MOST_PAGE_BYTES (INT64_C(1) << 36)
#define MOST_PAGES (INT64_C(1) << 31)

uint64_t pgd_page_number(const int64_t pages[3], const struct pgd_page *page) {
    return (uint64_t)((page->at[0] * pages[1] + page->at[1]) * pages[2] + page->at[2]);
}

struct pgd_page pgd_page_of_number(const int64_t pages[3], uint64_t number) {
    const uint64_t second = (uint64_t)pages[1], third = (uint64_t)pages[2];
    return (struct pgd_page){
        {(int64_t)(number / third / second), (int64_t)(number / third % second), (int64_t)(number % third)}};
}

uint64_t pgd_page_total(const int64_t pages[3]) {
    return (uint64_t)(pages[0] * pages[1] * pages[2]);
}

/* Writes the product of EXTENTS to *PRODUCT. Returns false if an extent is below 1 or the product above MOST. */
static bool product_of(const int64_t extents[3], int64_t most, int64_t *product) {
    *product = 1;
    for (int d = 0; d < 3; d++) {
        if (extents[d] < 1 || extents[d] > most / *product)
            return false;
        *product *= extents[d];
    }
    return true;
}

static pgd_err does_not_divide(const struct pgd_options *options, struct pgd_error *error) {
    return pgd_fail(error, PGD_ERR_GEOMETRY,
                    "pages of %lldx%lldx%lld do not divide an array of %lldx%lldx%lld; name a page shape that does",
                    (long long)options->page[0], (long long)options->page[1], (long long)options->page[2],
                    (long long)options->domain[0], (long long)options->domain[1], (long long)options->domain[2]);
}

pgd_err pgd_shape_layout(const struct pgd_options *options, struct pgd_layout *layout, struct pgd_error *error) {
    int64_t values, page_values, page_count;
    *layout = (struct pgd_layout){.map = options->map, .disk_count = options->disk_count > 0 ? options->disk_count : 1};
    if (!product_of(options->domain, MOST_VALUES, &values))
        return pgd_fail(error, PGD_ERR_ARGUMENT,
                        "an array of %lldx%lldx%lld: each extent is 1 or more, and all at most 2^48 values",
                        (long long)options->domain[0], (long long)options->domain[1], (long long)options->domain[2]);
    if (!product_of(options->page, MOST_PAGE_BYTES / PGD_VALUE_BYTES, &page_values))
        return pgd_fail(error, PGD_ERR_ARGUMENT,
                        "pages of %lldx%lldx%lld: each extent is 1 or more, and a page at most 64 GiB",
                        (long long)options->page[0], (long long)options->page[1], (long long)options->page[2]);
    for (int d = 0; d < 3; d++) {
        if (options->domain[d] % options->page[d] != 0)
            return does_not_divide(options, error);
        layout->pages[d] = options->domain[d] / options->page[d];
    }
    if (!product_of(layout->pages, MOST_PAGES, &page_count))
        return pgd_fail(error, PGD_ERR_GEOMETRY, "%lldx%lldx%lld pages are more than 2^31; name larger pages",
                        (long long)layout->pages[0], (long long)layout->pages[1], (long long)layout->pages[2]);
    if (layout->disk_count > PGD_MAX_DISKS)
        return pgd_fail(error, PGD_ERR_ARGUMENT, "%zu disks are more than the %d that an array can have",
                        layout->disk_count, PGD_MAX_DISKS);
    memcpy(layout->domain, options->domain, sizeof layout->domain);
    memcpy(layout->page, options->page, sizeof layout->page);
    layout->page_count = (size_t)page_count;
    layout->page_bytes = (size_t)page_values * PGD_VALUE_BYTES;
    return PGD_OK;
}

pgd_err pgd_shape_check_page(const struct pgd_layout *layout, const struct pgd_page *page, struct pgd_error *error) {
    for (int d = 0; d < 3; d++)
        if (page->at[d] < 0 || page->at[d] >= layout->pages[d])
            return pgd_fail(error, PGD_ERR_RANGE,
                            "array page (%lld, %lld, %lld) is none of the %lldx%lldx%lld of the array",
                            (long long)page->at[0], (long long)page->at[1], (long long)page->at[2],
                            (long long)layout->pages[0], (long long)layout->pages[1], (long long)layout->pages[2]);
    return PGD_OK;
}

pgd_err pgd_shape_check_box(const struct pgd_layout *layout, const struct pgd_box *box, struct pgd_error *error) {
    for (int d = 0; d < 3; d++)
        if (box->from[d] < 0 || box->from[d] > box->to[d] || box->to[d] > layout->domain[d])
            return pgd_fail(error, PGD_ERR_RANGE,
                            "box %lld-%lld x %lld-%lld x %lld-%lld (the ends excluded) does not lie in the array of "
                            "%lldx%lldx%lld",
                            (long long)box->from[0], (long long)box->to[0], (long long)box->from[1],
                            (long long)box->to[1], (long long)box->from[2], (long long)box->to[2],
                            (long long)layout->domain[0], (long long)layout->domain[1], (long long)layout->domain[2]);
    return PGD_OK;
}

struct pgd_box pgd_page_box(const struct pgd_layout *layout, const struct pgd_page *page) {
    struct pgd_box box;
    for (int d = 0; d < 3; d++) {
        box.from[d] = page->at[d] * layout->page[d];
        box.to[d] = box.from[d] + layout->page[d];
    }
    return box;
}

struct pgd_box pgd_box_pages(const struct pgd_layout *layout, const struct pgd_box *box) {
    struct pgd_box pages;
    for (int d = 0; d < 3; d++) {
        pages.from[d] = box->from[d] / layout->page[d];
        pages.to[d] = (box->to[d] + layout->page[d] - 1) / layout->page[d];
    }
    return pages;
}

struct pgd_box pgd_box_common(const struct pgd_box *a, const struct pgd_box *b) {
    struct pgd_box common;
    for (int d = 0; d < 3; d++) {
        common.from[d] = a->from[d] > b->from[d] ? a->from[d] : b->from[d];
        common.to[d] = a->to[d] < b->to[d] ? a->to[d] : b->to[d];
        if (common.to[d] < common.from[d])
            common.to[d] = common.from[d];
    }
    return common;
}

uint64_t pgd_box_total(const struct pgd_box *box) {
    return (uint64_t)(box->to[0] - box->from[0]) * (uint64_t)(box->to[1] - box->from[1]) *
           (uint64_t)(box->to[2] - box->from[2]);
}

bool pgd_box_holds(const struct pgd_box *outer, const struct pgd_box *inner) {
    for (int d = 0; d < 3; d++)
        if (inner->from[d] < outer->from[d] || inner->to[d] > outer->to[d])
            return false;
    return true;
}
