/* SPDX-License-Identifier: Apache-2.0 */
/* What all of pagedev uses: errors, and faults of single pages. */
#ifndef SLIPWAY_PAGEDEV_INTERNAL_H
#define SLIPWAY_PAGEDEV_INTERNAL_H

#include "slipway/pagedev.h"

#include <stdbool.h>

/* Puts CODE and a text into ERROR, which may be NULL, and returns CODE. */
pgd_err pgd_fail(struct pgd_error *error, pgd_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* PGD_ERR_MEMORY, for want of BYTES for WHAT. */
pgd_err pgd_lacks_memory(struct pgd_error *error, size_t bytes, const char *what);

enum { PGD_NO_INDEX = -1 };

/* What a device says of a failure; the set adds which page of the array it was. */
struct pgd_fault {
    struct pgd_error error;
    int64_t index; /* the page's on its device, or PGD_NO_INDEX */
};

#endif
