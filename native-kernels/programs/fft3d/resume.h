/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a run may go on with a set: the same task, and the same array. */
#ifndef SLIPWAY_FFT3D_RESUME_H
#define SLIPWAY_FFT3D_RESUME_H

#include "state.h"

/*
 * Compares the options and the input of WORK with STATE of client 0, which a set keeps; FOUND, there: there is such a
 * set. An input whose file has the marks that it had is the same; else it is read whole, and its fingerprint decides.
 * --resume of anything else is refused; of a checkpoint *SAME says it. Collective over the clients.
 */
int resume_judge(struct work *work, struct state *state, bool found, bool *same, struct sw_failure *f);

/* Tells which options are not taken, as the set has its own. */
void resume_tell(const struct work *work, const struct state *state);

/* Keeps path and marks of the input that it has now. At client 0. */
int resume_note(struct work *work, struct state *state, struct sw_failure *f);

#endif
