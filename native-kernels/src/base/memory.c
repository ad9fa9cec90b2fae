/* SPDX-License-Identifier: Apache-2.0 */
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int map(int fd, size_t bytes, struct sw_memory *memory) {
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (base == MAP_FAILED)
        return -1;
    *memory = (struct sw_memory){base, bytes};
    return 0;
}

static int close_keeping_errno(int fd, int result) {
    const int reason = errno;
    close(fd);
    errno = reason;
    return result;
}

int sw_memory_create(const char *name, size_t bytes, struct sw_memory *memory) {
    if (bytes == 0 || bytes > INT64_MAX) {
        errno = EINVAL;
        return -1;
    }
    const int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return -1;
    int refused;
    do
        refused = posix_fallocate(fd, 0, (off_t)bytes);
    while (refused == EINTR);
    if (refused == 0 && map(fd, bytes, memory) == 0)
        return close_keeping_errno(fd, 0);
    const int reason = refused != 0 ? refused : errno;
    shm_unlink(name);
    errno = reason;
    return close_keeping_errno(fd, -1);
}

int sw_memory_open(const char *name, struct sw_memory *memory) {
    struct stat status;
    const int fd = shm_open(name, O_RDWR, 0);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) != 0)
        return close_keeping_errno(fd, -1);
    if (status.st_uid != geteuid()) { /* another user has predicted the name and made this memory before */
        errno = EPERM;
        return close_keeping_errno(fd, -1);
    }
    if (status.st_size <= 0) { /* the maker has not allocated the memory yet */
        errno = EAGAIN;
        return close_keeping_errno(fd, -1);
    }
    return close_keeping_errno(fd, map(fd, (size_t)status.st_size, memory));
}

void sw_memory_close(struct sw_memory *memory) {
    if (memory->base != NULL)
        munmap(memory->base, memory->bytes);
    *memory = (struct sw_memory){NULL, 0};
}

int sw_memory_remove(const char *name) {
    return shm_unlink(name);
}
