/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef unsigned long long ull;

enum { NANO = 1000000000 };

static struct tp_identity identity_of(const struct stat *status) {
#ifdef __APPLE__
    const struct timespec changed = status->st_mtimespec;
#else
    const struct timespec changed = status->st_mtim;
#endif
    const struct tp_identity identity = {(uint64_t)status->st_size,
                                         (uint64_t)changed.tv_sec * NANO + (uint64_t)changed.tv_nsec,
                                         (uint64_t)status->st_dev, (uint64_t)status->st_ino, 1};
    return identity;
}

/* Queries the descriptor, because the path may lead to another file by now. */
static tp_err look_up(const char *path, const struct blk_reader *reader, struct stat *status, struct tp_error *error) {
    if (fstat(blk_reader_fd(reader), status) != 0)
        return tp_fail(error, TP_ERR_IO, "%s: cannot look up its size: %s", path, strerror(errno));
    return TP_OK;
}

tp_err tp_identity_look(const char *path, const struct blk_reader *reader, struct tp_identity *identity, size_t *unit,
                        struct tp_error *error) {
    struct stat status;
    if (look_up(path, reader, &status, error) != TP_OK)
        return error->code;
    *identity = identity_of(&status);
    *unit = status.st_blksize > 0 ? (size_t)status.st_blksize : 1;
    return TP_OK;
}

tp_err tp_identity_check(struct tp_identity *identity, const char *path, const struct stat *status,
                         struct tp_error *error) {
    const struct tp_identity now = identity_of(status);
    if (now.bytes != identity->bytes || now.changed_ns != identity->changed_ns)
        return tp_fail(error, TP_ERR_IO,
                       "%s: is not the file that the plan was made for, or was changed: %llu bytes of %llu.%09llu, not "
                       "%llu of %llu.%09llu",
                       path, (ull)now.bytes, (ull)now.changed_ns / NANO, (ull)now.changed_ns % NANO,
                       (ull)identity->bytes, (ull)identity->changed_ns / NANO, (ull)identity->changed_ns % NANO);
    if (identity->node_known && (now.device != identity->device || now.inode != identity->inode))
        return tp_fail(error, TP_ERR_IO, "%s: is not the file that the plan was made for: inode %llu, not %llu", path,
                       (ull)now.inode, (ull)identity->inode);
    *identity = now;
    return TP_OK;
}

tp_err tp_identity_check_reader(struct tp_identity *identity, const char *path, const struct blk_reader *reader,
                                struct tp_error *error) {
    struct stat status;
    if (look_up(path, reader, &status, error) != TP_OK)
        return error->code;
    return tp_identity_check(identity, path, &status, error);
}
