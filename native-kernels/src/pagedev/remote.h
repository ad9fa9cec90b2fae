/* SPDX-License-Identifier: Apache-2.0 */
/* The client side of a page device that is open at a server. */
#ifndef SLIPWAY_PAGEDEV_REMOTE_H
#define SLIPWAY_PAGEDEV_REMOTE_H

#include "site.h"
#include "slipway/process_world.h"

#include <pthread.h>
#include <stdatomic.h>

/* The purpose of a lane, which is an object at the server that runs one call at a time. Reads alternate between two
 * lanes, and so do writes, so that the next call has arrived when one call is done. */
enum pgd_lane_use {
    PGD_LANE_ASK,
    PGD_LANE_READ,
    PGD_LANE_READ_TOO,
    PGD_LANE_WRITE,
    PGD_LANE_WRITE_TOO,
    PGD_LANE_COMMIT,
    PGD_LANES
};

/* The lanes of one thread of this process. The first use of a lane makes the lane. */
struct pgd_lanes {
    struct pgd_lanes *next;
    pthread_t thread;
    uint64_t client; /* the number by which the server recognises this thread */
    uint64_t ticket; /* the ticket of the next call */
    struct proc_remote lanes[PGD_LANES];
};

struct pgd_remote {
    struct pgd_device device;
    struct pgd_site site;
    uint64_t id;
    size_t page_bytes;
    bool is_here;                   /* the server maps the buffers of this process */
    _Atomic uint64_t network_bytes; /* bytes of pages that went to the server and came from it, if the server does not
                                       map the buffers */
    pthread_mutex_t lock;           /* protects the fields that follow */
    struct pgd_lanes *lanes;
};

/* Returns the lanes of this thread, or NULL if there is no memory. */
struct pgd_lanes *pgd_lanes_own(struct pgd_remote *remote);

/* Sets *LANE to the lane for USE among LANES, the lanes of this thread. Makes a missing lane. */
pgd_err pgd_lane_of(struct pgd_remote *remote, struct pgd_lanes *lanes, enum pgd_lane_use use, struct proc_remote *lane,
                    struct pgd_error *error);

/* Ends all lanes. */
void pgd_lanes_end(struct pgd_remote *remote);

/* Fills ERROR with PGD_ERR_SERVER and the text of WHY, an error of the library process. */
pgd_err pgd_server_failed(struct pgd_error *error, const struct proc_error *why);

/* Fills ERROR with the code and the message of a server. Returns the code. */
pgd_err pgd_server_says(struct pgd_error *error, int32_t code, const char *message);

/* Starts a call (remote-calls.c), as `start` of struct pgd_device_ops. */
void pgd_remote_start(struct pgd_device *device, const struct pgd_call *call, struct pgd_handle *handle);

#endif
