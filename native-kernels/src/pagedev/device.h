/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between a set and a page device: pages have indexes, and calls are queued and answered through handles.
 * A device is either in this process (local.h) or an object of a server (remote.h), and the set uses both in the same
 * way. */
#ifndef SLIPWAY_PAGEDEV_DEVICE_H
#define SLIPWAY_PAGEDEV_DEVICE_H

#include "buffers.h"
#include "handle.h"
#include "internal.h"

enum pgd_kind {
    PGD_READ,
    PGD_WRITE,
    PGD_PREFETCH,    /* reads ahead, without a handle */
    PGD_COMMIT,      /* commits the pages of the items in one batch */
    PGD_RELEASE,     /* releases the former versions of the pages of the items */
    PGD_COMMIT_ALL,  /* commits all written pages; a call without items */
    PGD_RELEASE_ALL, /* without items */
    PGD_KINDS
};

struct pgd_item {
    uint64_t index;
    void *memory; /* the memory for a read or write */
};

struct pgd_call {
    enum pgd_kind kind;
    uint32_t generation;
    const struct pgd_item *items; /* the items, which the caller keeps until `start` returns */
    size_t count;
};

/* Returns the number of answers of a call to its handle: one for each item of a read or write, otherwise one. */
size_t pgd_call_answers(const struct pgd_call *call);

struct pgd_device;

struct pgd_device_ops {
    /* Queues a call. Each answer calls pgd_handle_done, either before the return or later from an errand. HANDLE is
     * NULL for read-ahead. */
    void (*start)(struct pgd_device *device, const struct pgd_call *call, struct pgd_handle *handle);

    /* Gives the generation of each page: the newest generation if NEWEST, otherwise the last committed one. 0 means
     * that there is no such generation. */
    pgd_err (*generations)(struct pgd_device *device, const struct pgd_item *items, size_t count, bool newest,
                           uint32_t *generations, struct pgd_error *error);

    pgd_err (*figures)(struct pgd_device *device, struct pgd_figures *figures, struct pgd_error *error);

    /* Ends the device after all queued calls. Uncommitted writes are lost. */
    void (*close)(struct pgd_device *device);
};

struct pgd_device {
    const struct pgd_device_ops *ops;
    uint32_t disk;                     /* the number of the disk in the set */
    bool is_cached;                    /* the device works without O_DIRECT, although O_DIRECT was requested */
    const struct pgd_buffers *buffers; /* of the set */
};

#endif
