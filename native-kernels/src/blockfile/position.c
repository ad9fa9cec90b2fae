/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <string.h>

static blk_err read_plain(struct blk_reader *reader, unsigned char *out, size_t want, size_t *got,
                          struct blk_error *error) {
    while (*got < want) {
        const unsigned char *bytes;
        size_t have;
        const size_t piece = want - *got < WINDOW_BYTES ? want - *got : WINDOW_BYTES;
        const blk_err code = blk_window_at(&reader->window, reader->next_offset, piece, &bytes, &have, error);
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

/* Decompresses the next block, which must match the table: the position may come from the table. */
static blk_err next_block(struct blk_reader *reader, struct blk_error *error) {
    const uint64_t number = reader->next_number;
    struct blk_block block;
    blk_err code = blk_locate(&reader->window, number, reader->next_offset, &block, error);
    if (code == BLK_OK)
        code = blk_table_check(&reader->table, reader->window.path, number, &block, error);
    if (code == BLK_OK)
        code = blk_decode(&reader->window, reader->decoder, number, &block, reader->data, error);
    if (code != BLK_OK)
        return code;
    reader->next_offset += block.file_bytes;
    reader->next_number++;
    reader->data_bytes = block.data_bytes;
    reader->data_used = 0;
    return BLK_OK;
}

static blk_err read_blocks(struct blk_reader *reader, unsigned char *out, size_t want, size_t *got,
                           struct blk_error *error) {
    while (*got < want) {
        const size_t left = reader->data_bytes - reader->data_used;
        if (left == 0) {
            if (reader->next_offset == reader->window.file_bytes)
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

blk_err blk_read(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error) {
    blk_err code = BLK_ERR_ARGUMENT;
    *got = 0;
    switch (reader->kind) {
    case BLK_PLAIN:
        code = read_plain(reader, buffer, want, got, error);
        break;
    case BLK_BGZF:
        code = read_blocks(reader, buffer, want, got, error);
        break;
    case BLK_GZIP:
        code = blk_gzip_read(reader->gzip, buffer, want, got, error);
        break;
    }
    reader->position += *got;
    return code;
}

static blk_err beyond(const struct blk_reader *reader, uint64_t offset, uint64_t end, struct blk_error *error) {
    return blk_fail(error, BLK_ERR_ARGUMENT, "%s: offset %llu is beyond the end of the data at %llu",
                    reader->window.path, (ull)offset, (ull)end);
}

static blk_err seek_plain(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    if (offset > reader->window.file_bytes)
        return beyond(reader, offset, reader->window.file_bytes, error);
    reader->position = reader->next_offset = offset;
    return BLK_OK;
}

/* Returns the number of the last block that begins at or before OFFSET. */
static size_t find_block(const struct blk_table *table, uint64_t offset) {
    size_t low = 0;
    for (size_t high = table->count; high - low > 1;) {
        const size_t middle = low + (high - low) / 2;
        if (table->blocks[middle].data_offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Decompresses the block that holds OFFSET, and skips the data before OFFSET. */
static blk_err seek_block(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    const struct blk_block *blocks;
    size_t count;
    blk_err code = blk_index(reader, &blocks, &count, error);
    if (code != BLK_OK)
        return code;
    const struct blk_block *last = &blocks[count - 1];
    if (offset > last->data_offset + last->data_bytes)
        return beyond(reader, offset, last->data_offset + last->data_bytes, error);
    const size_t number = find_block(&reader->table, offset);
    const size_t into = (size_t)(offset - blocks[number].data_offset);
    reader->next_number = number;
    reader->next_offset = blocks[number].file_offset;
    reader->data_bytes = reader->data_used = 0;
    if (into > 0) {
        code = next_block(reader, error);
        if (code != BLK_OK)
            return code;
    }
    if (into > reader->data_bytes)
        return blk_fail(error, BLK_ERR_INDEX, "%s: the table of blocks has a gap after block %zu", reader->window.path,
                        number);
    reader->data_used = into;
    reader->position = offset;
    return BLK_OK;
}

/* Skips data up to OFFSET, or to the end of the data if that is before OFFSET. */
static blk_err skip_to(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    size_t got = 1;
    while (reader->position < offset && got > 0) {
        const uint64_t left = offset - reader->position;
        const size_t piece = left < BLK_MAX_FILE_BLOCK_BYTES ? (size_t)left : BLK_MAX_FILE_BLOCK_BYTES;
        const blk_err code = blk_read(reader, reader->data, piece, &got, error);
        if (code != BLK_OK)
            return code;
    }
    return BLK_OK;
}

static blk_err skip_from_start(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    blk_gzip_restart(reader->gzip);
    reader->position = 0;
    return skip_to(reader, offset, error);
}

/* Moves to OFFSET of a gzip stream. Only decompressing the whole stream shows its end, so a seek beyond the end then
 * moves back to the old position. */
static blk_err seek_stream(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    const uint64_t before = reader->position;
    blk_err code = offset < before ? skip_from_start(reader, offset, error) : skip_to(reader, offset, error);
    const uint64_t end = reader->position;
    if (code != BLK_OK || end == offset)
        return code;
    code = skip_from_start(reader, before, error);
    return code != BLK_OK ? code : beyond(reader, offset, end, error);
}

blk_err blk_seek(struct blk_reader *reader, uint64_t offset, struct blk_error *error) {
    switch (reader->kind) {
    case BLK_PLAIN:
        return seek_plain(reader, offset, error);
    case BLK_BGZF:
        return seek_block(reader, offset, error);
    case BLK_GZIP:
        return seek_stream(reader, offset, error);
    }
    return BLK_ERR_ARGUMENT;
}
