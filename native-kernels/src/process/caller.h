/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that calls objects: the bell of the thread, and its lines. The thread of an object is a caller, too. */
#ifndef SLIPWAY_PROCESS_CALLER_H
#define SLIPWAY_PROCESS_CALLER_H

#include "line.h"

#include "wire/idling.h"

/* The states of a handle. */
enum { CALL_PENDING = 1, CALL_DONE };

struct caller {
    struct sw_bell *bell; /* the bell, in memory that the other sides of lines map */
    struct sw_memory memory;
    int bell_fd;
    int64_t spin;
    struct idling idling;
    struct proc_line **slots; /* the lines of the thread, by a hash of the object */
    size_t slot_count, line_count;
    struct proc_line *latest;     /* the last used line */
    const struct object *object;  /* the object of the thread; NULL: the thread belongs to no object */
    struct proc_context *context; /* of the object */
};

/* Returns the caller of this thread. The first call makes the caller, which ends with its thread. Returns NULL, with
 * ERROR filled, after a failure. */
struct caller *caller_of_thread(struct proc_error *error);

/* Makes CALLER the caller of this thread. The owner of CALLER keeps it. NULL: this thread has no caller any more. */
void caller_set(struct caller *caller);

/* Fills in CALLER, which must be all zero. The owner ends CALLER with caller_end. */
proc_err caller_start(struct caller *caller, struct proc_error *error);

/* Ends all lines and the bell of CALLER. */
void caller_end(struct caller *caller);

/* Returns the line to OBJECT. The first call connects the line. Returns NULL, with ERROR filled, after a failure. */
struct proc_line *caller_line(struct caller *caller, struct proc_remote object, struct proc_error *error);

/* Adds LINE to the lines of CALLER, which ends LINE later. If there is no memory, ends LINE at once. */
proc_err caller_keep(struct caller *caller, struct proc_line *line, struct proc_error *error);

/* Ends the line of CALLER to OBJECT, which has ended, unless calls still wait on the line. */
void caller_forget(struct caller *caller, struct proc_remote object);

/* Ends the lines of CALLER to objects of WORLD. */
void caller_leave(struct caller *caller, const struct proc_world *world);

/* Takes the replies that have come on the lines of CALLER. Returns whether there were any. */
bool caller_drain(struct caller *caller);

/* Waits one step without work: spins, or sleeps until the bell rings. The waiting code checks for work after each step,
 * and ends the wait by caller_resume. */
void caller_pause(struct caller *caller);
void caller_resume(struct caller *caller);

/* Takes the replies that have come on LINE (reply.c). Returns whether there were any. */
bool line_drain(struct proc_line *line);

/* Moves the call with the number SERIAL to the front of the calls without a reply. Returns the handle of the call, or
 * NULL. */
struct proc_handle *line_pull(struct proc_line *line, uint32_t serial);

/* Fails all calls of LINE with CODE and the reason WHY. */
void line_fail_calls(struct proc_line *line, proc_err code, const char *why);

#endif
