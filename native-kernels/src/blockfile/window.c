/* SPDX-License-Identifier: Apache-2.0 */
#include "base/files.h"
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns 0 for a file such as those of /proc, which state no size but have contents. */
static int states_its_size(const struct blk_window *window) {
    char some;
    return window->file_bytes > 0 || sw_file_read_at(window->fd, &some, 1, 0) <= 0;
}

blk_err blk_window_open(const char *path, struct blk_window *window, struct blk_error *error) {
    struct stat status;
    *window = (struct blk_window){.path = strdup(path), .fd = -1, .bytes = malloc(WINDOW_BYTES)};
    if (window->path == NULL || window->bytes == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to open it", path);
    window->fd = sw_file_open(path, &status);
    if (window->fd < 0)
        return blk_fail(error, BLK_ERR_OPEN, "%s: cannot open: %s", path,
                        errno == ENOTSUP ? "not a regular file" : strerror(errno));
    window->file_bytes = (uint64_t)status.st_size;
    if (!states_its_size(window))
        return blk_fail(error, BLK_ERR_OPEN, "%s: cannot open: it does not state its size; copy it first", path);
    return BLK_OK;
}

static blk_err move_to(struct blk_window *window, uint64_t offset, struct blk_error *error) {
    window->offset = offset;
    window->count = 0;
    const ssize_t got = sw_file_read_at(window->fd, window->bytes, WINDOW_BYTES, offset);
    if (got < 0)
        return blk_fail(error, BLK_ERR_IO, "%s: cannot read at offset %llu: %s", window->path, (ull)offset,
                        strerror(errno));
    window->count = (size_t)got;
    return BLK_OK;
}

blk_err blk_window_at(struct blk_window *window, uint64_t offset, size_t want, const unsigned char **bytes,
                      size_t *have, struct blk_error *error) {
    const uint64_t left = offset < window->file_bytes ? window->file_bytes - offset : 0;
    if (want > left)
        want = (size_t)left;
    if (offset < window->offset || offset + want > window->offset + window->count) {
        const blk_err code = move_to(window, offset, error);
        if (code != BLK_OK)
            return code;
        if (window->count < want)
            return blk_fail(error, BLK_ERR_TRUNCATED, "%s: became shorter while it was read (offset %llu)",
                            window->path, (ull)(offset + window->count));
    }
    *bytes = window->bytes + (offset - window->offset);
    *have = want;
    return BLK_OK;
}

void blk_window_close(struct blk_window *window) {
    if (window->fd >= 0)
        close(window->fd);
    free(window->bytes);
    free(window->path);
    *window = (struct blk_window){.fd = -1};
}
