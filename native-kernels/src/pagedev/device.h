/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A page device as a set sees it: an index for each page, and calls that are queued and answered through handles. The
 * set does not know whether the device is in this process (local.h) or an object of a server.
 */
#ifndef SLIPWAY_PAGEDEV_DEVICE_H
#define SLIPWAY_PAGEDEV_DEVICE_H

#include "buffers.h"
#include "handle.h"
#include "internal.h"

enum pgd_kind {
    PGD_READ,
    PGD_WRITE,
    PGD_PREFETCH,    /* without a handle */
    PGD_COMMIT,      /* the items' pages, in one batch */
    PGD_RELEASE,     /* what the items' pages were before */
    PGD_COMMIT_ALL,  /* all that was written; without items */
    PGD_RELEASE_ALL, /* without items */
    PGD_KINDS
};

struct pgd_item {
    uint64_t index;
    void *memory; /* of reads and writes */
};

struct pgd_call {
    enum pgd_kind kind;
    uint32_t generation;
    const struct pgd_item *items; /* the caller's, until the start returns */
    size_t count;
};

/* How many answers a call brings to its handle: one for each item of a read or write, else one. */
size_t pgd_call_answers(const struct pgd_call *call);

struct pgd_device;

struct pgd_device_ops {
    /* Queues a call. Each of its answers comes by pgd_handle_done, be it before the return or by an errand. HANDLE is
     * NULL for read-ahead. */
    void (*start)(struct pgd_device *device, const struct pgd_call *call, struct pgd_handle *handle);

    /* Tells the generation of each page, the last committed one or, with NEWEST, the newest; 0: none. */
    pgd_err (*generations)(struct pgd_device *device, const struct pgd_item *items, size_t count, bool newest,
                           uint32_t *generations, struct pgd_error *error);

    pgd_err (*figures)(struct pgd_device *device, struct pgd_figures *figures, struct pgd_error *error);

    /* Ends the device, when all that was queued is done. What is not committed is gone. */
    void (*close)(struct pgd_device *device);
};

struct pgd_device {
    const struct pgd_device_ops *ops;
    uint32_t disk;                     /* its number in the set */
    bool is_cached;                    /* it works without O_DIRECT, though that was asked for */
    const struct pgd_buffers *buffers; /* of the set */
};

#endif
