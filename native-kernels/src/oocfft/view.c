/* SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

#include <stdbool.h>
#include <string.h>

/* The axis along which the lines of a block lie side by side. */
static int beside(int axis) {
    return axis == 2 ? 1 : 2;
}

/* Blocks side by side in one page, and in the view. */
static int64_t page_blocks(const struct ooc_view *view, int axis, int64_t width) {
    return ooc_pieces(view->page[beside(axis)], width);
}

int64_t ooc_view_plane_blocks(const struct ooc_view *view, int axis, int64_t width) {
    return page_blocks(view, axis, width) * view->pages[beside(axis)];
}

int64_t ooc_view_blocks(const struct ooc_view *view, int axis, int64_t width) {
    return ooc_view_plane_blocks(view, axis, width) * ooc_view_size(view, axis == 0 ? 1 : 0);
}

struct ooc_block ooc_view_block(const struct ooc_view *view, int axis, int64_t width, int64_t number) {
    const int side = beside(axis), other = axis == 0 ? 1 : 0;
    const int64_t across = ooc_view_plane_blocks(view, axis, width), each = page_blocks(view, axis, width);
    const int64_t page = number % across / each, within = number % each * width;
    struct ooc_block block = {.axis = axis, .lines = ooc_least(width, view->page[side] - within)};
    block.at[side] = page * view->page[side] + within;
    block.at[other] = number / across;
    return block;
}

struct ooc_stretch ooc_view_stretch(const struct ooc_view *view, const struct ooc_block *block, int64_t page) {
    const int64_t *shape = view->page, strides[3] = {shape[1] * shape[2], shape[2], 1};
    int64_t pages[3], offset = 0;
    for (int i = 0; i < 3; i++) {
        pages[i] = i == block->axis ? page : block->at[i] / shape[i];
        offset += i == block->axis ? 0 : block->at[i] % shape[i] * strides[i];
    }
    double complex *first = view->at[(pages[0] * view->pages[1] + pages[1]) * view->pages[2] + pages[2]];
    return (struct ooc_stretch){
        .base = first + offset,
        .along = strides[block->axis],
        .side = strides[beside(block->axis)],
    };
}

double complex *ooc_view_lines(const struct ooc_view *view, const struct ooc_block *block, int64_t *pitch) {
    if (block->axis != 2 || view->pages[2] > 1)
        return NULL;
    const struct ooc_stretch run = ooc_view_stretch(view, block, 0);
    const bool aligned =
        (uintptr_t)run.base % OOC_ALIGNMENT == 0 && (uint64_t)run.side * sizeof *run.base % OOC_ALIGNMENT == 0;
    *pitch = run.side;
    return aligned ? run.base : NULL;
}

enum { AHEAD = 8, QUAD = 4 }; /* rows that are asked for early; elements of a cache line */

/* Columns to lines: rows of COUNT elements are read, a cache line of each line is written at a time. */
static void gather_columns(const struct ooc_stretch *run, int64_t length, int64_t count, double complex *lines,
                           int64_t pitch) {
    int64_t k = 0;
    for (; k + QUAD <= length; k += QUAD) {
        const double complex *row = run->base + k * run->along;
        for (int64_t i = 0; i < QUAD && k + AHEAD + i < length; i++) {
            __builtin_prefetch(row + (AHEAD + i) * run->along);
            __builtin_prefetch(row + (AHEAD + i) * run->along + QUAD);
        }
        for (int64_t j = 0; j < count; j++)
            for (int64_t i = 0; i < QUAD; i++)
                lines[j * pitch + k + i] = row[i * run->along + j];
    }
    for (; k < length; k++)
        for (int64_t j = 0; j < count; j++)
            lines[j * pitch + k] = run->base[k * run->along + j];
}

static void scatter_columns(const struct ooc_stretch *run, int64_t length, int64_t count, const double complex *lines,
                            int64_t pitch) {
    for (int64_t k = 0; k < length; k++) {
        double complex *row = run->base + k * run->along;
        if (k + AHEAD < length) {
            __builtin_prefetch(row + AHEAD * run->along, 1);
            __builtin_prefetch(row + AHEAD * run->along + QUAD, 1);
        }
        for (int64_t j = 0; j < count; j++)
            row[j] = lines[j * pitch + k];
    }
}

void ooc_view_gather(const struct ooc_view *view, const struct ooc_block *block, double complex *lines, int64_t pitch) {
    const int64_t length = view->page[block->axis];
    for (int64_t page = 0; page < view->pages[block->axis]; page++, lines += length) {
        const struct ooc_stretch run = ooc_view_stretch(view, block, page);
        if (block->axis != 2)
            gather_columns(&run, length, block->lines, lines, pitch);
        else
            for (int64_t j = 0; j < block->lines; j++)
                memcpy(lines + j * pitch, run.base + j * run.side, (size_t)length * sizeof *lines);
    }
}

void ooc_view_scatter(const struct ooc_view *view, const struct ooc_block *block, const double complex *lines,
                      int64_t pitch) {
    const int64_t length = view->page[block->axis];
    for (int64_t page = 0; page < view->pages[block->axis]; page++, lines += length) {
        const struct ooc_stretch run = ooc_view_stretch(view, block, page);
        if (block->axis != 2)
            scatter_columns(&run, length, block->lines, lines, pitch);
        else
            for (int64_t j = 0; j < block->lines; j++)
                memcpy(run.base + j * run.side, lines + j * pitch, (size_t)length * sizeof *lines);
    }
}
