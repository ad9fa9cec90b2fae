#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct blk_writer {
    char *path;
    char *index_path; /* NULL when no index is wanted */
    int fd;
    struct blk_codec *codec;
    size_t block_bytes;
    unsigned char *data; /* the block being filled */
    size_t data_bytes;
    uint64_t file_offset;
    uint64_t data_offset;
    unsigned char *index; /* entries as they will be written, 16 bytes each */
    size_t index_count;
    size_t index_capacity;
};

static blk_err write_all(int fd, const char *path, const void *bytes, size_t count, struct blk_error *error) {
    const unsigned char *at = bytes;
    while (count > 0) {
        const ssize_t n = write(fd, at, count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return blk_fail(error, BLK_ERR_IO, "%s: cannot write: %s", path, strerror(errno));
        at += n;
        count -= (size_t)n;
    }
    return BLK_OK;
}

static blk_err close_synced(int fd, const char *path, struct blk_error *error) {
    if (fsync(fd) != 0) {
        const int reason = errno;
        close(fd);
        return blk_fail(error, BLK_ERR_IO, "%s: cannot sync: %s", path, strerror(reason));
    }
    if (close(fd) != 0)
        return blk_fail(error, BLK_ERR_IO, "%s: cannot close: %s", path, strerror(errno));
    return BLK_OK;
}

static void free_writer(struct blk_writer *writer) {
    blk_codec_free(writer->codec);
    free(writer->index);
    free(writer->data);
    free(writer->index_path);
    free(writer->path);
    free(writer);
}

static char *with_suffix(const char *path, const char *suffix) {
    const size_t length = strlen(path) + strlen(suffix) + 1;
    char *name = malloc(length);
    if (name != NULL)
        snprintf(name, length, "%s%s", path, suffix);
    return name;
}

blk_err blk_create(const char *path, const struct blk_write_options *options, struct blk_writer **writer,
                   struct blk_error *error) {
    const struct blk_write_options defaults = {0, 0, 0};
    const struct blk_write_options *wanted = options != NULL ? options : &defaults;
    *writer = NULL;
    if (wanted->block_bytes > BLK_MAX_BLOCK_BYTES || wanted->level < 0 || wanted->level > 9)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: block of %u bytes at level %d: at most %d bytes and level 9",
                        path, wanted->block_bytes, wanted->level, BLK_MAX_BLOCK_BYTES);
    struct blk_writer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to create it", path);
    made->block_bytes = wanted->block_bytes != 0 ? wanted->block_bytes : BLK_DEFAULT_BLOCK_BYTES;
    made->path = with_suffix(path, "");
    made->index_path = wanted->index != 0 ? with_suffix(path, ".gzi") : NULL;
    made->codec = blk_codec_new(wanted->level != 0 ? wanted->level : 6);
    made->data = malloc(made->block_bytes);
    if (made->path == NULL || made->codec == NULL || made->data == NULL ||
        (wanted->index != 0 && made->index_path == NULL)) {
        free_writer(made);
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to create it", path);
    }
    made->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (made->fd < 0) {
        const int reason = errno;
        free_writer(made);
        return blk_fail(error, BLK_ERR_OPEN, "%s: cannot create: %s", path, strerror(reason));
    }
    *writer = made;
    return BLK_OK;
}

static blk_err note_in_index(struct blk_writer *writer, struct blk_error *error) {
    if (writer->index_path == NULL || writer->file_offset == 0)
        return BLK_OK;
    if (writer->index_count == writer->index_capacity) {
        const size_t capacity = writer->index_capacity == 0 ? 256 : writer->index_capacity * 2;
        unsigned char *grown = realloc(writer->index, capacity * 16);
        if (grown == NULL)
            return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory for its index", writer->path);
        writer->index = grown;
        writer->index_capacity = capacity;
    }
    unsigned char *entry = writer->index + 16 * writer->index_count++;
    blk_put_le64(entry, writer->file_offset);
    blk_put_le64(entry + 8, writer->data_offset);
    return BLK_OK;
}

/* A deflate stream of one stored (uncompressed) block: RFC 1951, section 3.2.4. For data that do not shrink. */
static size_t store(const unsigned char *data, size_t bytes, unsigned char *out) {
    out[0] = 1;
    blk_put_le16(out + 1, (uint16_t)bytes);
    blk_put_le16(out + 3, (uint16_t)~bytes);
    memcpy(out + 5, data, bytes);
    return bytes + 5;
}

static blk_err flush_block(struct blk_writer *writer, struct blk_error *error) {
    unsigned char block[BLK_MAX_FILE_BLOCK_BYTES];
    blk_err code = note_in_index(writer, error);
    if (code != BLK_OK)
        return code;
    const size_t room = sizeof block - HEADER_BYTES - FOOTER_BYTES;
    size_t packed = blk_deflate(writer->codec, writer->data, writer->data_bytes, block + HEADER_BYTES, room);
    if (packed == 0)
        packed = store(writer->data, writer->data_bytes, block + HEADER_BYTES);
    const size_t file_bytes = HEADER_BYTES + packed + FOOTER_BYTES;
    blk_put_header(block, file_bytes);
    blk_put_le32(block + HEADER_BYTES + packed, blk_crc32(writer->data, writer->data_bytes));
    blk_put_le32(block + HEADER_BYTES + packed + 4, (uint32_t)writer->data_bytes);
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
    const int fd = open(writer->index_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return blk_fail(error, BLK_ERR_OPEN, "%s: cannot create: %s", writer->index_path, strerror(errno));
    blk_put_le64(head, writer->index_count);
    blk_err code = write_all(fd, writer->index_path, head, sizeof head, error);
    if (code == BLK_OK)
        code = write_all(fd, writer->index_path, writer->index, 16 * writer->index_count, error);
    if (code != BLK_OK) {
        close(fd);
        return code;
    }
    return close_synced(fd, writer->index_path, error);
}

blk_err blk_finish(struct blk_writer *writer, struct blk_error *error) {
    blk_err code = writer->data_bytes > 0 ? flush_block(writer, error) : BLK_OK;
    if (code == BLK_OK)
        code = write_all(writer->fd, writer->path, blk_eof_marker, sizeof blk_eof_marker, error);
    if (code == BLK_OK) {
        code = close_synced(writer->fd, writer->path, error);
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
