/* SPDX-License-Identifier: Apache-2.0 */
/* One block of lines: read from the array, transformed in the cache, and written back. */
#ifndef SLIPWAY_OOCFFT_BLOCK_H
#define SLIPWAY_OOCFFT_BLOCK_H

#include "engine.h"

/* Does STEP with BLOCK of VIEW, in ROOM, which has room_each elements. */
void ooc_block_transform(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *step,
                         const struct ooc_block *block, double complex *room);

/* The same for lines that are transformed in lanes. */
void ooc_block_in_lanes(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *step,
                        const struct ooc_block *block, double complex *room);

/* Whoever goes back divides by the number of elements, with the lines along axis 0. Returns what STEP multiplies by. */
double ooc_block_scale(const struct ooc_engine *engine, const struct ooc_step *step);

/* Returns the square of a wave number: of line NUMBER of BLOCK, which runs along axis 0, at the element of FREQUENCY 0;
 * and what element K adds to it. */
double ooc_block_square(const struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_block *block,
                        int64_t number);
double ooc_block_square_along(const struct ooc_engine *engine, int64_t k);

#endif
