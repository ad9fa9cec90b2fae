/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static int named_gz(const char *path) {
    const size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

static blk_err check_eof_marker(struct blk_window *window, struct blk_error *error) {
    const unsigned char *bytes;
    size_t have;
    const uint64_t at = window->file_bytes < BLK_EOF_MARKER_BYTES ? 0 : window->file_bytes - BLK_EOF_MARKER_BYTES;
    const blk_err code = blk_window_at(window, at, BLK_EOF_MARKER_BYTES, &bytes, &have, error);
    if (code != BLK_OK)
        return code;
    if (have != BLK_EOF_MARKER_BYTES || memcmp(bytes, blk_eof_marker, have) != 0)
        return blk_fail(error, BLK_ERR_TRUNCATED,
                        "%s: the EOF marker is missing after offset %llu: the file is cut off", window->path, (ull)at);
    return BLK_OK;
}

/* Finds the kind of a file from the first bytes, and checks the marks of that kind at both ends. */
static blk_err find_kind(struct blk_window *window, blk_kind *kind, struct blk_error *error) {
    const unsigned char *bytes;
    size_t have, payload;
    const blk_err code = blk_window_at(window, 0, BLK_MAX_FILE_BLOCK_BYTES, &bytes, &have, error);
    if (code != BLK_OK)
        return code;
    if (have == 0 && named_gz(window->path))
        return blk_fail(error, BLK_ERR_TRUNCATED, "%s: is empty; a .gz file has at least a header", window->path);
    if (have < 2 || bytes[0] != 0x1f || bytes[1] != 0x8b) {
        *kind = BLK_PLAIN;
        if (named_gz(window->path))
            return blk_fail(error, BLK_ERR_HEADER, "%s: block 0 at offset 0: not a gzip header", window->path);
        return BLK_OK;
    }
    *kind = blk_parse_header(bytes, have, &payload) == 0 ? BLK_GZIP : BLK_BGZF;
    return *kind == BLK_BGZF ? check_eof_marker(window, error) : BLK_OK;
}

static blk_err open_file(struct blk_reader *reader, const char *path, struct blk_error *error) {
    blk_err code = blk_window_open(path, &reader->window, error);
    if (code == BLK_OK)
        code = find_kind(&reader->window, &reader->kind, error);
    if (code != BLK_OK)
        return code;
    reader->data = malloc(BLK_MAX_FILE_BLOCK_BYTES);
    reader->decoder = blk_decoder_new(reader->window.path);
    if (reader->kind == BLK_GZIP)
        reader->gzip = blk_gzip_new(&reader->window);
    if (reader->data == NULL || reader->decoder == NULL || (reader->kind == BLK_GZIP && reader->gzip == NULL))
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to open it", path);
    return BLK_OK;
}

blk_err blk_open(const char *path, struct blk_reader **reader, struct blk_error *error) {
    *reader = NULL;
    struct blk_reader *made = calloc(1, sizeof *made);
    if (made == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to open it", path);
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
    return reader->window.file_bytes;
}

int blk_reader_fd(const struct blk_reader *reader) {
    return reader->window.fd;
}

blk_err blk_index(struct blk_reader *reader, const struct blk_block **blocks, size_t *count, struct blk_error *error) {
    *blocks = NULL;
    *count = 0;
    if (reader->kind != BLK_BGZF)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: has no blocks to index", reader->window.path);
    if (reader->table.blocks == NULL) {
        const blk_err code = blk_table_load(&reader->window, &reader->table, error);
        if (code != BLK_OK)
            return code;
    }
    *blocks = reader->table.blocks;
    *count = reader->table.count;
    return BLK_OK;
}

blk_err blk_lend_index(struct blk_reader *reader, const struct blk_block *blocks, size_t count,
                       struct blk_error *error) {
    if (reader->kind != BLK_BGZF || blocks == NULL || count == 0)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: %s", reader->window.path,
                        reader->kind != BLK_BGZF ? "has no blocks to index" : "the table that is lent has no blocks");
    free(reader->table.own);
    reader->table = (struct blk_table){blocks, count, NULL};
    return BLK_OK;
}

blk_err blk_read_block(struct blk_reader *reader, size_t number, void *buffer, size_t capacity, size_t *got,
                       struct blk_error *error) {
    const struct blk_block *blocks;
    struct blk_block found;
    size_t count;
    *got = 0;
    blk_err code = blk_index(reader, &blocks, &count, error);
    if (code != BLK_OK)
        return code;
    if (number >= count || blocks[number].data_bytes > capacity)
        return blk_fail(error, BLK_ERR_ARGUMENT, "%s: block %zu of %zu does not exist or does not fit in %zu bytes",
                        reader->window.path, number, count, capacity);
    code = blk_locate(&reader->window, number, blocks[number].file_offset, &found, error);
    if (code == BLK_OK)
        code = blk_table_check(&reader->table, reader->window.path, number, &found, error);
    if (code == BLK_OK)
        code = blk_decode(&reader->window, reader->decoder, number, &found, buffer, error);
    if (code == BLK_OK)
        *got = found.data_bytes;
    return code;
}

void blk_close(struct blk_reader *reader) {
    if (reader == NULL)
        return;
    blk_gzip_free(reader->gzip);
    blk_decoder_free(reader->decoder);
    free(reader->table.own);
    free(reader->data);
    blk_window_close(&reader->window);
    free(reader);
}
