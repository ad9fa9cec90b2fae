/* SPDX-License-Identifier: Apache-2.0 */
/* A data set: its description, its page map, and the devices of its disks. */
#ifndef SLIPWAY_PAGEDEV_SET_H
#define SLIPWAY_PAGEDEV_SET_H

#include "buffers.h"
#include "device.h"
#include "internal.h"
#include "map.h"
#include "site.h"

enum { PGD_REMARK_BYTES = 256 };

/* What the layout file says: a set without its devices. */
struct pgd_plan {
    uint64_t id;
    struct pgd_layout layout;
    struct pgd_page_map map;
    char **disks; /* the folders: absolute, or in the set's folder */
};

struct pgd_set {
    char *path;
    struct pgd_plan plan;
    char **folders; /* of the disks, as they are opened */
    struct pgd_device **devices;
    const struct pgd_site_ops *site; /* of the first disk; all are of one kind */
    struct pgd_buffers buffers;
    size_t servers;   /* that have the disks; 0: this process has them */
    bool is_attached; /* another client has opened it */
    int lock;         /* -1: none */
    char remark[PGD_REMARK_BYTES];
};

/* --- layout.c: the layout file and the table of its map --- */

/* Writes the files that describe a set into its folder, durably: the layout to FD, which has the name "unmade". */
pgd_err pgd_plan_write(const char *folder, int fd, const struct pgd_plan *plan, struct pgd_error *error);

/* Reads them. The caller ends PLAN with pgd_plan_free, also after a failure. */
pgd_err pgd_plan_read(const char *folder, struct pgd_plan *plan, struct pgd_error *error);

/* Reads from the layout of that NAME which disks there are, and no map. The caller ends PLAN as above. */
pgd_err pgd_plan_read_disks(const char *folder, const char *name, struct pgd_plan *plan, struct pgd_error *error);

void pgd_plan_free(struct pgd_plan *plan);

/* The names of all files of a set's folder, for pgd_folder_remove. */
extern const char *const pgd_set_files[];

/* The folder of a disk, which the caller frees. */
char *pgd_plan_folder(const char *set, const struct pgd_plan *plan, size_t disk);

/* The id of a disk's device. */
uint64_t pgd_plan_device(const struct pgd_plan *plan, size_t disk);

/* --- set.c --- */

/* Opens the set of PATH with LOCK, which the caller has on its layout and which is the set's after a success. */
pgd_err pgd_set_open_locked(const char *path, const struct pgd_use *use, int lock, struct pgd_set **set,
                            struct pgd_error *error);

/* Finds which page of the array a device's index is. */
bool pgd_set_find(const struct pgd_set *set, uint32_t disk, uint64_t index, struct pgd_page *page);

/* --- set-remove.c --- */

/* Removes what "unmade" in the folder of PATH, which the caller has locked, tells of: disks and files of a set whose
 * making or removal did not come to its end. "unmade" itself stays. */
pgd_err pgd_set_sweep(const char *path, const struct pgd_use *use, struct pgd_error *error);

/* --- pages.c --- */

/* Has HANDLE wait for the release of pages on all disks. */
void pgd_set_release(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                     struct pgd_handle *handle);

/* Tells the generation of each of the pages of a box of pages, the last committed one or the newest. */
pgd_err pgd_set_generations(struct pgd_set *set, const struct pgd_page *pages, size_t count, bool newest,
                            uint32_t *generations, struct pgd_error *error);

#endif
