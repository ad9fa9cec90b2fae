/* SPDX-License-Identifier: Apache-2.0 */
/* A page device that is open at a server, as a client sees it. */
#ifndef SLIPWAY_PAGEDEV_REMOTE_H
#define SLIPWAY_PAGEDEV_REMOTE_H

#include "site.h"
#include "slipway/process_world.h"

#include <pthread.h>
#include <stdatomic.h>

/* What a lane is for. Reads and writes take their two in turn, so that the next call is there when one is done. */
enum pgd_lane_use {
    PGD_LANE_ASK,
    PGD_LANE_READ,
    PGD_LANE_READ_TOO,
    PGD_LANE_WRITE,
    PGD_LANE_WRITE_TOO,
    PGD_LANE_COMMIT,
    PGD_LANES
};

/* The lanes of one thread of this process. A lane is made when it is first used. */
struct pgd_lanes {
    struct pgd_lanes *next;
    pthread_t thread;
    uint64_t client; /* by which the server knows this thread */
    uint64_t ticket; /* of the next call */
    struct proc_remote lanes[PGD_LANES];
};

struct pgd_remote {
    struct pgd_device device;
    struct pgd_site site;
    uint64_t id;
    size_t page_bytes;
    bool is_here;                   /* the server maps the buffers of this process */
    _Atomic uint64_t network_bytes; /* of pages that went to the server and came from it, where it does not */
    pthread_mutex_t lock;           /* of what follows */
    struct pgd_lanes *lanes;
};

/* Returns the lanes of this thread, NULL without memory. */
struct pgd_lanes *pgd_lanes_own(struct pgd_remote *remote);

/* Tells the lane for USE of LANES, this thread's, and makes it where there is none yet. */
pgd_err pgd_lane_of(struct pgd_remote *remote, struct pgd_lanes *lanes, enum pgd_lane_use use, struct proc_remote *lane,
                    struct pgd_error *error);

/* Ends all lanes. */
void pgd_lanes_end(struct pgd_remote *remote);

/* Makes PGD_ERR_SERVER of what the library process says. */
pgd_err pgd_server_failed(struct pgd_error *error, const struct proc_error *why);

/* Takes the code and the message of a server. */
pgd_err pgd_server_says(struct pgd_error *error, int32_t code, const char *message);

/* Starts calls: remote-calls.c. */
void pgd_remote_start(struct pgd_device *device, const struct pgd_call *call, struct pgd_handle *handle);

#endif
