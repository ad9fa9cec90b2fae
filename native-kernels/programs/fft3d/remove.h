/* SPDX-License-Identifier: Apache-2.0 */
/* Removes a page set by name. */
#ifndef SLIPWAY_FFT3D_REMOVE_H
#define SLIPWAY_FFT3D_REMOVE_H

#include "team.h"

/* Removes the page set in the folder FOLDER, with its pages on all disks. Refuses a folder without a page set, and a
 * set that a run has. Goes on with a removal that was killed. Collective over the clients. */
int remove_pageset(const char *folder, const struct team *team, struct sw_failure *f);

#endif
