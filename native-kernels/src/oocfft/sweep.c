/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps: each block of lines is gathered, transformed in the cache, and put back. */
#include "block.h"

struct sweep {
    struct ooc_engine *engine;
    const struct ooc_view *view;
    const struct ooc_step *steps;
    int count; /* of steps */
};

/* Lines along AXIS that make a block. */
static int64_t width_of(const struct sweep *sweep, int axis) {
    return ooc_lines_width(sweep->engine->size[axis], axis);
}

static double complex *room_of(const struct sweep *sweep, int worker) {
    return sweep->engine->room + worker * sweep->engine->room_each;
}

static void do_plane(void *context, int worker, int64_t plane) {
    const struct sweep *sweep = context;
    for (int s = 0; s < sweep->count; s++) {
        const int axis = sweep->steps[s].axis;
        const int64_t width = width_of(sweep, axis), blocks = ooc_view_plane_blocks(sweep->view, axis, width);
        /* Lines along axis 2 lie side by side along axis 1, and the other way round: a plane has all of both. */
        for (int64_t b = plane * blocks; b < (plane + 1) * blocks; b++) {
            const struct ooc_block block = ooc_view_block(sweep->view, axis, width, b);
            ooc_block_transform(sweep->engine, sweep->view, &sweep->steps[s], &block, room_of(sweep, worker));
        }
    }
}

static void do_item(void *context, int worker, int64_t item) {
    const struct sweep *sweep = context;
    const int axis = sweep->steps->axis;
    const struct ooc_block block = ooc_view_block(sweep->view, axis, width_of(sweep, axis), item);
    ooc_block_transform(sweep->engine, sweep->view, sweep->steps, &block, room_of(sweep, worker));
}

void ooc_sweep(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *steps, int count,
               const struct ooc_filter *filter) {
    struct sweep sweep = {.engine = engine, .view = view, .steps = steps, .count = count};
    if (filter != NULL)
        ooc_factors_take(&engine->factors, filter, engine->size);
    /* A plane is transformed along both axes while the plane lies in the cache. Where there are fewer planes than
     * threads, the threads share the blocks of one axis after the other. */
    if (count == 2 && steps[0].axis != 0 && steps[1].axis != 0 && ooc_view_size(view, 0) >= engine->threads) {
        ooc_crew_run(engine->crew, do_plane, &sweep, ooc_view_size(view, 0));
        return;
    }
    sweep.count = 1;
    for (int s = 0; s < count; s++) {
        sweep.steps = &steps[s];
        ooc_crew_run(engine->crew, do_item, &sweep,
                     ooc_view_blocks(view, steps[s].axis, width_of(&sweep, steps[s].axis)));
    }
}
