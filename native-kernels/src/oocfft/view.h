/* SPDX-License-Identifier: Apache-2.0 */
/* A view: array pages in memory that together make a box of the array. Blocks of lines along any axis are gathered from
 * a view and put back. An array that lies in memory as a whole is a view of one page. */
#ifndef SLIPWAY_OOCFFT_VIEW_H
#define SLIPWAY_OOCFFT_VIEW_H

#include "internal.h"

#include <complex.h>

struct ooc_view {
    int64_t page[3];  /* elements of a page */
    int64_t pages[3]; /* pages of the view */
    int64_t from[3];  /* place in the array of the first element of the view */
    void *const *at;  /* the pages; the pages along the last axis follow each other */
};

/* Some lines along an axis, side by side along another axis. That is the last axis, or the second axis for lines along
 * the last axis. */
struct ooc_block {
    int axis;
    int64_t at[3]; /* place in the view of the first element; 0 along the axis of the lines */
    int64_t lines; /* number of lines, at most the requested width */
};

/* Returns the number of elements of VIEW along AXIS. */
static inline int64_t ooc_view_size(const struct ooc_view *view, int axis) {
    return view->page[axis] * view->pages[axis];
}

/* Return the number of blocks of WIDTH lines along AXIS: in the whole view, and, for the axes 1 and 2, in one plane of
 * the view, which has one place along axis 0. */
int64_t ooc_view_blocks(const struct ooc_view *view, int axis, int64_t width);
int64_t ooc_view_plane_blocks(const struct ooc_view *view, int axis, int64_t width);

/* Returns the block NUMBER of the blocks that ooc_view_blocks counts. */
struct ooc_block ooc_view_block(const struct ooc_view *view, int axis, int64_t width, int64_t number);

/* The place of the lines of a block in one page. */
struct ooc_stretch {
    double complex *base; /* the first element of the first line */
    int64_t along, side;  /* elements from one element of a line to the next, and from one line to the next */
};

/* Returns the stretch of BLOCK in PAGE, counted along the axis of the lines. */
struct ooc_stretch ooc_view_stretch(const struct ooc_view *view, const struct ooc_block *block, int64_t page);

/* Returns the first of the lines of BLOCK in the view, which begin *PITCH elements apart, if each line is contiguous
 * and begins at a multiple of 64 bytes. Otherwise returns NULL. */
double complex *ooc_view_lines(const struct ooc_view *view, const struct ooc_block *block, int64_t *pitch);

/* Copy the lines of BLOCK to LINES, where they begin PITCH elements apart, or back. */
void ooc_view_gather(const struct ooc_view *view, const struct ooc_block *block, double complex *lines, int64_t pitch);
void ooc_view_scatter(const struct ooc_view *view, const struct ooc_block *block, const double complex *lines,
                      int64_t pitch);

#endif
