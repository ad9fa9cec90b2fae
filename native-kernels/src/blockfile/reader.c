#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef unsigned long long ull;

blk_err blk_window(struct blk_reader *reader, uint64_t offset, size_t want, const unsigned char **bytes, size_t *have,
                   struct blk_error *error) {
    const uint64_t left = offset < reader->file_bytes ? reader->file_bytes - offset : 0;
    if (want > left)
        want = (size_t)left;
    if (offset < reader->window_offset || offset + want > reader->window_offset + reader->window_bytes) {
        size_t filled = 0;
        reader->window_offset = offset;
        reader->window_bytes = 0;
        while (filled < WINDOW_BYTES) {
            const ssize_t n =
                pread(reader->fd, reader->window + filled, WINDOW_BYTES - filled, (off_t)(offset + filled));
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0)
                return blk_fail(error, BLK_ERR_IO, "%s: cannot read at offset %llu: %s", reader->path, (ull)offset,
                                strerror(errno));
            if (n == 0)
                break;
            filled += (size_t)n;
        }
        reader->window_bytes = filled;
        if (filled < want)
            return blk_fail(error, BLK_ERR_TRUNCATED, "%s: became shorter while it was read (offset %llu)",
                            reader->path, (ull)(offset + filled));
    }
    *bytes = reader->window + (offset - reader->window_offset);
    *have = want;
    return BLK_OK;
}

blk_err blk_locate(struct blk_reader *reader, uint64_t number, uint64_t offset, struct blk_block *block,
                   struct blk_error *error) {
    const unsigned char *bytes;
    size_t have, payload;
    blk_err code = blk_window(reader, offset, BLK_MAX_FILE_BLOCK_BYTES, &bytes, &have, error);
    if (code != BLK_OK)
        return code;
    if (have < HEADER_BYTES)
        return blk_fail(error, BLK_ERR_TRUNCATED, "%s: block %llu at offset %llu: the file ends inside its header",
                        reader->path, (ull)number, (ull)offset);
    const size_t block_bytes = blk_parse_header(bytes, have, &payload);
    if (block_bytes == 0)
        return blk_fail(error, BLK_ERR_HEADER, "%s: block %llu at offset %llu: not a BGZF header", reader->path,
                        (ull)number, (ull)offset);
    if (block_bytes > have)
        return blk_fail(error, BLK_ERR_TRUNCATED,
                        "%s: block %llu at offset %llu: needs %zu bytes, the file ends after %zu", reader->path,
                        (ull)number, (ull)offset, block_bytes, have);
    const uint32_t data_bytes = blk_le32(bytes + block_bytes - 4);
    if (data_bytes > BLK_MAX_FILE_BLOCK_BYTES)
        return blk_fail(error, BLK_ERR_HEADER, "%s: block %llu at offset %llu: states %u data bytes, more than 65536",
                        reader->path, (ull)number, (ull)offset, data_bytes);
    block->file_offset = offset;
    block->file_bytes = (uint32_t)block_bytes;
    block->data_bytes = data_bytes;
    return BLK_OK;
}

blk_err blk_decode(struct blk_reader *reader, uint64_t number, const struct blk_block *block, void *out,
                   struct blk_error *error) {
    const unsigned char *bytes = NULL;
    size_t have;
    const blk_err code = blk_window(reader, block->file_offset, block->file_bytes, &bytes, &have, error);
    if (code != BLK_OK)
        return code;
    return blk_decoder_run(reader->decoder, reader->path, number, block, bytes, out, error);
}

