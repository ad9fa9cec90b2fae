/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a world in one process: the servers, the key, and the part of this process in the world. */
#ifndef SLIPWAY_PROCESS_WORLD_STATE_H
#define SLIPWAY_PROCESS_WORLD_STATE_H

#include "slipway/process_class.h"
#include "slipway/process_world.h"

#include "base/bell.h"
#include "wire/proof.h"

#include <stdatomic.h>

enum { WORLD_TEXT_BYTES = 384, WORLD_PATH_BYTES = 1024, WORLD_DEFAULT_RING = 65536 };

/* The facts about a rank that other ranks know. All bytes behind texts are zero. */
struct member {
    char host[PROC_NAME_BYTES];    /* the name of the host */
    char machine[80];              /* equal for processes that reach each other by sockets of the host */
    char door[PROC_NAME_BYTES];    /* for a server: the name of its socket of the host (unix(7), abstract) */
    char address[PROC_NAME_BYTES]; /* the address at which a server listens for other hosts; empty: no such address */
    int32_t port, pid, serves;
};

struct proc_world {
    uint64_t id;
    uint8_t key[PROOF_KEY_BYTES];
    struct member *servers;
    int server_count, client_count;
    int server, client; /* the number of this process among servers and among clients; -1: not one of them */
    char who[96];       /* the name of this process, for messages */
    char machine[80];
    uint32_t ring_bytes;
    const struct proc_class *const *classes;
    size_t class_count;
    char folder[WORLD_PATH_BYTES]; /* empty: the world has no folder */
    char file[WORLD_PATH_BYTES];   /* the file by which other clients meet this world; empty: no file, or another server
                                      has the file */

    struct household *household; /* for a server: the objects */
    struct caller *presence; /* the lines that show the servers that this process lives, and show this process that the
                                servers live */
    _Atomic int leavers;
    atomic_bool stopping;     /* proc_serve shall return */
    bool has_served;          /* proc_serve has returned */
    atomic_bool ending;       /* the world is ending, so a lost line does not mean a death */
    atomic_bool losing, lost; /* `losing`: a thread is writing LOST_TEXT, or has done so; `lost`: LOST_TEXT is
                                 written, and a member has died */
    char lost_text[WORLD_TEXT_BYTES];
    struct sw_bell bell;           /* of proc_serve */
    char secret[WORLD_PATH_BYTES]; /* the file of the secret; empty: the key is random */
    struct proc_world *met_by_id;  /* worlds that were met because an object of the registry lives there */
    struct proc_world *next_met, *next;
};

/* Returns the world with the id ID that this process is in, or NULL. The world stays while the caller uses the world,
 * because a world ends after all calls there. */
struct proc_world *world_of(uint64_t id);

/* Adds WORLD to the worlds that this process is in, or removes WORLD from them. */
void world_enter(struct proc_world *world);
void world_leave(struct proc_world *world);

/* Notes the death of a member of WORLD, which the text describes. Returns whether this is the first note. Only the
 * first note counts, and world_show_loss then shows it to waiting threads. */
bool world_lose(struct proc_world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));
void world_show_loss(struct proc_world *world);

/* Notes that a client that belongs to the world from its start has left without a failure. After the last one,
 * proc_serve returns. */
void world_count_leaver(struct proc_world *world);

/* Returns the pointer to the object that stands for SERVER. */
struct proc_remote world_host_object(const struct proc_world *world, int server);

/* Frees WORLD and all memory of WORLD. */
void world_free(struct proc_world *world);

#endif
