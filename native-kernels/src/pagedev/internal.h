/* SPDX-License-Identifier: Apache-2.0 */
/* Errors and faults of single pages, which all files of pagedev use. */
#ifndef SLIPWAY_PAGEDEV_INTERNAL_H
#define SLIPWAY_PAGEDEV_INTERNAL_H

#include "slipway/pagedev.h"

#include <stdbool.h>

/* Puts CODE and a text into ERROR, which may be NULL, and returns CODE. */
pgd_err pgd_fail(struct pgd_error *error, pgd_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Fills ERROR with PGD_ERR_MEMORY: there are no BYTES of memory for WHAT. Returns the code. */
pgd_err pgd_lacks_memory(struct pgd_error *error, size_t bytes, const char *what);

enum { PGD_NO_INDEX = -1 };

/* A failure as a device reports it. The set adds the page of the array. */
struct pgd_fault {
    struct pgd_error error;
    int64_t index; /* the index of the page on its device, or PGD_NO_INDEX */
};

#endif
