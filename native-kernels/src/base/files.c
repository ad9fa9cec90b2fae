/* SPDX-License-Identifier: Apache-2.0 */
#include "base/files.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int close_keeping_errno(int fd) {
    const int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

/* Opens a regular file without waiting at a FIFO. Fails with ENOTSUP for any other kind of file. */
static int open_regular(const char *path, int flags, struct stat *status) {
    const int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd < 0)
        return -1;
    if (fstat(fd, status) != 0)
        return close_keeping_errno(fd);
    if (!S_ISREG(status->st_mode)) {
        errno = ENOTSUP;
        return close_keeping_errno(fd);
    }
    return fd;
}

int sw_file_open(const char *path, struct stat *status) {
    return open_regular(path, O_RDONLY, status);
}

ssize_t sw_file_read_at(int fd, void *out, size_t bytes, uint64_t offset) {
    size_t have = 0;
    while (have < bytes) {
        const ssize_t n = pread(fd, (char *)out + have, bytes - have, (off_t)(offset + have));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        have += (size_t)n;
    }
    return (ssize_t)have;
}

int sw_file_create(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
}

int sw_file_write(int fd, const void *data, size_t bytes) {
    const char *at = data;
    while (bytes > 0) {
        const ssize_t n = write(fd, at, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        at += n;
        bytes -= (size_t)n;
    }
    return 0;
}

int sw_file_write_at(int fd, const void *data, size_t bytes, uint64_t offset) {
    const char *at = data;
    while (bytes > 0) {
        const ssize_t n = pwrite(fd, at, bytes, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        at += n;
        offset += (uint64_t)n;
        bytes -= (size_t)n;
    }
    return 0;
}

int sw_file_finish(int fd) {
    return fsync(fd) == 0 ? close(fd) : close_keeping_errno(fd);
}

int sw_folder_of(const char *path) {
    char *copy = strdup(path); /* dirname(3) modifies its argument */
    if (copy == NULL)
        return -1;
    const int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(copy);
    return fd;
}

int sw_folder_sync(int fd) {
    return fsync(fd) == 0 || errno == EINVAL ? 0 : -1;
}

/* Creates or empties NAME. Refuses a file with several names (EMLINK), because that file would lose its contents. */
static int open_alone(const char *name) {
    struct stat status;
    const int fd = open_regular(name, O_WRONLY | O_CREAT | O_NOFOLLOW, &status);
    if (fd < 0)
        return -1;
    if (status.st_nlink > 1) {
        errno = EMLINK;
        return close_keeping_errno(fd);
    }
    return ftruncate(fd, 0) == 0 ? fd : close_keeping_errno(fd);
}

/* Returns the reason why no file can get the name PATH: EISDIR for a folder, ENOTSUP for a device, FIFO or socket; 0 if
 * a file can. */
static int why_kept(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISLNK(status.st_mode))
        return 0;
    return S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP;
}

int sw_part_create(const char *path, struct sw_part *part) {
    const int kept = why_kept(path);
    *part = (struct sw_part){strdup(path), NULL, -1};
    char *name = sw_text_join(path, ".part");
    if (part->path != NULL && name != NULL && kept == 0)
        part->fd = open_alone(name);
    if (part->fd >= 0) {
        part->part = name;
        return 0;
    }
    const int reason = kept != 0 ? kept : part->path != NULL && name != NULL ? errno : ENOMEM;
    free(name); /* a file of this name belongs to another writer: sw_part_drop must not remove the file */
    errno = reason;
    return -1;
}

int sw_part_finish(struct sw_part *part) {
    const int fd = part->fd;
    part->fd = -1;
    return sw_file_finish(fd);
}

int sw_part_publish(struct sw_part *part) {
    const int folder = sw_folder_of(part->path); /* opened first, so that no step can fail between renaming and sync */
    if (folder < 0)
        return -1;
    if (rename(part->part, part->path) != 0)
        return close_keeping_errno(folder);
    free(part->part);
    part->part = NULL;
    if (sw_folder_sync(folder) != 0)
        return close_keeping_errno(folder);
    close(folder);
    return 0;
}

void sw_part_drop(struct sw_part *part) {
    const int reason = errno;
    if (part->fd >= 0)
        close(part->fd);
    if (part->part != NULL)
        unlink(part->part);
    free(part->part);
    free(part->path);
    *part = (struct sw_part){NULL, NULL, -1};
    errno = reason;
}
