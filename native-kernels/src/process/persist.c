/* SPDX-License-Identifier: Apache-2.0 */
/* Names objects by symbolic addresses, stores them, and reads them back. */
#include "builtin.h"
#include "call.h"
#include "errors.h"
#include "object.h"
#include "registry.h"
#include "worlds.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { OPEN_TRIES = 10000 };

proc_err object_keep(struct object *object, struct proc_error *error) {
    struct stored stored = {.version = object->class->version};
    struct proc_error why = {.code = PROC_ERR_STORE};
    if (object->address == NULL)
        return proc_fail(error, PROC_ERR_STORE, "the object has no address: proc_name gives it one");
    snprintf(stored.class_name, sizeof stored.class_name, "%s", object->class->name);
    proc_err code = object->class->store(object->state, &stored.bytes, &stored.count, &why);
    if (code != PROC_OK)
        return proc_fail(error, PROC_ERR_STORE, "the object %s cannot be stored: %.300s", object->address, why.text);
    code = registry_write(object->world, object->address, &stored, error);
    free(stored.bytes);
    return code;
}

proc_err object_store(struct object *object, void *call, struct proc_error *error) {
    (void)call;
    return object_keep(object, error);
}

void object_leave_registry(struct object *object) {
    if (object->registry < 0)
        return;
    if (object->destroyed)
        registry_let_go(object->world, object->address, object->registry, true);
    else
        close(object->registry);
    object->registry = -1;
}

void object_own_address(const struct object *object) {
    if (object->registry >= 0)
        registry_say(object->registry, object_pointer(object), NULL);
}

/* Gives OBJECT the address ADDRESS, which LOCK holds, and stores OBJECT there. Closes LOCK after a failure. */
static proc_err take_address(struct object *object, const char *address, int lock, struct proc_error *error) {
    object->address = strdup(address);
    object->registry = lock;
    proc_err code = object->address == NULL ? errors_memory(error, "an address") : object_keep(object, error);
    if (code == PROC_OK)
        code = registry_say(lock, object_pointer(object), error);
    if (code == PROC_OK)
        return PROC_OK;
    free(object->address);
    object->address = NULL;
    object->registry = -1;
    close(lock);
    return code;
}

proc_err object_name(struct object *object, void *call, struct proc_error *error) {
    const struct builtin_name *name = call;
    struct proc_remote other;
    int lock;
    if (object->class->store == NULL)
        return proc_fail(error, PROC_ERR_CLASS, "a %s cannot be stored: its class is not persistent",
                         object->class->name);
    if (object->address != NULL)
        return proc_fail(error, PROC_ERR_ARGUMENT, "the object has the address %s already", object->address);
    const registry_owner owner = registry_own(object->world, name->address, &lock, &other, error);
    if (owner == REGISTRY_FAILED)
        return PROC_ERR_STORE;
    if (owner == REGISTRY_OURS && !registry_has(object->world, name->address))
        return take_address(object, name->address, lock, error);
    if (owner == REGISTRY_OURS)
        close(lock);
    return proc_fail(error, PROC_ERR_ADDRESS, "another object has the address %s", name->address);
}

static const struct proc_class *find_class(const struct proc_world *world, const struct stored *stored,
                                           struct proc_error *error) {
    for (size_t i = 0; i < world->class_count; i++) {
        const struct proc_class *class = world->classes[i];
        if (strcmp(class->name, stored->class_name) != 0 || class->load == NULL)
            continue;
        if (class->version == stored->version)
            return class;
        proc_fail(error, PROC_ERR_CLASS,
                  "the object was stored by another version of %s (%016" PRIx64 ", and this is %016" PRIx64 ")",
                  class->name, stored->version, class->version);
        return NULL;
    }
    proc_fail(error, PROC_ERR_CLASS, "the object is a %s, which this server does not have: list the class in its plan",
              stored->class_name);
    return NULL;
}

/* Makes an object, which reads the stored state in its own thread and then answers the request of proc_open. */
static proc_err read_back(struct object *host, const char *address, int lock, struct proc_error *error) {
    struct stored stored;
    if (registry_read(host->world, address, &stored, error) != PROC_OK)
        return error->code;
    const struct proc_class *class = find_class(host->world, &stored, error);
    struct object *object = class == NULL ? NULL : object_new(host->world, class, error);
    struct task *task = object == NULL ? NULL : calloc(1, sizeof *task);
    if (task != NULL) {
        task->method = builtin_method(BUILTIN_OPEN);
        task->line = host->task.line;
        task->serial = host->task.serial;
        task->call = calloc(1, task->method->call_bytes);
        object->address = strdup(address);
        object->birth = (struct birth){NULL, stored.bytes, stored.count, task};
    }
    if (task != NULL && task->call != NULL && object->address != NULL) {
        object->registry = lock;
        if (object_start(object, error) == PROC_OK) {
            host->deferred = true;
            return PROC_OK;
        }
        object->registry = -1;
    }
    if (error->text[0] == '\0')
        errors_memory(error, "an object that is read back");
    if (task != NULL)
        task_free(task);
    free(task);
    free(stored.bytes);
    if (object != NULL)
        object_discard(object);
    return class == NULL ? PROC_ERR_CLASS : PROC_ERR_SYSTEM;
}

proc_err host_open(struct object *object, void *call, struct proc_error *error) {
    struct builtin_open *opening = call;
    int lock;
    switch (registry_own(object->world, opening->address, &lock, &opening->object, error)) {
    case REGISTRY_OTHERS:
        return PROC_OK;
    case REGISTRY_FAILED:
        return error->code;
    default:
        break;
    }
    const proc_err code = read_back(object, opening->address, lock, error);
    if (code == PROC_ERR_ADDRESS) /* no object has the address, so the file of the lock is new and must go */
        registry_let_go(object->world, opening->address, lock, false);
    else if (code != PROC_OK)
        close(lock);
    return code;
}

static int any_server(const struct proc_world *world, const char *address) {
    return (int)(sw_text_hash(address) % (uint64_t)world->server_count);
}

proc_err proc_open(struct proc_world *world, int server, const char *address, struct proc_remote *object,
                   struct proc_error *error) {
    struct builtin_open call = {.address = address};
    const struct timespec nap = {0, 1000000};
    *object = (struct proc_remote){0};
    if (registry_check(address, error) != PROC_OK)
        return PROC_ERR_ADDRESS;
    if (server < -1 || server >= world->server_count)
        return proc_fail(error, PROC_ERR_ARGUMENT, "the world has no server %d", server);
    const struct proc_remote host = world_host_object(world, server < 0 ? any_server(world, address) : server);
    for (int tries = 0; tries < OPEN_TRIES; tries++) {
        const proc_err code = call_builtin(host, builtin_method(BUILTIN_OPEN), &call, error);
        if (code != PROC_OK)
            return code;
        if (!proc_is_some(call.object)) { /* another caller has begun to read the object back */
            nanosleep(&nap, NULL);
            continue;
        }
        *object = call.object;
        return world_of(call.object.world) != NULL ? PROC_OK : worlds_meet_by_id(world, call.object.world, error);
    }
    return proc_fail(error, PROC_ERR_STORE, "the object %s is being read back, which does not end", address);
}
