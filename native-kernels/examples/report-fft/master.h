/* SPDX-License-Identifier: Apache-2.0 */
/* The work of the master process in the report's program. */
#ifndef SLIPWAY_EXAMPLES_REPORT_FFT_MASTER_H
#define SLIPWAY_EXAMPLES_REPORT_FFT_MASTER_H

#include "slipway/process_world.h"

#include "Array.h"
#include "FFT3.h"

/* Transforms the array along DIMENSION (1 to 3) by a group of FFT3 processes. N and P are the domains of the array and
 * of its pages. */
proc_err transform(struct proc_world *world, struct proc_remote a, int dimension, const int64_t *n, const int64_t *p,
                   struct proc_error *error);

#endif
