/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An object: its thread takes one request at a time from its lines, in turn, runs the method, and replies. Others reach
 * it by its mail only: lines that were connected, and replies that other threads have made for the object of a server.
 */
#ifndef SLIPWAY_PROCESS_OBJECT_H
#define SLIPWAY_PROCESS_OBJECT_H

#include "caller.h"
#include "task.h"

#include <pthread.h>

struct proc_context {
    struct proc_world *world;
    struct object *object; /* NULL: a plain function runs */
};

/* How an object comes into being. */
struct birth {
    const struct proc_entry *constructor; /* NULL: it is read back */
    void *stored;
    size_t stored_bytes;
    struct task *task; /* with the arguments and for the reply, which the server's own object gives */
};

struct object {
    struct caller caller;
    struct proc_context context;
    struct proc_world *world;
    uint32_t number;
    uint64_t stamp;
    const struct proc_class *class;
    void *state;
    struct birth birth;
    bool destroyed, deferred; /* deferred: the method that runs is answered later */

    pthread_mutex_t lock; /* of the mail, and of LINES for who asks about the queue */
    struct proc_line *arrivals;
    struct task *answers;
    _Atomic bool has_mail, ending;

    struct proc_line **lines;
    size_t line_count, line_room;
    uint64_t line_number;
    struct task task;

    int32_t group_id, group_size;
    struct proc_remote gate, *members;

    struct waiter *waiters; /* of a gate */
    uint32_t waiter_count, waiters_wanted;
    bool is_broken;

    char *address; /* symbolic; NULL: none */
    int registry;  /* the lock in the registry; -1: none */
};

/* The pointer to OBJECT. */
struct proc_remote object_pointer(const struct object *object);

/* Makes an object of CLASS, which has no thread yet. NULL with ERROR. */
struct object *object_new(struct proc_world *world, const struct proc_class *class, struct proc_error *error);

/* Frees an object that has no thread. */
void object_discard(struct object *object);

/* What the thread of an object does (pthread_create(3)): the argument is the object, which it frees. */
void *object_live(void *object);

/* Gives OBJECT a line, or a reply to give. From any thread that knows that the object is there. */
void object_add_line(struct object *object, struct proc_line *line);
void object_add_answer(struct object *object, struct task *answer);

/* Lets OBJECT end once it has done the method that it runs. */
void object_end(struct object *object);

/* Gives the reply TASK on the line of OBJECT that it is for, if that is still there. */
void object_answer(struct object *object, const struct task *task);

/* Takes a request from LINE and runs it (request.c). Returns whether there was one. */
bool object_serve(struct object *object, struct proc_line *line);

/* Begins to make an object, or to run a function (create.c). The method is answered later, or fails at once. */
proc_err object_create(struct object *host, uint64_t id, struct message_reader arguments, struct proc_error *error);
proc_err object_function(struct object *host, uint64_t id, struct message_reader arguments, struct proc_error *error);

/* Starts the thread of OBJECT, which was given its birth. */
proc_err object_start(struct object *object, struct proc_error *error);

/* Ends what OBJECT has to do with its process group. */
void object_leave_group(struct object *object);

/* Lets the registry say that OBJECT has its address now. */
void object_own_address(const struct object *object);

/* Stores an object that has an address. */
proc_err object_keep(struct object *object, struct proc_error *error);

/* Takes OBJECT out of the registry where it was destroyed, and lets go of its address. */
void object_leave_registry(struct object *object);

#endif
