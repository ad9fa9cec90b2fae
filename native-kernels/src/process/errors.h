/* SPDX-License-Identifier: Apache-2.0 */
/* How errors are passed on inside of the library. */
#ifndef SLIPWAY_PROCESS_ERRORS_H
#define SLIPWAY_PROCESS_ERRORS_H

#include "slipway/process.h"

/* Fills ERROR with a lack of memory for WHAT. */
proc_err errors_memory(struct proc_error *error, const char *what);

/* Gives ERROR, which may be NULL, the contents of FROM, and returns its code. */
proc_err errors_copy(struct proc_error *error, const struct proc_error *from);

#endif
