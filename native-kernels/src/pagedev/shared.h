/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The page devices that are open in a server, which the lanes of all clients share. The calls of one client are queued
 * in the order of their tickets: a lane waits until those before its own have been queued.
 */
#ifndef SLIPWAY_PAGEDEV_SHARED_H
#define SLIPWAY_PAGEDEV_SHARED_H

#include "local.h"

/* A client of a device: one thread of a program, with several lanes. */
struct pgd_client {
    struct pgd_client *next;
    uint64_t key, ticket; /* the ticket that is due */
    uint32_t lanes;
    uint32_t at_work; /* lanes that do a call */
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
    pthread_cond_t turned; /* a ticket was done */
};

/* Opens a device for a first lane of CLIENT, or gives it another lane where it is open here already. */
pgd_err pgd_shared_open(const struct pgd_local_shape *shape, const struct pgd_use *use, uint64_t client,
                        struct pgd_shared **shared, struct pgd_error *error);

/* Gives a device that is open here another lane. */
pgd_err pgd_shared_attach(uint64_t id, uint64_t client, struct pgd_shared **shared, struct pgd_error *error);

/* Takes a lane away; the device is closed with its last one. */
void pgd_shared_leave(struct pgd_shared *shared, uint64_t client);

/* Waits until TICKET of CLIENT is due, then does START with the device, and lets the next one be due. Fails where the
 * calls before it do not come, for their client has died. */
pgd_err pgd_shared_start(struct pgd_shared *shared, uint64_t client, uint64_t ticket, const struct pgd_call *call,
                         struct pgd_handle *handle, struct pgd_error *error);

/* Waits until TICKET of CLIENT, whose call was refused, is due, and lets the next one be due. */
void pgd_shared_skip(struct pgd_shared *shared, uint64_t client, uint64_t ticket);

/* The lane's call is done. */
void pgd_shared_finish(struct pgd_shared *shared, uint64_t client);

#endif
