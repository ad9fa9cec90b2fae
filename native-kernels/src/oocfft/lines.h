/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of one length: FFTW's plans for them. A plan depends on the length and on the instructions of the processor
 * only, so that a line has the same bits whoever transforms it, in whatever plan, page or thread.
 */
#ifndef SLIPWAY_OOCFFT_LINES_H
#define SLIPWAY_OOCFFT_LINES_H

#include "internal.h"

#include <complex.h>
#include <stdbool.h>

enum { OOC_BLOCK_LINES = 8 }; /* lines that are gathered, transformed and put back together */

struct ooc_lines {
    int64_t length;
    int64_t pitch;  /* elements from one line of a block to the next */
    void *plans[2]; /* by direction */
};

/* Returns whether LENGTH has no prime factors but 2, 3, 5 and 7, and is at least 1. */
bool ooc_length_fits(int64_t length);

/* Returns the elements that a block of lines of LENGTH takes, twice: as it was gathered, and transformed. */
int64_t ooc_lines_room(int64_t length);

/* Fills LINES, which ooc_lines_end ends; LINES that are all zero, too. */
ooc_err ooc_lines_begin(struct ooc_lines *lines, int64_t length, struct ooc_error *error);
void ooc_lines_end(struct ooc_lines *lines);

/* Transforms COUNT lines that begin at FROM, FROM_PITCH elements apart, to TO, where they are lines->pitch apart. All
 * of them begin at a multiple of 64 bytes, and do not overlap. */
void ooc_lines_transform(const struct ooc_lines *lines, ooc_direction direction, double complex *from,
                         int64_t from_pitch, double complex *to, int64_t count);

#endif
