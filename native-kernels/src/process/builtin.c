/* SPDX-License-Identifier: Apache-2.0 */
#include "builtin.h"

#include "household.h"
#include "object.h"
#include "world.h"

#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct proc_field group_in[] = {{"id", PROC_I32, offsetof(struct builtin_group, id)},
                                             {"gate", PROC_REMOTE, offsetof(struct builtin_group, gate)},
                                             {"members", PROC_REMOTES, offsetof(struct builtin_group, members)}};
static const struct proc_field name_in[] = {{"address", PROC_TEXT, offsetof(struct builtin_name, address)}};
static const struct proc_field figures_in[] = {{"folder", PROC_TEXT, offsetof(struct builtin_figures, folder)}};
static const struct proc_field figures_out[] = {{"host", PROC_BYTES, offsetof(struct builtin_figures, host)}};
static const struct proc_field queue_in[] = {{"object", PROC_U64, offsetof(struct builtin_queue, object)},
                                             {"stamp", PROC_U64, offsetof(struct builtin_queue, stamp)}};
static const struct proc_field queue_out[] = {{"calls", PROC_U64, offsetof(struct builtin_queue, calls)}};
static const struct proc_field open_in[] = {{"address", PROC_TEXT, offsetof(struct builtin_open, address)}};
static const struct proc_field open_out[] = {{"object", PROC_REMOTE, offsetof(struct builtin_open, object)}};
static const struct proc_field arrive_in[] = {{"leaves", PROC_I32, offsetof(struct builtin_arrive, leaves)}};

#define METHOD(type, method, number, in, ins, out, outs)                                                               \
    { type, method, 0, number, sizeof(struct builtin_open) + sizeof(struct builtin_group), in, out, ins, outs }

/* The call struct of each method fits into the bytes of the two largest structs together. */
static const struct proc_method methods[] = {
    METHOD("object", "destroy", BUILTIN_DESTROY, NULL, 0, NULL, 0),
    METHOD("object", "fence", BUILTIN_FENCE, NULL, 0, NULL, 0),
    METHOD("object", "set group", BUILTIN_GROUP, group_in, COUNT(group_in), NULL, 0),
    METHOD("object", "name", BUILTIN_NAME, name_in, COUNT(name_in), NULL, 0),
    METHOD("object", "store", BUILTIN_STORE, NULL, 0, NULL, 0),
    METHOD("host", "figures", BUILTIN_FIGURES, figures_in, COUNT(figures_in), figures_out, COUNT(figures_out)),
    METHOD("host", "queue", BUILTIN_QUEUE, queue_in, COUNT(queue_in), queue_out, COUNT(queue_out)),
    METHOD("host", "open", BUILTIN_OPEN, open_in, COUNT(open_in), open_out, COUNT(open_out)),
    METHOD("host", "close", BUILTIN_CLOSE, NULL, 0, NULL, 0),
    METHOD("gate", "arrive", BUILTIN_ARRIVE, arrive_in, COUNT(arrive_in), NULL, 0),
};

static proc_err nothing(struct object *object, void *call, struct proc_error *error) {
    (void)object;
    (void)call;
    (void)error;
    return PROC_OK;
}

static proc_err destroy(struct object *object, void *call, struct proc_error *error) {
    (void)call;
    if (object->class == &host_class)
        return proc_fail(error, PROC_ERR_ARGUMENT, "a server is ended with its world, not destroyed");
    object->destroyed = true;
    household_remove(object->world->household, object); /* first, so that no later caller finds the object */
    object_leave_group(object);
    if (object->state != NULL && object->class->destroy != NULL)
        object->class->destroy(object->state);
    object->state = NULL;
    object_leave_registry(object);
    return PROC_OK;
}

static const struct {
    const struct proc_class *class; /* NULL: objects of any class have the method */
    builtin_run run;
} runs[] = {{NULL, destroy},           {NULL, nothing},          {NULL, object_set_group},
            {NULL, object_name},       {NULL, object_store},     {&host_class, host_figures},
            {&host_class, host_queue}, {&host_class, host_open}, {&host_class, host_close},
            {&gate_class, gate_arrive}};
_Static_assert(COUNT(methods) == BUILTIN_END - BUILTIN_FIRST && COUNT(runs) == COUNT(methods), "one entry a method");

const struct proc_method *builtin_method(uint32_t index) {
    return &methods[index - BUILTIN_FIRST];
}

builtin_run builtin_find(const struct object *object, uint32_t index, struct proc_error *error) {
    if (index < BUILTIN_FIRST || index >= BUILTIN_END ||
        (runs[index - BUILTIN_FIRST].class != NULL && runs[index - BUILTIN_FIRST].class != object->class)) {
        proc_fail(error, PROC_ERR_MESSAGE, "a %s has no built-in method %u", object->class->name, index);
        return NULL;
    }
    return runs[index - BUILTIN_FIRST].run;
}

const struct proc_class host_class = {.name = "host"};
