/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Worlds of servers, in which objects live, and of clients, which create and call objects. An object is a client of
 * other objects, too.
 *
 * The ranks of one mpirun make a world as follows:
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
 * Only the functions that form a world use MPI. No other function waits in MPI.
 *
 * Deaths. A server or a client may be killed, and its host may end or be cut off. The other processes of the world
 * learn of the death within some seconds. All calls in the world then fail with PROC_ERR_LOST and the name of the dead
 * process, including calls that wait for room to send, and proc_serve returns. A world does not survive a death of a
 * server or of one of its own clients. The death of a client that came by proc_world_meet harms no other process.
 *
 * A process counts as dead if the connection to the process has ended, or if the host of the process has acknowledged
 * no data for 6 seconds. A process that is stopped (SIGSTOP, a debugger), swapped out, or in a long method is not dead,
 * because its host still acknowledges data. Callers wait until such a process continues. The others wait 10 seconds for
 * a process that stands still while it enters a world.
 *
 * MPI does not learn of a death from this library. If mpirun lets the other ranks continue (--enable-recovery), or if a
 * host was cut off, MPI_Finalize and all other MPI calls wait for the dead process. After PROC_ERR_LOST a process must
 * therefore end by MPI_Abort or _exit. Clients that wait for each other in MPI run proc_world_watch in a thread, which
 * then ends the process in this way.
 */
#ifndef SLIPWAY_PROCESS_WORLD_H
#define SLIPWAY_PROCESS_WORLD_H

#include "slipway/process.h"

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Describes a new world. Zero means the default in every field. */
struct proc_plan {
    int servers; /* number of ranks that are servers: the last ranks; may be the number of all ranks */
    const struct proc_class *const *classes;
    size_t class_count;
    const char *folder;  /* folder of the registry, and of worlds that proc_world_meet finds; NULL: neither */
    const char *name;    /* name of this world for proc_world_meet; NULL: no other mpirun can meet the world */
    const char *secret;  /* file that only its owner can read, with 16 bytes or more; needed with `name` */
    const char *address; /* address at which servers listen for other hosts; NULL: the first address of the host if the
                            world has several hosts, otherwise no address */
    uint32_t ring_bytes; /* bytes of each direction of a connection: a power of two, at least 4096; 0: 65536 */
};

/* Makes a world of the ranks of COMM: the last plan->servers ranks are servers, the others are clients. Collective over
 * COMM; all ranks must give the same numbers in PLAN. A failure on one rank is a failure on all ranks. The caller ends
 * *WORLD with proc_world_end. */
proc_err proc_world_split(MPI_Comm comm, const struct proc_plan *plan, struct proc_world **world,
                          struct proc_error *error);

/* Starts plan->servers processes of PROGRAM with ARGUMENTS, which end with NULL, by MPI_Comm_spawn. These processes
 * call proc_world_join and become the servers of the new world; the ranks of COMM become the clients. Collective over
 * COMM. The caller ends *WORLD with proc_world_end. */
proc_err proc_world_spawn(MPI_Comm comm, const struct proc_plan *plan, const char *program, char **arguments,
                          struct proc_world **world, struct proc_error *error);

/* Makes this process, which proc_world_spawn has started, a server of the new world. Collective over the started
 * processes. The caller ends *WORLD with proc_world_end. */
proc_err proc_world_join(const struct proc_plan *plan, struct proc_world **world, struct proc_error *error);

/* Makes this process a client of the world NAME of FOLDER, which another mpirun has made. SECRET is the file of the
 * secret with which the world was made. Returns PROC_ERR_WORLD if there is no such world; a later try may succeed. The
 * caller ends *WORLD with proc_world_end. */
proc_err proc_world_meet(const char *folder, const char *name, const char *secret, struct proc_world **world,
                         struct proc_error *error);

/* Returns whether this process is a server of WORLD. */
bool proc_world_serves(const struct proc_world *world);

/* Return the number of servers, and the name of the host of SERVER, which WORLD owns. */
int proc_world_servers(const struct proc_world *world);
const char *proc_world_host(const struct proc_world *world, int server);

/* Returns the first server from number FROM on with a host of the name HOST, or -1. */
int proc_world_find(const struct proc_world *world, const char *host, int from);

/* Returns whether SERVER is on this host and can map shared buffers. Names of hosts do not prove this, because two
 * hosts may have one name. */
bool proc_world_is_here(const struct proc_world *world, int server);

/*
 * Serves until all clients that belong to the world from its start have ended, or until proc_world_stop or
 * proc_world_close. A world that started without clients serves until one of the latter two. Then stores the objects
 * that have an address, and ends all objects. Returns PROC_ERR_LOST, after that, if a client or a server of the world
 * has died.
 */
proc_err proc_serve(struct proc_world *world, struct proc_error *error);

/* Waits, in a thread of a client, until a process of the world has died. Returns PROC_ERR_LOST, with the name of that
 * process in ERROR. Returns PROC_OK after proc_world_stop. Before proc_world_end, the client must call proc_world_stop
 * and wait for the end of the thread. */
proc_err proc_world_watch(struct proc_world *world, struct proc_error *error);

/* Lets proc_serve or proc_world_watch of this process return. Signal handlers may call this function. */
void proc_world_stop(struct proc_world *world);

/* Lets proc_serve of all servers of WORLD return. A client of a world without own clients ends the world in this
 * way. */
proc_err proc_world_close(struct proc_world *world, struct proc_error *error);

/* Leaves the world and frees WORLD. Local: does not wait for any other rank. Accepts NULL. */
proc_err proc_world_end(struct proc_world *world, struct proc_error *error);

#ifdef __cplusplus
}
#endif

#endif
