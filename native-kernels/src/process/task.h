/* SPDX-License-Identifier: Apache-2.0 */
/* One call on the side of the object: arguments, room for the results, and outcome. */
#ifndef SLIPWAY_PROCESS_TASK_H
#define SLIPWAY_PROCESS_TASK_H

#include "message.h"

#define TASK_MOST_RESULT_BYTES (UINT64_C(1) << 36) /* bytes of the results of one call, without shared buffers */

/* A task. All zero is a new task. A task keeps its allocated memory for the next call. */
struct task {
    const struct proc_method *method;
    uint64_t line; /* the number of the line for the reply, and the serial number of the call on that line */
    uint32_t serial;
    void *call; /* the struct of the call */
    size_t call_room;
    unsigned char *payload; /* a copy of the arguments, if they came in several records */
    size_t payload_room;
    unsigned char *results; /* room for the results that lie in no shared buffer; begins at a page of memory */
    size_t results_room;
    uint64_t buffers[2 * PROC_MOST_FIELDS]; /* numbers of the shared buffers that the call uses */
    uint32_t buffer_count;
    uint32_t shared; /* a bit for each result that lies in a shared buffer */
    proc_err code;
    struct proc_error error;
    struct task *next;
};

/* Returns room for a payload of BYTES, which the task owns. Returns NULL if there is no memory. */
unsigned char *task_payload(struct task *task, uint64_t bytes);

/* Reads the arguments of METHOD, which then point into the payload, and finds room for the results. Returns
 * task->code. */
proc_err task_read(struct task *task, const struct proc_method *method, const struct proc_context *at,
                   struct message_reader reader);

/* Checks the sizes of the results that the method has set. Returns task->code. */
proc_err task_check(struct task *task);

/* Puts the reply on LINE, unless LINE is lost. */
void task_answer(const struct task *task, struct proc_line *line, struct caller *caller);

/* Releases the shared buffers that the call has used. */
void task_release(struct task *task);

/* Frees the memory of the task. */
void task_free(struct task *task);

#endif
