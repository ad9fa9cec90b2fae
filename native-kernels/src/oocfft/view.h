/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A view: array pages in memory, side by side, that make up a box of the array. Lines along any axis are gathered from
 * it in blocks and put back. An array that lies in memory as a whole is a view of one page.
 */
#ifndef SLIPWAY_OOCFFT_VIEW_H
#define SLIPWAY_OOCFFT_VIEW_H

#include "internal.h"

#include <complex.h>

struct ooc_view {
    int64_t page[3];  /* elements of a page */
    int64_t pages[3]; /* pages of the view */
    int64_t from[3];  /* place of the view's first element in the array */
    void *const *at;  /* the pages; those along the last axis lie side by side */
};

/* Some lines along an axis, side by side along another: along the last one, or along the second where the lines
 * themselves run along the last. */
struct ooc_block {
    int axis;
    int64_t at[3]; /* of its first element, in the view; 0 along the axis of the lines */
    int64_t lines; /* at most the width that was asked for */
};

/* Returns how many elements VIEW has along AXIS. */
static inline int64_t ooc_view_size(const struct ooc_view *view, int axis) {
    return view->page[axis] * view->pages[axis];
}

/* Returns how many blocks of WIDTH lines hold the lines along AXIS of the whole view; of one of its planes (places
 * along axis 0) for the axes 1 and 2. */
int64_t ooc_view_blocks(const struct ooc_view *view, int axis, int64_t width);
int64_t ooc_view_plane_blocks(const struct ooc_view *view, int axis, int64_t width);

/* Returns block NUMBER of the above. */
struct ooc_block ooc_view_block(const struct ooc_view *view, int axis, int64_t width, int64_t number);

/* Where the lines of a block run through one page. */
struct ooc_stretch {
    double complex *base; /* the first element of the first line */
    int64_t along, side;  /* elements from one element of a line to the next, and from one line to the next */
};

/* Returns the stretch of BLOCK in PAGE, counted along the axis of the lines. */
struct ooc_stretch ooc_view_stretch(const struct ooc_view *view, const struct ooc_block *block, int64_t page);

/* Returns where the lines of BLOCK lie in the view, *PITCH elements apart, where each is in one piece and begins at a
 * multiple of 64 bytes; else NULL. */
double complex *ooc_view_lines(const struct ooc_view *view, const struct ooc_block *block, int64_t *pitch);

/* Copies the lines of BLOCK to LINES, PITCH elements apart, or back. */
void ooc_view_gather(const struct ooc_view *view, const struct ooc_block *block, double complex *lines, int64_t pitch);
void ooc_view_scatter(const struct ooc_view *view, const struct ooc_block *block, const double complex *lines,
                      int64_t pitch);

#endif
