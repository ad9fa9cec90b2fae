#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef unsigned long long ull;

static tp_err check_size(const struct tp_source *source, uint64_t bytes, const struct tp_layout *layout,
                         struct tp_error *error) {
    if (bytes == layout->file_bytes)
        return TP_OK;
    return tp_fail(error, TP_ERR_IO, "%s: has %llu bytes on this node, and %llu where the plan was made", source->path,
                   (ull)bytes, (ull)layout->file_bytes);
}

static tp_err open_stream(struct tp_source *source, const struct tp_layout *layout, struct tp_error *error) {
    struct blk_error cause;
    if (blk_open(source->path, &source->stream, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    if (blk_reader_kind(source->stream) != BLK_GZIP)
        return tp_fail(error, TP_ERR_IO, "%s: is no plain gzip any more", source->path);
    return check_size(source, blk_reader_file_bytes(source->stream), layout, error);
}

static tp_err open_file(struct tp_source *source, const struct tp_layout *layout, struct tp_error *error) {
    struct stat status;
    source->fd = open(source->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) /* not to wait at a FIFO */;
    if (source->fd < 0)
        return tp_fail(error, TP_ERR_OPEN, "%s: cannot open: %s", source->path, strerror(errno));
    if (fstat(source->fd, &status) != 0)
        return tp_fail(error, TP_ERR_IO, "%s: cannot look up its size: %s", source->path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return tp_fail(error, TP_ERR_OPEN, "%s: cannot open: not a regular file", source->path);
    return check_size(source, (uint64_t)status.st_size, layout, error);
}

tp_err tp_source_open(struct tp_source *source, const char *path, const struct tp_layout *layout, unsigned parts,
                      struct tp_error *error) {
    source->path = path;
    if ((parts & TP_SOURCE_READS) != 0) {
        const tp_err code =
            layout->kind == BLK_GZIP ? open_stream(source, layout, error) : open_file(source, layout, error);
        if (code != TP_OK)
            return code;
    }
    if ((parts & TP_SOURCE_DECODES) != 0 && layout->kind == BLK_BGZF) {
        const int pieces = (parts & TP_SOURCE_PIECES) != 0;
        const size_t largest = (size_t)layout->blocks_per_piece * BLK_MAX_FILE_BLOCK_BYTES;
        source->decoder = blk_decoder_new(source->path);
        source->raw = pieces ? malloc(largest < layout->raw_bytes ? largest : layout->raw_bytes) : NULL;
        if (source->decoder == NULL || (pieces && source->raw == NULL))
            return tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to decompress it", path);
    }
    return TP_OK;
}

void tp_source_close(struct tp_source *source) {
    if (source->fd >= 0)
        close(source->fd);
    blk_decoder_free(source->decoder);
    blk_close(source->stream);
    free(source->raw);
}

tp_err tp_source_read(const struct tp_source *source, struct tp_range range, void *out, struct tp_error *error) {
    size_t have = 0;
    while (have < range.bytes) {
        const ssize_t n = pread(source->fd, (char *)out + have, range.bytes - have, (off_t)(range.offset + have));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return tp_fail(error, TP_ERR_IO, "%s: cannot read at offset %llu: %s", source->path,
                           (ull)(range.offset + have), strerror(errno));
        if (n == 0)
            return tp_fail(error, TP_ERR_TRUNCATED, "%s: became shorter while it was read (offset %llu)", source->path,
                           (ull)(range.offset + have));
        have += (size_t)n;
    }
    return TP_OK;
}

void tp_source_expect(const struct tp_source *source, struct tp_range range) {
    if (source->fd >= 0)
        posix_fadvise(source->fd, (off_t)range.offset, (off_t)range.bytes, POSIX_FADV_WILLNEED);
}

static tp_err plain_piece(struct tp_source *source, const struct tp_layout *layout, uint64_t segment, uint32_t piece,
                          unsigned char *data, struct tp_error *error) {
    struct tp_range range = tp_layout_data(layout, segment);
    const size_t skip = piece * layout->piece_bytes, left = range.bytes - skip;
    range.offset += skip;
    range.bytes = left < layout->piece_bytes ? left : layout->piece_bytes;
    return tp_source_read(source, range, data + skip, error);
}

static tp_err block_piece(struct tp_source *source, const struct tp_layout *layout, uint64_t segment, uint32_t piece,
                          const unsigned char *raw, unsigned char *data, struct tp_error *error) {
    const uint64_t start = layout->first_block[segment], stop = layout->first_block[segment + 1];
    const uint64_t first = start + piece * layout->blocks_per_piece;
    const uint64_t next = first + layout->blocks_per_piece < stop ? first + layout->blocks_per_piece : stop;
    const struct blk_block *blocks = layout->blocks;
    const unsigned char *bytes;
    if (raw == NULL) {
        struct tp_range range = {blocks[first].file_offset, 0};
        range.bytes = (size_t)(blocks[next - 1].file_offset + blocks[next - 1].file_bytes - range.offset);
        if (tp_source_read(source, range, source->raw, error) != TP_OK)
            return error->code;
        bytes = source->raw;
    } else {
        bytes = raw + (blocks[first].file_offset - blocks[start].file_offset);
    }
    for (uint64_t i = first; i < next; i++) {
        struct blk_error cause;
        if (blk_decoder_run(source->decoder, i, &blocks[i], bytes + (blocks[i].file_offset - blocks[first].file_offset),
                            data + (blocks[i].data_offset - blocks[start].data_offset), &cause) != BLK_OK)
            return tp_from_blockfile(error, &cause);
    }
    return TP_OK;
}

tp_err tp_source_piece(struct tp_source *source, const struct tp_layout *layout, uint64_t segment, uint32_t piece,
                       const unsigned char *raw, unsigned char *data, struct tp_error *error) {
    return layout->kind == BLK_BGZF ? block_piece(source, layout, segment, piece, raw, data, error)
                                    : plain_piece(source, layout, segment, piece, data, error);
}

tp_err tp_source_stream(struct tp_source *source, size_t want, unsigned char *data, size_t *got,
                        struct tp_error *error) {
    struct blk_error cause;
    if (blk_read(source->stream, data, want, got, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    return TP_OK;
}
