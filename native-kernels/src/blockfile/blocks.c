/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

blk_err blk_locate(struct blk_window *window, uint64_t number, uint64_t offset, struct blk_block *block,
                   struct blk_error *error) {
    const unsigned char *bytes;
    size_t have, payload;
    const blk_err code = blk_window_at(window, offset, BLK_MAX_FILE_BLOCK_BYTES, &bytes, &have, error);
    if (code != BLK_OK)
        return code;
    if (have < HEADER_BYTES)
        return blk_fail(error, BLK_ERR_TRUNCATED, "%s: block %llu at offset %llu: the file ends inside its header",
                        window->path, (ull)number, (ull)offset);
    const size_t block_bytes = blk_parse_header(bytes, have, &payload);
    if (block_bytes == 0)
        return blk_fail(error, BLK_ERR_HEADER, "%s: block %llu at offset %llu: not a BGZF header", window->path,
                        (ull)number, (ull)offset);
    if (block_bytes > have)
        return blk_fail(error, BLK_ERR_TRUNCATED,
                        "%s: block %llu at offset %llu: needs %zu bytes, the file ends after %zu", window->path,
                        (ull)number, (ull)offset, block_bytes, have);
    const uint32_t data_bytes = blk_le32(bytes + block_bytes - 4);
    if (data_bytes > BLK_MAX_FILE_BLOCK_BYTES)
        return blk_fail(error, BLK_ERR_HEADER, "%s: block %llu at offset %llu: states %u data bytes, more than 65536",
                        window->path, (ull)number, (ull)offset, data_bytes);
    block->file_offset = offset;
    block->file_bytes = (uint32_t)block_bytes;
    block->data_bytes = data_bytes;
    return BLK_OK;
}

blk_err blk_decode(struct blk_window *window, struct blk_decoder *decoder, uint64_t number,
                   const struct blk_block *block, void *out, struct blk_error *error) {
    const unsigned char *bytes = NULL;
    size_t have;
    const blk_err code = blk_window_at(window, block->file_offset, block->file_bytes, &bytes, &have, error);
    if (code != BLK_OK)
        return code;
    return blk_decoder_run(decoder, number, block, bytes, out, error);
}
