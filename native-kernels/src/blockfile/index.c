/* The table of blocks: from the .gzi beside the file, completed and checked by a walk over headers. */
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long ull;

struct table {
    struct blk_block *blocks;
    size_t count;
    size_t capacity;
};

static int append(struct table *table, const struct blk_block *block) {
    if (table->count == table->capacity) {
        const size_t capacity = table->capacity == 0 ? 1024 : table->capacity * 2;
        struct blk_block *grown = realloc(table->blocks, capacity * sizeof *grown);
        if (grown == NULL)
            return -1;
        table->blocks = grown;
        table->capacity = capacity;
    }
    table->blocks[table->count++] = *block;
    return 0;
}

static blk_err no_memory(const struct blk_reader *reader, struct blk_error *error) {
    return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory for its table of blocks", reader->path);
}

/* Walk over headers from OFFSET to the end of the file. */
static blk_err walk(struct blk_reader *reader, struct table *table, uint64_t offset, uint64_t data_offset,
                    struct blk_error *error) {
    while (offset < reader->file_bytes) {
        struct blk_block block;
        const blk_err code = blk_locate(reader, table->count, offset, &block, error);
        if (code != BLK_OK)
            return code;
        block.data_offset = data_offset;
        if (append(table, &block) != 0)
            return no_memory(reader, error);
        offset += block.file_bytes;
        data_offset += block.data_bytes;
    }
    return BLK_OK;
}

/* Entries of a .gzi are (file offset, data offset) of the blocks after the first; sizes are the differences. */
static blk_err take_entries(struct blk_reader *reader, FILE *gzi, uint64_t count, struct table *table,
                            struct blk_error *error) {
    struct blk_block block = {0, 0, 0, 0};
    for (uint64_t i = 0; i < count; i++) {
        unsigned char entry[16];
        if (fread(entry, sizeof entry, 1, gzi) != 1)
            return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: ends inside entry %llu of %llu", reader->path, (ull)i,
                            (ull)count);
        const uint64_t file_offset = blk_le64(entry), data_offset = blk_le64(entry + 8);
        const uint64_t file_bytes = file_offset - block.file_offset, data_bytes = data_offset - block.data_offset;
        if (file_offset <= block.file_offset || file_bytes > BLK_MAX_FILE_BLOCK_BYTES ||
            file_offset >= reader->file_bytes || data_offset < block.data_offset ||
            data_bytes > BLK_MAX_FILE_BLOCK_BYTES)
            return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: entry %llu does not fit the file; delete or rebuild it",
                            reader->path, (ull)i);
        block.file_bytes = (uint32_t)file_bytes;
        block.data_bytes = (uint32_t)data_bytes;
        if (append(table, &block) != 0)
            return no_memory(reader, error);
        block.file_offset = file_offset;
        block.data_offset = data_offset;
    }
    const blk_err code = walk(reader, table, block.file_offset, block.data_offset, error);
    if (code == BLK_ERR_HEADER || code == BLK_ERR_TRUNCATED)
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: its last entry does not lead to a block; delete or rebuild it",
                        reader->path);
    return code;
}

static blk_err from_gzi(struct blk_reader *reader, FILE *gzi, struct table *table, struct blk_error *error) {
    unsigned char head[8];
    if (fread(head, sizeof head, 1, gzi) != 1)
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: ends before its count", reader->path);
    /* bgzip 1.16 writes a count of -1 for a file without data. */
    const uint64_t count = blk_le64(head) == UINT64_MAX ? 0 : blk_le64(head);
    if (count > reader->file_bytes / (HEADER_BYTES + FOOTER_BYTES))
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: states %llu entries, more than the file has room for",
                        reader->path, (ull)count);
    const blk_err code = take_entries(reader, gzi, count, table, error);
    if (code == BLK_OK && fgetc(gzi) != EOF)
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: goes on after its %llu entries", reader->path, (ull)count);
    return code;
}

static blk_err load(struct blk_reader *reader, struct table *table, struct blk_error *error) {
    const size_t length = strlen(reader->path) + sizeof ".gzi";
    char *name = malloc(length);
    if (name == NULL)
        return no_memory(reader, error);
    snprintf(name, length, "%s.gzi", reader->path);
    FILE *gzi = fopen(name, "rbe");
    const int reason = errno;
    free(name);
    if (gzi == NULL && reason == ENOENT)
        return walk(reader, table, 0, 0, error);
    if (gzi == NULL)
        return blk_fail(error, BLK_ERR_OPEN, "%s.gzi: cannot open: %s", reader->path, strerror(reason));
    const blk_err code = from_gzi(reader, gzi, table, error);
    fclose(gzi);
    return code;
}

blk_err blk_index(struct blk_reader *reader, const struct blk_block **blocks, size_t *count, struct blk_error *error) {
    if (reader->kind != BLK_BGZF)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: has no blocks to index", reader->path);
    if (reader->blocks == NULL) {
        struct table table = {NULL, 0, 0};
        const blk_err code = load(reader, &table, error);
        if (code != BLK_OK) {
            free(table.blocks);
            return code;
        }
        reader->blocks = reader->own_blocks = table.blocks;
        reader->block_count = table.count;
    }
    *blocks = reader->blocks;
    *count = reader->block_count;
    return BLK_OK;
}

blk_err blk_lend_index(struct blk_reader *reader, const struct blk_block *blocks, size_t count,
                       struct blk_error *error) {
    if (reader->kind != BLK_BGZF)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: has no blocks to index", reader->path);
    free(reader->own_blocks);
    reader->own_blocks = NULL;
    reader->blocks = blocks;
    reader->block_count = count;
    return BLK_OK;
}

blk_err blk_compare(const struct blk_reader *reader, uint64_t number, const struct blk_block *found,
                    struct blk_error *error) {
    if (reader->blocks == NULL)
        return BLK_OK;
    const struct blk_block *stated = &reader->blocks[number];
    if (number < reader->block_count && stated->file_offset == found->file_offset &&
        stated->file_bytes == found->file_bytes && stated->data_bytes == found->data_bytes)
        return BLK_OK;
    return blk_fail(
        error, BLK_ERR_INDEX,
        "%s: block %llu at offset %llu: is not the block that its table says: the file changed while it was "
        "read, or its .gzi is another file's; delete or rebuild that",
        reader->path, (ull)number, (ull)found->file_offset);
}

blk_err blk_read_block(struct blk_reader *reader, size_t number, void *buffer, size_t capacity, size_t *got,
                       struct blk_error *error) {
    const struct blk_block *blocks = NULL;
    struct blk_block found;
    size_t count = 0;
    *got = 0;
    blk_err code = blk_index(reader, &blocks, &count, error);
    if (code != BLK_OK)
        return code;
    if (number >= count || blocks[number].data_bytes > capacity)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: block %zu of %zu does not exist or does not fit in %zu bytes",
                        reader->path, number, count, capacity);
    code = blk_locate(reader, number, blocks[number].file_offset, &found, error);
    if (code != BLK_OK)
        return code;
    code = blk_compare(reader, number, &found, error);
    if (code != BLK_OK)
        return code;
    code = blk_decode(reader, number, &found, buffer, error);
    if (code == BLK_OK)
        *got = found.data_bytes;
    return code;
}
