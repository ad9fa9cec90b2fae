/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that calls objects: its bell, and the lines that it keeps. Objects are callers, too. */
#ifndef SLIPWAY_PROCESS_CALLER_H
#define SLIPWAY_PROCESS_CALLER_H

#include "line.h"

#include "wire/idling.h"

/* What becomes of a handle. */
enum { CALL_PENDING = 1, CALL_DONE };

struct caller {
    struct sw_bell *bell; /* in memory that the other sides map */
    struct sw_memory memory;
    int bell_fd;
    int64_t spin;
    struct idling idling;
    struct proc_line **slots; /* its lines, by a hash of the object */
    size_t slot_count, line_count;
    struct proc_line *latest;     /* the line that was used last */
    const struct object *object;  /* NULL: the thread is no object */
    struct proc_context *context; /* of the object */
};

/* Returns the caller of this thread, which is made by its first use; NULL with ERROR. It ends with its thread. */
struct caller *caller_of_thread(struct proc_error *error);

/* Makes CALLER, which the owner keeps, that of this thread; NULL: none. */
void caller_set(struct caller *caller);

/* Fills in CALLER, which is all zero. */
proc_err caller_start(struct caller *caller, struct proc_error *error);

/* Ends all lines of CALLER, and its bell. */
void caller_end(struct caller *caller);

/* Returns the line to OBJECT, which is connected by the first use; NULL with ERROR. */
struct proc_line *caller_line(struct caller *caller, struct proc_remote object, struct proc_error *error);

/* Adds LINE to those of CALLER, which ends it; ends it at once where there is no memory. */
proc_err caller_keep(struct caller *caller, struct proc_line *line, struct proc_error *error);

/* Ends the line of CALLER to OBJECT, which is no more, unless calls wait there. */
void caller_forget(struct caller *caller, struct proc_remote object);

/* Ends the lines of CALLER to objects of WORLD. */
void caller_leave(struct caller *caller, const struct proc_world *world);

/* Takes the replies that have come on any line. Returns whether there were any. */
bool caller_drain(struct caller *caller);

/*
 * A step of a stay without work: spins, or sleeps until the bell rings. The caller of this function looks again after
 * each step, and ends the stay by caller_resume.
 */
void caller_pause(struct caller *caller);
void caller_resume(struct caller *caller);

/* Takes the replies that have come on LINE (reply.c). Returns whether there were any. */
bool line_drain(struct proc_line *line);

/* Moves the call of that serial number to the front of those without a reply. Returns it, or NULL. */
struct proc_handle *line_pull(struct proc_line *line, uint32_t serial);

/* Lets all calls of LINE fail for that reason. */
void line_fail_calls(struct proc_line *line, proc_err code, const char *why);

#endif
