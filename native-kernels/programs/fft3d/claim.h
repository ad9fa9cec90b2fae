/* SPDX-License-Identifier: Apache-2.0 */
/* Decides which options may use a page set that is in their folder already: a set records the option that made the
 * set. */
#ifndef SLIPWAY_FFT3D_CLAIM_H
#define SLIPWAY_FFT3D_CLAIM_H

#include "state.h"

/*
 * Reads the state of the open set of WORK, which was found in FOLDER. Refuses a set that the options of WORK must not
 * touch. A set that was just made, and keeps neither a state nor a page, gets a state of version 0. At client 0.
 */
int claim_set(struct work *work, const char *folder, struct state *state, struct sw_failure *f);

/* Refuses a set in FOLDER because a page set is there already. */
int claim_refuse(const char *folder, struct sw_failure *f);

#endif
