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

/* The contents of the layout file: a set without devices. */
struct pgd_plan {
    uint64_t id;
    struct pgd_layout layout;
    struct pgd_page_map map;
    char **disks; /* the folder of each disk: an absolute path, or relative to the folder of the set */
};

struct pgd_set {
    char *path;
    struct pgd_plan plan;
    char **folders; /* the folder of each disk, as the disk is opened */
    struct pgd_device **devices;
    const struct pgd_site_ops *site; /* the operations of the first disk; all disks are of one kind */
    struct pgd_buffers buffers;
    size_t servers;   /* number of servers that have the disks; 0: this process has the disks */
    bool is_attached; /* another client has opened the set */
    int lock;         /* the descriptor of the lock; -1: no lock */
    char remark[PGD_REMARK_BYTES];
};

/* --- layout.c: the layout file and the table of the page map --- */

/* Writes the files that describe a set into its folder, durably: the layout to FD, which has the name "unmade". */
pgd_err pgd_plan_write(const char *folder, int fd, const struct pgd_plan *plan, struct pgd_error *error);

/* Reads the files that pgd_plan_write has written. The caller ends PLAN with pgd_plan_free, also after a failure. */
pgd_err pgd_plan_read(const char *folder, struct pgd_plan *plan, struct pgd_error *error);

/* Reads the list of disks from the layout file NAME, without the map. The caller ends PLAN with pgd_plan_free, also
 * after a failure. */
pgd_err pgd_plan_read_disks(const char *folder, const char *name, struct pgd_plan *plan, struct pgd_error *error);

void pgd_plan_free(struct pgd_plan *plan);

/* The names of all files of a set's folder, for pgd_folder_remove. */
extern const char *const pgd_set_files[];

/* Returns the folder of a disk, which the caller frees. */
char *pgd_plan_folder(const char *set, const struct pgd_plan *plan, size_t disk);

/* Returns the id of the device of a disk. */
uint64_t pgd_plan_device(const struct pgd_plan *plan, size_t disk);

/* --- set.c --- */

/* Opens the set of PATH. The caller holds LOCK on the layout of the set; after a success the set owns LOCK. */
pgd_err pgd_set_open_locked(const char *path, const struct pgd_use *use, int lock, struct pgd_set **set,
                            struct pgd_error *error);

/* Finds the page of the array that has the number INDEX on DISK. Returns whether there is such a page. */
bool pgd_set_find(const struct pgd_set *set, uint32_t disk, uint64_t index, struct pgd_page *page);

/* --- set-remove.c --- */

/* Removes the disks and files that the file "unmade" in the folder of PATH lists: the remains of a set that was not
 * made or removed completely. The caller has locked "unmade", which stays. */
pgd_err pgd_set_sweep(const char *path, const struct pgd_use *use, struct pgd_error *error);

/* --- pages.c --- */

/* Starts the release of pages on all disks. HANDLE waits for its end. */
void pgd_set_release(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                     struct pgd_handle *handle);

/* Gives the generation of each of COUNT pages: the newest generation if NEWEST, otherwise the last committed one. */
pgd_err pgd_set_generations(struct pgd_set *set, const struct pgd_page *pages, size_t count, bool newest,
                            uint32_t *generations, struct pgd_error *error);

#endif
