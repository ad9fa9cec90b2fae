/* SPDX-License-Identifier: Apache-2.0 */
/* A world of one process, server and client at once, without MPI. */
#ifndef SLIPWAY_TESTS_PROCESS_ALONE_H
#define SLIPWAY_TESTS_PROCESS_ALONE_H

#include "slipway/process_class.h"

/* Makes a world of this process with one class, or ends the program. */
struct proc_world *alone_begin(const struct proc_class *const *classes, size_t count);

/* Ends the world. */
void alone_end(struct proc_world *world);

#endif
