/* SPDX-License-Identifier: Apache-2.0 */
/* Functions for objects of any class. */
#include "builtin.h"
#include "call.h"
#include "caller.h"

#include <string.h>

bool proc_is_some(struct proc_remote pointer) {
    return pointer.world != 0;
}

bool proc_is_same(struct proc_remote a, struct proc_remote b) {
    return a.world == b.world && a.stamp == b.stamp && a.server == b.server && a.object == b.object;
}

bool proc_put(struct proc_into *into, const void *bytes, size_t count) {
    into->bytes = count;
    if (count > into->room)
        return false;
    if (count > 0)
        memcpy(into->at, bytes, count);
    return true;
}

proc_err proc_destroy(struct proc_remote object, struct proc_error *error) {
    struct builtin_plain call = {NULL};
    const proc_err code = call_builtin(object, builtin_method(BUILTIN_DESTROY), &call, error);
    struct caller *caller = code == PROC_OK ? caller_of_thread(NULL) : NULL;
    if (caller != NULL)
        caller_forget(caller, object);
    return code;
}

proc_err proc_start_destroy(struct proc_remote object, struct proc_handle *handle, struct proc_error *error) {
    static struct builtin_plain call; /* neither read nor written: the method has no arguments and no results */
    const struct proc_method *method = builtin_method(BUILTIN_DESTROY);
    return call_start(object, method, (struct call_what){method->index, method->id}, &call, handle, error);
}

proc_err proc_fence(struct proc_remote object, struct proc_error *error) {
    struct builtin_plain call = {NULL};
    return call_builtin(object, builtin_method(BUILTIN_FENCE), &call, error);
}

proc_err proc_name(struct proc_remote object, const char *address, struct proc_error *error) {
    struct builtin_name call = {.address = address};
    return call_builtin(object, builtin_method(BUILTIN_NAME), &call, error);
}

proc_err proc_store(struct proc_remote object, struct proc_error *error) {
    struct builtin_plain call = {NULL};
    return call_builtin(object, builtin_method(BUILTIN_STORE), &call, error);
}
