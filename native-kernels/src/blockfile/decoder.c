/* SPDX-License-Identifier: Apache-2.0 */
/* Decompresses one block in memory, for the reader and for callers that read blocks in parallel. */
#include "internal.h"

#include <stdlib.h>

struct blk_decoder *blk_decoder_new(const char *path) {
    struct blk_decoder *decoder = malloc(sizeof *decoder);
    if (decoder == NULL)
        return NULL;
    *decoder = (struct blk_decoder){path, blk_codec_new(0)};
    if (decoder->codec != NULL)
        return decoder;
    free(decoder);
    return NULL;
}

void blk_decoder_free(struct blk_decoder *decoder) {
    if (decoder == NULL)
        return;
    blk_codec_free(decoder->codec);
    free(decoder);
}

blk_err blk_decoder_run(struct blk_decoder *decoder, uint64_t number, const struct blk_block *block, const void *bytes,
                        void *out, struct blk_error *error) {
    const unsigned char *at = bytes;
    const char *path = decoder->path;
    size_t payload = 0;
    const size_t size = blk_parse_header(at, block->file_bytes, &payload);
    if (size == 0 || size != block->file_bytes || blk_le32(at + size - 4) != block->data_bytes)
        return blk_fail(error, BLK_ERR_HEADER,
                        "%s: block %llu at offset %llu: is not the block that its table says, of %u and %u bytes: the "
                        "file changed while it was read, or its .gzi is another file's",
                        path, (ull)number, (ull)block->file_offset, block->file_bytes, block->data_bytes);
    if (blk_inflate(decoder->codec, at + payload, size - payload - FOOTER_BYTES, out, block->data_bytes) != 0)
        return blk_fail(error, BLK_ERR_DEFLATE, "%s: block %llu at offset %llu: does not decompress to %u bytes", path,
                        (ull)number, (ull)block->file_offset, block->data_bytes);
    if (blk_crc32(out, block->data_bytes) != blk_le32(at + size - FOOTER_BYTES))
        return blk_fail(error, BLK_ERR_CRC, "%s: block %llu at offset %llu: CRC does not match its data", path,
                        (ull)number, (ull)block->file_offset);
    return BLK_OK;
}
