/* SPDX-License-Identifier: Apache-2.0 */
/* A world as one process knows it: its servers, its key, and what this process is in it. */
#ifndef SLIPWAY_PROCESS_WORLD_STATE_H
#define SLIPWAY_PROCESS_WORLD_STATE_H

#include "slipway/process_class.h"
#include "slipway/process_world.h"

#include "base/bell.h"
#include "wire/proof.h"

#include <stdatomic.h>

enum { WORLD_TEXT_BYTES = 384, WORLD_PATH_BYTES = 1024, WORLD_DEFAULT_RING = 65536 };

/* A rank, as the others know it. All bytes behind texts are zero. */
struct member {
    char host[PROC_NAME_BYTES];    /* its name */
    char machine[80];              /* the same for processes that reach each other by sockets of the host */
    char door[PROC_NAME_BYTES];    /* of a server: the name of its socket of the host (unix(7), abstract) */
    char address[PROC_NAME_BYTES]; /* where it listens for other hosts; empty: nowhere */
    int32_t port, pid, serves;
};

struct proc_world {
    uint64_t id;
    uint8_t key[PROOF_KEY_BYTES];
    struct member *servers;
    int server_count, client_count;
    int server, client; /* this process's number among each; -1: it is none */
    char who[96];       /* this process, for messages */
    char machine[80];
    uint32_t ring_bytes;
    const struct proc_class *const *classes;
    size_t class_count;
    char folder[WORLD_PATH_BYTES]; /* empty: none */
    char file[WORLD_PATH_BYTES];   /* by which others meet this world; empty: none, or another server's */

    struct household *household; /* of a server: its objects */
    struct caller *presence;     /* the lines by which this process shows that it lives, and sees that servers do */
    _Atomic int leavers;
    atomic_bool stopping;     /* proc_serve is to return */
    bool has_served;          /* proc_serve has returned */
    atomic_bool ending;       /* lines may be lost now: nobody has died */
    atomic_bool losing, lost; /* somebody writes LOST_TEXT; it is written: a member has died */
    char lost_text[WORLD_TEXT_BYTES];
    struct sw_bell bell;           /* of proc_serve */
    char secret[WORLD_PATH_BYTES]; /* the file of the key; empty: the key was drawn */
    struct proc_world *met_by_id;  /* worlds that were met because an object of the registry lives there */
    struct proc_world *next_met, *next;
};

/* Returns the world of that id that this process is in, or NULL. It stays while the caller uses it: a world ends after
 * all calls in it. */
struct proc_world *world_of(uint64_t id);

/* Adds WORLD to those that this process is in, or takes it out. */
void world_enter(struct proc_world *world);
void world_leave(struct proc_world *world);

/* Notes that a member of WORLD has died, as the text tells. Returns whether this is the first note, the one that
 * counts: then world_show_loss shows it to those who wait. */
bool world_lose(struct proc_world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));
void world_show_loss(struct proc_world *world);

/* Notes that one of the world's own clients has left well. With the last of them, proc_serve returns. */
void world_count_leaver(struct proc_world *world);

/* Returns the pointer to the object that stands for SERVER itself. */
struct proc_remote world_host_object(const struct proc_world *world, int server);

/* Frees WORLD and all that it has. */
void world_free(struct proc_world *world);

#endif
