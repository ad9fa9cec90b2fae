/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transforms blocks of lines in lanes. A group has as many lines as there are lanes. The columns of all complete groups
 * are gathered row by row. The rows of a group are transposed to lanes and back. The remaining lines of a block are
 * copied one element at a time.
 *
 * The inverse transform is the forward transform, with element k moved to length - k. The code always moves elements of
 * the result, never of the input, because moving the input would change the bits of the result.
 */
#include "block.h"

#include <string.h>

struct group {
    struct ooc_engine *engine;
    const struct ooc_view *view;
    const struct ooc_step *step;
    const struct ooc_block *block;
    const struct ooc_columns *columns;
    double **rows, **turned; /* the places of the elements of the first line, before and after an inverse transform */
    double *wide;            /* the lanes of all groups */
    double *rooms[2];
    int64_t lanes, first, count; /* the group has `count` lines, from line `first` of the block on */
    int64_t side;                /* doubles from one line to the next */
};

/* Returns the lanes of the group. */
static double *lanes_of(const struct group *group) {
    return group->wide + 2 * group->first * group->columns->length;
}

static bool goes_back(const struct ooc_step *step) {
    return step->direction == OOC_INVERSE || step->filter;
}

static void find_rows(struct group *group) {
    const struct ooc_view *view = group->view;
    const int axis = group->step->axis;
    const int64_t length = group->columns->length, each = view->page[axis];
    for (int64_t page = 0; page < view->pages[axis]; page++) {
        const struct ooc_stretch stretch = ooc_view_stretch(view, group->block, page);
        for (int64_t k = 0; k < each; k++)
            group->rows[page * each + k] = (double *)(stretch.base + k * stretch.along);
        group->side = 2 * stretch.side;
    }
    if (!goes_back(group->step))
        return;
    group->turned[0] = group->rows[0];
    for (int64_t k = 1; k < length; k++)
        group->turned[k] = group->rows[length - k];
}

/* Copies single elements to lanes and back. Lanes without a line are 0. */
static void pick(const struct group *group, double *lanes) {
    const int64_t wide = group->lanes;
    for (int64_t k = 0; k < group->columns->length; k++, lanes += 2 * wide) {
        const double *row = group->rows[k] + group->first * group->side;
        memset(lanes, 0, (size_t)(2 * wide) * sizeof *lanes);
        for (int64_t j = 0; j < group->count; j++) {
            lanes[j] = row[j * group->side];
            lanes[wide + j] = row[j * group->side + 1];
        }
    }
}

static void lay(const struct group *group, const double *lanes, double scale) {
    double **rows = goes_back(group->step) ? group->turned : group->rows;
    const int64_t wide = group->lanes;
    for (int64_t k = 0; k < group->columns->length; k++, lanes += 2 * wide) {
        double *row = rows[k] + group->first * group->side;
        for (int64_t j = 0; j < group->count; j++) {
            row[j * group->side] = lanes[j] * scale;
            row[j * group->side + 1] = lanes[wide + j] * scale;
        }
    }
}

/* Returns the part of the lines of a group, which run along axis 2, that lies in one page. */
static struct ooc_strip strip_of(const struct group *group, int64_t page) {
    const struct ooc_stretch stretch = ooc_view_stretch(group->view, group->block, page);
    return (struct ooc_strip){.lines = (double *)(stretch.base + group->first * stretch.side),
                              .pitch = stretch.side,
                              .first = page * group->view->page[2],
                              .count = group->view->page[2]};
}

static void transform_rows(const struct group *group) {
    double *lanes = lanes_of(group);
    for (int64_t page = 0; page < group->view->pages[2]; page++) {
        const struct ooc_strip strip = strip_of(group, page);
        ooc_columns_take(group->columns, &strip, lanes);
    }
    ooc_columns_transform(group->columns, lanes, group->rooms);
    for (int64_t page = 0; page < group->view->pages[2]; page++) {
        struct ooc_strip strip = strip_of(group, page);
        strip.turned = goes_back(group->step);
        ooc_columns_give(group->columns, &strip, lanes);
    }
}

/* Multiplies lines along axis 0 by the filter. */
static void multiply(const struct group *group, double *lanes) {
    double across[OOC_MOST_LANES] = {0};
    for (int64_t j = 0; j < group->count; j++)
        across[j] = ooc_block_square(group->engine, group->view, group->block, group->first + j);
    for (int64_t k = 0; k < group->columns->length; k++, lanes += 2 * group->lanes) {
        const double along = ooc_block_square_along(group->engine, k);
        for (int64_t j = 0; j < group->count; j++) {
            const double factor = ooc_factors_at(&group->engine->factors, along + across[j]);
            lanes[j] *= factor;
            lanes[group->lanes + j] *= factor;
        }
    }
}

static void transform_lanes(const struct group *group) {
    double *lanes = lanes_of(group);
    ooc_columns_transform(group->columns, lanes, group->rooms);
    if (group->step->filter) {
        multiply(group, lanes);
        ooc_columns_transform(group->columns, lanes, group->rooms);
    }
}

/* Transforms the columns of all complete groups together, so that reads and writes are long. */
static void transform_columns(struct group *group, int64_t whole) {
    const struct ooc_rows from = {group->rows, group->columns->length, whole},
                          to = {goes_back(group->step) ? group->turned : group->rows, group->columns->length, whole};
    ooc_columns_gather(&from, group->wide);
    group->count = group->lanes;
    for (group->first = 0; group->first < whole * group->lanes; group->first += group->lanes)
        transform_lanes(group);
    ooc_columns_scatter(&to, group->wide, ooc_block_scale(group->engine, group->step));
}

static void transform_rest(struct group *group) {
    double *lanes = lanes_of(group);
    pick(group, lanes);
    transform_lanes(group);
    lay(group, lanes, ooc_block_scale(group->engine, group->step));
}

void ooc_block_in_lanes(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *step,
                        const struct ooc_block *block, double complex *room) {
    const struct ooc_columns *columns = &engine->lines[step->axis].columns;
    const int64_t length = columns->length, lanes = ooc_columns_lanes(), whole = block->lines / lanes;
    struct group group = {engine, view, step, block, columns, .lanes = lanes};
    group.wide = (double *)room;
    group.rooms[0] = group.wide + 2 * ooc_lines_width(length, 0) * length;
    group.rooms[1] = group.rooms[0] + 2 * OOC_MOST_LANES * length;
    group.rows = (double **)(group.rooms[1] + 2 * OOC_MOST_LANES * length);
    group.turned = group.rows + length;
    if (step->axis != 2 || block->lines % lanes != 0)
        find_rows(&group);
    if (step->axis != 2 && whole > 0)
        transform_columns(&group, whole);
    group.count = lanes;
    for (group.first = 0; step->axis == 2 && group.first < whole * lanes; group.first += lanes)
        transform_rows(&group);
    group.first = whole * lanes;
    group.count = block->lines - group.first;
    if (group.count > 0)
        transform_rest(&group);
}
