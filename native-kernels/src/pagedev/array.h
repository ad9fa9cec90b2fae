/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes boxes of an array through two windows of page buffers: one window is copied while the pages of the
 * other are read or written. */
#ifndef SLIPWAY_PAGEDEV_ARRAY_H
#define SLIPWAY_PAGEDEV_ARRAY_H

#include "internal.h"

/* A box and the memory in which its values lie. */
struct pgd_part {
    struct pgd_box box;
    pgd_order order;
    void *values;
};

/* Read or write a part with about WINDOW bytes of page buffers, and at least two pages. */
pgd_err pgd_part_read(struct pgd_set *set, const struct pgd_part *part, size_t window, struct pgd_error *error);
pgd_err pgd_part_write(struct pgd_set *set, const struct pgd_part *part, size_t window, struct pgd_error *error);

#endif
