/* SPDX-License-Identifier: Apache-2.0 */
/* Process groups, and the gate at which their members wait. The gate is a separate object in the server of member 0. */
#include "builtin.h"
#include "call.h"
#include "errors.h"
#include "object.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

/* A member that waits at a gate, with the data for the reply to the member. */
struct waiter {
    uint64_t line;
    uint32_t serial;
};

struct gate_new {
    struct proc_context *at;
    int64_t count;
    struct proc_remote object;
};

static proc_err gate_make(void *self, void *call, struct proc_error *error) {
    const struct gate_new *wanted = call;
    struct object *object = wanted->at->object;
    *(void **)self = NULL;
    if (wanted->count < 1 || wanted->count > INT32_MAX)
        return proc_fail(error, PROC_ERR_ARGUMENT, "a group of %lld members cannot be", (long long)wanted->count);
    object->waiters = calloc((size_t)wanted->count, sizeof *object->waiters);
    object->waiters_wanted = (uint32_t)wanted->count;
    return object->waiters != NULL ? PROC_OK : errors_memory(error, "a process group");
}

static const struct proc_field gate_in[] = {{"count", PROC_I64, offsetof(struct gate_new, count)}};
static const struct proc_field gate_out[] = {{"object", PROC_REMOTE, offsetof(struct gate_new, object)}};
static const struct proc_method gate_method = {
    "gate", "new", UINT64_C(0x6761746500000001), 0, sizeof(struct gate_new), gate_in, gate_out, 1, 1};
static const struct proc_entry gate_constructors[] = {{&gate_method, gate_make}};
const struct proc_class gate_class = {.name = "gate", .constructors = gate_constructors, .constructor_count = 1};

/* Sends the reply CODE to all waiting members. */
static void let_go(struct object *object, proc_err code, const char *why) {
    struct task task = {.method = builtin_method(BUILTIN_ARRIVE), .code = code};
    snprintf(task.error.text, sizeof task.error.text, "%s", why);
    for (uint32_t i = 0; i < object->waiter_count; i++) {
        task.line = object->waiters[i].line;
        task.serial = object->waiters[i].serial;
        object_answer(object, &task);
    }
    object->waiter_count = 0;
}

proc_err gate_arrive(struct object *object, void *call, struct proc_error *error) {
    static const char broken[] = "a member of the process group was destroyed, or is in another group";
    const struct builtin_arrive *arrival = call;
    if (arrival->leaves != 0) {
        object->is_broken = true;
        let_go(object, PROC_ERR_LOST, broken);
        return PROC_OK;
    }
    if (object->is_broken)
        return proc_fail(error, PROC_ERR_LOST, "%s", broken);
    object->waiters[object->waiter_count++] = (struct waiter){object->task.line, object->task.serial};
    object->deferred = true;
    if (object->waiter_count == object->waiters_wanted)
        let_go(object, PROC_OK, "");
    return PROC_OK;
}

void object_leave_group(struct object *object) {
    if (object->group_size == 0)
        return;
    struct builtin_arrive call = {.leaves = 1};
    if (!atomic_load(&object->world->ending)) {
        call_builtin(object->gate, builtin_method(BUILTIN_ARRIVE), &call, NULL);
        if (object->group_id == 0)
            proc_destroy(object->gate, NULL);
    }
    object->group_size = 0;
}

proc_err object_set_group(struct object *object, void *call, struct proc_error *error) {
    const struct builtin_group *group = call;
    const size_t count = group->members.count;
    if (count == 0 || count > INT32_MAX || group->id < 0 || (size_t)group->id >= count)
        return proc_fail(error, PROC_ERR_MESSAGE, "member %d of a group of %zu cannot be", group->id, count);
    struct proc_remote *members = malloc(count * sizeof *members);
    if (members == NULL)
        return errors_memory(error, "a process group");
    memcpy(members, group->members.at, count * sizeof *members);
    object_leave_group(object);
    free(object->members);
    object->members = members;
    object->group_id = group->id;
    object->group_size = (int32_t)count;
    object->gate = group->gate;
    return PROC_OK;
}

/* Makes the gate in the server of member 0. */
static proc_err make_gate(struct proc_remote first, size_t count, struct proc_remote *gate, struct proc_error *error) {
    struct gate_new call = {.count = (int64_t)count};
    struct proc_world *world = world_of(first.world);
    if (world == NULL)
        return proc_fail(error, PROC_ERR_ADDRESS, "member 0 of the group is in no world that this process is in");
    const proc_err code = proc_create(world, (int)first.server, &gate_method, &call, error);
    *gate = call.object;
    return code;
}

proc_err proc_group_make(const struct proc_remote *members, size_t count, struct proc_error *error) {
    struct proc_remote gate;
    if (count == 0 || count > INT32_MAX)
        return proc_fail(error, PROC_ERR_ARGUMENT, "a group of %zu members cannot be", count);
    struct proc_handle *handles = calloc(count, sizeof *handles);
    struct builtin_group *calls = calloc(count, sizeof *calls);
    proc_err code = handles == NULL || calls == NULL ? errors_memory(error, "a process group")
                                                     : make_gate(members[0], count, &gate, error);
    size_t started = 0;
    for (; started < count && code == PROC_OK; started++) {
        const struct proc_method *method = builtin_method(BUILTIN_GROUP);
        calls[started] = (struct builtin_group){NULL, (int32_t)started, gate, {members, count}};
        code = call_start(members[started], method, (struct call_what){method->index, method->id}, &calls[started],
                          &handles[started], error);
    }
    const proc_err waited = handles == NULL ? code : proc_wait_all(handles, started, code == PROC_OK ? error : NULL);
    free(handles);
    free(calls);
    return code != PROC_OK ? code : waited;
}

proc_err proc_group_fence(const struct proc_remote *members, size_t count, struct proc_error *error) {
    struct builtin_plain call = {NULL};
    const struct proc_method *method = builtin_method(BUILTIN_FENCE);
    proc_err code = PROC_OK;
    size_t started = 0;
    struct proc_handle *handles = calloc(count + 1, sizeof *handles);
    if (handles == NULL)
        return errors_memory(error, "a fence");
    for (; started < count && code == PROC_OK; started++)
        code = call_start(members[started], method, (struct call_what){method->index, method->id}, &call,
                          &handles[started], error);
    const proc_err waited = proc_wait_all(handles, started, code == PROC_OK ? error : NULL);
    free(handles);
    return code != PROC_OK ? code : waited;
}

struct proc_remote proc_self(const struct proc_context *at) {
    const struct proc_remote none = {0};
    return at->object == NULL ? none : object_pointer(at->object);
}

struct proc_world *proc_here(const struct proc_context *at) {
    return at->world;
}

int proc_group_id(const struct proc_context *at) {
    return at->object == NULL ? 0 : at->object->group_id;
}

int proc_group_size(const struct proc_context *at) {
    return at->object == NULL ? 0 : at->object->group_size;
}

struct proc_remote proc_group_member(const struct proc_context *at, int id) {
    const struct proc_remote none = {0};
    return id >= 0 && id < proc_group_size(at) ? at->object->members[id] : none;
}

proc_err proc_barrier(const struct proc_context *at, struct proc_error *error) {
    struct builtin_arrive call = {.leaves = 0};
    if (proc_group_size(at) == 0)
        return proc_fail(error, PROC_ERR_ARGUMENT, "the object is in no process group: proc_group_make makes one");
    return call_builtin(at->object->gate, builtin_method(BUILTIN_ARRIVE), &call, error);
}
