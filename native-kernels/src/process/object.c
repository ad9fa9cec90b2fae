/* SPDX-License-Identifier: Apache-2.0 */
#include "object.h"

#include "builtin.h"
#include "errors.h"
#include "household.h"
#include "porter.h"
#include "world.h"

#include <stdlib.h>
#include <sys/random.h>

struct proc_remote object_pointer(const struct object *object) {
    return (struct proc_remote){object->world->id, object->stamp, (uint32_t)object->world->server, object->number};
}

struct object *object_new(struct proc_world *world, const struct proc_class *class, struct proc_error *error) {
    struct object *object = calloc(1, sizeof *object);
    if (object == NULL) {
        errors_memory(error, "an object");
        return NULL;
    }
    if (getrandom(&object->stamp, sizeof object->stamp, 0) != sizeof object->stamp ||
        caller_start(&object->caller, error) != PROC_OK) {
        free(object);
        return NULL;
    }
    pthread_mutex_init(&object->lock, NULL);
    object->world = world;
    object->class = class;
    object->context = (struct proc_context){world, object};
    object->caller.object = object;
    object->registry = -1;
    return object;
}

static void tell(struct object *object) {
    atomic_store(&object->has_mail, true);
    sw_bell_ring(object->caller.bell);
}

void object_add_line(struct object *object, struct proc_line *line) {
    pthread_mutex_lock(&object->lock);
    line->object = object;
    line->next_arrival = object->arrivals;
    object->arrivals = line;
    tell(object); /* under the lock, because the object may be freed after the unlock */
    pthread_mutex_unlock(&object->lock);
}

void object_add_answer(struct object *object, struct task *answer) {
    pthread_mutex_lock(&object->lock);
    answer->next = object->answers;
    object->answers = answer;
    tell(object);
    pthread_mutex_unlock(&object->lock);
}

void object_end(struct object *object) {
    atomic_store(&object->ending, true);
    sw_bell_ring(object->caller.bell);
}

/* Ends a line that no code uses now. */
static void end_line(const struct object *object, struct proc_line *line) {
    line->farewell = object->destroyed                   ? FAREWELL_DESTROYED
                     : atomic_load(&object->world->lost) ? FAREWELL_BADLY
                                                         : FAREWELL_WELL;
    line_flush(line);
    free(line->gathered);
    free(line->kept);
    porter_drop(line);
}

/* Adds LINE to the lines of the object, under the lock. */
static void keep_line(struct object *object, struct proc_line *line) {
    if (object->line_count == object->line_room) {
        const size_t room = object->line_room == 0 ? 8 : 2 * object->line_room;
        struct proc_line **more = realloc(object->lines, room * sizeof(void *));
        if (more == NULL) {
            end_line(object, line);
            return;
        }
        object->lines = more;
        object->line_room = room;
    }
    line->number = ++object->line_number;
    object->lines[object->line_count++] = line;
}

void object_answer(struct object *object, const struct task *task) {
    for (size_t i = 0; i < object->line_count; i++)
        if (object->lines[i]->number == task->line) {
            task_answer(task, object->lines[i], &object->caller);
            return;
        }
}

static void take_mail(struct object *object) {
    if (!atomic_exchange(&object->has_mail, false))
        return;
    pthread_mutex_lock(&object->lock);
    struct proc_line *line = object->arrivals;
    struct task *answer = object->answers;
    object->arrivals = NULL;
    object->answers = NULL;
    for (struct proc_line *next; line != NULL; line = next) {
        next = line->next_arrival;
        keep_line(object, line);
    }
    pthread_mutex_unlock(&object->lock);
    for (struct task *next; answer != NULL; answer = next) {
        next = answer->next;
        object_answer(object, answer);
        task_free(answer);
        free(answer);
    }
}

