/* SPDX-License-Identifier: Apache-2.0 */
/* An array done box by box, with bounded memory. */
#ifndef SLIPWAY_PAGEDEV_BOXES_H
#define SLIPWAY_PAGEDEV_BOXES_H

#include "internal.h"

enum { PGD_COPY_BYTES = 64 << 20 }; /* where the caller names no memory */

/* A walk over the boxes of an array. */
struct pgd_boxes {
    int64_t domain[3], step[3];
    int64_t at[3]; /* where the next box begins */
    bool done;
};

/*
 * Begins a walk over DOMAIN in boxes of at most MEMORY bytes, and at least one UNIT: each a multiple of UNIT, grown
 * along the dimension FASTEST first, then along the others from there on. FASTEST is 2, or 0 for the reverse order.
 */
struct pgd_boxes pgd_boxes_begin(const int64_t domain[3], const int64_t unit[3], size_t memory, int fastest);

/* Returns the next box, or false at the end. */
bool pgd_boxes_next(struct pgd_boxes *boxes, struct pgd_box *box);

/* The bytes of the largest box of the walk. */
size_t pgd_boxes_bytes(const struct pgd_boxes *boxes);

/* How a file of values is moved to or from memory in which the values of a box lie as they do in the file. */
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
