/* SPDX-License-Identifier: Apache-2.0 */
/* Removes data sets. The layout is first renamed to "unmade", so that the set no longer exists, and is removed last. A
 * removal that was killed is continued by the next removal, or by the next call that makes a set in the folder. */
#include "folder.h"
#include "set.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pgd_err remove_disk(const char *path, const struct pgd_use *use, const struct pgd_plan *plan, size_t disk,
                           struct pgd_error *error) {
    struct pgd_site site;
    char *folder = pgd_plan_folder(path, plan, disk);
    pgd_err code =
        folder == NULL ? pgd_lacks_memory(error, PATH_MAX, "the name of a disk") : pgd_site_of(use, disk, &site, error);
    if (code == PGD_OK)
        code = site.ops->remove(&site, folder, true, error);
    free(folder);
    return code;
}

pgd_err pgd_set_sweep(const char *path, const struct pgd_use *use, struct pgd_error *error) {
    struct pgd_plan plan;
    pgd_err code = pgd_plan_read_disks(path, "unmade", &plan, error);
    const bool is_whole = code != PGD_ERR_FORMAT; /* an incomplete file means that no disk was made yet */
    if (!is_whole)
        code = PGD_OK;
    for (size_t disk = 0; is_whole && code == PGD_OK && disk < plan.layout.disk_count; disk++)
        code = remove_disk(path, use, &plan, disk, error);
    for (size_t i = 0; code == PGD_OK && pgd_set_files[i] != NULL; i++)
        if (strcmp(pgd_set_files[i], "unmade") != 0)
            pgd_folder_remove_file(path, pgd_set_files[i]);
    pgd_plan_free(&plan);
    return code;
}

/* Renames the layout to "unmade". The disks may be damaged, but the layout must be readable, because the layout names
 * the disks. */
static pgd_err unname(const char *path, const char *layout, const char *unmade, struct pgd_error *error) {
    struct pgd_plan plan;
    const pgd_err code = pgd_plan_read_disks(path, "layout", &plan, error);
    pgd_plan_free(&plan);
    return code == PGD_OK ? pgd_file_rename(layout, unmade, error) : code;
}

static pgd_err remove_locked(const char *path, const struct pgd_use *use, const char *layout, const char *unmade,
                             struct pgd_error *error) {
    pgd_err code = pgd_file_exists(layout) ? unname(path, layout, unmade, error) : PGD_OK;
    if (code == PGD_OK)
        code = pgd_set_sweep(path, use, error);
    if (code == PGD_OK && pgd_folder_remove(path, pgd_set_files) != 0 && errno != ENOTEMPTY)
        code = pgd_fail(error, PGD_ERR_IO, "folder %s: cannot be removed: %s", path, strerror(errno));
    return code;
}

static pgd_err remove_set(const char *path, const struct pgd_use *use, struct pgd_error *error) {
    char *layout = pgd_path(path, "layout"), *unmade = pgd_path(path, "unmade");
    int lock = -1;
    pgd_err code = PGD_OK;
    if (layout == NULL || unmade == NULL)
        code = pgd_lacks_memory(error, strlen(path), "a name");
    else if (!pgd_file_exists(layout) && pgd_file_exists(unmade))
        code = pgd_lock(unmade, path, &lock, error);
    else
        code = pgd_lock(layout, path, &lock, error);
    if (code == PGD_OK)
        code = remove_locked(path, use, layout, unmade, error);
    if (lock >= 0)
        close(lock);
    free(layout);
    free(unmade);
    return code;
}

pgd_err pgd_set_remove_at(const char *path, const struct pgd_use *use, struct pgd_error *error) {
    static const struct pgd_use here = {0};
    char own[PATH_MAX]; /* a real name, because servers may run in other folders */
    if (realpath(path, own) == NULL)
        return pgd_fail(error, PGD_ERR_OPEN, "folder %s: has no real name: %s", path, strerror(errno));
    return remove_set(own, use != NULL ? use : &here, error);
}

pgd_err pgd_set_remove(const char *path, struct pgd_error *error) {
    return pgd_set_remove_at(path, NULL, error);
}
