/* SPDX-License-Identifier: Apache-2.0 */
#include "registry.h"

#include "errors.h"

#include "base/files.h"
#include "base/fingerprint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH_BYTES = WORLD_PATH_BYTES + 3 * PROC_ADDRESS_BYTES, HEAD_MOST = 256, STORED_MOST = 1 << 30 };

proc_err registry_check(const char *address, struct proc_error *error) {
    const size_t length = strlen(address);
    bool right = length > 0 && length < 80;
    for (size_t i = 0; i < length; i++)
        right &= address[i] > ' ' && address[i] < 0x7f;
    return right ? PROC_OK
                 : proc_fail(error, PROC_ERR_ADDRESS,
                             "\"%.40s\" is no address: take 1 to 79 letters, digits and signs without spaces", address);
}

static void path_of(const struct proc_world *world, const char *address, const char *ending, char out[PATH_BYTES]) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t at = (size_t)snprintf(out, WORLD_PATH_BYTES + 16, "%s/objects/", world->folder);
    for (; *address != '\0'; address++) {
        if (strchr(plain, *address) != NULL)
            out[at++] = *address;
        else
            at += (size_t)snprintf(out + at, 4, "%%%02x", (unsigned char)*address);
    }
    snprintf(out + at, PATH_BYTES - at, "%s", ending);
}

static proc_err make_folder(const struct proc_world *world, struct proc_error *error) {
    char path[PATH_BYTES];
    if (world->folder[0] == '\0')
        return proc_fail(error, PROC_ERR_STORE,
                         "the world has no folder, so no object of it can have an address: give "
                         "one in the plan of its servers");
    snprintf(path, sizeof path, "%s/objects", world->folder);
    if ((mkdir(world->folder, 0700) != 0 && errno != EEXIST) || (mkdir(path, 0700) != 0 && errno != EEXIST))
        return proc_fail(error, PROC_ERR_STORE, "the folder %s cannot be made: %s", path, strerror(errno));
    struct stat status;
    if (stat(path, &status) == 0 && status.st_uid == geteuid())
        return PROC_OK;
    return proc_fail(error, PROC_ERR_STORE, "the folder %s is another user's: take one of your own", path);
}

/* Opens the file PATH, and tries to lock the file. Returns the descriptor, or -1 with errno. EWOULDBLOCK means that
 * another process holds the lock; then *OTHERS is the descriptor. */
static int lock_file(const char *path, int *others) {
    struct stat opened, there;
    *others = -1;
    for (;;) {
        const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0)
            return -1;
        if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
            *others = fd;
            errno = EWOULDBLOCK;
            return -1;
        }
        /* The owner may have removed the file between open and lock. Then the lock must be taken on the new file. */
        if (fstat(fd, &opened) == 0 && stat(path, &there) == 0 && opened.st_ino == there.st_ino &&
            opened.st_dev == there.st_dev)
            return fd;
        close(fd);
    }
}

