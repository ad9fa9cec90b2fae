/* SPDX-License-Identifier: Apache-2.0 */
/* Takes requests out of the lines of an object, runs their methods, and replies. */
#include "builtin.h"
#include "errors.h"
#include "object.h"
#include "world.h"

#include <stdlib.h>

enum { GATHER_LEAST = 1 << 18 };

/* Returns the entry that runs a method of the class of the object. Without such a method, fills ERROR and returns
 * NULL. */
static const struct proc_entry *find_method(const struct object *object, const struct request_head *head,
                                            struct proc_error *error) {
    const struct proc_class *class = object->class;
    if (head->index < class->method_count && class->methods[head->index].method->id == halves(head->id))
        return &class->methods[head->index];
    proc_fail(error, PROC_ERR_CLASS,
              "the object is a %s, which has no such method, or its description is of another version than the "
              "caller's: build both of one .class file",
              class->name);
    return NULL;
}

/* Runs a method with the arguments in READER. */
static void run_entry(struct object *object, const struct proc_entry *entry, struct message_reader reader) {
    struct task *task = &object->task;
    if (task_read(task, entry->method, &object->context, reader) != PROC_OK)
        return;
    task->code = entry->run(object->state, task->call, &task->error);
    if (task->code == PROC_OK)
        task_check(task);
}

static void run_builtin(struct object *object, uint32_t index, struct message_reader reader) {
    struct task *task = &object->task;
    const builtin_run run = builtin_find(object, index, &task->error);
    if (run == NULL)
        task->code = PROC_ERR_MESSAGE;
    else if (task_read(task, builtin_method(index), &object->context, reader) == PROC_OK)
        task->code = run(object, task->call, &task->error);
}

static void run(struct object *object, const struct request_head *head, struct message_reader reader) {
    struct task *task = &object->task;
    const struct proc_entry *entry;
    task->code = PROC_OK;
    task->error = (struct proc_error){.code = PROC_ERR_METHOD};
    task->serial = head->serial;
    object->deferred = false;
    if (head->index < BUILTIN_FIRST) {
        entry = find_method(object, head, &task->error);
        if (entry == NULL)
            task->code = PROC_ERR_CLASS;
        else
            run_entry(object, entry, reader);
    } else if (head->index == BUILTIN_CREATE) {
        task->code = object_create(object, halves(head->id), reader, &task->error);
    } else if (head->index == BUILTIN_FUNCTION) {
        task->code = object_function(object, halves(head->id), reader, &task->error);
    } else {
        run_builtin(object, head->index, reader);
    }
    if (task->code > PROC_ERR_STORE)
        task->code = PROC_ERR_METHOD; /* the method has returned a code that the library does not know */
}

/* Runs the request HEAD that has come on LINE, and replies. */
static void answer(struct object *object, struct proc_line *line, const struct request_head *head,
                   struct message_reader reader) {
    struct task *task = &object->task;
    task->line = line->number;
    run(object, head, reader);
    atomic_fetch_add_explicit(&line->done, 1, memory_order_relaxed); /* counted before the reply, because a caller with
                                                                        the reply may ask for the queue at once */
    if (!object->deferred)
        task_answer(task, line, &object->caller);
    task_release(task);
}

/* Adds BYTES to the request that is gathered. The room grows with the received bytes, not with the announced number,
 * which may be false. */
static bool add_gathered(struct proc_line *line, const unsigned char *at, size_t bytes) {
    const uint64_t all = halves(line->head.bytes), needed = line->gathered_bytes + bytes;
    if (line->gathered == NULL || needed > line->gathered_room) {
        uint64_t room = 2 * line->gathered_room > GATHER_LEAST ? 2 * line->gathered_room : GATHER_LEAST;
        room = room < all ? room : all; /* not 0, because a further record is still missing */
        unsigned char *more = realloc(line->gathered, (size_t)(room < needed ? needed : room));
        if (more == NULL)
            return false;
        line->gathered = more;
        line->gathered_room = room < needed ? needed : room;
    }
    memcpy(line->gathered + line->gathered_bytes, at, bytes);
    line->gathered_bytes = needed;
    return true;
}

/* Begins to gather a request of several records. Returns false after a failure. */
static bool begin_gathering(struct proc_line *line, const struct request_head *head, const unsigned char *at,
                            size_t bytes) {
    if (halves(head->bytes) > MESSAGE_MOST)
        return false;
    line->head = *head;
    line->gathered_bytes = line->gathered_room = 0;
    return add_gathered(line, at, bytes);
}

/* Adds a record to the gathered request, and runs a complete request. */
static bool gather(struct object *object, struct proc_line *line, const unsigned char *at, uint32_t bytes) {
    const uint64_t all = halves(line->head.bytes);
    if (bytes > all - line->gathered_bytes || !add_gathered(line, at, bytes))
        return false;
    ring_take(&line->in, bytes);
    line_settle(line);
    if (line->gathered_bytes < all)
        return true;
    unsigned char *payload = line->gathered;
    line->gathered = NULL;
    answer(object, line, &line->head, (struct message_reader){payload, payload + all});
    free(payload);
    return true;
}

/* Takes a record. Returns whether the record is valid. */
static bool take(struct object *object, struct proc_line *line, const unsigned char *record, uint32_t bytes) {
    struct request_head head;
    if (line->gathered != NULL)
        return gather(object, line, record, bytes);
    if (bytes < HEAD_BYTES)
        return false;
    memcpy(&head, record, sizeof head);
    const uint64_t all = halves(head.bytes), here = bytes - HEAD_BYTES;
    if (here > all || (here < all && !begin_gathering(line, &head, record + HEAD_BYTES, here)))
        return false;
    if (here == all)
        answer(object, line, &head, (struct message_reader){record + HEAD_BYTES, record + bytes});
    ring_take(&line->in, bytes);
    line_settle(line);
    return true;
}

bool object_serve(struct object *object, struct proc_line *line) {
    const void *record;
    uint32_t bytes;
    if (!line_flush(line)) /* a caller that does not take replies gets no further service, and delays no other caller */
        return false;
    const ring_found found = ring_front(&line->in, &record, &bytes);
    if (found == RING_EMPTY)
        return false;
    if (found == RING_FOUND && take(object, line, record, bytes))
        return true;
    line_lose(line, "what came is no request");
    line->in.own = line->in.other; /* drops all further records */
    return true;
}
