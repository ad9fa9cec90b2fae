/* SPDX-License-Identifier: Apache-2.0 */
/* Makes objects and runs plain functions, on behalf of the object that stands for a server. */
#include "builtin.h"
#include "errors.h"
#include "household.h"
#include "object.h"
#include "world.h"

#include <stdlib.h>

/* Finds the entry with the id ID among COUNT entries. */
static const struct proc_entry *find(const struct proc_entry *entries, uint32_t count, uint64_t id) {
    for (uint32_t i = 0; i < count; i++)
        if (entries[i].method->id == id)
            return &entries[i];
    return NULL;
}

static const struct proc_class *const own[] = {&memory_class, &gate_class};
enum { OWN = sizeof own / sizeof own[0] };

/* Finds a constructor, or a function, among the classes of the server. */
static const struct proc_entry *find_entry(const struct proc_world *world, uint64_t id, bool functions,
                                           const struct proc_class **class) {
    for (size_t i = 0; i < OWN + world->class_count; i++) {
        *class = i < OWN ? own[i] : world->classes[i - OWN];
        const struct proc_entry *found = functions ? find((*class)->functions, (*class)->function_count, id)
                                                   : find((*class)->constructors, (*class)->constructor_count, id);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static proc_err unknown(struct proc_error *error) {
    return proc_fail(error, PROC_ERR_CLASS,
                     "the server has no such class, or its description is of another version than the caller's: build "
                     "both of one .class file, and list the class in the servers' plan");
}

/* Makes a separate task for a request of HOST that is answered later. */
static struct task *new_task(struct object *host, const struct proc_method *method, const struct proc_context *at,
                             struct message_reader arguments) {
    struct task *task = calloc(1, sizeof *task);
    const uint64_t bytes = (uint64_t)(arguments.end - arguments.at);
    unsigned char *payload = task == NULL ? NULL : task_payload(task, bytes + 1);
    if (payload == NULL) {
        free(task);
        return NULL;
    }
    memcpy(payload, arguments.at, (size_t)bytes);
    task->line = host->task.line;
    task->serial = host->task.serial;
    task_read(task, method, at, (struct message_reader){payload, payload + bytes});
    return task;
}

proc_err object_start(struct object *object, struct proc_error *error) {
    return household_start(object->world->household, object_live, object, error);
}

static void free_task(struct task *task) {
    if (task != NULL)
        task_free(task);
    free(task);
}

proc_err object_create(struct object *host, uint64_t id, struct message_reader arguments, struct proc_error *error) {
    const struct proc_class *class;
    if (host->class != &host_class)
        return proc_fail(error, PROC_ERR_MESSAGE, "a %s makes no objects", host->class->name);
    const struct proc_entry *constructor = find_entry(host->world, id, false, &class);
    if (constructor == NULL)
        return unknown(error);
    struct object *object = object_new(host->world, class, error);
    if (object == NULL)
        return PROC_ERR_SYSTEM;
    object->birth.constructor = constructor;
    object->birth.task = new_task(host, constructor->method, &object->context, arguments);
    if (object->birth.task != NULL && object_start(object, error) == PROC_OK) {
        host->deferred = true;
        return PROC_OK;
    }
    if (object->birth.task == NULL)
        errors_memory(error, "an object");
    free_task(object->birth.task);
    object_discard(object);
    return PROC_ERR_SYSTEM;
}

/* A running plain function. */
struct running {
    struct proc_context context;
    const struct proc_entry *entry;
    struct task *task;
};

static void *run_function(void *argument) {
    struct running *running = argument;
    struct task *task = running->task;
    struct household *household = running->context.world->household;
    if (task->code == PROC_OK) {
        *(struct proc_context **)task->call = &running->context;
        task->code = running->entry->run(NULL, task->call, &task->error);
    }
    if (task->code == PROC_OK)
        task_check(task);
    household_answer(household, task);
    free(running);
    household_count_end(household);
    return NULL;
}

proc_err object_function(struct object *host, uint64_t id, struct message_reader arguments, struct proc_error *error) {
    const struct proc_class *class;
    if (host->class != &host_class)
        return proc_fail(error, PROC_ERR_MESSAGE, "a %s runs no functions", host->class->name);
    const struct proc_entry *entry = find_entry(host->world, id, true, &class);
    if (entry == NULL)
        return unknown(error);
    struct running *running = malloc(sizeof *running);
    struct task *task = running == NULL ? NULL : new_task(host, entry->method, NULL, arguments);
    if (task != NULL)
        *running = (struct running){{host->world, NULL}, entry, task};
    else
        errors_memory(error, "a function that runs");
    if (task != NULL && household_start(host->world->household, run_function, running, error) == PROC_OK) {
        host->deferred = true;
        return PROC_OK;
    }
    free_task(task);
    free(running);
    return PROC_ERR_SYSTEM;
}