static void drop_lost_lines(struct object *object) {
    pthread_mutex_lock(&object->lock);
    size_t kept = 0;
    for (size_t i = 0; i < object->line_count; i++) {
        struct proc_line *line = object->lines[i];
        const void *record;
        uint32_t bytes;
        if (atomic_load(&line->lost) && ring_front(&line->in, &record, &bytes) != RING_FOUND)
            end_line(object, line);
        else
            object->lines[kept++] = line;
    }
    object->line_count = kept;
    pthread_mutex_unlock(&object->lock);
}

/* Takes requests until the object shall end. */
static void serve(struct object *object) {
    while (!object->destroyed && !atomic_load_explicit(&object->ending, memory_order_relaxed)) {
        bool any = false, lost = false;
        if (atomic_load_explicit(&object->has_mail, memory_order_relaxed))
            take_mail(object);
        for (size_t i = 0; i < object->line_count && !object->destroyed; i++) {
            any |= object_serve(object, object->lines[i]);
            lost |= atomic_load_explicit(&object->lines[i]->lost, memory_order_relaxed);
        }
        if (lost)
            drop_lost_lines(object);
        if (any)
            caller_resume(&object->caller);
        else
            caller_pause(&object->caller);
    }
    caller_resume(&object->caller);
}

/* Sends the reply to the creation of an object. The object of the server sends the reply, because the request came to
 * that object. */
static void answer_birth(struct object *object) {
    struct task *task = object->birth.task;
    task_release(task);
    free(object->birth.stored);
    object->birth = (struct birth){0};
    household_answer(object->world->household, task);
}

/* Runs the constructor of the object, or reads the object back. Returns whether the object is ready. */
static bool be_born(struct object *object) {
    struct task *task = object->birth.task;
    const struct proc_bytes stored = {object->birth.stored, object->birth.stored_bytes};
    if (task == NULL)
        return true; /* the object of the server needs no constructor */
    if (object->birth.constructor == NULL) {
        task->code = object->class->load(&object->state, &object->context, stored, &task->error);
    } else if (task->code == PROC_OK) {
        *(struct proc_context **)task->call = &object->context;
        task->code = object->birth.constructor->run(&object->state, task->call, &task->error);
    }
    if (task->code == PROC_OK && !household_add(object->world->household, object))
        task->code = errors_memory(&task->error, "one more object");
    if (task->code == PROC_OK) {
        /* The only result of a constructor is the pointer. */
        const struct proc_remote pointer = object_pointer(object);
        memcpy(FIELD_AT(task->call, &task->method->out[0]), &pointer, sizeof pointer);
        object_own_address(object);
    }
    const bool born = task->code == PROC_OK;
    answer_birth(object);
    return born;
}

void object_discard(struct object *object) {
    for (size_t i = 0; i < object->line_count; i++)
        end_line(object, object->lines[i]);
    for (struct proc_line *line = object->arrivals, *next; line != NULL; line = next) {
        next = line->next_arrival;
        end_line(object, line);
    }
    for (struct task *answer = object->answers, *next; answer != NULL; answer = next) {
        next = answer->next;
        task_free(answer);
        free(answer);
    }
    task_free(&object->task);
    free(object->lines);
    free(object->members);
    free(object->waiters);
    free(object->address);
    caller_end(&object->caller);
    pthread_mutex_destroy(&object->lock);
    free(object);
}

void *object_live(void *argument) {
    struct object *object = argument;
    struct household *household = object->world->household;
    caller_set(&object->caller);
    const bool born = be_born(object);
    if (born)
        serve(object);
    if (born && !object->destroyed && object->address != NULL) {
        struct proc_error why = {.code = PROC_OK};
        if (object_keep(object, &why) != PROC_OK)
            household_note(household, &why);
    }
    if (born && !object->destroyed)
        household_remove(household, object);
    object_leave_group(object);
    if (object->state != NULL && object->class->destroy != NULL)
        object->class->destroy(object->state);
    object_leave_registry(object); /* from now on other servers may read the object back */
    caller_set(NULL);
    object_discard(object);
    household_count_end(household);
    return NULL;
}
