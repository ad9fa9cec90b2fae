/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on files and folders. The caller frees returned texts, which are NULL if there is no memory. */
#ifndef SLIPWAY_PAGEDEV_FOLDER_H
#define SLIPWAY_PAGEDEV_FOLDER_H

#include "internal.h"

enum { PGD_FILE_MODE = 0640 }; /* an array may be private */

/* Returns FOLDER/NAME, or NAME alone if NAME begins with '/'. */
char *pgd_path(const char *folder, const char *name);

/* Returns whether a file or folder PATH exists. */
bool pgd_file_exists(const char *path);

/* Makes a folder, unless the folder exists. Sets *MADE, unless MADE is NULL, to whether the folder was made. */
pgd_err pgd_folder_make(const char *path, bool *made, struct pgd_error *error);

/* Removes the files NAMES of a folder, and then the folder, if the folder is empty. NAMES ends with NULL. Returns 0, or
 * -1 with errno if a file or the folder is left. A missing folder counts as removed. */
int pgd_folder_remove(const char *path, const char *const *names);

/* Removes the file NAME of a folder. A missing file is no error. */
void pgd_folder_remove_file(const char *path, const char *name);

/* Makes the name PATH durable in its folder. */
pgd_err pgd_name_sync(const char *path, struct pgd_error *error);

/* Sets *BYTES to the free bytes, for an ordinary user, of the file system at PATH, and *SYSTEM to the identity of the
 * file system. */
pgd_err pgd_folder_space(const char *path, uint64_t *bytes, uint64_t *system, struct pgd_error *error);

/* Locks the existing file PATH against other processes and other opens in this process. The descriptor *FD holds the
 * lock until it is closed; *FD is -1 after a failure. PGD_ERR_BUSY says that THING is open already. */
pgd_err pgd_lock(const char *path, const char *thing, int *fd, struct pgd_error *error);

/* Locks the file PATH as pgd_lock does, and makes a missing file first. */
pgd_err pgd_lock_made(const char *path, const char *thing, int *fd, struct pgd_error *error);

/* Renames the file PATH to TO in the same folder, durably. Replaces a file of that name. */
pgd_err pgd_file_rename(const char *path, const char *to, struct pgd_error *error);

/* Takes away the rights of a file that PGD_FILE_MODE does not have, on a file system with rights. */
void pgd_file_hide(int fd);

/* Replaces the contents of the file PATH by the BYTES at DATA, durably. Makes a missing file. */
pgd_err pgd_file_replace(const char *path, const void *data, size_t bytes, struct pgd_error *error);

/* Reads a whole file of at most MOST bytes to *DATA, which the caller frees, with a NUL behind the bytes. */
pgd_err pgd_file_read(const char *path, size_t most, char **data, size_t *bytes, struct pgd_error *error);

#endif
