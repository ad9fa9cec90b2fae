/* SPDX-License-Identifier: Apache-2.0 */
/* Files: reading, writing and publishing whole files. Every function returns 0, or -1 with errno, unless stated
 * otherwise. */
#ifndef SLIPWAY_BASE_FILES_H
#define SLIPWAY_BASE_FILES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/*
 * Opens a regular file for reading, without waiting at a FIFO, and fills STATUS. Returns the descriptor, or -1 with
 * errno; ENOTSUP for any other kind of file.
 */
int sw_file_open(const char *path, struct stat *status);

/* Reads BYTES at OFFSET of FD, fewer only at the end of the file. Returns the number read, or -1 with errno. */
ssize_t sw_file_read_at(int fd, void *out, size_t bytes, uint64_t offset);

/* Creates or empties a file for writing, and refuses a symbolic link at PATH (ELOOP). Returns the descriptor, or -1. */
int sw_file_create(const char *path);

/* Writes all of BYTES at the position of FD. */
int sw_file_write(int fd, const void *data, size_t bytes);

/* Writes all of BYTES at OFFSET. */
int sw_file_write_at(int fd, const void *data, size_t bytes, uint64_t offset);

/* Makes the written data durable and closes FD, also after a failure. */
int sw_file_finish(int fd);

/* Opens the folder of PATH. Returns a descriptor for sw_folder_sync and close, or -1. */
int sw_folder_of(const char *path);

/* Makes the names of a folder durable. A file system without sync of folders counts as success. */
int sw_folder_sync(int fd);

/*
 * A file that is written under the name PATH.part and becomes PATH when complete. An empty part has NULL names and `fd`
 * -1.
 */
struct sw_part {
    char *path;
    char *part; /* NULL once the file has the name PATH, or if it was not created */
    int fd;     /* -1 once closed */
};

/*
 * Creates PATH.part, or empties a file that an earlier try has left. Refuses a folder at PATH (EISDIR), because no file
 * can get that name, and a device, a FIFO or a socket (ENOTSUP), which the file would replace. Refuses at PATH.part a
 * symbolic link (ELOOP), a file with several names (EMLINK), and a FIFO (ENOTSUP; ENXIO without a reader) without
 * waiting. The caller writes to `fd` and ends PART with sw_part_drop, also after a failure.
 */
int sw_part_create(const char *path, struct sw_part *part);

/* Makes the contents durable and closes the file. */
int sw_part_finish(struct sw_part *part);

/*
 * Renames the finished file to PATH, durably. After -1 the file has the name PATH only if the sync of the folder
 * failed; otherwise PATH is unchanged.
 */
int sw_part_publish(struct sw_part *part);

/* Frees PART, and removes a file without its final name. Accepts an empty part. Keeps errno. */
void sw_part_drop(struct sw_part *part);

#endif
