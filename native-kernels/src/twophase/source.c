/* SPDX-License-Identifier: Apache-2.0 */
#include "base/files.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long ull;

/* File bytes that tp_source_data reads at once. */
enum { BATCH_BYTES = 1 << 20 };

static tp_err open_stream(struct tp_source *source, struct tp_layout *layout, struct tp_error *error) {
    struct blk_error cause;
    if (blk_open(source->path, &source->stream, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    if (blk_reader_kind(source->stream) != BLK_GZIP)
        return tp_fail(error, TP_ERR_IO, "%s: is no plain gzip any more", source->path);
    return tp_identity_check_reader(&layout->identity, source->path, source->stream, error);
}

static tp_err open_file(struct tp_source *source, struct tp_layout *layout, struct tp_error *error) {
    struct stat status;
    source->fd = sw_file_open(source->path, &status);
    if (source->fd < 0)
        return tp_fail(error, TP_ERR_OPEN, "%s: cannot open: %s", source->path,
                       errno == ENOTSUP ? "not a regular file" : strerror(errno));
    return tp_identity_check(&layout->identity, source->path, &status, error);
}

tp_err tp_source_open(struct tp_source *source, const char *path, struct tp_layout *layout, unsigned parts,
                      struct tp_error *error) {
    source->path = path;
    source->layout = layout;
    if ((parts & TP_SOURCE_READS) != 0) {
        const tp_err code =
            layout->kind == BLK_GZIP ? open_stream(source, layout, error) : open_file(source, layout, error);
        if (code != TP_OK)
            return code;
    }
    if ((parts & TP_SOURCE_DECODES) != 0 && layout->kind == BLK_BGZF) {
        const int pieces = (parts & TP_SOURCE_PIECES) != 0;
        source->decoder = blk_decoder_new(source->path);
        source->raw = pieces ? malloc(tp_layout_raw_piece(layout)) : NULL;
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
    const ssize_t got = sw_file_read_at(source->fd, out, range.bytes, range.offset);
    if (got < 0)
        return tp_fail(error, TP_ERR_IO, "%s: cannot read %zu bytes at offset %llu: %s", source->path, range.bytes,
                       (ull)range.offset, strerror(errno));
    if ((size_t)got < range.bytes)
        return tp_fail(error, TP_ERR_TRUNCATED, "%s: became shorter while it was read (offset %llu)", source->path,
                       (ull)range.offset + (ull)got);
    return TP_OK;
}

void tp_source_expect(const struct tp_source *source, struct tp_range range) {
    if (source->fd >= 0)
        posix_fadvise(source->fd, (off_t)range.offset, (off_t)range.bytes, POSIX_FADV_WILLNEED);
}

static tp_err plain_piece(struct tp_source *source, uint64_t segment, uint32_t piece, unsigned char *data,
                          struct tp_error *error) {
    struct tp_range range = tp_layout_data(source->layout, segment);
    const size_t room = source->layout->piece_bytes, skip = piece * room, left = range.bytes - skip;
    range.offset += skip;
    range.bytes = left < room ? left : room;
    return tp_source_read(source, range, data + skip, error);
}

static struct tp_range raw_range(const struct tp_layout *layout, uint64_t first, uint64_t next) {
    const struct blk_block *blocks = layout->blocks;
    struct tp_range range = {blocks[first].file_offset, 0};
    range.bytes = (size_t)(blocks[next - 1].file_offset + blocks[next - 1].file_bytes - range.offset);
    return range;
}

static tp_err block_piece(struct tp_source *source, uint64_t segment, uint32_t piece, const unsigned char *raw,
                          unsigned char *data, struct tp_error *error) {
    const struct tp_layout *layout = source->layout;
    const struct blk_block *blocks = layout->blocks;
    const uint64_t start = layout->first_block[segment], stop = layout->first_block[segment + 1];
    const uint64_t first = start + piece * layout->blocks_per_piece;
    const uint64_t next = first + layout->blocks_per_piece < stop ? first + layout->blocks_per_piece : stop;
    const unsigned char *bytes = source->raw;
    if (raw != NULL)
        bytes = raw + (blocks[first].file_offset - blocks[start].file_offset);
    else if (tp_source_read(source, raw_range(layout, first, next), source->raw, error) != TP_OK)
        return error->code;
    for (uint64_t i = first; i < next; i++) {
        struct blk_error cause;
        if (blk_decoder_run(source->decoder, i, &blocks[i], bytes + (blocks[i].file_offset - blocks[first].file_offset),
                            data + (blocks[i].data_offset - blocks[start].data_offset), &cause) != BLK_OK)
            return tp_from_blockfile(error, &cause);
    }
    return TP_OK;
}

tp_err tp_source_piece(struct tp_source *source, uint64_t segment, uint32_t piece, const unsigned char *raw,
                       unsigned char *data, struct tp_error *error) {
    return source->layout->kind == BLK_BGZF ? block_piece(source, segment, piece, raw, data, error)
                                            : plain_piece(source, segment, piece, data, error);
}

/* A range of data that a caller wants, from one or several blocks. */
struct wanted {
    uint64_t begin, end; /* offsets of data */
    unsigned char *out;
    unsigned char *spare; /* room for a block that is only partly wanted */
};

/* Decompresses block NUMBER from BYTES, and copies the wanted part to its place. */
static tp_err take_block(struct tp_source *source, uint64_t number, const unsigned char *bytes,
                         const struct wanted *wanted, struct tp_error *error) {
    const struct blk_block *block = &source->layout->blocks[number];
    const uint64_t stop = block->data_offset + block->data_bytes;
    const uint64_t from = block->data_offset > wanted->begin ? block->data_offset : wanted->begin;
    const uint64_t to = stop < wanted->end ? stop : wanted->end;
    const int whole = from == block->data_offset && to == stop;
    unsigned char *place = wanted->out + (from - wanted->begin);
    struct blk_error cause;
    if (from >= to)
        return TP_OK;
    if (blk_decoder_run(source->decoder, number, block, bytes, whole ? place : wanted->spare, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    if (!whole)
        memcpy(place, wanted->spare + (from - block->data_offset), (size_t)(to - from));
    return TP_OK;
}

/* Returns the end of the blocks that are read at once with block FIRST, for data up to END. */
static uint64_t end_of_batch(const struct tp_layout *layout, uint64_t first, uint64_t end) {
    const struct blk_block *blocks = layout->blocks;
    uint64_t next = first + 1;
    while (next < layout->block_count && blocks[next].data_offset < end &&
           raw_range(layout, first, next + 1).bytes <= BATCH_BYTES)
        next++;
    return next;
}

static tp_err take_blocks(struct tp_source *source, const struct wanted *wanted, unsigned char *room,
                          struct tp_error *error) {
    const struct tp_layout *layout = source->layout;
    uint64_t first = tp_layout_block(layout, wanted->begin);
    while (first < layout->block_count && layout->blocks[first].data_offset < wanted->end) {
        const uint64_t next = end_of_batch(layout, first, wanted->end), from = layout->blocks[first].file_offset;
        if (tp_source_read(source, raw_range(layout, first, next), room, error) != TP_OK)
            return error->code;
        for (; first < next; first++)
            if (take_block(source, first, room + (layout->blocks[first].file_offset - from), wanted, error) != TP_OK)
                return error->code;
    }
    return TP_OK;
}

tp_err tp_source_data(struct tp_source *source, struct tp_range range, unsigned char *out, struct tp_error *error) {
    if (range.bytes == 0)
        return TP_OK;
    if (source->layout->kind == BLK_PLAIN)
        return tp_source_read(source, range, out, error);
    unsigned char *room = malloc(BATCH_BYTES + 2 * BLK_MAX_FILE_BLOCK_BYTES);
    if (room == NULL)
        return tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to decompress it", source->path);
    const struct wanted wanted = {range.offset, range.offset + range.bytes, out,
                                  room + BATCH_BYTES + BLK_MAX_FILE_BLOCK_BYTES};
    take_blocks(source, &wanted, room, error);
    free(room);
    return error->code;
}

/* Goes back to the start of the stream, if requested. */
static tp_err restart(struct tp_source *source, struct tp_error *error) {
    struct blk_error cause;
    if (source->restart && blk_seek(source->stream, 0, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    source->restart = 0;
    return TP_OK;
}

tp_err tp_source_stream(struct tp_source *source, size_t want, unsigned char *data, size_t *got,
                        struct tp_error *error) {
    struct blk_error cause;
    if (restart(source, error) != TP_OK)
        return error->code;
    if (blk_read(source->stream, data, want, got, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    return TP_OK;
}
