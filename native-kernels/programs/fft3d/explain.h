/* SPDX-License-Identifier: Apache-2.0 */
/* What a run would do, and how long it would take. */
#ifndef SLIPWAY_FFT3D_EXPLAIN_H
#define SLIPWAY_FFT3D_EXPLAIN_H

#include "work.h"

/* Prints the plan of WORK, with seconds by what disks and processors do in a short trial. For --resume, that is the
 * plan of the run that was begun there. Collective over the clients. */
int explain(struct work *work, struct sw_failure *f);

#endif
