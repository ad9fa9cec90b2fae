/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms one block of lines: reads the lines from the array, transforms them in the cache, and writes them back. */
#ifndef SLIPWAY_OOCFFT_BLOCK_H
#define SLIPWAY_OOCFFT_BLOCK_H

#include "engine.h"

/* Performs STEP on BLOCK of VIEW by FFTW. ROOM has room_each elements. */
void ooc_block_transform(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *step,
                         const struct ooc_block *block, double complex *room);

/* Performs STEP on BLOCK of VIEW in lanes. ROOM has room_each elements. */
void ooc_block_in_lanes(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *step,
                        const struct ooc_block *block, double complex *room);

/* Returns the factor by which STEP multiplies. An inverse transform divides by the number of elements, in the step
 * along axis 0. */
double ooc_block_scale(const struct ooc_engine *engine, const struct ooc_step *step);

/* Return the two parts of the square of a wave number on a line along axis 0: the square at frequency 0 of line NUMBER
 * of BLOCK, and the part that element K adds. */
double ooc_block_square(const struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_block *block,
                        int64_t number);
double ooc_block_square_along(const struct ooc_engine *engine, int64_t k);

#endif
