/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of a BGZF block (SAM/BAM format specification, section 4.1), which is a gzip member (RFC 1952). */
#include "internal.h"

#include <string.h>

const unsigned char blk_eof_marker[BLK_EOF_MARKER_BYTES] = {0x1f, 0x8b, 8,  4, 0, 0, 0, 0, 0, 0xff, 6, 0, 'B', 'C',
                                                            2,    0,    27, 0, 3, 0, 0, 0, 0, 0,    0, 0, 0,   0};

uint16_t blk_le16(const unsigned char *bytes) {
    return (uint16_t)(bytes[0] | (unsigned)bytes[1] << 8);
}

uint32_t blk_le32(const unsigned char *bytes) {
    return (uint32_t)blk_le16(bytes) | (uint32_t)blk_le16(bytes + 2) << 16;
}

uint64_t blk_le64(const unsigned char *bytes) {
    return (uint64_t)blk_le32(bytes) | (uint64_t)blk_le32(bytes + 4) << 32;
}

void blk_put_le16(unsigned char *bytes, uint16_t value) {
    bytes[0] = (unsigned char)(value & 0xff);
    bytes[1] = (unsigned char)(value >> 8);
}

void blk_put_le32(unsigned char *bytes, uint32_t value) {
    blk_put_le16(bytes, (uint16_t)(value & 0xffff));
    blk_put_le16(bytes + 2, (uint16_t)(value >> 16));
}

void blk_put_le64(unsigned char *bytes, uint64_t value) {
    blk_put_le32(bytes, (uint32_t)(value & 0xffffffff));
    blk_put_le32(bytes + 4, (uint32_t)(value >> 32));
}

/* Parses a header. Refuses a header with other flags than FEXTRA (name, comment, header CRC), which BGZF never sets. */
size_t blk_parse_header(const unsigned char *header, size_t available, size_t *payload_offset) {
    if (available < HEADER_BYTES || header[0] != 0x1f || header[1] != 0x8b || header[2] != 8 || header[3] != 4)
        return 0;
    const size_t extra_end = 12 + (size_t)blk_le16(header + 10);
    if (extra_end > available)
        return 0;
    for (size_t at = 12; at + 4 <= extra_end;) {
        const size_t length = blk_le16(header + at + 2);
        if (at + 4 + length > extra_end)
            return 0;
        if (header[at] == 'B' && header[at + 1] == 'C' && length == 2) {
            const size_t block_bytes = (size_t)blk_le16(header + at + 4) + 1;
            *payload_offset = extra_end;
            return block_bytes >= extra_end + FOOTER_BYTES ? block_bytes : 0;
        }
        at += 4 + length;
    }
    return 0;
}

void blk_put_header(unsigned char *header, size_t block_file_bytes) {
    memcpy(header, blk_eof_marker, HEADER_BYTES);
    blk_put_le16(header + 16, (uint16_t)(block_file_bytes - 1));
}
