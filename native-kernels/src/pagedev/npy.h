/* SPDX-License-Identifier: Apache-2.0 */
/* Headers of .npy files (NumPy Enhancement Proposal 1), and what raw files are. */
#ifndef SLIPWAY_PAGEDEV_NPY_H
#define SLIPWAY_PAGEDEV_NPY_H

#include "internal.h"

enum { PGD_NPY_HEAD_BYTES = 128, PGD_NPY_MOST_HEAD_BYTES = 65536 };

/* Whether a name ends in ".npy". */
bool pgd_npy_is_name(const char *path);

/* Tells how the values of an open file lie, and refuses one that does not fit the array of LAYOUT. */
pgd_err pgd_file_layout(int fd, const char *path, const struct pgd_layout *layout, struct pgd_file *file,
                        struct pgd_error *error);

/* Writes the header of a file of complex doubles to HEAD, and returns its length. */
size_t pgd_npy_head(const int64_t shape[3], char head[PGD_NPY_HEAD_BYTES]);

#endif
