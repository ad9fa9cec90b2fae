/* SPDX-License-Identifier: Apache-2.0 */
/* Tells the plan of a run, and the time that the run would take. */
#ifndef SLIPWAY_FFT3D_EXPLAIN_H
#define SLIPWAY_FFT3D_EXPLAIN_H

#include "work.h"

/* Prints the plan of WORK, with seconds that follow from a short trial of disks and processors. For --resume, prints
 * the plan of the run that was begun there. Collective over the clients. */
int explain(struct work *work, struct sw_failure *f);

#endif
