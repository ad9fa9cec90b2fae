/* SPDX-License-Identifier: Apache-2.0 */
/* Headers of .npy files (NumPy Enhancement Proposal 1), and what raw files are. */
#ifndef SLIPWAY_PAGEDEV_NPY_H
#define SLIPWAY_PAGEDEV_NPY_H

#include "internal.h"

enum { PGD_NPY_MOST_HEAD_BYTES = 65536 };

/* Tells how the values of an open file lie, and refuses one that does not fit the array of LAYOUT. */
pgd_err pgd_file_layout(int fd, const char *path, const struct pgd_layout *layout, struct pgd_file *file,
                        struct pgd_error *error);

#endif
