/* SPDX-License-Identifier: Apache-2.0 */
/* Names of files and folders. Texts that are returned are the caller's to free, and NULL without memory. */
#ifndef SLIPWAY_PAGEDEV_FOLDER_H
#define SLIPWAY_PAGEDEV_FOLDER_H

#include "internal.h"

enum { PGD_FILE_MODE = 0640 }; /* an array may be private */

/* Returns FOLDER/NAME; NAME alone where it begins with '/'. */
char *pgd_path(const char *folder, const char *name);

/* Whether there is anything of that name. */
bool pgd_file_exists(const char *path);

/* Makes a folder, unless it is there; *made says whether it was not, and may be NULL. */
pgd_err pgd_folder_make(const char *path, bool *made, struct pgd_error *error);

/* Removes the files NAMES of a folder, and the folder where nothing else is in it. NAMES ends with NULL. Returns 0, or
 * -1 with errno where something is left; a folder that is not there counts as removed. */
int pgd_folder_remove(const char *path, const char *const *names);

/* Removes the file NAME of a folder, which may not be there. */
void pgd_folder_remove_file(const char *path, const char *name);

/* Makes the name PATH durable in its folder. */
pgd_err pgd_name_sync(const char *path, struct pgd_error *error);

/* Returns how many bytes of the file system at PATH an ordinary user can take, and which file system it is. */
pgd_err pgd_folder_space(const char *path, uint64_t *bytes, uint64_t *system, struct pgd_error *error);

/* Locks the file PATH, which exists, against other processes and other opens of this one. *FD holds the lock until it
 * is closed; -1 after a failure. PGD_ERR_BUSY says that THING is open already. */
pgd_err pgd_lock(const char *path, const char *thing, int *fd, struct pgd_error *error);

/* The same, and makes the file where there is none. */
pgd_err pgd_lock_made(const char *path, const char *thing, int *fd, struct pgd_error *error);

/* Gives the file PATH the name TO in the same folder, durably and in the place of what had it. */
pgd_err pgd_file_rename(const char *path, const char *to, struct pgd_error *error);

/* Takes from a file the rights that PGD_FILE_MODE has not, where the file system has rights. */
void pgd_file_hide(int fd);

/* Writes BYTES to PATH, durably and in the place of what was there. */
pgd_err pgd_file_replace(const char *path, const void *data, size_t bytes, struct pgd_error *error);

/* Reads a whole file of at most MOST bytes, with a NUL behind it. */
pgd_err pgd_file_read(const char *path, size_t most, char **data, size_t *bytes, struct pgd_error *error);

#endif
