/* SPDX-License-Identifier: Apache-2.0 */
/* The table of blocks: taken from the .gzi beside the file, then completed and checked by a walk over headers. */
#include "base/files.h"
#include "base/rows.h"
#include "base/text.h"
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A table being loaded. */
struct growing {
    struct blk_window *window;
    struct blk_block *blocks;
    size_t count;
    size_t capacity;
};

static blk_err append(struct growing *table, const struct blk_block *block, struct blk_error *error) {
    struct blk_block *grown = sw_rows_grow(table->blocks, &table->capacity, table->count + 1, sizeof *grown);
    if (grown == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory for its table of blocks", table->window->path);
    table->blocks = grown;
    table->blocks[table->count++] = *block;
    return BLK_OK;
}

/* Walks over headers from OFFSET to the end of the file. */
static blk_err walk(struct growing *table, uint64_t offset, uint64_t data_offset, struct blk_error *error) {
    while (offset < table->window->file_bytes) {
        struct blk_block block = {.data_offset = data_offset};
        blk_err code = blk_locate(table->window, table->count, offset, &block, error);
        if (code == BLK_OK)
            code = append(table, &block, error);
        if (code != BLK_OK)
            return code;
        offset += block.file_bytes;
        data_offset += block.data_bytes;
    }
    return BLK_OK;
}

/* Takes the block between two entries into the table. Fails if the entries do not fit the file. */
static blk_err take_entry(struct growing *table, uint64_t number, const unsigned char *entry, struct blk_block *block,
                          struct blk_error *error) {
    const uint64_t file_offset = blk_le64(entry), data_offset = blk_le64(entry + 8);
    const uint64_t file_bytes = file_offset - block->file_offset, data_bytes = data_offset - block->data_offset;
    if (file_offset <= block->file_offset || file_bytes > BLK_MAX_FILE_BLOCK_BYTES ||
        file_offset >= table->window->file_bytes || data_offset < block->data_offset ||
        data_bytes > BLK_MAX_FILE_BLOCK_BYTES)
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: entry %llu does not fit the file; delete or rebuild it",
                        table->window->path, (ull)number);
    block->file_bytes = (uint32_t)file_bytes;
    block->data_bytes = (uint32_t)data_bytes;
    const blk_err code = append(table, block, error);
    block->file_offset = file_offset;
    block->data_offset = data_offset;
    return code;
}

/* Takes all entries of a .gzi, then walks from the last one to the end of the file. An entry is the file offset and the
 * data offset of a block after the first; the differences between entries are the sizes of blocks. */
static blk_err take_entries(FILE *gzi, uint64_t count, struct growing *table, struct blk_error *error) {
    const char *path = table->window->path;
    struct blk_block block = {0, 0, 0, 0};
    for (uint64_t i = 0; i < count; i++) {
        unsigned char entry[16];
        if (fread(entry, sizeof entry, 1, gzi) != 1)
            return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: ends inside entry %llu of %llu", path, (ull)i, (ull)count);
        const blk_err code = take_entry(table, i, entry, &block, error);
        if (code != BLK_OK)
            return code;
    }
    const blk_err code = walk(table, block.file_offset, block.data_offset, error);
    if (code == BLK_ERR_HEADER || code == BLK_ERR_TRUNCATED)
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: its last entry does not lead to a block; delete or rebuild it",
                        path);
    return code;
}

static blk_err from_gzi(FILE *gzi, struct growing *table, struct blk_error *error) {
    const char *path = table->window->path;
    unsigned char head[8];
    if (fread(head, sizeof head, 1, gzi) != 1)
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: ends before its count", path);
    /* bgzip 1.16 writes a count of -1 for a file without data. */
    const uint64_t count = blk_le64(head) == UINT64_MAX ? 0 : blk_le64(head);
    if (count > table->window->file_bytes / (HEADER_BYTES + FOOTER_BYTES))
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: states %llu entries, more than the file has room for", path,
                        (ull)count);
    const blk_err code = take_entries(gzi, count, table, error);
    if (code == BLK_OK && fgetc(gzi) != EOF)
        return blk_fail(error, BLK_ERR_INDEX, "%s.gzi: goes on after its %llu entries", path, (ull)count);
    return code;
}

/* Opens a .gzi like any other file here: without waiting at a FIFO. Returns NULL with errno after a failure. */
static FILE *open_gzi(const char *name) {
    struct stat status;
    const int fd = sw_file_open(name, &status);
    if (fd < 0)
        return NULL;
    FILE *gzi = fdopen(fd, "rb");
    if (gzi == NULL)
        close(fd);
    return gzi;
}

static blk_err load(struct growing *table, struct blk_error *error) {
    const char *path = table->window->path;
    char *name = sw_text_join(path, ".gzi");
    if (name == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory for its table of blocks", path);
    FILE *gzi = open_gzi(name);
    const int reason = errno;
    free(name);
    if (gzi == NULL && reason == ENOENT)
        return walk(table, 0, 0, error);
    if (gzi == NULL)
        return blk_fail(error, BLK_ERR_OPEN, "%s.gzi: cannot open: %s", path,
                        reason == ENOTSUP ? "not a regular file" : strerror(reason));
    const blk_err code = from_gzi(gzi, table, error);
    fclose(gzi);
    return code;
}

blk_err blk_table_load(struct blk_window *window, struct blk_table *table, struct blk_error *error) {
    struct growing loaded = {.window = window};
    const blk_err code = load(&loaded, error);
    if (code != BLK_OK) {
        free(loaded.blocks);
        return code;
    }
    *table = (struct blk_table){loaded.blocks, loaded.count, loaded.blocks};
    return BLK_OK;
}

blk_err blk_table_check(const struct blk_table *table, const char *path, uint64_t number, const struct blk_block *found,
                        struct blk_error *error) {
    if (table->blocks == NULL)
        return BLK_OK;
    if (number < table->count) {
        const struct blk_block *stated = &table->blocks[number];
        if (stated->file_offset == found->file_offset && stated->file_bytes == found->file_bytes &&
            stated->data_bytes == found->data_bytes)
            return BLK_OK;
    }
    return blk_fail(error, BLK_ERR_INDEX,
                    "%s: block %llu at offset %llu: is not the block that its table says: the file changed while it "
                    "was read, or its .gzi is another file's; delete or rebuild that",
                    path, (ull)number, (ull)found->file_offset);
}
