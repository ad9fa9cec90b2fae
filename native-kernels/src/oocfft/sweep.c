/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps: each block of lines is gathered, transformed in the cache, and put back. */
#include "engine.h"

struct sweep {
    struct ooc_engine *engine;
    const struct ooc_view *view;
    const struct ooc_step *steps;
    int count; /* of steps */
};

/* Whoever goes back divides by the number of elements, with the lines along axis 0. */
static double scale_of(const struct ooc_engine *engine) {
    return 1 / ((double)engine->size[0] * (double)engine->size[1] * (double)engine->size[2]);
}

static double square(int64_t frequency) {
    return (double)frequency * (double)frequency;
}

/* Multiplies the lines of a block, which run along axis 0, by the filter. */
static void multiply(const struct sweep *sweep, const struct ooc_block *block, double complex *lines, int64_t pitch) {
    const int64_t *size = sweep->engine->size, *from = sweep->view->from;
    const double k1 = square(ooc_frequency(from[1] + block->at[1], size[1]));
    for (int64_t j = 0; j < block->lines; j++) {
        const double k2 = square(ooc_frequency(from[2] + block->at[2] + j, size[2]));
        for (int64_t i = 0; i < size[0]; i++)
            lines[j * pitch + i] *=
                ooc_factors_at(&sweep->engine->factors, square(ooc_frequency(i, size[0])) + k1 + k2);
    }
}

static void scale(const struct ooc_block *block, double complex *lines, int64_t pitch, int64_t length, double by) {
    for (int64_t j = 0; j < block->lines; j++)
        for (int64_t i = 0; i < length; i++)
            lines[j * pitch + i] *= by;
}

static void do_block(const struct sweep *sweep, const struct ooc_step *step, const struct ooc_block *block,
                     double complex *room) {
    const struct ooc_lines *lines = &sweep->engine->lines[step->axis];
    double complex *from = room, *to = room + OOC_BLOCK_LINES * lines->pitch;
    int64_t pitch = lines->pitch;
    double complex *there = ooc_view_lines(sweep->view, block, &pitch);
    if (there == NULL) {
        pitch = lines->pitch;
        ooc_view_gather(sweep->view, block, from, pitch);
    }
    ooc_lines_transform(lines, step->direction, there != NULL ? there : from, pitch, to, block->lines);
    bool back = step->direction == OOC_INVERSE;
    if (step->filter) {
        multiply(sweep, block, to, lines->pitch);
        ooc_lines_transform(lines, OOC_INVERSE, to, lines->pitch, from, block->lines);
        to = from;
        back = true;
    }
    if (back && step->axis == 0)
        scale(block, to, lines->pitch, lines->length, scale_of(sweep->engine));
    ooc_view_scatter(sweep->view, block, to, lines->pitch);
}

static double complex *room_of(const struct sweep *sweep, int worker) {
    return sweep->engine->room + worker * sweep->engine->room_each;
}

static void do_plane(void *context, int worker, int64_t plane) {
    const struct sweep *sweep = context;
    for (int s = 0; s < sweep->count; s++) {
        const int axis = sweep->steps[s].axis;
        const int64_t blocks = ooc_view_plane_blocks(sweep->view, axis);
        /* Along axis 2 lines lie side by side along axis 1, and the other way round: a plane has all of both. */
        for (int64_t b = plane * blocks; b < (plane + 1) * blocks; b++) {
            const struct ooc_block block = ooc_view_block(sweep->view, axis, b);
            do_block(sweep, &sweep->steps[s], &block, room_of(sweep, worker));
        }
    }
}

static void do_item(void *context, int worker, int64_t item) {
    const struct sweep *sweep = context;
    const struct ooc_block block = ooc_view_block(sweep->view, sweep->steps->axis, item);
    do_block(sweep, sweep->steps, &block, room_of(sweep, worker));
}

void ooc_sweep(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *steps, int count,
               const struct ooc_filter *filter) {
    struct sweep sweep = {engine, view, steps, count};
    if (filter != NULL)
        ooc_factors_take(&engine->factors, filter, engine->size);
    /* Both axes of a plane while it lies in the cache; single steps where there are too few planes for the threads. */
    if (count == 2 && steps[0].axis != 0 && steps[1].axis != 0 && ooc_view_size(view, 0) >= engine->threads) {
        ooc_crew_run(engine->crew, do_plane, &sweep, ooc_view_size(view, 0));
        return;
    }
    sweep.count = 1;
    for (int s = 0; s < count; s++) {
        sweep.steps = &steps[s];
        ooc_crew_run(engine->crew, do_item, &sweep, ooc_view_blocks(view, steps[s].axis));
    }
}
