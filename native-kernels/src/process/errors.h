/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that fill and copy errors inside the library. */
#ifndef SLIPWAY_PROCESS_ERRORS_H
#define SLIPWAY_PROCESS_ERRORS_H

#include "slipway/process.h"

/* Fills ERROR with PROC_ERR_MEMORY: there is no memory for WHAT. Returns the code. */
proc_err errors_memory(struct proc_error *error, const char *what);

/* Copies FROM to ERROR, which may be NULL, and returns the code of FROM. */
proc_err errors_copy(struct proc_error *error, const struct proc_error *from);

#endif
