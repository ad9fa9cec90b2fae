/* SPDX-License-Identifier: Apache-2.0 */
/* The worlds of a folder. Each world writes a file by which clients meet the world: folder/worlds/NAME.world. */
#ifndef SLIPWAY_PROCESS_WORLDS_H
#define SLIPWAY_PROCESS_WORLDS_H

#include "world.h"

/* Reads the file SECRET and derives the key of worlds. Refuses a file that other users can read. */
proc_err secret_read(const char *secret, uint8_t key[PROOF_KEY_BYTES], struct proc_error *error);

/* Writes the file of WORLD, and notes its path in the world. */
proc_err worlds_write(struct proc_world *world, const char *name, struct proc_error *error);

/* Makes this process a client of the world with the id ID, from the folder and the secret of WORLD. The process leaves
 * that world together with WORLD. */
proc_err worlds_meet_by_id(struct proc_world *world, uint64_t id, struct proc_error *error);

/* Leaves all worlds that worlds_meet_by_id has met for WORLD. */
void worlds_leave_met(struct proc_world *world);

/* Fills in the facts that a process knows on its own. */
void member_fill(struct member *member);

/* Starts the part of this process in WORLD: the porter; for a server, the objects; and the lines by which each process
 * sees that the others live. Not collective. */
proc_err world_begin(struct proc_world *world, struct proc_error *error);

/* Undoes world_begin, also after a failure of world_begin, and frees WORLD. */
void world_give_up(struct proc_world *world);

/* Opens the sockets at which the server of WORLD listens, and writes the name of the socket of the host into MEMBER.
 * OTHERS says that processes on other hosts call; then the server also listens at ADDRESS, or at the first address of
 * the host, and MEMBER gets that address. */
proc_err doors_open(struct proc_world *world, struct member *member, bool others, const char *address,
                    struct proc_error *error);

#endif
