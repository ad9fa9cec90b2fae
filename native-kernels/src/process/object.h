/* SPDX-License-Identifier: Apache-2.0 */
/* An object. The thread of an object takes one request at a time from its lines, in turn, runs the method, and replies.
 * Other threads reach the object only by its mail, which has newly connected lines, and replies that other threads have
 * prepared for the object that stands for a server. */
#ifndef SLIPWAY_PROCESS_OBJECT_H
#define SLIPWAY_PROCESS_OBJECT_H

#include "caller.h"
#include "task.h"

#include <pthread.h>

struct proc_context {
    struct proc_world *world;
    struct object *object; /* NULL: a plain function runs */
};

/* The data from which an object is made. */
struct birth {
    const struct proc_entry *constructor; /* NULL: the object is read back from STORED */
    void *stored;
    size_t stored_bytes;
    struct task *task; /* the arguments, and room for the reply, which the object of the server sends */
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
    bool destroyed, deferred; /* `deferred`: the reply of the running method is sent later */

    pthread_mutex_t lock; /* protects the mail, and LINES for threads that ask about the queue */
    struct proc_line *arrivals;
    struct task *answers;
    _Atomic bool has_mail, ending;

    struct proc_line **lines;
    size_t line_count, line_room;
    uint64_t line_number;
    struct task task;

    int32_t group_id, group_size;
    struct proc_remote gate, *members;

    struct waiter *waiters; /* waiting members, if the object is a gate */
    uint32_t waiter_count, waiters_wanted;
    bool is_broken;

    char *address; /* the symbolic address; NULL: no address */
    int registry;  /* the descriptor of the lock in the registry; -1: no lock */
};

/* Returns the pointer to OBJECT. */
struct proc_remote object_pointer(const struct object *object);

/* Makes an object of CLASS, without a thread. Returns NULL, with ERROR filled, after a failure. */
struct object *object_new(struct proc_world *world, const struct proc_class *class, struct proc_error *error);

/* Frees an object that has no thread. */
void object_discard(struct object *object);

/* Runs the thread of an object (pthread_create(3)). The argument is the object, which the thread frees at its end. */
void *object_live(void *object);

/* Puts a line, or a reply to send, into the mail of OBJECT. Any thread that knows that the object exists may call
 * these. */
void object_add_line(struct object *object, struct proc_line *line);
void object_add_answer(struct object *object, struct task *answer);

/* Ends OBJECT after the method that runs now. */
void object_end(struct object *object);

/* Sends the reply TASK on the line of OBJECT that waits for the reply, if that line still exists. */
void object_answer(struct object *object, const struct task *task);

/* Takes a request from LINE, and runs the method (request.c). Returns whether there was a request. */
bool object_serve(struct object *object, struct proc_line *line);

/* Begin to make an object, or to run a function (create.c). The reply is sent later, or the call fails at once. */
proc_err object_create(struct object *host, uint64_t id, struct message_reader arguments, struct proc_error *error);
proc_err object_function(struct object *host, uint64_t id, struct message_reader arguments, struct proc_error *error);

/* Starts the thread of OBJECT, which must have its `birth`. */
proc_err object_start(struct object *object, struct proc_error *error);

/* Takes OBJECT out of its process group. */
void object_leave_group(struct object *object);

/* Writes the pointer to OBJECT into the registry, as the present owner of the address. */
void object_own_address(const struct object *object);

/* Stores OBJECT, which must have an address. */
proc_err object_keep(struct object *object, struct proc_error *error);

/* Releases the address of OBJECT, and removes a destroyed object from the registry. */
void object_leave_registry(struct object *object);

#endif
