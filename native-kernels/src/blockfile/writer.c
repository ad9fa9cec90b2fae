/* SPDX-License-Identifier: Apache-2.0 */
#include "base/files.h"
#include "base/rows.h"
#include "base/text.h"
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENTRY_BYTES = 16 };

struct blk_writer {
    char *path;
    char *index_path; /* NULL without an index */
    int fd;
    struct blk_packer *packer;
    size_t block_bytes;
    unsigned char *data; /* the block being filled */
    size_t data_bytes;
    uint64_t file_offset;
    uint64_t data_offset;
    unsigned char *index; /* entries in the written form, ENTRY_BYTES each */
    size_t index_count;
    size_t index_capacity;
};

static blk_err write_all(int fd, const char *path, const void *bytes, size_t count, struct blk_error *error) {
    if (sw_file_write(fd, bytes, count) != 0)
        return blk_fail(error, BLK_ERR_IO, "%s: cannot write: %s", path, strerror(errno));
    return BLK_OK;
}

static blk_err finish(int fd, const char *path, struct blk_error *error) {
    if (sw_file_finish(fd) != 0)
        return blk_fail(error, BLK_ERR_IO, "%s: cannot sync and close: %s", path, strerror(errno));
    return BLK_OK;
}

static blk_err cannot_create(const char *path, int reason, struct blk_error *error) {
    return blk_fail(error, BLK_ERR_OPEN, "%s: cannot create: %s", path,
                    reason == ELOOP ? "it is a symbolic link; remove it, or name the file that it leads to"
                                    : strerror(reason));
}

static blk_err create(const char *path, int *fd, struct blk_error *error) {
    *fd = sw_file_create(path);
    return *fd >= 0 ? BLK_OK : cannot_create(path, errno, error);
}

/*
 * Refuses an index that could not be written or removed at the end: a folder, and, for a wanted index, a symbolic link.
 * Called before any change.
 */
static blk_err check_index(const char *index, int wanted, struct blk_error *error) {
    struct stat status;
    if (lstat(index, &status) != 0)
        return BLK_OK; /* no file of that name, or creating the file will report the defect of the folder */
    if (S_ISDIR(status.st_mode))
        return cannot_create(index, EISDIR, error);
    return wanted && S_ISLNK(status.st_mode) ? cannot_create(index, ELOOP, error) : BLK_OK;
}

static void free_writer(struct blk_writer *writer) {
    blk_packer_free(writer->packer);
    free(writer->index);
    free(writer->data);
    free(writer->index_path);
    free(writer->path);
    free(writer);
}

/* Gives WRITER all fields except the file. Returns 0, or -1 without memory. */
static int allocate(struct blk_writer *writer, const char *path, const struct blk_write_options *options) {
    writer->block_bytes = options->block_bytes != 0 ? options->block_bytes : BLK_DEFAULT_BLOCK_BYTES;
    writer->path = strdup(path);
    writer->index_path = options->index != 0 ? sw_text_join(path, ".gzi") : NULL;
    writer->packer = blk_packer_new(options->level);
    writer->data = malloc(writer->block_bytes);
    const int has_index_path = options->index == 0 || writer->index_path != NULL;
    return writer->path != NULL && has_index_path && writer->packer != NULL && writer->data != NULL ? 0 : -1;
}

/*
 * Creates the file, and then removes an old index of that name, which would not fit the new file. In this order a file
 * that cannot be created keeps its index.
 */
static blk_err create_files(struct blk_writer *writer, const char *index, struct blk_error *error) {
    const int wanted = writer->index_path != NULL;
    blk_err code = check_index(index, wanted, error);
    if (code == BLK_OK)
        code = create(writer->path, &writer->fd, error);
    if (code == BLK_OK && !wanted && unlink(index) != 0 && errno != ENOENT) {
        code = blk_fail(error, BLK_ERR_IO, "%s: cannot remove the old index: %s", index, strerror(errno));
        close(writer->fd);
    }
    return code;
}

