/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all files of oocfft share. */
#ifndef SLIPWAY_OOCFFT_INTERNAL_H
#define SLIPWAY_OOCFFT_INTERNAL_H

#include "slipway/oocfft.h"

enum { OOC_ALIGNMENT = 64 }; /* alignment in bytes of the memory in which lines are transformed */

/* Fills ERROR unless it is NULL, and returns CODE. */
ooc_err ooc_fail(struct ooc_error *error, ooc_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

static inline int64_t ooc_least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Returns the number of pieces of SIZE that hold COUNT. */
static inline int64_t ooc_pieces(int64_t count, int64_t size) {
    return (count + size - 1) / size;
}

/* Returns the signed frequency of element INDEX of N. */
static inline int64_t ooc_frequency(int64_t index, int64_t n) {
    return index <= n / 2 ? index : index - n;
}

#endif
