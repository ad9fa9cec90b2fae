/* SPDX-License-Identifier: Apache-2.0 */
/* Headers of .npy files (NumPy Enhancement Proposal 1), and the layout of raw files. */
#ifndef SLIPWAY_PAGEDEV_NPY_H
#define SLIPWAY_PAGEDEV_NPY_H

#include "internal.h"

enum { PGD_NPY_MOST_HEAD_BYTES = 65536 };

/* Finds the layout of the values of an open file, and refuses a file that does not fit the array of LAYOUT. */
pgd_err pgd_file_layout(int fd, const char *path, const struct pgd_layout *layout, struct pgd_file *file,
                        struct pgd_error *error);

#endif
