/* SPDX-License-Identifier: Apache-2.0 */
/* The transforms of lines of one length, by plans of FFTW or in lanes. A plan depends only on the length and on the
 * instructions of the processor. A line therefore has the same bits in any plan, page and thread. */
#ifndef SLIPWAY_OOCFFT_LINES_H
#define SLIPWAY_OOCFFT_LINES_H

#include "columns.h"

#include <complex.h>
#include <stdbool.h>

/* OOC_BLOCK_LINES: the least number of lines of a block. OOC_WIDE_BYTES: bytes of the second-level cache that a block
 * of columns may take. OOC_MOST_WIDE: the greatest number of lines of a block. */
enum { OOC_BLOCK_LINES = 8, OOC_WIDE_BYTES = 512 << 10, OOC_MOST_WIDE = 64 };

struct ooc_lines {
    int64_t length;
    struct ooc_columns columns; /* the stages, if these lines are transformed in lanes; then there are no plans */
    int64_t pitch;              /* elements from one line of a block to the next */
    void *plans[2];             /* the plan of FFTW for each direction */
};

/* Returns whether LENGTH has no prime factors but 2, 3, 5 and 7, and is at least 1. */
bool ooc_length_fits(int64_t length);

/* Returns the number of lines of LENGTH along AXIS that make a block. For columns this is the number that fits into
 * OOC_WIDE_BYTES of the second-level cache, from 8 to OOC_MOST_WIDE, because memory gives long rows faster. */
int64_t ooc_lines_width(int64_t length, int axis);

/* Returns the number of elements of memory that a thread needs for a block of lines of LENGTH. */
int64_t ooc_lines_room(int64_t length);

/* Fills LINES. The caller ends LINES with ooc_lines_end, which accepts LINES that are all zero. */
ooc_err ooc_lines_begin(struct ooc_lines *lines, int64_t length, struct ooc_error *error);
void ooc_lines_end(struct ooc_lines *lines);

/* Transforms COUNT lines from FROM, where lines begin FROM_PITCH elements apart, to TO, where they begin lines->pitch
 * apart. All lines begin at multiples of 64 bytes, and FROM and TO do not overlap. */
void ooc_lines_transform(const struct ooc_lines *lines, ooc_direction direction, double complex *from,
                         int64_t from_pitch, double complex *to, int64_t count);

#endif
