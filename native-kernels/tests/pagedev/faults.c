/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <unistd.h>

struct faults faults;

static atomic_int calls, writes, reads, syncs, reserves;

void faults_clear(void) {
    memset(&faults, 0, sizeof faults);
    calls = writes = reads = syncs = reserves = 0;
}

int faults_calls(void) {
    return calls;
}

/* Ends the program here, where that was asked for; returns whether the call must fail. */
static bool fails(atomic_int *count, int from) {
    const int call = atomic_fetch_add(&calls, 1) + 1, number = atomic_fetch_add(count, 1) + 1;
    if (faults.die_at != 0 && call >= faults.die_at)
        _exit(9);
    if (from == 0 || number < from)
        return false;
    errno = faults.reason;
    return true;
}

ssize_t __real_pwrite64(int fd, const void *bytes, size_t count, off_t offset);
ssize_t __wrap_pwrite64(int fd, const void *bytes, size_t count, off_t offset);
ssize_t __wrap_pwrite64(int fd, const void *bytes, size_t count, off_t offset) {
    if (fails(&writes, faults.write_at))
        return -1;
    if (count % 4096 == 0)
        faults.reads_at_write = faults.reads_done;
    if (faults.lose_from != 0 && writes >= faults.lose_from && count % 4096 == 0)
        return (ssize_t)count;
    return __real_pwrite64(fd, bytes, count, offset);
}

ssize_t __real_pread64(int fd, void *bytes, size_t count, off_t offset);
ssize_t __wrap_pread64(int fd, void *bytes, size_t count, off_t offset);
ssize_t __wrap_pread64(int fd, void *bytes, size_t count, off_t offset) {
    const int number = atomic_fetch_add(&reads, 1) + 1;
    if (faults.read_at != 0 && number >= faults.read_at) {
        errno = faults.reason;
        return -1;
    }
    const ssize_t got = __real_pread64(fd, bytes, count, offset);
    atomic_fetch_add(&faults.reads_done, 1);
    return got;
}

int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);
int __wrap_fdatasync(int fd) {
    return fails(&syncs, faults.sync_at) ? -1 : __real_fdatasync(fd);
}

int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __wrap_fsync(int fd) {
    return fails(&syncs, faults.sync_at) ? -1 : __real_fsync(fd);
}

int __real_fallocate64(int fd, int mode, off_t offset, off_t count);
int __wrap_fallocate64(int fd, int mode, off_t offset, off_t count);
int __wrap_fallocate64(int fd, int mode, off_t offset, off_t count) {
    return fails(&reserves, faults.reserve_at) ? -1 : __real_fallocate64(fd, mode, offset, count);
}

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to) {
    atomic_int none = 0;
    return fails(&none, 0) ? -1 : __real_rename(from, to);
}

int __real_unlink(const char *path);
int __wrap_unlink(const char *path);
int __wrap_unlink(const char *path) {
    atomic_int none = 0;
    return fails(&none, 0) ? -1 : __real_unlink(path);
}

int __real_rmdir(const char *path);
int __wrap_rmdir(const char *path);
int __wrap_rmdir(const char *path) {
    atomic_int none = 0;
    return fails(&none, 0) ? -1 : __real_rmdir(path);
}

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const int mode = (flags & O_CREAT) != 0 ? va_arg(rest, int) : 0;
    va_end(rest);
    if (faults.no_direct && (flags & O_DIRECT) != 0) {
        errno = EINVAL;
        return -1;
    }
    return __real_open64(path, flags, mode);
}

int __real_statvfs64(const char *path, struct statvfs *room);
int __wrap_statvfs64(const char *path, struct statvfs *room);
int __wrap_statvfs64(const char *path, struct statvfs *room) {
    const int status = __real_statvfs64(path, room);
    if (status == 0 && faults.free_bytes > 0)
        room->f_bavail = (fsblkcnt_t)(faults.free_bytes / room->f_frsize);
    return status;
}
