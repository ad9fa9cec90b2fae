/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of a server, by their numbers; number 0 stands for the server itself. */
#ifndef SLIPWAY_PROCESS_HOUSEHOLD_H
#define SLIPWAY_PROCESS_HOUSEHOLD_H

#include "object.h"

struct household;

/* Makes the household of WORLD's server, with the object that stands for it. */
proc_err household_new(struct proc_world *world, struct proc_error *error);

/*
 * Lets all objects end, those with an address after they were stored, and waits for that; at last the server's own. A
 * method that does not end is waited for some seconds: then its object is named in ERROR, and left.
 * Fails, too, where an object could not be stored.
 */
proc_err household_end(struct proc_world *world, struct proc_error *error);

/* Starts a thread that RUNs ARGUMENT, and ends with household_count_end. */
proc_err household_start(struct household *household, void *(*run)(void *), void *argument, struct proc_error *error);
void household_count_end(struct household *household);

/* Notes an error for household_end; the first counts. */
void household_note(struct household *household, const struct proc_error *why);

/* Gives OBJECT a number, by which others find it from now on. False without memory. */
bool household_add(struct household *household, struct object *object);
void household_remove(struct household *household, struct object *object);

/* Lets the server's own object give a reply; frees TASK. */
void household_answer(struct household *household, struct task *task);

/* Gives LINE to the object of that number and stamp, and in *BELL_FD a copy of its bell's descriptor. False where there
 * is none. */
bool household_receive(struct household *household, uint32_t number, uint64_t stamp, struct proc_line *line,
                       int *bell_fd);

/* Counts what waits in the queue of an object. False where there is none. */
bool household_queue(struct household *household, uint32_t number, uint64_t stamp, uint64_t *calls);

#endif
