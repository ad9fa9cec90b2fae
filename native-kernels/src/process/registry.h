/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry of persistent objects, in the folder of a world: for each symbolic address a file with what was stored,
 * ADDRESS.object, and a file that its owner, a server, holds locked, ADDRESS.lock, in which the pointer to the object
 * stands. The system lets go of a lock when its holder dies. In the names of files each byte of an address that is no
 * letter, digit, '_' or '-' is written as % and two digits.
 *
 * ADDRESS.object: "slipway-object 1", the class, its version, the count of bytes, their fingerprint; a line each; then
 * the bytes.
 */
#ifndef SLIPWAY_PROCESS_REGISTRY_H
#define SLIPWAY_PROCESS_REGISTRY_H

#include "world.h"

/* What was stored of an object. */
struct stored {
    char class_name[PROC_NAME_BYTES];
    uint64_t version;
    void *bytes; /* freed by the caller */
    size_t count;
};

/* What becomes of a try to own an address. */
typedef enum { REGISTRY_OURS, REGISTRY_OTHERS, REGISTRY_FAILED } registry_owner;

/* Refuses what is no address. */
proc_err registry_check(const char *address, struct proc_error *error);

/*
 * Tries to become the owner of ADDRESS; then *LOCK is a descriptor, which closed lets go of it. REGISTRY_OTHERS: the
 * owner's pointer is in *OBJECT, or none where the owner has not said it yet.
 */
registry_owner registry_own(const struct proc_world *world, const char *address, int *lock, struct proc_remote *object,
                            struct proc_error *error);

/* Says in the file of LOCK which object has the address. */
proc_err registry_say(int lock, struct proc_remote object, struct proc_error *error);

/* Stores BYTES as the object of ADDRESS; reads them back. */
proc_err registry_write(const struct proc_world *world, const char *address, const struct stored *stored,
                        struct proc_error *error);
proc_err registry_read(const struct proc_world *world, const char *address, struct stored *stored,
                       struct proc_error *error);

/* Lets go of an address that nobody has: removes the object, if IS_DESTROYED, and the file of LOCK, and closes that. */
void registry_let_go(const struct proc_world *world, const char *address, int lock, bool is_destroyed);

/* Whether something was stored under ADDRESS. */
bool registry_has(const struct proc_world *world, const char *address);

#endif
