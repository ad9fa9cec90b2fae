/* SPDX-License-Identifier: Apache-2.0 */
/* The page set of a run: made, or opened and gone on with. */
#ifndef SLIPWAY_FFT3D_PAGESET_H
#define SLIPWAY_FFT3D_PAGESET_H

#include "state.h"

/*
 * Makes the page set of WORK, or opens the set that the options name, on all clients. STATE gets the state in the set.
 * If the run goes on with a set, WORK gets the options and the plan of the set. Collective over the clients.
 */
int pageset_begin(struct work *work, struct state *state, struct sw_failure *f);

/* Closes the page set. Removes the set if the options name a checkpoint and all is done, or if the input has values
 * that cannot be transformed. Collective. */
int pageset_end(struct work *work, struct sw_failure *f);

/* Closes the page set, and removes a set that this run made. Collective. */
int pageset_remove(struct work *work, struct sw_failure *f);

#endif
