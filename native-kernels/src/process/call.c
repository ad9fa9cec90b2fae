/* SPDX-License-Identifier: Apache-2.0 */
#include "call.h"

#include "builtin.h"
#include "caller.h"
#include "errors.h"
#include "message.h"
#include "object.h"
#include "world.h"

static proc_err refuse(struct proc_handle *handle, struct proc_error *error, proc_err code, const char *why) {
    proc_fail(&handle->error, code, "%s.%s: %s", handle->method->class_name, handle->method->name, why);
    return errors_copy(error, &handle->error);
}

/* Appends HANDLE to the calls of its line that have no reply yet. */
static void append(struct proc_line *line, struct proc_handle *handle) {
    handle->line = line;
    handle->state = CALL_PENDING;
    handle->serial = line->serial++;
    handle->next = NULL;
    if (line->last == NULL)
        line->first = handle;
    else
        line->last->next = handle;
    line->last = handle;
}

static bool send_request(struct caller *caller, const struct proc_handle *handle, struct call_what what,
                         const struct request *request) {
    struct proc_line *line = handle->line;
    struct line_writer writer;
    const struct request_head head = {.serial = handle->serial,
                                      .index = what.index,
                                      .id = {(uint32_t)what.id, (uint32_t)(what.id >> 32)},
                                      .bytes = {(uint32_t)request->bytes, (uint32_t)(request->bytes >> 32)}};
    if (!line_begin(&writer, line, caller, &head, request->bytes) || !message_write_request(&writer, request))
        return false;
    if (line->pump == NULL)
        atomic_store_explicit(&line->memory->sent, line->memory->sent + 1, memory_order_relaxed);
    line_publish(line);
    return true;
}

proc_err call_start(struct proc_remote object, const struct proc_method *method, struct call_what what, void *call,
                    struct proc_handle *handle, struct proc_error *error) {
    struct request request = {.method = method, .call = call};
    struct proc_error why;
    handle->method = method;
    handle->call = call;
    handle->state = CALL_DONE; /* changes when the request is under way */
    handle->line = NULL;
    struct caller *caller = caller_of_thread(&why);
    if (caller == NULL)
        return refuse(handle, error, why.code, why.text);
    if (!proc_is_some(object))
        return refuse(handle, error, PROC_ERR_ADDRESS, "the remote pointer points to no object");
    if (caller->object != NULL && proc_is_same(object_pointer(caller->object), object))
        return refuse(handle, error, PROC_ERR_ARGUMENT, "an object cannot call itself: it would wait for itself");
    struct proc_line *line = caller_line(caller, object, &why);
    if (line == NULL || message_measure(&request, line, &why) != PROC_OK)
        return refuse(handle, error, why.code, why.text);
    append(line, handle);
    if (send_request(caller, handle, what, &request))
        return PROC_OK;
    while (handle->state != CALL_DONE) /* the line is lost, so line_drain fails the call */
        line_drain(line);
    return errors_copy(error, &handle->error);
}

proc_err proc_start(struct proc_remote object, const struct proc_method *method, void *call, struct proc_handle *handle,
                    struct proc_error *error) {
    return call_start(object, method, (struct call_what){method->index, method->id}, call, handle, error);
}

/* Waits until the call of HANDLE, which this thread has started, is done. */
static void wait_done(struct caller *caller, struct proc_handle *handle) {
    struct proc_line *line = handle->line;
    const struct proc_world *world = line->world;
    while (handle->state != CALL_DONE) {
        if (line_drain(line))
            continue;
        if (atomic_load_explicit(&world->lost, memory_order_acquire))
            line_fail_calls(line, PROC_ERR_LOST, world->lost_text);
        else
            caller_pause(caller);
    }
    caller_resume(caller);
}

proc_err proc_wait(struct proc_handle *handle, struct proc_error *error) {
    if (handle->state != CALL_DONE) {
        struct caller *caller = caller_of_thread(error);
        if (caller == NULL)
            return PROC_ERR_MEMORY;
        if (handle->line->own_bell != caller->bell)
            return proc_fail(error, PROC_ERR_ARGUMENT, "%s.%s: another thread has started this call: it waits for it",
                             handle->method->class_name, handle->method->name);
        wait_done(caller, handle);
    }
    return handle->error.code == PROC_OK ? PROC_OK : errors_copy(error, &handle->error);
}

proc_err proc_wait_all(struct proc_handle *handles, size_t count, struct proc_error *error) {
    proc_err first = PROC_OK;
    for (size_t i = 0; i < count; i++) {
        const proc_err code = proc_wait(&handles[i], first == PROC_OK ? error : NULL);
        if (first == PROC_OK)
            first = code;
    }
    return first;
}

bool proc_is_done(struct proc_handle *handle) {
    const struct caller *caller = handle->state == CALL_DONE ? NULL : caller_of_thread(NULL);
    if (caller != NULL && handle->line->own_bell == caller->bell) /* only the owner of a line takes replies */
        line_drain(handle->line);
    return handle->state == CALL_DONE;
}

proc_err proc_call(struct proc_remote object, const struct proc_method *method, void *call, struct proc_error *error) {
    struct proc_handle handle;
    const proc_err code = proc_start(object, method, call, &handle, error);
    return code == PROC_OK ? proc_wait(&handle, error) : code;
}

proc_err call_builtin(struct proc_remote object, const struct proc_method *method, void *call,
                      struct proc_error *error) {
    struct proc_handle handle;
    const struct call_what what = {method->index, method->id};
    const proc_err code = call_start(object, method, what, call, &handle, error);
    return code == PROC_OK ? proc_wait(&handle, error) : code;
}

struct server_place {
    struct proc_world *world;
    int server;
};

/* Begins a call to the object that stands for a server. */
static proc_err start_at_server(struct server_place at, uint32_t index, const struct proc_method *method, void *call,
                                struct proc_handle *handle, struct proc_error *error) {
    if (at.world != NULL && at.server >= 0 && at.server < at.world->server_count)
        return call_start(world_host_object(at.world, at.server), method, (struct call_what){index, method->id}, call,
                          handle, error);
    handle->method = method;
    handle->state = CALL_DONE;
    return refuse(handle, error, PROC_ERR_ARGUMENT, "the world has no server of that number");
}

proc_err proc_start_create(struct proc_world *world, int server, const struct proc_method *constructor, void *call,
                           struct proc_handle *handle, struct proc_error *error) {
    return start_at_server((struct server_place){world, server}, BUILTIN_CREATE, constructor, call, handle, error);
}

proc_err proc_create(struct proc_world *world, int server, const struct proc_method *constructor, void *call,
                     struct proc_error *error) {
    struct proc_handle handle;
    const proc_err code = proc_start_create(world, server, constructor, call, &handle, error);
    return code == PROC_OK ? proc_wait(&handle, error) : code;
}

proc_err proc_start_function(struct proc_world *world, int server, const struct proc_method *function, void *call,
                             struct proc_handle *handle, struct proc_error *error) {
    return start_at_server((struct server_place){world, server}, BUILTIN_FUNCTION, function, call, handle, error);
}

proc_err proc_run_function(struct proc_world *world, int server, const struct proc_method *function, void *call,
                           struct proc_error *error) {
    struct proc_handle handle;
    const proc_err code = proc_start_function(world, server, function, call, &handle, error);
    return code == PROC_OK ? proc_wait(&handle, error) : code;
}
