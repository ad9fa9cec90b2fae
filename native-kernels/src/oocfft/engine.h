/* SPDX-License-Identifier: Apache-2.0 */
/* An engine: threads, the plans of lines and room for blocks of them; sweeps over the lines of a view. */
#ifndef SLIPWAY_OOCFFT_ENGINE_H
#define SLIPWAY_OOCFFT_ENGINE_H

#include "crew.h"
#include "filter.h"
#include "lines.h"
#include "view.h"

struct ooc_engine {
    int64_t size[3];
    int threads;
    struct ooc_crew *crew;
    struct ooc_lines lines[3];
    double complex *room; /* room for a block, for each thread */
    int64_t room_each;
    struct ooc_factors factors; /* the factors of the last used filter */
};

/* Performs COUNT steps on the lines of VIEW, which has complete lines along their axes. FILTER is the filter of steps
 * with a filter. */
void ooc_sweep(struct ooc_engine *engine, const struct ooc_view *view, const struct ooc_step *steps, int count,
               const struct ooc_filter *filter);

/* Adds up the power of VIEW to ROW, which has ooc_spectrum_bins numbers. The bits depend only on the view. */
ooc_err ooc_view_power(struct ooc_engine *engine, const struct ooc_view *view, double *row, struct ooc_error *error);

#endif
