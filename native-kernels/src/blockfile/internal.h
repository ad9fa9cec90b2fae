/* What the files of blockfile share: block format, codec, error texts. Not for other libraries. */
#ifndef SLIPWAY_BLOCKFILE_INTERNAL_H
#define SLIPWAY_BLOCKFILE_INTERNAL_H

#include "slipway/blockfile.h"

#include <sys/types.h>

enum { HEADER_BYTES = 18, FOOTER_BYTES = 8, WINDOW_BYTES = 1 << 20 };

extern const unsigned char blk_eof_marker[BLK_EOF_MARKER_BYTES];

struct blk_codec;
struct plain_gzip;

struct blk_decoder {
    struct blk_codec *codec;
};

struct blk_reader {
    char *path;
    int fd;
    blk_kind kind;
    uint64_t file_bytes;
    struct blk_decoder *decoder;

    unsigned char *window; /* last stretch of the file that was read, so that small blocks do not cost a read each */
    uint64_t window_offset;
    size_t window_bytes;

    uint64_t position;    /* data bytes handed out by blk_read, or sought */
    uint64_t next_offset; /* sequential position: where the next block begins */
    uint64_t next_number;
    unsigned char *data; /* the current block, decompressed */
    size_t data_bytes;
    size_t data_used;

    const struct blk_block *blocks; /* NULL until blk_index or blk_lend_index */
    size_t block_count;
    struct blk_block *own_blocks; /* NULL where they were lent */

    struct plain_gzip *gzip; /* state of a BLK_GZIP file */
};

/* Format an error; returns CODE so that callers can write `return blk_fail(...)`. */
blk_err blk_fail(struct blk_error *error, blk_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

uint16_t blk_le16(const unsigned char *bytes);
uint32_t blk_le32(const unsigned char *bytes);
uint64_t blk_le64(const unsigned char *bytes);
void blk_put_le16(unsigned char *bytes, uint16_t value);
void blk_put_le32(unsigned char *bytes, uint32_t value);
void blk_put_le64(unsigned char *bytes, uint64_t value);

/* Size of the whole block whose first AVAILABLE bytes are HEADER, and where its deflate data begin; 0 if it is none. */
size_t blk_parse_header(const unsigned char *header, size_t available, size_t *payload_offset);
void blk_put_header(unsigned char *header, size_t block_file_bytes);

/* The bytes [offset, offset + want) of the file; *have is less than WANT only at the end of the file. */
blk_err blk_window(struct blk_reader *reader, uint64_t offset, size_t want, const unsigned char **bytes, size_t *have,
                   struct blk_error *error);
/* Find and check the header of the block at an offset; fills file_bytes and data_bytes. */
blk_err blk_locate(struct blk_reader *reader, uint64_t number, uint64_t offset, struct blk_block *block,
                   struct blk_error *error);
/* Decompress and check a located block into OUT, which holds block->data_bytes. */
blk_err blk_decode(struct blk_reader *reader, uint64_t number, const struct blk_block *block, void *out,
                   struct blk_error *error);

/* A located block must be as the table of blocks has it, where one is loaded: offsets were taken from there. */
blk_err blk_compare(const struct blk_reader *reader, uint64_t number, const struct blk_block *found,
                    struct blk_error *error);

blk_err blk_gzip_start(struct blk_reader *reader, struct blk_error *error);
blk_err blk_gzip_read(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error);
/* Begin again at the start of the file. */
void blk_gzip_restart(struct blk_reader *reader);
void blk_gzip_end(struct plain_gzip *gzip);

struct blk_codec *blk_codec_new(int level); /* level 0: decompression only */
void blk_codec_free(struct blk_codec *codec);
/* Raw deflate of one block. Returns the compressed size, 0 when it does not fit in CAPACITY. */
size_t blk_deflate(struct blk_codec *codec, const void *in, size_t bytes, void *out, size_t capacity);
/* 0 when IN decodes to exactly OUT_BYTES. */
int blk_inflate(struct blk_codec *codec, const void *in, size_t bytes, void *out, size_t out_bytes);
uint32_t blk_crc32(const void *data, size_t bytes);

#endif
