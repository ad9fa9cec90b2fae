/* SPDX-License-Identifier: Apache-2.0 */
/* Where a disk is: in this process, or at a server of a world. What is done with its files is done there. */
#ifndef SLIPWAY_PAGEDEV_SITE_H
#define SLIPWAY_PAGEDEV_SITE_H

#include "device.h"
#include "local.h"

#include <limits.h>

struct pgd_site;

struct pgd_site_ops {
    /* Makes a folder, unless it is there, and writes its real name to REAL. */
    pgd_err (*prepare)(const struct pgd_site *site, const char *folder, char real[PATH_MAX], bool *made,
                       struct pgd_error *error);

    /* Tells how many bytes are free, and on which file system. */
    pgd_err (*space)(const struct pgd_site *site, const char *folder, uint64_t *bytes, uint64_t *system,
                     struct pgd_error *error);

    /* Makes the folder of a device, which must not be there, and its files. After a failure there are none. */
    pgd_err (*make)(const struct pgd_site *site, const struct pgd_local_shape *shape, struct pgd_error *error);

    /* Removes a folder that is empty, or with DEVICE one that has the files of a device. */
    pgd_err (*remove)(const struct pgd_site *site, const char *folder, bool device, struct pgd_error *error);

    /* Opens a device. A device that works without O_DIRECT, though that was asked for, says so by `is_cached`. */
    pgd_err (*open)(const struct pgd_site *site, const struct pgd_local_shape *shape, const struct pgd_use *use,
                    struct pgd_device **device, struct pgd_error *error);

    /* Attaches to a device that another client has opened; NULL where there are no others. */
    pgd_err (*attach)(const struct pgd_site *site, const struct pgd_local_shape *shape, struct pgd_device **device,
                      struct pgd_error *error);

    /* Memory that devices there read into and write from without a copy. */
    void *(*buffer_new)(size_t bytes);
    void (*buffer_free)(void *buffer);
};

struct pgd_site {
    const struct pgd_site_ops *ops;
    struct proc_world *world; /* NULL: this process */
    int server;
};

/* The site of a disk. Refuses a world without servers. */
pgd_err pgd_site_of(const struct pgd_use *use, size_t disk, struct pgd_site *site, struct pgd_error *error);

/* This process, and servers. */
extern const struct pgd_site_ops pgd_site_here, pgd_site_server;

#endif
