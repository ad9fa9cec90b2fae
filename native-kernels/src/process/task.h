/* SPDX-License-Identifier: Apache-2.0 */
/* One call on the side that runs it: its arguments, room for its results, and how it has ended. */
#ifndef SLIPWAY_PROCESS_TASK_H
#define SLIPWAY_PROCESS_TASK_H

#include "message.h"

#define TASK_MOST_RESULT_BYTES (UINT64_C(1) << 36) /* that do not lie in shared buffers, of one call */

/* All zero: a task that has done nothing. What it has allocated it keeps for the next call. */
struct task {
    const struct proc_method *method;
    uint64_t line; /* the number of the line on which the reply goes, and the serial number that it has */
    uint32_t serial;
    void *call; /* the struct of the call */
    size_t call_room;
    unsigned char *payload; /* a copy of the arguments, where they did not come in one record */
    size_t payload_room;
    unsigned char *results; /* begins at a page; room for the results that lie in no shared buffer */
    size_t results_room;
    uint64_t buffers[2 * PROC_MOST_FIELDS]; /* that the call uses */
    uint32_t buffer_count;
    uint32_t shared; /* a bit for each result that lies in a shared buffer */
    proc_err code;
    struct proc_error error;
    struct task *next;
};

/* Gives the task room for a payload of BYTES. Returns where, or NULL without memory. */
unsigned char *task_payload(struct task *task, uint64_t bytes);

/* Reads the arguments of METHOD, and finds room for its results. The arguments point into the payload. Returns
 * task->code. */
proc_err task_read(struct task *task, const struct proc_method *method, const struct proc_context *at,
                   struct message_reader reader);

/* Checks what the method says of its results. Returns task->code. */
proc_err task_check(struct task *task);

/* Puts the reply on LINE, unless that is lost. */
void task_answer(const struct task *task, struct proc_line *line, struct caller *caller);

/* Lets go of the buffers that the call has used. */
void task_release(struct task *task);

/* Frees what the task has. */
void task_free(struct task *task);

#endif
