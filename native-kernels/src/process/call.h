/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of built-in methods, which work like the calls of process_class.h. */
#ifndef SLIPWAY_PROCESS_CALL_H
#define SLIPWAY_PROCESS_CALL_H

#include "slipway/process_class.h"

/* The method to call, by its index and id. The index of a built-in method is BUILTIN_FIRST or more. */
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
