/* SPDX-License-Identifier: Apache-2.0 */
/* The page set of a run: made, or opened and gone on with. */
#ifndef SLIPWAY_FFT3D_PAGESET_H
#define SLIPWAY_FFT3D_PAGESET_H

#include "state.h"

/*
 * Makes the page set of WORK, or opens the one that the options name, on all clients. STATE gets what
 * the set keeps; of one that is gone on with, WORK gets its options and plan. Collective over the clients.
 */
int pageset_begin(struct work *work, struct state *state, struct sw_failure *f);

/* Closes the page set, and removes it where the options name a checkpoint and all is done, or where the input has
 * values that cannot be transformed. Collective. */
int pageset_end(struct work *work, struct sw_failure *f);

/* Closes the page set and removes it, where this run made it. Collective. */
int pageset_remove(struct work *work, struct sw_failure *f);

#endif
