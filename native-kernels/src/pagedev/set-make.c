/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes data sets. A new set has its layout file under the name "unmade" before the first disk has files, and renames
 * the file to "layout" when all disks have theirs. If a process is killed while making a set, the next process that
 * makes a set in the folder removes the remains. A process that makes or removes a set has the layout locked from the
 * beginning, and the new set inherits the lock.
 */
#include "folder.h"
#include "local.h"
#include "set.h"
#include "shape.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Room that each disk needs in addition to its pages: the log with some generations, and names. */
enum { DISK_MORE_BYTES = 1 << 16, LOG_BYTES_A_PAGE = 4 * PGD_LOG_RECORD_BYTES };

/* A set in the making, and the facts that an undo needs after a failure. */
struct making {
    const char *path;
    const struct pgd_options *options;
    const struct pgd_use *use;
    struct pgd_plan plan;
    char own[PATH_MAX];     /* the real name of the set's folder */
    struct pgd_site *sites; /* the sites of the disks */
    bool set_is_new;
    int lock;            /* a descriptor that locks the layout; -1: no lock */
    bool is_swept;       /* the remains of earlier calls are removed, so all files in the folder belong to this call */
    bool *parent_is_new; /* for each disk: this call has made the folder that the caller named */
    size_t made;         /* number of disks with complete files */
};

static uint32_t places_of(const struct making *making, size_t disk) {
    enum { SPARE_ONE_IN = 8, SPARE_MORE = 4 };
    const uint64_t pages = making->plan.map.page_counts[disk];
    const uint64_t spare =
        making->options->spare_pages > 0 ? making->options->spare_pages : pages / SPARE_ONE_IN + SPARE_MORE;
    const uint64_t places = pages + spare;
    return places < UINT32_MAX - 1 ? (uint32_t)places : UINT32_MAX - 1;
}

static uint64_t needed_bytes(const struct making *making, size_t disk) {
    return (uint64_t)places_of(making, disk) * pgd_place_bytes(making->plan.layout.page_bytes) +
           making->plan.map.page_counts[disk] * LOG_BYTES_A_PAGE + DISK_MORE_BYTES;
}

/* Returns the name of the folder of a disk below PARENT, which is a real name. The name is relative if PARENT lies in
 * the folder of the set. The caller frees the name. */
static char *folder_below(const struct making *making, const char *parent, size_t disk) {
    const size_t length = strlen(making->own);
    char *name = NULL;
    if (strncmp(making->own, parent, length) == 0 && parent[length] == '/')
        parent += length + 1;
    else if (strcmp(making->own, parent) == 0)
        parent = "";
    const char *between = parent[0] == '\0' ? "" : "/";
    return asprintf(&name, "%s%s%016" PRIx64 ".%zu", parent, between, making->plan.id, disk) < 0 ? NULL : name;
}

/* Makes the folder that the caller named for a disk, and chooses the name of the folder of the disk below it. */
static pgd_err name_disk(struct making *making, size_t disk, struct pgd_error *error) {
    char real[PATH_MAX];
    struct pgd_site *site = &making->sites[disk];
    const char *parent = making->options->disks == NULL ? making->own : making->options->disks[disk];
    pgd_err code = pgd_site_of(making->use, disk, site, error);
    if (code == PGD_OK)
        code = site->ops->prepare(site, parent, real, &making->parent_is_new[disk], error);
    if (code == PGD_OK && strchr(real, '\n') != NULL)
        code = pgd_fail(error, PGD_ERR_ARGUMENT, "folder of disk %zu: has a line's end in its name", disk);
    if (code != PGD_OK)
        return code;
    making->plan.disks[disk] = folder_below(making, real, disk);
    return making->plan.disks[disk] != NULL ? PGD_OK : pgd_lacks_memory(error, PATH_MAX, "the name of a disk");
}

