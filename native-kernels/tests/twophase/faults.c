/* SPDX-License-Identifier: Apache-2.0 */
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static struct fault ordered;
static int calls, hits;
static size_t least_read;

void fault_order(const struct fault *fault) {
    const struct fault nothing = {FAULT_NONE, "", 0, 0};
    ordered = fault != NULL ? *fault : nothing;
    calls = hits = 0;
    least_read = SIZE_MAX;
}

size_t fault_least_read(void) {
    return least_read;
}

int fault_hits(void) {
    return hits;
}

static int hit(enum fault_call call, const char *path) {
    if (ordered.call != call || strstr(path, ordered.part) == NULL || calls++ < ordered.after)
        return 0;
    hits++;
    return 1;
}

static int hit_open_file(enum fault_call call, int fd) {
    char link[64], path[512];
    if (ordered.call != call)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    return hit(call, path);
}

/* Returns the result that a read or write of COUNT bytes may have: -1 with errno, or the number of bytes that it may
 * move. */
static ssize_t allowed(enum fault_call call, int fd, size_t count) {
    if (!hit_open_file(call, fd))
        return (ssize_t)count;
    if (ordered.error == 0 && hits % 2 == 0)
        return count > 0;
    errno = ordered.error != 0 ? ordered.error : EINTR;
    return -1;
}

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...) {
    va_list values;
    va_start(values, flags);
    const int mode = (flags & O_CREAT) != 0 ? va_arg(values, int) : 0;
    va_end(values);
    if (hit(FAULT_OPEN, path)) {
        errno = ordered.error;
        return -1;
    }
    char other[512];
    snprintf(other, sizeof other, "%s.other", path);
    return __real_open64(hit(FAULT_OTHER_FILE, path) ? other : path, flags, mode);
}

int __real_fstat64(int fd, struct stat *status);
int __wrap_fstat64(int fd, struct stat *status);
int __wrap_fstat64(int fd, struct stat *status) {
    const int rc = __real_fstat64(fd, status);
    if (rc == 0 && hit_open_file(FAULT_LARGE_UNIT, fd))
        status->st_blksize = LARGE_UNIT;
    return rc;
}

ssize_t __real_pread64(int fd, void *buffer, size_t count, off_t offset);
ssize_t __wrap_pread64(int fd, void *buffer, size_t count, off_t offset);
ssize_t __wrap_pread64(int fd, void *buffer, size_t count, off_t offset) {
    if (hit_open_file(FAULT_NOTHING, fd) && count < least_read)
        least_read = count;
    const ssize_t may = allowed(FAULT_READ, fd, count);
    return may < 0 ? -1 : __real_pread64(fd, buffer, (size_t)may, offset);
}

ssize_t __real_read(int fd, void *buffer, size_t count);
ssize_t __wrap_read(int fd, void *buffer, size_t count);
ssize_t __wrap_read(int fd, void *buffer, size_t count) {
    const ssize_t may = allowed(FAULT_READ, fd, count);
    return may < 0 ? -1 : __real_read(fd, buffer, (size_t)may);
}

ssize_t __real_write(int fd, const void *buffer, size_t count);
ssize_t __wrap_write(int fd, const void *buffer, size_t count);
ssize_t __wrap_write(int fd, const void *buffer, size_t count) {
    const ssize_t may = allowed(FAULT_WRITE, fd, count);
    return may < 0 ? -1 : __real_write(fd, buffer, (size_t)may);
}

ssize_t __real_pwrite64(int fd, const void *buffer, size_t count, off_t offset);
ssize_t __wrap_pwrite64(int fd, const void *buffer, size_t count, off_t offset);
ssize_t __wrap_pwrite64(int fd, const void *buffer, size_t count, off_t offset) {
    const ssize_t may = allowed(FAULT_WRITE, fd, count);
    return may < 0 ? -1 : __real_pwrite64(fd, buffer, (size_t)may, offset);
}

int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __wrap_fsync(int fd) {
    if (hit_open_file(FAULT_SYNC, fd)) {
        errno = ordered.error;
        return -1;
    }
    return __real_fsync(fd);
}

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to) {
    if (hit(FAULT_RENAME, from)) {
        errno = ordered.error;
        return -1;
    }
    return __real_rename(from, to);
}
