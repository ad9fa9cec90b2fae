/* SPDX-License-Identifier: Apache-2.0 */
/* Where a run will write: tried before the run, because a transform may take hours. */
#ifndef SLIPWAY_FFT3D_TARGETS_H
#define SLIPWAY_FFT3D_TARGETS_H

#include "work.h"

/* Refuses outputs that cannot get their names, and disks that are one folder. Leaves no file. Collective over the
 * clients. */
int targets_try(const struct work *work, struct sw_failure *f);

/* Refuses a result that is larger than the free space of its disk. Collective over the clients. */
int targets_check_room(const struct work *work, struct sw_failure *f);

#endif