static pgd_err name_disks(struct making *making, struct pgd_error *error) {
    const size_t count = making->plan.layout.disk_count;
    making->plan.disks = calloc(count, sizeof *making->plan.disks);
    making->parent_is_new = calloc(count, sizeof *making->parent_is_new);
    making->sites = calloc(count, sizeof *making->sites);
    if (making->plan.disks == NULL || making->parent_is_new == NULL || making->sites == NULL)
        return pgd_lacks_memory(error, count * sizeof *making->plan.disks, "names of disks");
    pgd_err code = PGD_OK;
    for (size_t disk = 0; disk < count && code == PGD_OK; disk++)
        code = name_disk(making, disk, error);
    return code;
}

/* Returns the folder in which the folder of a disk is made. The returned folder exists already. */
static const char *parent_of(const struct making *making, size_t disk) {
    return making->options->disks == NULL ? making->own : making->options->disks[disk];
}

static pgd_err space_of(const struct making *making, size_t disk, uint64_t *room, uint64_t *system,
                        struct pgd_error *error) {
    const struct pgd_site *site = &making->sites[disk];
    return site->ops->space(site, parent_of(making, disk), room, system, error);
}

/* Refuses the file system of disk DISK if the room is too small for all disks there. */
static pgd_err check_space(const struct making *making, size_t disk, struct pgd_error *error) {
    uint64_t room, system, needed = 0;
    size_t sharing = 0;
    pgd_err code = space_of(making, disk, &room, &system, error);
    for (size_t other = 0; other < making->plan.layout.disk_count && code == PGD_OK; other++) {
        uint64_t other_room, other_system;
        code = space_of(making, other, &other_room, &other_system, error);
        if (code == PGD_OK && other_system == system) {
            needed += needed_bytes(making, other);
            sharing++;
        }
    }
    if (code != PGD_OK || needed <= room)
        return code;
    return pgd_fail(error, PGD_ERR_SPACE,
                    "disk %s: %" PRIu64
                    " bytes are needed for an array of %lldx%lldx%lld with its spare pages on %zu of "
                    "%zu disks, and %" PRIu64 " are free; free %" PRIu64 " more, or name another disk",
                    parent_of(making, disk), needed, (long long)making->plan.layout.domain[0],
                    (long long)making->plan.layout.domain[1], (long long)making->plan.layout.domain[2], sharing,
                    making->plan.layout.disk_count, room, needed - room);
}

static pgd_err make_device(struct making *making, size_t disk, struct pgd_error *error) {
    char *folder = pgd_plan_folder(making->own, &making->plan, disk);
    if (folder == NULL)
        return pgd_lacks_memory(error, PATH_MAX, "the name of a disk");
    const struct pgd_local_shape shape = {
        .folder = folder,
        .id = pgd_plan_device(&making->plan, disk),
        .page_bytes = making->plan.layout.page_bytes,
        .pages = making->plan.map.index_counts[disk],
        .places = places_of(making, disk),
    };
    const struct pgd_site *site = &making->sites[disk];
    const pgd_err code = site->ops->make(site, &shape, error);
    making->made += code == PGD_OK;
    free(folder);
    return code;
}

/* Makes the layout file under the name "unmade", and locks the file. */
static pgd_err begin_layout(struct making *making, struct pgd_error *error) {
    char *unmade = pgd_path(making->own, "unmade"), *thing = NULL;
    pgd_err code = unmade == NULL || asprintf(&thing, "data set %s", making->path) < 0
                       ? pgd_lacks_memory(error, strlen(making->own), "a name")
                       : pgd_lock_made(unmade, thing, &making->lock, error);
    if (code == PGD_OK && pgd_set_exists(making->own)) {
        code = pgd_fail(error, PGD_ERR_OPEN, "folder %s: holds a data set already; remove it, or name another folder",
                        making->path);
        unlink(unmade);
        close(making->lock);
        making->lock = -1;
    }
    free(unmade);
    free(thing);
    return code;
}

