/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declares the tables that process-stubs writes about a class. The library carries calls by these tables. Only the
 * generated files need this header.
 *
 * The call of a method is a struct with a context, a field for each argument, and one for each result. The caller's
 * side sends the arguments and fills in the results by the method's table, the server's side the other way round.
 */
#ifndef SLIPWAY_PROCESS_CLASS_H
#define SLIPWAY_PROCESS_CLASS_H

#include "slipway/process.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The type of an argument or a result, and of the field. */
typedef enum {
    PROC_I32,    /* int32_t */
    PROC_I64,    /* int64_t */
    PROC_U64,    /* uint64_t */
    PROC_F64,    /* double */
    PROC_REMOTE, /* struct proc_remote */
    PROC_TEXT,   /* const char *; as a result struct proc_into */
    PROC_BYTES,  /* struct proc_bytes; as a result struct proc_into */
    PROC_F64S,   /* struct proc_f64s; as a result struct proc_into */
    PROC_I64S,   /* struct proc_i64s; as a result struct proc_into */
    PROC_REMOTES /* struct proc_remotes; as a result struct proc_into */
} proc_type;

enum { PROC_MOST_FIELDS = 24 }; /* arguments, or results, of one method */

struct proc_field {
    const char *name;
    proc_type type;
    size_t offset; /* in the struct of the call, which begins with a struct proc_context * */
};

/* A method, a constructor or a plain function, as known on both sides. */
struct proc_method {
    const char *class_name, *name;
    uint64_t id;    /* a hash of the class with its version and of the method's name */
    uint32_t index; /* in the class's table */
    uint32_t call_bytes;
    const struct proc_field *in, *out;
    uint32_t in_count, out_count;
};

typedef proc_err (*proc_run)(void *self, void *call, struct proc_error *error);

/* A method and the function that runs the method. SELF is the state of the object; for a constructor where to put it;
 * NULL for a function.
 */
struct proc_entry {
    const struct proc_method *method;
    proc_run run;
};

/* The servers' view of a class. The methods of the parents come first, in the same order as there. */
struct proc_class {
    const char *name;
    uint64_t version;
    const struct proc_class *parent;
    const struct proc_entry *constructors, *methods, *functions;
    uint32_t constructor_count, method_count, function_count;
    void (*destroy)(void *self);
    /* Of a persistent class, else NULL. STORE gives bytes, which the library frees by free(). */
    proc_err (*store)(void *self, void **bytes, size_t *count, struct proc_error *error);
    proc_err (*load)(void **self, const struct proc_context *at, struct proc_bytes stored, struct proc_error *error);
};

/* Creates an object in SERVER of WORLD. The one result of a constructor is the pointer to the object. */
proc_err proc_create(struct proc_world *world, int server, const struct proc_method *constructor, void *call,
                     struct proc_error *error);
proc_err proc_start_create(struct proc_world *world, int server, const struct proc_method *constructor, void *call,
                           struct proc_handle *handle, struct proc_error *error);

/* Calls a method of OBJECT. */
proc_err proc_call(struct proc_remote object, const struct proc_method *method, void *call, struct proc_error *error);
proc_err proc_start(struct proc_remote object, const struct proc_method *method, void *call, struct proc_handle *handle,
                    struct proc_error *error);

/* Runs a plain function of a class in SERVER of WORLD. */
proc_err proc_run_function(struct proc_world *world, int server, const struct proc_method *function, void *call,
                           struct proc_error *error);
proc_err proc_start_function(struct proc_world *world, int server, const struct proc_method *function, void *call,
                             struct proc_handle *handle, struct proc_error *error);

#ifdef __cplusplus
}
#endif

#endif
