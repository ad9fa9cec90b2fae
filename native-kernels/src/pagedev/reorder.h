/* SPDX-License-Identifier: Apache-2.0 */
/* Copies blocks of complex doubles between memory of different orders. */
#ifndef SLIPWAY_PAGEDEV_REORDER_H
#define SLIPWAY_PAGEDEV_REORDER_H

#include "internal.h"

struct pgd_value {
    double re, im;
};

/* Values at regular steps: the value (i1, i2, i3) is at[i1 * steps[0] + i2 * steps[1] + i3 * steps[2]]. */
struct pgd_view {
    struct pgd_value *at;
    int64_t steps[3];
};

/* Returns the view of a block of EXTENTS in ORDER at VALUES. */
struct pgd_view pgd_view_of(void *values, const int64_t extents[3], pgd_order order);

/* Returns VIEW with its beginning at (i1, i2, i3) = INDEX. */
struct pgd_view pgd_view_at(struct pgd_view view, const int64_t index[3]);

/* Copies the values of a block of EXTENTS. */
void pgd_reorder(struct pgd_view to, struct pgd_view from, const int64_t extents[3]);

#endif
