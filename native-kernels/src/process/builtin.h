/* SPDX-License-Identifier: Apache-2.0 */
/* Methods that the library gives to objects. */
#ifndef SLIPWAY_PROCESS_BUILTIN_H
#define SLIPWAY_PROCESS_BUILTIN_H

#include "slipway/process_class.h"

struct object;

enum {
    BUILTIN_FIRST = 0x7fff0000,
    /* Methods of every object. */
    BUILTIN_DESTROY = BUILTIN_FIRST,
    BUILTIN_FENCE,
    BUILTIN_GROUP,
    BUILTIN_NAME,
    BUILTIN_STORE,
    /* Of the object that stands for a server. */
    BUILTIN_FIGURES,
    BUILTIN_QUEUE,
    BUILTIN_OPEN,
    BUILTIN_CLOSE,
    /* Methods of a gate, at which a process group waits. */
    BUILTIN_ARRIVE,
    BUILTIN_END,
    /* Methods of the object that stands for a server, with the arguments of a constructor or a function. */
    BUILTIN_CREATE = BUILTIN_END,
    BUILTIN_FUNCTION
};

struct builtin_plain {
    struct proc_context *at;
};
struct builtin_group {
    struct proc_context *at;
    int32_t id;
    struct proc_remote gate;
    struct proc_remotes members;
};
struct builtin_name {
    struct proc_context *at;
    const char *address;
};
struct builtin_figures {
    struct proc_context *at;
    const char *folder;
    struct proc_into host;
};
struct builtin_queue {
    struct proc_context *at;
    uint64_t object, stamp, calls;
};
struct builtin_open {
    struct proc_context *at;
    const char *address;
    struct proc_remote object; /* a pointer to no object: another server is about to open the object */
};
struct builtin_arrive {
    struct proc_context *at;
    int32_t leaves; /* not 0: the member has left the group, comes to the gate no more, and does not wait */
};

/* Returns the description of a method, for callers. */
const struct proc_method *builtin_method(uint32_t index);

typedef proc_err (*builtin_run)(struct object *object, void *call, struct proc_error *error);

/* Returns the function that runs a method. Returns NULL, with ERROR filled, if OBJECT has no method of that index. */
builtin_run builtin_find(const struct object *object, uint32_t index, struct proc_error *error);

/* The functions that run the methods, each in the file of its subject. */
proc_err object_set_group(struct object *object, void *call, struct proc_error *error);
proc_err object_name(struct object *object, void *call, struct proc_error *error);
proc_err object_store(struct object *object, void *call, struct proc_error *error);
proc_err host_figures(struct object *object, void *call, struct proc_error *error);
proc_err host_queue(struct object *object, void *call, struct proc_error *error);
proc_err host_open(struct object *object, void *call, struct proc_error *error);
proc_err host_close(struct object *object, void *call, struct proc_error *error);
proc_err gate_arrive(struct object *object, void *call, struct proc_error *error);

/* The classes of the library: plain remote memory, and the gate at which a process group waits. */
extern const struct proc_class memory_class, gate_class, host_class;

#endif
