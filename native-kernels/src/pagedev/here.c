/* SPDX-License-Identifier: Apache-2.0 */
/* Disks of this process. */
#include "folder.h"
#include "site.h"

#ifdef SLIPWAY_PAGEDEV_SERVERS
#include "slipway/process_world.h"
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pgd_err prepare(const struct pgd_site *site, const char *folder, char real[PATH_MAX], bool *made,
                       struct pgd_error *error) {
    (void)site;
    const pgd_err code = pgd_folder_make(folder, made, error);
    if (code == PGD_OK && realpath(folder, real) == NULL)
        return pgd_fail(error, PGD_ERR_OPEN, "folder %s: has no real name: %s", folder, strerror(errno));
    return code;
}

static pgd_err space(const struct pgd_site *site, const char *folder, uint64_t *bytes, uint64_t *system,
                     struct pgd_error *error) {
    (void)site;
    return pgd_folder_space(folder, bytes, system, error);
}

static pgd_err make(const struct pgd_site *site, const struct pgd_local_shape *shape, struct pgd_error *error) {
    (void)site;
    bool made = false;
    pgd_err code = pgd_folder_make(shape->folder, &made, error);
    if (code == PGD_OK && !made)
        return pgd_fail(error, PGD_ERR_OPEN, "folder %s: is there already", shape->folder);
    if (code == PGD_OK)
        code = pgd_local_make(shape, error);
    if (code == PGD_OK)
        code = pgd_name_sync(shape->folder, error);
    if (code != PGD_OK && made)
        pgd_folder_remove(shape->folder, pgd_local_files);
    return code;
}

static pgd_err remove_folder(const struct pgd_site *site, const char *folder, bool device, struct pgd_error *error) {
    (void)site;
    if (device ? pgd_folder_remove(folder, pgd_local_files) == 0 : rmdir(folder) == 0)
        return PGD_OK;
    return pgd_fail(error, PGD_ERR_IO, "folder %s: cannot be removed: %s", folder, strerror(errno));
}

static pgd_err open_device(const struct pgd_site *site, const struct pgd_local_shape *shape, const struct pgd_use *use,
                           struct pgd_device **device, struct pgd_error *error) {
    (void)site;
    return pgd_local_open(shape, use, device, error);
}

static void *buffer_new(size_t bytes) {
    void *memory = NULL;
    return posix_memalign(&memory, PGD_BUFFER_ALIGNMENT, bytes) == 0 ? memory : NULL;
}

const struct pgd_site_ops pgd_site_here = {.prepare = prepare,
                                           .space = space,
                                           .make = make,
                                           .remove = remove_folder,
                                           .open = open_device,
                                           .buffer_new = buffer_new,
                                           .buffer_free = free};

#ifdef SLIPWAY_PAGEDEV_SERVERS

pgd_err pgd_site_of(const struct pgd_use *use, size_t disk, struct pgd_site *site, struct pgd_error *error) {
    *site = (struct pgd_site){.ops = &pgd_site_here};
    if (use->world == NULL)
        return PGD_OK;
    const int all = proc_world_servers(use->world);
    const size_t servers = use->servers > 0 ? use->servers : (size_t)all;
    if (all < 1 || servers > (size_t)all)
        return pgd_fail(error, PGD_ERR_ARGUMENT, "a data set on %zu servers: the world has %d", servers, all);
    *site = (struct pgd_site){&pgd_site_server, use->world, (int)(disk % servers)};
    return PGD_OK;
}

#else

/* A build without MPI has no worlds. */
pgd_err pgd_site_of(const struct pgd_use *use, size_t disk, struct pgd_site *site, struct pgd_error *error) {
    (void)disk;
    *site = (struct pgd_site){.ops = &pgd_site_here};
    return use->world == NULL
               ? PGD_OK
               : pgd_fail(error, PGD_ERR_ARGUMENT, "this pagedev was built without MPI, and has no servers");
}

#endif