static int named_gz(const char *path) {
    const size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

static blk_err check_eof_marker(struct blk_reader *reader, struct blk_error *error) {
    const unsigned char *bytes;
    size_t have;
    const uint64_t at = reader->file_bytes < BLK_EOF_MARKER_BYTES ? 0 : reader->file_bytes - BLK_EOF_MARKER_BYTES;
    const blk_err code = blk_window(reader, at, BLK_EOF_MARKER_BYTES, &bytes, &have, error);
    if (code != BLK_OK)
        return code;
    if (have != BLK_EOF_MARKER_BYTES || memcmp(bytes, blk_eof_marker, have) != 0)
        return blk_fail(error, BLK_ERR_TRUNCATED,
                        "%s: the EOF marker is missing after offset %llu: the file is cut off", reader->path, (ull)at);
    return BLK_OK;
}

static blk_err find_kind(struct blk_reader *reader, struct blk_error *error) {
    const unsigned char *bytes;
    size_t have, payload;
    const blk_err code = blk_window(reader, 0, BLK_MAX_FILE_BLOCK_BYTES, &bytes, &have, error);
    if (code != BLK_OK)
        return code;
    if (have == 0 && named_gz(reader->path))
        return blk_fail(error, BLK_ERR_TRUNCATED, "%s: is empty; a .gz file has at least a header", reader->path);
    if (have < 2 || bytes[0] != 0x1f || bytes[1] != 0x8b) {
        reader->kind = BLK_PLAIN;
        if (named_gz(reader->path))
            return blk_fail(error, BLK_ERR_HEADER, "%s: block 0 at offset 0: not a gzip header", reader->path);
        return BLK_OK;
    }
    if (blk_parse_header(bytes, have, &payload) == 0) {
        reader->kind = BLK_GZIP;
        return blk_gzip_start(reader, error);
    }
    reader->kind = BLK_BGZF;
    return check_eof_marker(reader, error);
}

static blk_err open_file(struct blk_reader *reader, const char *path, struct blk_error *error) {
    struct stat status;
    reader->path = strdup(path);
    reader->window = malloc(WINDOW_BYTES);
    reader->data = malloc(BLK_MAX_FILE_BLOCK_BYTES);
    reader->decoder = blk_decoder_new();
    if (reader->path == NULL || reader->window == NULL || reader->data == NULL || reader->decoder == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to open it", path);
    reader->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* not to wait at a FIFO */
    if (reader->fd < 0)
        return blk_fail(error, BLK_ERR_OPEN, "%s: cannot open: %s", path, strerror(errno));
    if (fstat(reader->fd, &status) != 0)
        return blk_fail(error, BLK_ERR_IO, "%s: cannot look up its size: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return blk_fail(error, BLK_ERR_OPEN, "%s: cannot open: not a regular file", path);
    char some;
    if (status.st_size == 0 && pread(reader->fd, &some, 1, 0) > 0)
        return blk_fail(error, BLK_ERR_OPEN, "%s: cannot open: it does not state its size; copy it first", path);
    reader->file_bytes = (uint64_t)status.st_size;
    return find_kind(reader, error);
}

blk_err blk_open(const char *path, struct blk_reader **reader, struct blk_error *error) {
    *reader = NULL;
    struct blk_reader *made = calloc(1, sizeof *made);
    if (made == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to open it", path);
    made->fd = -1;
    const blk_err code = open_file(made, path, error);
    if (code != BLK_OK) {
        blk_close(made);
        return code;
    }
    *reader = made;
    return BLK_OK;
}

blk_kind blk_reader_kind(const struct blk_reader *reader) {
    return reader->kind;
}

uint64_t blk_reader_file_bytes(const struct blk_reader *reader) {
    return reader->file_bytes;
}

static blk_err read_plain(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error) {
    unsigned char *out = buffer;
    *got = 0;
    while (*got < want) {
        const unsigned char *bytes;
        size_t have;
        const size_t piece = want - *got < WINDOW_BYTES ? want - *got : WINDOW_BYTES;
        const blk_err code = blk_window(reader, reader->next_offset, piece, &bytes, &have, error);
        if (code != BLK_OK)
            return code;
        if (have == 0)
            break;
        memcpy(out + *got, bytes, have);
        *got += have;
        reader->next_offset += have;
    }
    return BLK_OK;
}

static blk_err next_block(struct blk_reader *reader, struct blk_error *error) {
    struct blk_block block;
    blk_err code = blk_locate(reader, reader->next_number, reader->next_offset, &block, error);
    if (code == BLK_OK)
        code = blk_compare(reader, reader->next_number, &block, error);
    if (code == BLK_OK)
        code = blk_decode(reader, reader->next_number, &block, reader->data, error);
    if (code != BLK_OK)
        return code;
    reader->next_offset += block.file_bytes;
    reader->next_number++;
    reader->data_bytes = block.data_bytes;
    reader->data_used = 0;
    return BLK_OK;
}

static blk_err read_blocks(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error) {
    unsigned char *out = buffer;
    *got = 0;
    while (*got < want) {
        const size_t left = reader->data_bytes - reader->data_used;
        if (left == 0) {
            if (reader->next_offset == reader->file_bytes)
                break;
            const blk_err code = next_block(reader, error);
            if (code != BLK_OK)
                return code;
            continue;
        }
        const size_t piece = left < want - *got ? left : want - *got;
        memcpy(out + *got, reader->data + reader->data_used, piece);
        reader->data_used += piece;
        *got += piece;
    }
    return BLK_OK;
}

static blk_err read_stream(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error) {
    *got = 0;
    while (*got < want) {
        size_t piece;
        const blk_err code = blk_gzip_read(reader, (char *)buffer + *got, want - *got, &piece, error);
        if (code != BLK_OK || piece == 0)
            return code;
        *got += piece;
    }
    return BLK_OK;
}

blk_err blk_read(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error) {
    blk_err code = BLK_ERR_ARGUMENT;
    switch (reader->kind) {
    case BLK_PLAIN:
        code = read_plain(reader, buffer, want, got, error);
        break;
    case BLK_BGZF:
        code = read_blocks(reader, buffer, want, got, error);
        break;
    case BLK_GZIP:
        code = read_stream(reader, buffer, want, got, error);
        break;
    }
    reader->position += *got;
    return code;
}

static blk_err beyond(const struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    return blk_fail(error, BLK_ERR_ARGUMENT, "%s: offset %llu is beyond the end of the data at %llu", reader->path,
                    (ull)offset, (ull)reader->position);
}

/* Read on to OFFSET and throw away what comes. */
static blk_err skip_to(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    while (reader->position < offset) {
        const uint64_t left = offset - reader->position;
        size_t got;
        const blk_err code =
            blk_read(reader, reader->data, left < BLK_MAX_FILE_BLOCK_BYTES ? (size_t)left : BLK_MAX_FILE_BLOCK_BYTES,
                     &got, error);
        if (code != BLK_OK)
            return code;
        if (got == 0)
            return beyond(reader, offset, error);
    }
    return BLK_OK;
}

/* Begin at the block that holds OFFSET, and use it up to there. */
static blk_err seek_block(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    const struct blk_block *blocks;
    size_t count, low = 0;
    blk_err code = blk_index(reader, &blocks, &count, error);
    if (code != BLK_OK)
        return code;
    for (size_t high = count; high - low > 1;) {
        const size_t middle = low + (high - low) / 2;
        if (blocks[middle].data_offset <= offset)
            low = middle;
        else
            high = middle;
    }
    reader->next_number = low;
    reader->next_offset = blocks[low].file_offset;
    reader->position = blocks[low].data_offset;
    reader->data_bytes = reader->data_used = 0;
    while (reader->position + reader->data_bytes < offset && reader->next_offset < reader->file_bytes) {
        reader->position += reader->data_bytes;
        code = next_block(reader, error);
        if (code != BLK_OK)
            return code;
    }
    const uint64_t into = offset - reader->position;
    reader->data_used = into < reader->data_bytes ? (size_t)into : reader->data_bytes;
    reader->position += reader->data_used;
    return reader->position == offset ? BLK_OK : beyond(reader, offset, error);
}

blk_err blk_seek(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    switch (reader->kind) {
    case BLK_PLAIN:
        reader->position = offset < reader->file_bytes ? offset : reader->file_bytes;
        reader->next_offset = reader->position;
        return reader->position == offset ? BLK_OK : beyond(reader, offset, error);
    case BLK_BGZF:
        return seek_block(reader, offset, error);
    case BLK_GZIP:
        if (offset == 0 || offset < reader->position) {
            blk_gzip_restart(reader);
            reader->position = 0;
        }
        return skip_to(reader, offset, error);
    }
    return BLK_ERR_ARGUMENT;
}

void blk_close(struct blk_reader *reader) {
    if (reader == NULL)
        return;
    if (reader->fd >= 0)
        close(reader->fd);
    blk_gzip_end(reader->gzip);
    blk_decoder_free(reader->decoder);
    free(reader->own_blocks);
    free(reader->data);
    free(reader->window);
    free(reader->path);
    free(reader);
}
