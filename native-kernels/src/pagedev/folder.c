/* SPDX-License-Identifier: Apache-2.0 */
#include "folder.h"

#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

char *pgd_path(const char *folder, const char *name) {
    char *path = NULL;
    const int written = name[0] == '/' ? asprintf(&path, "%s", name) : asprintf(&path, "%s/%s", folder, name);
    return written < 0 ? NULL : path;
}

bool pgd_file_exists(const char *path) {
    return access(path, F_OK) == 0;
}

pgd_err pgd_folder_make(const char *path, bool *made, struct pgd_error *error) {
    struct stat status;
    const bool fresh = mkdir(path, 0777) == 0;
    if (made != NULL)
        *made = fresh;
    if (!fresh && errno != EEXIST)
        return pgd_fail(error, PGD_ERR_OPEN, "folder %s: cannot be created: %s", path, strerror(errno));
    if (stat(path, &status) != 0)
        return pgd_fail(error, PGD_ERR_OPEN, "folder %s: cannot be looked at: %s", path, strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return pgd_fail(error, PGD_ERR_OPEN, "%s: is no folder", path);
    return PGD_OK;
}

int pgd_folder_remove(const char *path, const char *const *names) {
    for (size_t i = 0; names[i] != NULL; i++) {
        char *file = pgd_path(path, names[i]);
        if (file == NULL)
            return -1;
        const int status = unlink(file);
        free(file);
        if (status != 0 && errno != ENOENT)
            return -1;
    }
    return rmdir(path) == 0 || errno == ENOENT ? 0 : -1;
}

void pgd_folder_remove_file(const char *path, const char *name) {
    char *file = pgd_path(path, name);
    if (file != NULL)
        unlink(file);
    free(file);
}

pgd_err pgd_name_sync(const char *path, struct pgd_error *error) {
    const int fd = sw_folder_of(path);
    const int status = fd < 0 ? -1 : sw_folder_sync(fd);
    const int reason = errno;
    if (fd >= 0)
        close(fd);
    return status == 0 ? PGD_OK
                       : pgd_fail(error, reason == ENOSPC ? PGD_ERR_SPACE : PGD_ERR_IO,
                                  "%s: its name cannot be made durable: %s", path, strerror(reason));
}

pgd_err pgd_folder_space(const char *path, uint64_t *bytes, uint64_t *system, struct pgd_error *error) {
    struct statvfs room;
    struct stat status;
    if (statvfs(path, &room) != 0 || stat(path, &status) != 0)
        return pgd_fail(error, PGD_ERR_OPEN, "folder %s: its free space cannot be asked: %s", path, strerror(errno));
    *bytes = (uint64_t)room.f_bavail * room.f_frsize;
    *system = (uint64_t)status.st_dev;
    return PGD_OK;
}

/* Returns whether FD is the file that has the name PATH now, and not a file that has lost the name. */
static bool has_name(int fd, const char *path) {
    struct stat own, named;
    return fstat(fd, &own) == 0 && lstat(path, &named) == 0 && own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

/* Opens the file PATH with FLAGS, and locks it. Tries again if the file has lost its name meanwhile. */
static pgd_err lock_file(const char *path, int flags, const char *thing, int *fd, struct pgd_error *error) {
    pgd_err code = PGD_OK;
    for (;;) {
        *fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, PGD_FILE_MODE);
        if (*fd < 0)
            return pgd_fail(error, PGD_ERR_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
        if (flock(*fd, LOCK_EX | LOCK_NB) != 0)
            break;
        if (has_name(*fd, path))
            return PGD_OK;
        close(*fd);
    }
    if (errno == EWOULDBLOCK)
        code = pgd_fail(error, PGD_ERR_BUSY,
                        "%s: is open already, and has one writer at a time; wait until it is closed", thing);
    else
        code = pgd_fail(error, PGD_ERR_IO, "%s: cannot be locked: %s", path, strerror(errno));
    close(*fd);
    *fd = -1;
    return code;
}

pgd_err pgd_lock(const char *path, const char *thing, int *fd, struct pgd_error *error) {
    return lock_file(path, 0, thing, fd, error);
}

pgd_err pgd_lock_made(const char *path, const char *thing, int *fd, struct pgd_error *error) {
    return lock_file(path, O_CREAT, thing, fd, error);
}

pgd_err pgd_file_rename(const char *path, const char *to, struct pgd_error *error) {
    if (rename(path, to) != 0)
        return pgd_fail(error, PGD_ERR_IO, "%s: cannot get the name %s: %s", path, to, strerror(errno));
    return pgd_name_sync(to, error);
}

void pgd_file_hide(int fd) {
    struct stat status;
    if (fstat(fd, &status) == 0)
        (void)fchmod(fd, status.st_mode & PGD_FILE_MODE);
}

static int replace(const char *path, const void *data, size_t bytes) {
    struct sw_part part;
    if (sw_part_create(path, &part) != 0)
        return -1;
    pgd_file_hide(part.fd);
    const int status =
        sw_file_write(part.fd, data, bytes) == 0 && sw_part_finish(&part) == 0 ? sw_part_publish(&part) : -1;
    sw_part_drop(&part);
    return status;
}

pgd_err pgd_file_replace(const char *path, const void *data, size_t bytes, struct pgd_error *error) {
    if (replace(path, data, bytes) == 0)
        return PGD_OK;
    const int reason = errno;
    return pgd_fail(error, reason == ENOSPC || reason == EDQUOT ? PGD_ERR_SPACE : PGD_ERR_IO,
                    "%s: cannot be written: %s", path, strerror(reason));
}

pgd_err pgd_file_read(const char *path, size_t most, char **data, size_t *bytes, struct pgd_error *error) {
    struct stat status;
    pgd_err code = PGD_OK;
    *data = NULL;
    const int fd = sw_file_open(path, &status);
    if (fd < 0)
        return pgd_fail(error, PGD_ERR_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
    *bytes = (size_t)status.st_size;
    if ((uint64_t)status.st_size > most)
        code = pgd_fail(error, PGD_ERR_FORMAT, "%s: has %lld bytes, more than the %zu that it can have", path,
                        (long long)status.st_size, most);
    else if ((*data = malloc(*bytes + 1)) == NULL)
        code = pgd_lacks_memory(error, *bytes, "a file");
    else if (sw_file_read_at(fd, *data, *bytes, 0) != (ssize_t)*bytes)
        code = pgd_fail(error, PGD_ERR_IO, "%s: cannot be read to its end", path);
    close(fd);
    if (code != PGD_OK) {
        free(*data);
        *data = NULL;
    } else {
        (*data)[*bytes] = '\0';
    }
    return code;
}
