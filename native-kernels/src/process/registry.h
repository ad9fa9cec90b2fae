/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry of persistent objects, in the folder of a world. Each symbolic address has two files: ADDRESS.object
 * with the stored object, and ADDRESS.lock. The server that owns the address keeps ADDRESS.lock locked, and the file
 * has the pointer to the object. The system releases the lock when the server dies. In the names of files, % and two
 * digits stand for each byte of an address other than a letter, digit, '_' or '-'.
 *
 * ADDRESS.object has five lines: "slipway-object 1", the class, the version of the class, the count of bytes, and the
 * fingerprint of the bytes. Then the bytes follow.
 */
#ifndef SLIPWAY_PROCESS_REGISTRY_H
#define SLIPWAY_PROCESS_REGISTRY_H

#include "world.h"

/* The stored form of an object. */
struct stored {
    char class_name[PROC_NAME_BYTES];
    uint64_t version;
    void *bytes; /* freed by the caller */
    size_t count;
};

/* The outcome of a try to own an address. */
typedef enum { REGISTRY_OURS, REGISTRY_OTHERS, REGISTRY_FAILED } registry_owner;

/* Refuses a text that is not a valid address. */
proc_err registry_check(const char *address, struct proc_error *error);

/* Tries to become the owner of ADDRESS. REGISTRY_OURS: *LOCK is a descriptor that the caller closes to release the
 * address. REGISTRY_OTHERS: *OBJECT is the pointer that the owner has written, or no object before the owner has
 * written a pointer. REGISTRY_FAILED: ERROR is filled. */
registry_owner registry_own(const struct proc_world *world, const char *address, int *lock, struct proc_remote *object,
                            struct proc_error *error);

/* Writes the pointer to the object that has the address into the file of LOCK. */
proc_err registry_say(int lock, struct proc_remote object, struct proc_error *error);

/* Write STORED as the object of ADDRESS, and read the object back. */
proc_err registry_write(const struct proc_world *world, const char *address, const struct stored *stored,
                        struct proc_error *error);
proc_err registry_read(const struct proc_world *world, const char *address, struct stored *stored,
                       struct proc_error *error);

/* Releases an address without an owner: removes the object, if IS_DESTROYED, and the file of LOCK, and closes LOCK. */
void registry_let_go(const struct proc_world *world, const char *address, int lock, bool is_destroyed);

/* Returns whether an object is stored under ADDRESS. */
bool registry_has(const struct proc_world *world, const char *address);

#endif
