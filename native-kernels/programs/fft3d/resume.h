/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a run may go on with a set: the same task, and the same array. */
#ifndef SLIPWAY_FFT3D_RESUME_H
#define SLIPWAY_FFT3D_RESUME_H

#include "state.h"

/*
 * Compares the options and the input of WORK with STATE of client 0, which a set keeps; FOUND, at client 0: there is
 * such a set. An input with the same marks of the file is the same input. Otherwise the clients read the whole file,
 * and the fingerprint decides. --resume with other options or another input is refused. For a checkpoint, *SAME tells
 * the result. Collective over the clients.
 */
int resume_judge(struct work *work, struct state *state, bool found, bool *same, struct sw_failure *f);

/* Tells which options do not count, because the options of the set count. */
void resume_tell(const struct work *work, const struct state *state);

/* Keeps the path of the input, and the present marks of the file. At client 0. */
int resume_note(struct work *work, struct state *state, struct sw_failure *f);

#endif
