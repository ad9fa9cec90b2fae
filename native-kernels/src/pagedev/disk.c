/* SPDX-License-Identifier: Apache-2.0 */
#include "disk.h"

#include "base/files.h"
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGNMENT = PGD_BUFFER_ALIGNMENT };

size_t pgd_place_bytes(size_t page_bytes) {
    return (page_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static pgd_err fail_errno(const struct pgd_disk *disk, struct pgd_error *error, const char *what, int reason) {
    const bool full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
    return pgd_fail(error, full ? PGD_ERR_SPACE : PGD_ERR_IO, "disk %s: cannot %s: %s; %s", disk->folder, what,
                    strerror(reason), full ? "free space there, and go on" : "look at the disk, and go on");
}

/* Reserves room in the file from place FROM + 1 to place TO. Leaves the file unchanged if the disk has too little room.
 * On a file system that cannot reserve room, only the length of the file changes. */
static int reserve(const struct pgd_disk *disk, uint64_t from, uint64_t to) {
    const off_t begin = (off_t)(from * disk->place_bytes), end = (off_t)(to * disk->place_bytes);
    if (fallocate(disk->fd, 0, begin, end - begin) == 0)
        return 0;
    if (errno == EOPNOTSUPP || errno == ENOSYS)
        return ftruncate(disk->fd, end);
    const int reason = errno;
    if (ftruncate(disk->fd, begin) != 0)
        return -1;
    errno = reason;
    return -1;
}

/* Returns whether reads of FD work with O_DIRECT. Some file systems accept the flag and refuse the reads. */
static bool reads_directly(int fd) {
    void *memory = NULL;
    if (posix_memalign(&memory, ALIGNMENT, ALIGNMENT) != 0)
        return false;
    const ssize_t got = pread(fd, memory, ALIGNMENT, 0);
    free(memory);
    return got >= 0;
}

static int open_data(struct pgd_disk *disk, const char *path, bool page_cache) {
    if (!page_cache) {
        disk->fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_DIRECT);
        if (disk->fd >= 0 && reads_directly(disk->fd)) {
            disk->direct = true;
            return 0;
        }
        if (disk->fd >= 0)
            close(disk->fd);
        else if (errno != EINVAL && errno != EOPNOTSUPP)
            return -1;
    }
    disk->direct = false;
    disk->fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    return disk->fd >= 0 ? 0 : -1;
}

static pgd_err begin(const char *folder, size_t page_bytes, struct pgd_disk *disk, char **path,
                     struct pgd_error *error) {
    *disk = (struct pgd_disk){.fd = -1, .page_bytes = page_bytes, .place_bytes = pgd_place_bytes(page_bytes)};
    disk->folder = strdup(folder);
    *path = pgd_path(folder, "pages");
    return disk->folder != NULL && *path != NULL ? PGD_OK : pgd_lacks_memory(error, strlen(folder), "a name");
}

pgd_err pgd_disk_create(const char *folder, size_t page_bytes, uint32_t places, struct pgd_disk *disk,
                        struct pgd_error *error) {
    char *path;
    pgd_err code = begin(folder, page_bytes, disk, &path, error);
    if (code == PGD_OK) {
        disk->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, PGD_FILE_MODE);
        if (disk->fd < 0)
            code = pgd_fail(error, PGD_ERR_OPEN, "%s: cannot be created: %s", path, strerror(errno));
        else if (reserve(disk, 0, places) != 0 || fsync(disk->fd) != 0)
            code = fail_errno(disk, error, "hold room for its pages", errno);
        if (code != PGD_OK && disk->fd >= 0)
            unlink(path);
    }
    disk->places = places;
    free(path);
    return code;
}

