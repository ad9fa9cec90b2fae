/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of one length that are transformed side by side. Each line has one lane, so each instruction works on several
 * lines. The lanes have element k of all lines at 2 k lanes: first the real parts, then the imaginary parts. The bits
 * of a line depend neither on its lane nor on the level of the processor. */
#ifndef SLIPWAY_OOCFFT_COLUMNS_H
#define SLIPWAY_OOCFFT_COLUMNS_H

#include "internal.h"

#include <stdbool.h>

enum {
    OOC_COLUMNS_LENGTH = 4096, /* longer lines that lie side by side would not fit into the cache */
    OOC_COLUMN_STAGES = 12,
    OOC_MOST_LANES = 8
};

/* A stage joins RADIX transforms of `before` elements to one, `parts` times. */
struct ooc_stage {
    int radix;
    int64_t before, parts;
    const double *turns; /* radix - 1 pairs of cosine and sine for each part */
};

struct ooc_columns {
    int64_t length;
    int count; /* number of stages; 0: lines of this length are not transformed in lanes */
    struct ooc_stage stages[OOC_COLUMN_STAGES];
    double *turns; /* the turns of all stages */
};

/* Makes the stages for LENGTH. The caller ends COLUMNS with ooc_columns_end. Returns false if there is no memory. */
bool ooc_columns_begin(struct ooc_columns *columns, int64_t length);
void ooc_columns_end(struct ooc_columns *columns);

/* Returns the number of lines that are transformed side by side at this level of the processor, at most
 * OOC_MOST_LANES. */
int64_t ooc_columns_lanes(void);

/* Transforms the lines in LANES forward, in place. Each of ROOMS has as many doubles as LANES. */
void ooc_columns_transform(const struct ooc_columns *columns, double *lanes, double *const rooms[2]);

/* Columns in an array. Element k of the first column is at rows[k], and the elements k of the other columns follow. The
 * columns make GROUPS groups of as many columns as there are lanes. The lanes of the groups follow each other. */
struct ooc_rows {
    double *const *rows;
    int64_t length, groups;
};

/* Copies columns to lanes, or copies lanes, multiplied by SCALE, back to columns. */
void ooc_columns_gather(const struct ooc_rows *rows, double *lanes);
void ooc_columns_scatter(const struct ooc_rows *rows, const double *lanes, double scale);

/* A part of lines, each of which is contiguous: COUNT elements from element FIRST on. Lines begin PITCH elements
 * apart. */
struct ooc_strip {
    double *lines;
    int64_t pitch, first, count;
    bool turned; /* lanes hold element k at the place length - k, and element 0 at 0: an inverse transform */
};

/* Copies a strip, with as many lines as there are lanes, to lanes or back. */
void ooc_columns_take(const struct ooc_columns *columns, const struct ooc_strip *strip, double *lanes);
void ooc_columns_give(const struct ooc_columns *columns, const struct ooc_strip *strip, const double *lanes);

#endif
