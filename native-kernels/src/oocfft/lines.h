/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of one length: FFTW's plans for them. A plan depends on the length and on the instructions of the processor
 * only, so that a line has the same bits whoever transforms it, in whatever plan, page or thread.
 */
#ifndef SLIPWAY_OOCFFT_LINES_H
#define SLIPWAY_OOCFFT_LINES_H

#include "columns.h"

#include <complex.h>
#include <stdbool.h>

/* Lines of a block: the least; bytes of the second cache that a block of columns may take; the most. */
enum { OOC_BLOCK_LINES = 8, OOC_WIDE_BYTES = 512 << 10, OOC_MOST_WIDE = 64 };

struct ooc_lines {
    int64_t length;
    struct ooc_columns columns; /* with stages where lines of this length are transformed in lanes; then no plans */
    int64_t pitch;              /* elements from one line of a block to the next */
    void *plans[2];             /* by direction */
};

/* Returns whether LENGTH has no prime factors but 2, 3, 5 and 7, and is at least 1. */
bool ooc_length_fits(int64_t length);

/* Returns how many lines of LENGTH along AXIS are read, transformed and put back together. Columns: as many as the
 * second cache holds in OOC_WIDE_BYTES, for the memory gives long rows in less time; 8 to OOC_MOST_WIDE. */
int64_t ooc_lines_width(int64_t length, int axis);

/* Returns the elements of memory that a thread needs for a block of lines of LENGTH. */
int64_t ooc_lines_room(int64_t length);

/* Fills LINES, which ooc_lines_end ends; LINES that are all zero, too. */
ooc_err ooc_lines_begin(struct ooc_lines *lines, int64_t length, struct ooc_error *error);
void ooc_lines_end(struct ooc_lines *lines);

/* Transforms COUNT lines that begin at FROM, FROM_PITCH elements apart, to TO, where they are lines->pitch apart. All
 * of them begin at a multiple of 64 bytes, and do not overlap. */
void ooc_lines_transform(const struct ooc_lines *lines, ooc_direction direction, double complex *from,
                         int64_t from_pitch, double complex *to, int64_t count);

#endif
