/* SPDX-License-Identifier: Apache-2.0 */
/* Packs one block in memory, for writers that place the blocks. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_LEVEL = 6 };

struct blk_packer {
    struct blk_codec *codec;
};

struct blk_packer *blk_packer_new(int level) {
    if (level < 0 || level > 9)
        return NULL;
    struct blk_packer *packer = calloc(1, sizeof *packer);
    if (packer == NULL)
        return NULL;
    packer->codec = blk_codec_new(level != 0 ? level : DEFAULT_LEVEL);
    if (packer->codec == NULL) {
        free(packer);
        return NULL;
    }
    return packer;
}

void blk_packer_free(struct blk_packer *packer) {
    if (packer == NULL)
        return;
    blk_codec_free(packer->codec);
    free(packer);
}

/* Makes a deflate stream of one stored (uncompressed) block: RFC 1951, section 3.2.4. For data that do not shrink. */
static size_t store(const unsigned char *data, size_t bytes, unsigned char *out) {
    out[0] = 1;
    blk_put_le16(out + 1, (uint16_t)bytes);
    blk_put_le16(out + 3, (uint16_t)~bytes);
    memcpy(out + 5, data, bytes);
    return bytes + 5;
}

size_t blk_packer_run(struct blk_packer *packer, const void *data, size_t bytes, void *out) {
    unsigned char *block = out;
    if (bytes > BLK_MAX_BLOCK_BYTES)
        return 0;
    if (bytes == 0) {
        memcpy(block, blk_eof_marker, BLK_EOF_MARKER_BYTES);
        return BLK_EOF_MARKER_BYTES;
    }
    const size_t room = BLK_MAX_FILE_BLOCK_BYTES - HEADER_BYTES - FOOTER_BYTES;
    size_t packed = blk_deflate(packer->codec, data, bytes, block + HEADER_BYTES, room);
    if (packed == 0)
        packed = store(data, bytes, block + HEADER_BYTES);
    const size_t file_bytes = HEADER_BYTES + packed + FOOTER_BYTES;
    blk_put_header(block, file_bytes);
    blk_put_le32(block + HEADER_BYTES + packed, blk_crc32(data, bytes));
    blk_put_le32(block + HEADER_BYTES + packed + 4, (uint32_t)bytes);
    return file_bytes;
}
