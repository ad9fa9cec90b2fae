/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of a server, by number; number 0 stands for the server. */
#ifndef SLIPWAY_PROCESS_HOUSEHOLD_H
#define SLIPWAY_PROCESS_HOUSEHOLD_H

#include "object.h"

struct household;

/* Makes the table of the objects of the server of WORLD, with the object that stands for the server. */
proc_err household_new(struct proc_world *world, struct proc_error *error);

/* Ends all objects, and the object of the server last, and waits for their ends. Stores objects with an address first.
 * Waits some seconds for a method that does not end; then ERROR names the object of that method, and the object is left
 * running. Fails, too, if an object could not be stored. */
proc_err household_end(struct proc_world *world, struct proc_error *error);

/* Starts a thread that calls RUN with ARGUMENT. The thread must call household_count_end at its end. */
proc_err household_start(struct household *household, void *(*run)(void *), void *argument, struct proc_error *error);
void household_count_end(struct household *household);

/* Notes an error for household_end, which reports the first noted error. */
void household_note(struct household *household, const struct proc_error *why);

/* Gives OBJECT a number, by which other threads find OBJECT from now on. Returns false if there is no memory. */
bool household_add(struct household *household, struct object *object);
void household_remove(struct household *household, struct object *object);

/* Makes the object that stands for the server send the reply of TASK. Frees TASK. */
void household_answer(struct household *household, struct task *task);

/* Gives LINE to the object with the number NUMBER and the stamp STAMP. If LINE is in shared memory, sets *BELL_FD to a
 * copy of the descriptor of the object's bell, which the caller closes. Returns TALK_WELCOME, TALK_NO_OBJECT if there
 * is no such object, or TALK_NO_MEMORY if no descriptor is free for the copy. */
uint32_t household_receive(struct household *household, uint32_t number, uint64_t stamp, struct proc_line *line,
                           int *bell_fd);

/* Sets *CALLS to the number of calls in the queue of an object. Returns false if there is no such object. */
bool household_queue(struct household *household, uint32_t number, uint64_t stamp, uint64_t *calls);

#endif
