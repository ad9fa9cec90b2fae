/* SPDX-License-Identifier: Apache-2.0 */
/* Files: read whole, written whole, put in their places. Every function returns 0, or -1 with errno, unless it says. */
#ifndef SLIPWAY_BASE_FILES_H
#define SLIPWAY_BASE_FILES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/*
 * Opens a regular file for reading, without waiting at a FIFO, and fills STATUS. Returns the descriptor, or -1 with
 * errno; ENOTSUP for anything but a regular file.
 */
int sw_file_open(const char *path, struct stat *status);

/* Reads BYTES at OFFSET of FD, fewer only at the end of the file. Returns how many, or -1 with errno. */
ssize_t sw_file_read_at(int fd, void *out, size_t bytes, uint64_t offset);

/* Creates or empties a file for writing, and refuses a symbolic link at PATH (ELOOP). Returns the descriptor, or -1. */
int sw_file_create(const char *path);

/* Writes all of BYTES where FD stands. */
int sw_file_write(int fd, const void *data, size_t bytes);

/* Writes all of BYTES at OFFSET. */
int sw_file_write_at(int fd, const void *data, size_t bytes, uint64_t offset);

/* Makes what was written durable and closes FD, which is closed also after a failure. */
int sw_file_finish(int fd);

/* Opens the folder that PATH lies in. Returns a descriptor for sw_folder_sync and close, or -1. */
int sw_folder_of(const char *path);

/* Makes the names of a folder durable. A file system that has nothing to sync counts as success. */
int sw_folder_sync(int fd);

/*
 * A file that is written under the name PATH.part and becomes PATH when it is whole. A part that is none has NULL names
 * and `fd` -1.
 */
struct sw_part {
    char *path;
    char *part; /* NULL once the file has its name, or where it was not created */
    int fd;     /* -1 once it is closed */
};

/*
 * Creates PATH.part, or empties it where an earlier try has left it. Refuses a PATH that is a folder (EISDIR), for no
 * file can get its name, and one that is a device, a FIFO or a socket (ENOTSUP), which the file would replace. Refuses
 * as PATH.part a symbolic link (ELOOP), a file with several names (EMLINK), and a FIFO (ENOTSUP; ENXIO where nobody
 * reads it), at which it does not wait. The caller writes to `fd` and ends PART with sw_part_drop, also after a
 * failure.
 */
int sw_part_create(const char *path, struct sw_part *part);

/* Makes the contents durable and closes the file. */
int sw_part_finish(struct sw_part *part);

/*
 * Gives the finished file its name, durably. After -1 the file has its name only where the folder could not be synced;
 * else PATH is as it was.
 */
int sw_part_publish(struct sw_part *part);

/* Frees PART, and removes the file where it has not got its name. Accepts a part that is none. Keeps errno. */
void sw_part_drop(struct sw_part *part);

#endif
