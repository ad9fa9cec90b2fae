/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms blocks of lines by FFTW, one line after another. */
#include "block.h"

static double square(int64_t frequency) {
    return (double)frequency * (double)frequency;
}

double ooc_block_scale(const struct ooc_engine *engine, const struct ooc_step *step) {
    const bool back = step->direction == OOC_INVERSE || step->filter;
    return back && step->axis == 0 ? 1 / ((double)engine->size[0] * (double)engine->size[1] * (double)engine->size[2])
                                   : 1;
}

double ooc_block_square(const struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_block *block,
                        int64_t number) {
    return square(ooc_frequency(view->from[1] + block->at[1], engine->size[1])) +
           square(ooc_frequency(view->from[2] + block->at[2] + number, engine->size[2]));
}

double ooc_block_square_along(const struct ooc_engine *engine, int64_t k) {
    return square(ooc_frequency(k, engine->size[0]));
}

/* Multiplies the lines of a block, which run along axis 0, by the filter. */
static void multiply(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_block *block,
                     double complex *lines, int64_t pitch) {
    for (int64_t j = 0; j < block->lines; j++) {
        const double across = ooc_block_square(engine, view, block, j);
        for (int64_t i = 0; i < engine->size[0]; i++)
            lines[j * pitch + i] *= ooc_factors_at(&engine->factors, ooc_block_square_along(engine, i) + across);
    }
}

static void scale(const struct ooc_block *block, double complex *lines, int64_t pitch, int64_t length, double by) {
    for (int64_t j = 0; j < block->lines && by != 1; j++)
        for (int64_t i = 0; i < length; i++)
            lines[j * pitch + i] *= by;
}

void ooc_block_transform(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *step,
                         const struct ooc_block *block, double complex *room) {
    const struct ooc_lines *lines = &engine->lines[step->axis];
    if (lines->columns.count > 0) {
        ooc_block_in_lanes(engine, view, step, block, room);
        return;
    }
    double complex *from = room, *to = room + OOC_BLOCK_LINES * lines->pitch;
    int64_t pitch = lines->pitch;
    double complex *there = ooc_view_lines(view, block, &pitch);
    if (there == NULL) {
        pitch = lines->pitch;
        ooc_view_gather(view, block, from, pitch);
    }
    ooc_lines_transform(lines, step->direction, there != NULL ? there : from, pitch, to, block->lines);
    if (step->filter) {
        multiply(engine, view, block, to, lines->pitch);
        ooc_lines_transform(lines, OOC_INVERSE, to, lines->pitch, from, block->lines);
        to = from;
    }
    scale(block, to, lines->pitch, lines->length, ooc_block_scale(engine, step));
    ooc_view_scatter(view, block, to, lines->pitch);
}
