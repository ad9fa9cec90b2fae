/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that the ranks of a group share: an MPI-3 window, or plain memory for a group of one. */
#ifndef SLIPWAY_NODE_WINDOW_H
#define SLIPWAY_NODE_WINDOW_H

#include "node/place.h"

#include <stddef.h>

enum { SW_PAGE = 4096 };

struct sw_window {
    MPI_Win window;
    void *base;    /* begins at a page */
    int is_window; /* otherwise plain memory */
    int locked;
};

/*
 * Gets BYTES of memory, not zeroed, for PLACE's group. Collective over the group; a failure may be on one rank only.
 * Returns the code of MPI; MPI_ERR_NO_MEM for a group of one without memory. The caller frees WINDOW, also after a
 * failure.
 */
int sw_window_new(const struct sw_place *place, size_t bytes, struct sw_window *window);

/*
 * Waits until all ranks of GROUP have called this function. Afterwards each rank sees all bytes that any rank wrote to
 * the window before. Returns the code of MPI.
 */
int sw_window_barrier(const struct sw_window *window, MPI_Comm group);

/* Frees the window. Collective over the group. Accepts a window that is all zero. */
void sw_window_free(struct sw_window *window);

#endif
