/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Worlds: servers, in which objects can live, and clients, which create and call them. Objects are clients, too.
 *
 * One mpirun whose ranks are set apart:
 *
 *     MPI_Init(&argc, &argv);
 *     const struct proc_plan plan = {.servers = 2, .classes = classes, .class_count = 1};
 *     if (proc_world_split(MPI_COMM_WORLD, &plan, &world, &error) != PROC_OK)
 *         return report(error.text);
 *     if (proc_world_serves(world))
 *         code = proc_serve(world, &error);      // until all clients have ended
 *     else
 *         code = work(world);
 *     proc_world_end(world, &error);             // every rank
 *     MPI_Finalize();
 *
 * MPI forms a world; nothing here waits in MPI afterwards.
 *
 * Deaths. When a server or a client is killed, or its host ends or is cut off, the others know within some seconds: all
 * calls in the world fail with PROC_ERR_LOST and its name, also those that wait for room to send, and proc_serve
 * returns. A world is given up as a whole then; a client that has met it by its name leaves none behind.
 * Dead is whose connection has ended, or whose host has acknowledged nothing for 6 seconds. A process that is stopped
 * (SIGSTOP, a debugger), swapped out, or in a long method is not dead, for its host acknowledges what comes: who calls
 * it waits until it goes on. One that stands still while it enters a world is waited for 10 seconds.
 * MPI does not learn of a death from here. Where mpirun lets the others run on (--enable-recovery), or a host was cut
 * off, MPI_Finalize and all else that waits in MPI waits for the dead: after PROC_ERR_LOST a process ends by MPI_Abort
 * or _exit, and clients that wait for each other in MPI have a thread in proc_world_watch that does so.
 */
#ifndef SLIPWAY_PROCESS_WORLD_H
#define SLIPWAY_PROCESS_WORLD_H

#include "slipway/process.h"

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a world is made. What is zero has a default. */
struct proc_plan {
    int servers; /* how many ranks serve: the last ones; all ranks may */
    const struct proc_class *const *classes;
    size_t class_count;
    const char *folder;  /* of the registry and of worlds that others can meet; NULL: neither */
    const char *name;    /* of this world in the folder; NULL: nobody can meet it */
    const char *secret;  /* a file that its owner alone can read, 16 bytes or more; needed with `name` */
    const char *address; /* where servers listen for other hosts; NULL: the host's first address, where there are other
                            hosts, and nowhere else */
    uint32_t ring_bytes; /* of each direction of a connection: a power of two, at least 4096; 0: 65536 */
};

/*
 * Makes a world of the ranks of COMM: the last plan->servers of them serve, the others are clients. Collective over
 * COMM, with the same numbers in PLAN; a failure of one rank is every rank's. The caller ends *WORLD with
 * proc_world_end.
 */
proc_err proc_world_split(MPI_Comm comm, const struct proc_plan *plan, struct proc_world **world,
                          struct proc_error *error);

/*
 * Starts plan->servers processes of PROGRAM with ARGUMENTS (MPI_Comm_spawn; ends with NULL), which call
 * proc_world_join, and makes a world of which COMM's ranks are the clients. Collective over COMM.
 */
proc_err proc_world_spawn(MPI_Comm comm, const struct proc_plan *plan, const char *program, char **arguments,
                          struct proc_world **world, struct proc_error *error);

/* Makes this process, which proc_world_spawn has started, a server of that world. Collective over those started. */
proc_err proc_world_join(const struct proc_plan *plan, struct proc_world **world, struct proc_error *error);

/*
 * Becomes a client of the world NAME of FOLDER, which another mpirun has made. SECRET is the file that that world was
 * made with. PROC_ERR_WORLD where there is no such world, so that a later try may succeed.
 */
proc_err proc_world_meet(const char *folder, const char *name, const char *secret, struct proc_world **world,
                         struct proc_error *error);

/* Whether this process serves. */
bool proc_world_serves(const struct proc_world *world);

/* Returns how many servers there are, and the name of the host of one. */
int proc_world_servers(const struct proc_world *world);
const char *proc_world_host(const struct proc_world *world, int server);

/* Returns the first server from server FROM on whose host has the name HOST, or -1. */
int proc_world_find(const struct proc_world *world, const char *host, int from);

/* Whether SERVER is on this host, so that it maps shared buffers; names of hosts do not tell that. */
bool proc_world_is_here(const struct proc_world *world, int server);

/*
 * Serves until all clients of the world's own have ended, or proc_world_stop was called; a world without clients of its
 * own waits for the latter. Then stores the objects that have an address and ends all objects. Fails, after that, where
 * a client or a server of the world has died.
 */
proc_err proc_serve(struct proc_world *world, struct proc_error *error);

/*
 * Waits in a thread of a client until somebody has died: PROC_ERR_LOST and the name. Returns PROC_OK when
 * proc_world_stop was called, which is to be done, and waited for, before proc_world_end.
 */
proc_err proc_world_watch(struct proc_world *world, struct proc_error *error);

/* Lets proc_serve, or proc_world_watch, of this process return. May be called in a handler of signals. */
void proc_world_stop(struct proc_world *world);

/* Lets proc_serve of all servers of WORLD return: for clients that have met a world that waits to be told. */
proc_err proc_world_close(struct proc_world *world, struct proc_error *error);

/* Ends this process's part in the world, and frees it. Local: waits for no other rank. Accepts NULL. */
proc_err proc_world_end(struct proc_world *world, struct proc_error *error);

#ifdef __cplusplus
}
#endif

#endif
