/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes: arrays cut into pages, and boxes of them. */
#ifndef SLIPWAY_PAGEDEV_SHAPE_H
#define SLIPWAY_PAGEDEV_SHAPE_H

#include "internal.h"

/* Convert the place of a page to its number and back. Numbers begin at 0, and the last index runs fastest. */
uint64_t pgd_page_number(const int64_t pages[3], const struct pgd_page *page);
struct pgd_page pgd_page_of_number(const int64_t pages[3], uint64_t number);

/* Returns the number of pages. */
uint64_t pgd_page_total(const int64_t pages[3]);

/* Checks domain and page shape of OPTIONS, and fills LAYOUT. */
pgd_err pgd_shape_layout(const struct pgd_options *options, struct pgd_layout *layout, struct pgd_error *error);

pgd_err pgd_shape_check_page(const struct pgd_layout *layout, const struct pgd_page *page, struct pgd_error *error);
pgd_err pgd_shape_check_box(const struct pgd_layout *layout, const struct pgd_box *box, struct pgd_error *error);

/* Returns the box of the values of a page. */
struct pgd_box pgd_page_box(const struct pgd_layout *layout, const struct pgd_page *page);

/* Returns the pages that a box touches, as a box of pages. */
struct pgd_box pgd_box_pages(const struct pgd_layout *layout, const struct pgd_box *box);

/* Returns the common part of two boxes, which may be empty. */
struct pgd_box pgd_box_common(const struct pgd_box *a, const struct pgd_box *b);

/* Returns the number of values of a box. */
uint64_t pgd_box_total(const struct pgd_box *box);

/* Returns whether INNER lies in OUTER. */
bool pgd_box_holds(const struct pgd_box *outer, const struct pgd_box *inner);

#endif
