/* SPDX-License-Identifier: Apache-2.0 */
/* The place of a disk: in this process, or at a server of a world. That process works on the files of the disk. */
#ifndef SLIPWAY_PAGEDEV_SITE_H
#define SLIPWAY_PAGEDEV_SITE_H

#include "device.h"
#include "local.h"

#include <limits.h>

struct pgd_site;

struct pgd_site_ops {
    /* Makes a folder, unless the folder exists, and writes its real name to REAL. Sets *MADE to whether the folder was
     * made. */
    pgd_err (*prepare)(const struct pgd_site *site, const char *folder, char real[PATH_MAX], bool *made,
                       struct pgd_error *error);

    /* Sets *BYTES to the free bytes at FOLDER, and *SYSTEM to the identity of the file system. */
    pgd_err (*space)(const struct pgd_site *site, const char *folder, uint64_t *bytes, uint64_t *system,
                     struct pgd_error *error);

    /* Makes the folder of a device, which must not exist, and its files. A failure leaves no folder and no files. */
    pgd_err (*make)(const struct pgd_site *site, const struct pgd_local_shape *shape, struct pgd_error *error);

    /* Removes an empty folder, or, with DEVICE, a folder with the files of a device. */
    pgd_err (*remove)(const struct pgd_site *site, const char *folder, bool device, struct pgd_error *error);

    /* Opens a device. The field `is_cached` says that the device works without O_DIRECT against the request. */
    pgd_err (*open)(const struct pgd_site *site, const struct pgd_local_shape *shape, const struct pgd_use *use,
                    struct pgd_device **device, struct pgd_error *error);

    /* Attaches to a device that another client has opened. The function is NULL for a place without other clients. */
    pgd_err (*attach)(const struct pgd_site *site, const struct pgd_local_shape *shape, struct pgd_device **device,
                      struct pgd_error *error);

    /* Returns memory that devices of this place read into and write from without a copy. */
    void *(*buffer_new)(size_t bytes);
    void (*buffer_free)(void *buffer);
};

struct pgd_site {
    const struct pgd_site_ops *ops;
    struct proc_world *world; /* NULL: this process */
    int server;
};

/* Fills SITE with the place of a disk. Refuses a world without servers. */
pgd_err pgd_site_of(const struct pgd_use *use, size_t disk, struct pgd_site *site, struct pgd_error *error);

/* The operations for disks of this process, and for disks of servers. */
extern const struct pgd_site_ops pgd_site_here, pgd_site_server;

#endif