registry_owner registry_own(const struct proc_world *world, const char *address, int *lock, struct proc_remote *object,
                            struct proc_error *error) {
    char path[PATH_BYTES];
    int others;
    *object = (struct proc_remote){0};
    *lock = -1;
    if (registry_check(address, error) != PROC_OK || make_folder(world, error) != PROC_OK)
        return REGISTRY_FAILED;
    path_of(world, address, ".lock", path);
    const int fd = lock_file(path, &others);
    if (others >= 0) {
        if (pread(others, object, sizeof *object, 0) != sizeof *object)
            *object = (struct proc_remote){0};
        close(others);
        return REGISTRY_OTHERS;
    }
    if (fd < 0 || ftruncate(fd, 0) != 0) { /* removes the pointer of an owner that has died */
        proc_fail(error, PROC_ERR_STORE, "%s cannot be opened: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return REGISTRY_FAILED;
    }
    *lock = fd;
    return REGISTRY_OURS;
}

proc_err registry_say(int lock, struct proc_remote object, struct proc_error *error) {
    if (sw_file_write_at(lock, &object, sizeof object, 0) == 0)
        return PROC_OK;
    return proc_fail(error, PROC_ERR_STORE, "the registry cannot be written: %s", strerror(errno));
}

bool registry_has(const struct proc_world *world, const char *address) {
    char path[PATH_BYTES];
    path_of(world, address, ".object", path);
    return access(path, F_OK) == 0;
}

proc_err registry_write(const struct proc_world *world, const char *address, const struct stored *stored,
                        struct proc_error *error) {
    char path[PATH_BYTES], head[HEAD_MOST];
    struct sw_part part;
    path_of(world, address, ".object", path);
    const int length =
        snprintf(head, sizeof head, "slipway-object 1\n%s\n%016" PRIx64 "\n%zu\n%016" PRIx64 "\n", stored->class_name,
                 stored->version, stored->count, sw_fingerprint(stored->bytes, stored->count, 0));
    const bool written = sw_part_create(path, &part) == 0 && fchmod(part.fd, 0600) == 0 &&
                         sw_file_write(part.fd, head, (size_t)length) == 0 &&
                         sw_file_write(part.fd, stored->bytes, stored->count) == 0 && sw_part_finish(&part) == 0 &&
                         sw_part_publish(&part) == 0;
    if (!written)
        proc_fail(error, PROC_ERR_STORE, "the object %s cannot be stored: %s: %s", address, path, strerror(errno));
    sw_part_drop(&part);
    return written ? PROC_OK : PROC_ERR_STORE;
}

/* Returns the line at *AT, which ends before END, and moves *AT behind the line. Returns NULL if there is no line. */
static char *next_line(char **at, char *end) {
    char *line = *at, *newline = memchr(line, '\n', (size_t)(end - line));
    if (newline == NULL)
        return NULL;
    *newline = '\0';
    *at = newline + 1;
    return line;
}

static bool read_hex(const char *text, uint64_t *out) {
    char *end;
    *out = text == NULL ? 0 : strtoull(text, &end, 16);
    return text != NULL && strlen(text) == 16 && *end == '\0';
}

/* Parses the text of a file of the registry. Returns whether the text is valid. */
static bool parse(char *text, size_t bytes, struct stored *stored) {
    char *at = text, *end = text + bytes, *rest;
    const char *first = next_line(&at, end), *class_name = first == NULL ? NULL : next_line(&at, end);
    uint64_t fingerprint;
    if (class_name == NULL || strcmp(first, "slipway-object 1") != 0 || strlen(class_name) >= PROC_NAME_BYTES ||
        !read_hex(next_line(&at, end), &stored->version))
        return false;
    snprintf(stored->class_name, sizeof stored->class_name, "%s", class_name);
    const char *count = next_line(&at, end);
    if (count == NULL || !read_hex(next_line(&at, end), &fingerprint))
        return false;
    stored->count = (size_t)strtoull(count, &rest, 10);
    if (*rest != '\0' || stored->count != (size_t)(end - at) || sw_fingerprint(at, stored->count, 0) != fingerprint)
        return false;
    stored->bytes = malloc(stored->count + 1);
    if (stored->bytes != NULL)
        memcpy(stored->bytes, at, stored->count);
    return stored->bytes != NULL;
}

proc_err registry_read(const struct proc_world *world, const char *address, struct stored *stored,
                       struct proc_error *error) {
    char path[PATH_BYTES];
    struct stat status;
    *stored = (struct stored){.bytes = NULL};
    path_of(world, address, ".object", path);
    const int fd = sw_file_open(path, &status);
    if (fd < 0)
        return proc_fail(error, errno == ENOENT ? PROC_ERR_ADDRESS : PROC_ERR_STORE,
                         errno == ENOENT ? "no object has the address %s: %s: %s"
                                         : "the object %s cannot be read: %s: %s",
                         address, path, strerror(errno));
    char *text = status.st_size < STORED_MOST ? malloc((size_t)status.st_size + 1) : NULL;
    const ssize_t got = text == NULL ? -1 : sw_file_read_at(fd, text, (size_t)status.st_size, 0);
    close(fd);
    const bool right = got > 0 && parse(text, (size_t)got, stored);
    free(text);
    return right ? PROC_OK
                 : proc_fail(error, PROC_ERR_STORE, "the object %s is damaged: %s does not hold what was stored",
                             address, path);
}

void registry_let_go(const struct proc_world *world, const char *address, int lock, bool is_destroyed) {
    char path[PATH_BYTES];
    path_of(world, address, ".object", path);
    if (is_destroyed)
        unlink(path);
    path_of(world, address, ".lock", path);
    unlink(path); /* removed under the lock, so that a process that has opened the file sees the removal */
    close(lock);
}