pgd_err pgd_disk_open(const char *folder, size_t page_bytes, bool page_cache, struct pgd_disk *disk,
                      struct pgd_error *error) {
    char *path;
    struct stat status;
    pgd_err code = begin(folder, page_bytes, disk, &path, error);
    if (code == PGD_OK && (open_data(disk, path, page_cache) != 0 || fstat(disk->fd, &status) != 0))
        code = pgd_fail(error, PGD_ERR_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
    if (code == PGD_OK && !S_ISREG(status.st_mode))
        code = pgd_fail(error, PGD_ERR_OPEN, "%s: is no regular file", path);
    if (code == PGD_OK) {
        const uint64_t places = (uint64_t)status.st_size / disk->place_bytes;
        disk->places = places < UINT32_MAX ? (uint32_t)places : UINT32_MAX - 1;
    }
    free(path);
    return code;
}

pgd_err pgd_disk_grow(struct pgd_disk *disk, uint32_t more, struct pgd_error *error) {
    if (more > UINT32_MAX - 1 - disk->places)
        return pgd_fail(error, PGD_ERR_SPACE, "disk %s: has as many pages as there are numbers for them", disk->folder);
    if (reserve(disk, disk->places, (uint64_t)disk->places + more) != 0)
        return fail_errno(disk, error, "hold room for one page more", errno);
    disk->places += more;
    return PGD_OK;
}

/* Returns memory that fits O_DIRECT: MEMORY if possible, otherwise *SPARE, or NULL if there is no memory. */
static void *fitting(const struct pgd_disk *disk, const void *memory, void **spare) {
    const bool aligned = (uintptr_t)memory % ALIGNMENT == 0 && disk->place_bytes == disk->page_bytes;
    if (!disk->direct || aligned)
        return (void *)memory;
    if (*spare == NULL && posix_memalign(spare, ALIGNMENT, disk->place_bytes) != 0)
        *spare = NULL;
    else if (*spare != NULL && disk->place_bytes > disk->page_bytes)
        memset((char *)*spare + disk->page_bytes, 0, disk->place_bytes - disk->page_bytes);
    return *spare;
}

static size_t moved_bytes(const struct pgd_disk *disk, const void *at, const void *memory) {
    return at == memory ? disk->page_bytes : disk->place_bytes;
}

static uint64_t offset_of(const struct pgd_disk *disk, uint32_t place) {
    return (uint64_t)(place - 1) * disk->place_bytes;
}

pgd_err pgd_disk_read(const struct pgd_disk *disk, uint32_t place, void *memory, void **spare,
                      struct pgd_error *error) {
    void *at = fitting(disk, memory, spare);
    if (at == NULL)
        return pgd_lacks_memory(error, disk->place_bytes, "a page");
    const ssize_t got = sw_file_read_at(disk->fd, at, moved_bytes(disk, at, memory), offset_of(disk, place));
    if (got < 0)
        return fail_errno(disk, error, "read a page", errno);
    if ((size_t)got < disk->page_bytes)
        return pgd_fail(error, PGD_ERR_DAMAGED, "disk %s: the file of pages ends before this page; it was cut off",
                        disk->folder);
    if (at != memory)
        memcpy(memory, at, disk->page_bytes);
    return PGD_OK;
}

pgd_err pgd_disk_write(const struct pgd_disk *disk, uint32_t place, const void *memory, void **spare,
                       struct pgd_error *error) {
    void *at = fitting(disk, memory, spare);
    if (at == NULL)
        return pgd_lacks_memory(error, disk->place_bytes, "a page");
    if (at != memory)
        memcpy(at, memory, disk->page_bytes);
    if (sw_file_write_at(disk->fd, at, moved_bytes(disk, at, memory), offset_of(disk, place)) != 0)
        return fail_errno(disk, error, "write a page", errno);
    return PGD_OK;
}

pgd_err pgd_disk_sync(const struct pgd_disk *disk, struct pgd_error *error) {
    return fdatasync(disk->fd) == 0 ? PGD_OK : fail_errno(disk, error, "make pages durable", errno);
}

void pgd_disk_close(struct pgd_disk *disk) {
    if (disk->fd >= 0)
        close(disk->fd);
    free(disk->folder);
    *disk = (struct pgd_disk){.fd = -1};
}
