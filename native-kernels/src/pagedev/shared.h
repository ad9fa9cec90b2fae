/* SPDX-License-Identifier: Apache-2.0 */
/* The page devices that are open in a server. The lanes of all clients share them. The calls of one client are queued
 * in the order of their tickets: each lane waits until all calls with earlier tickets have been queued. */
#ifndef SLIPWAY_PAGEDEV_SHARED_H
#define SLIPWAY_PAGEDEV_SHARED_H

#include "local.h"

/* A client of a device: one thread of a program, with several lanes. */
struct pgd_client {
    struct pgd_client *next;
    uint64_t key, ticket; /* the number that identifies the client, and the ticket that is due */
    uint32_t lanes;
    uint32_t at_work; /* number of lanes that are doing a call */
};

struct pgd_shared {
    struct pgd_shared *next;
    uint64_t id;
    char *folder;
    struct pgd_device *device;
    size_t page_bytes;
    uint64_t pages;
    uint32_t lanes;
    struct pgd_client *clients;
    pthread_cond_t turned; /* signalled when another ticket is due */
};

/* Opens a device for its first lane, of CLIENT. If the device is open in this server already, adds a lane. */
pgd_err pgd_shared_open(const struct pgd_local_shape *shape, const struct pgd_use *use, uint64_t client,
                        struct pgd_shared **shared, struct pgd_error *error);

/* Adds a lane of CLIENT to the device with the id ID, which is open in this server. */
pgd_err pgd_shared_attach(uint64_t id, uint64_t client, struct pgd_shared **shared, struct pgd_error *error);

/* Removes a lane of CLIENT. The last lane closes the device. */
void pgd_shared_leave(struct pgd_shared *shared, uint64_t client);

/* Waits until TICKET of CLIENT is due, starts CALL at the device, and makes the next ticket due. Fails if the calls
 * with earlier tickets do not come, because their client has died. */
pgd_err pgd_shared_start(struct pgd_shared *shared, uint64_t client, uint64_t ticket, const struct pgd_call *call,
                         struct pgd_handle *handle, struct pgd_error *error);

/* Waits until TICKET of CLIENT, which belongs to a refused call, is due, and makes the next ticket due. */
void pgd_shared_skip(struct pgd_shared *shared, uint64_t client, uint64_t ticket);

/* Notes that a lane of CLIENT has done its call. */
void pgd_shared_finish(struct pgd_shared *shared, uint64_t client);

#endif