/* Renames "unmade" to "layout", because the set is whole. */
static pgd_err name_layout(const struct making *making, struct pgd_error *error) {
    char *unmade = pgd_path(making->own, "unmade"), *layout = pgd_path(making->own, "layout");
    const pgd_err code = unmade == NULL || layout == NULL ? pgd_lacks_memory(error, strlen(making->own), "a name")
                                                          : pgd_file_rename(unmade, layout, error);
    free(unmade);
    free(layout);
    return code;
}

static pgd_err make_all(struct making *making, struct pgd_error *error) {
    const size_t count = making->plan.layout.disk_count;
    pgd_err code = pgd_folder_make(making->path, &making->set_is_new, error);
    if (code == PGD_OK && realpath(making->path, making->own) == NULL)
        code = pgd_fail(error, PGD_ERR_OPEN, "folder %s: has no real name: %s", making->path, strerror(errno));
    if (code == PGD_OK)
        code = begin_layout(making, error);
    if (code == PGD_OK)
        code = pgd_set_sweep(making->own, making->use, error);
    making->is_swept = code == PGD_OK;
    if (code == PGD_OK)
        code = name_disks(making, error);
    for (size_t disk = 0; disk < count && code == PGD_OK; disk++)
        code = check_space(making, disk, error);
    if (code == PGD_OK)
        code = pgd_plan_write(making->own, making->lock, &making->plan, error);
    for (size_t disk = 0; disk < count && code == PGD_OK; disk++)
        code = make_device(making, disk, error);
    return code == PGD_OK ? name_layout(making, error) : code;
}

/* Removes all files and folders that this call has made, and no others. */
static void undo(struct making *making) {
    for (size_t disk = 0; disk < making->made; disk++) {
        char *folder = pgd_plan_folder(making->own, &making->plan, disk);
        if (folder != NULL)
            making->sites[disk].ops->remove(&making->sites[disk], folder, true, NULL);
        free(folder);
    }
    for (size_t disk = 0; making->parent_is_new != NULL && disk < making->plan.layout.disk_count; disk++)
        if (making->parent_is_new[disk])
            making->sites[disk].ops->remove(&making->sites[disk], parent_of(making, disk), false, NULL);
    for (size_t i = 0; making->is_swept && pgd_set_files[i] != NULL; i++)
        pgd_folder_remove_file(making->own, pgd_set_files[i]);
    if (making->lock >= 0)
        close(making->lock);
    if (making->set_is_new)
        rmdir(making->path);
}

static pgd_err create(struct making *making, struct pgd_set **set, struct pgd_error *error) {
    const struct pgd_options *options = making->options;
    pgd_err code = pgd_shape_layout(options, &making->plan.layout, error);
    if (code == PGD_OK)
        code = pgd_map_make(&making->plan.layout, options, &making->plan.map, error);
    if (code == PGD_OK && getrandom(&making->plan.id, sizeof making->plan.id, 0) != sizeof making->plan.id)
        code =
            pgd_fail(error, PGD_ERR_IO, "data set %s: there are no random numbers: %s", making->path, strerror(errno));
    if (code != PGD_OK)
        return code;
    code = make_all(making, error);
    if (code == PGD_OK)
        code = pgd_set_open_locked(making->path, making->use, making->lock, set, error);
    if (code != PGD_OK)
        undo(making);
    return code;
}

pgd_err pgd_set_create(const char *path, const struct pgd_options *options, const struct pgd_use *use,
                       struct pgd_set **set, struct pgd_error *error) {
    static const struct pgd_use defaults = {0};
    struct making *making = calloc(1, sizeof *making);
    *set = NULL;
    if (making == NULL)
        return pgd_lacks_memory(error, sizeof *making, "a data set");
    making->path = path;
    making->lock = -1;
    making->options = options;
    making->use = use != NULL ? use : &defaults;
    const pgd_err code = create(making, set, error);
    pgd_plan_free(&making->plan);
    free(making->parent_is_new);
    free(making->sites);
    free(making);
    return code;
}
