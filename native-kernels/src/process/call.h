/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the library's own: as those of process_class.h, but of built-in methods. */
#ifndef SLIPWAY_PROCESS_CALL_H
#define SLIPWAY_PROCESS_CALL_H

#include "slipway/process_class.h"

/* What is asked of an object: a method by its index and id. The index of a built-in one is BUILTIN_FIRST or more. */
struct call_what {
    uint32_t index;
    uint64_t id;
};

/* Begins a call with the arguments and results of METHOD. */
proc_err call_start(struct proc_remote object, const struct proc_method *method, struct call_what what, void *call,
                    struct proc_handle *handle, struct proc_error *error);

/* Calls a built-in method, and waits. */
proc_err call_builtin(struct proc_remote object, const struct proc_method *method, void *call,
                      struct proc_error *error);

#endif
