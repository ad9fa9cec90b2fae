/* SPDX-License-Identifier: Apache-2.0 */
/* Walks over an array box by box, with bounded memory. */
#ifndef SLIPWAY_PAGEDEV_BOXES_H
#define SLIPWAY_PAGEDEV_BOXES_H

#include "internal.h"

enum { PGD_COPY_BYTES = 64 << 20 }; /* the bound if the caller gives no bound */

/* A walk over the boxes of an array. */
struct pgd_boxes {
    int64_t domain[3], step[3];
    int64_t at[3]; /* the place at which the next box begins */
    bool done;
};

/* Begins a walk over DOMAIN in boxes of at most MEMORY bytes, but of at least one UNIT. Each box is a multiple of UNIT.
 * Boxes grow along the dimension FASTEST first, and then along the dimensions that follow in the order of memory.
 * FASTEST is 2, or 0 for the reverse order. */
struct pgd_boxes pgd_boxes_begin(const int64_t domain[3], const int64_t unit[3], size_t memory, int fastest);

/* Returns the next box, or false at the end. */
bool pgd_boxes_next(struct pgd_boxes *boxes, struct pgd_box *box);

/* Returns the bytes of the largest box of the walk. */
size_t pgd_boxes_bytes(const struct pgd_boxes *boxes);

/* A file of values, which is copied to or from memory that has the values of a box in the order of the file. */
struct pgd_boxed_file {
    const char *path;
    int fd;
    struct pgd_file file;
};

/* Read or write the values of a box, in the file's order. */
pgd_err pgd_boxed_read(const struct pgd_boxed_file *boxed, const struct pgd_box *box, void *values,
                       struct pgd_error *error);
pgd_err pgd_boxed_write(const struct pgd_boxed_file *boxed, const struct pgd_box *box, const void *values,
                        struct pgd_error *error);

#endif
