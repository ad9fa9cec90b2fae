/* SPDX-License-Identifier: Apache-2.0 */
/* The ranks: clients, which transform, and servers, which keep disks. Clients wait for each other asleep. */
#ifndef SLIPWAY_FFT3D_TEAM_H
#define SLIPWAY_FFT3D_TEAM_H

#include "fft3d.h"

#include <pthread.h>

struct proc_world;

struct team {
    MPI_Comm comm;            /* of the clients; MPI_COMM_NULL on servers */
    int number, count;        /* this client, and all clients */
    int servers;              /* the number of serving ranks, or 0 */
    struct proc_world *world; /* NULL where there are no servers */
    pthread_t watch;          /* of a client in a world: sees deaths */
    bool watched;
};

/* Sets the ranks apart. Collective over all ranks. Returns on servers when all clients have ended. */
int team_begin(const struct options *options, struct team *team, struct sw_failure *f);
void team_end(struct team *team);

static inline bool team_is_client(const struct team *team) {
    return team->number < team->count;
}

/* Waits for all clients, and makes the failure of the first that has one everybody's. Returns the status of F. */
int team_agree(const struct team *team, struct sw_failure *f);

/* Does the same for a failure that no F describes: returns whether any client has failed. */
int team_meet(const struct team *team, int failed);

/* Adds up VALUES over all clients. Returns the status of F. */
int team_add(const struct team *team, double *values, size_t count, struct sw_failure *f);

/* Copies COUNT bytes of client 0 to all. */
int team_tell(const struct team *team, void *bytes, size_t count, struct sw_failure *f);

/* Gathers the texts of all clients, one behind the other, at client 0, which frees *WHOLE; NULL on the others. */
int team_gather(const struct team *team, const char *text, char **whole, struct sw_failure *f);

#endif
