/* SPDX-License-Identifier: Apache-2.0 */
/* Worlds of a folder: each writes a file by which others meet it, folder/worlds/NAME.world. */
#ifndef SLIPWAY_PROCESS_WORLDS_H
#define SLIPWAY_PROCESS_WORLDS_H

#include "world.h"

/* Reads the key of worlds out of the file SECRET. Refuses one that others can read. */
proc_err secret_read(const char *secret, uint8_t key[PROOF_KEY_BYTES], struct proc_error *error);

/* Writes the file of WORLD, and notes its path in the world. */
proc_err worlds_write(struct proc_world *world, const char *name, struct proc_error *error);

/* Becomes a client of the world of that id, of WORLD's folder and secret. It is left with WORLD. */
proc_err worlds_meet_by_id(struct proc_world *world, uint64_t id, struct proc_error *error);

/* Leaves all worlds that were met so. */
void worlds_leave_met(struct proc_world *world);

/* Fills in what a process knows of itself. */
void member_fill(struct member *member);

/* Begins WORLD as a client or a server: the porter, the objects of a server, and the lines by which each sees that the
 * others live. Collective in no sense. */
proc_err world_begin(struct proc_world *world, struct proc_error *error);

/* Ends what world_begin has begun, also after it has failed, and frees WORLD. */
void world_give_up(struct proc_world *world);

/* Opens the doors of the server that WORLD is to be: its name goes into MEMBER, and where OTHERS on other hosts call,
 * its address, which is ADDRESS or the host's first. */
proc_err doors_open(struct proc_world *world, struct member *member, bool others, const char *address,
                    struct proc_error *error);

#endif