blk_err blk_create(const char *path, const struct blk_write_options *options, struct blk_writer **writer,
                   struct blk_error *error) {
    const struct blk_write_options defaults = {0, 0, 0};
    const struct blk_write_options *wanted = options != NULL ? options : &defaults;
    *writer = NULL;
    if (wanted->block_bytes > BLK_MAX_BLOCK_BYTES)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: block_bytes %u is out of its range: 1 to %d", path,
                        wanted->block_bytes, BLK_MAX_BLOCK_BYTES);
    if (wanted->level < 0 || wanted->level > 9)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: level %d is out of its range: 1 to 9", path, wanted->level);
    struct blk_writer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to create it", path);
    char *index = sw_text_join(path, ".gzi");
    blk_err code;
    if (allocate(made, path, wanted) != 0 || index == NULL)
        code = blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to create it", path);
    else
        code = create_files(made, index, error);
    free(index);
    if (code != BLK_OK) {
        free_writer(made);
        return code;
    }
    *writer = made;
    return BLK_OK;
}

static blk_err note_in_index(struct blk_writer *writer, struct blk_error *error) {
    if (writer->index_path == NULL || writer->file_offset == 0)
        return BLK_OK;
    unsigned char *grown = sw_rows_grow(writer->index, &writer->index_capacity, writer->index_count + 1, ENTRY_BYTES);
    if (grown == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory for its index", writer->path);
    writer->index = grown;
    unsigned char *entry = writer->index + ENTRY_BYTES * writer->index_count++;
    blk_put_le64(entry, writer->file_offset);
    blk_put_le64(entry + 8, writer->data_offset);
    return BLK_OK;
}

static blk_err flush_block(struct blk_writer *writer, struct blk_error *error) {
    unsigned char block[BLK_MAX_FILE_BLOCK_BYTES];
    blk_err code = note_in_index(writer, error);
    if (code != BLK_OK)
        return code;
    const size_t file_bytes = blk_packer_run(writer->packer, writer->data, writer->data_bytes, block);
    code = write_all(writer->fd, writer->path, block, file_bytes, error);
    if (code != BLK_OK)
        return code;
    writer->file_offset += file_bytes;
    writer->data_offset += writer->data_bytes;
    writer->data_bytes = 0;
    return BLK_OK;
}

blk_err blk_write(struct blk_writer *writer, const void *data, size_t bytes, struct blk_error *error) {
    const unsigned char *at = data;
    while (bytes > 0) {
        const size_t room = writer->block_bytes - writer->data_bytes;
        const size_t piece = bytes < room ? bytes : room;
        memcpy(writer->data + writer->data_bytes, at, piece);
        writer->data_bytes += piece;
        at += piece;
        bytes -= piece;
        if (writer->data_bytes == writer->block_bytes) {
            const blk_err code = flush_block(writer, error);
            if (code != BLK_OK)
                return code;
        }
    }
    return BLK_OK;
}

static blk_err write_index(const struct blk_writer *writer, struct blk_error *error) {
    unsigned char head[8];
    int fd;
    blk_err code = create(writer->index_path, &fd, error);
    if (code != BLK_OK)
        return code;
    blk_put_le64(head, writer->index_count);
    code = write_all(fd, writer->index_path, head, sizeof head, error);
    if (code == BLK_OK)
        code = write_all(fd, writer->index_path, writer->index, ENTRY_BYTES * writer->index_count, error);
    if (code != BLK_OK) {
        close(fd);
        return code;
    }
    return finish(fd, writer->index_path, error);
}

blk_err blk_finish(struct blk_writer *writer, struct blk_error *error) {
    blk_err code = writer->data_bytes > 0 ? flush_block(writer, error) : BLK_OK;
    if (code == BLK_OK)
        code = write_all(writer->fd, writer->path, blk_eof_marker, sizeof blk_eof_marker, error);
    if (code == BLK_OK) {
        code = finish(writer->fd, writer->path, error);
        writer->fd = -1;
    }
    if (code == BLK_OK && writer->index_path != NULL)
        code = write_index(writer, error);
    blk_abandon(writer);
    return code;
}

void blk_abandon(struct blk_writer *writer) {
    if (writer == NULL)
        return;
    if (writer->fd >= 0)
        close(writer->fd);
    free_writer(writer);
}
