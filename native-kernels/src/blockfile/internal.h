/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declarations that the files of blockfile share. Each file calls only files above it in this list:
 *
 *   errors.c, format.c, codec.c   texts of errors; the bytes of a block; deflate and inflate of one block
 *   decoder.c                     unpacks one block in memory
 *   packer.c                      packs one block in memory, for writers that place blocks
 *   window.c                      a file, read a stretch at a time
 *   gzip.c                        a gzip stream without block sizes, over a window
 *   blocks.c                      reads one block through a window
 *   index.c                       the table of blocks, from the .gzi or by a walk over a window
 *   reader.c                      opens a file; hands out the table and any block
 *   position.c                    reads at the position of a reader, and moves the position
 *   writer.c                      writes a file; uses the first line only
 */
#ifndef SLIPWAY_BLOCKFILE_INTERNAL_H
#define SLIPWAY_BLOCKFILE_INTERNAL_H

#include "slipway/blockfile.h"

enum { HEADER_BYTES = 18, FOOTER_BYTES = 8, WINDOW_BYTES = 1 << 20 };

typedef unsigned long long ull; /* for messages */

/* --- errors.c --- */

/* Formats an error, unless ERROR is NULL. Returns CODE, so that callers can write `return blk_fail(...)`. */
blk_err blk_fail(struct blk_error *error, blk_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* --- format.c --- */

extern const unsigned char blk_eof_marker[BLK_EOF_MARKER_BYTES];

uint16_t blk_le16(const unsigned char *bytes);
uint32_t blk_le32(const unsigned char *bytes);
uint64_t blk_le64(const unsigned char *bytes);
void blk_put_le16(unsigned char *bytes, uint16_t value);
void blk_put_le32(unsigned char *bytes, uint32_t value);
void blk_put_le64(unsigned char *bytes, uint64_t value);

/*
 * Returns the size of the whole block that begins with the AVAILABLE bytes at HEADER, and the offset of the deflate
 * data in *payload_offset. Returns 0 if HEADER is not the header of a block.
 */
size_t blk_parse_header(const unsigned char *header, size_t available, size_t *payload_offset);
void blk_put_header(unsigned char *header, size_t block_file_bytes);

/* --- codec.c --- */

struct blk_codec;

/* Returns a codec that compresses at LEVEL, or for level 0 decompresses; NULL without memory. */
struct blk_codec *blk_codec_new(int level);
void blk_codec_free(struct blk_codec *codec);

/* Compresses one block. Returns the compressed size, or 0 if that is above CAPACITY. */
size_t blk_deflate(struct blk_codec *codec, const void *in, size_t bytes, void *out, size_t capacity);

/* Decompresses one block. Returns 0 if IN decodes to exactly OUT_BYTES. */
int blk_inflate(struct blk_codec *codec, const void *in, size_t bytes, void *out, size_t out_bytes);
uint32_t blk_crc32(const void *data, size_t bytes);

/* --- decoder.c --- */

struct blk_decoder {
    const char *path; /* of the caller */
    struct blk_codec *codec;
};

/* --- window.c --- */

/* A file, and the stretch read last. So small blocks do not cost one read each. */
struct blk_window {
    char *path;
    int fd;
    uint64_t file_bytes;
    unsigned char *bytes;
    uint64_t offset; /* of the stretch */
    size_t count;
};

/* Opens PATH. The caller ends WINDOW with blk_window_close, also after a failure. */
blk_err blk_window_open(const char *path, struct blk_window *window, struct blk_error *error);

/*
 * Points *BYTES at the bytes [offset, offset + want) of the file, WANT being at most WINDOW_BYTES. They are valid until
 * the next call. *HAVE is less than WANT only at the end of the file.
 */
blk_err blk_window_at(struct blk_window *window, uint64_t offset, size_t want, const unsigned char **bytes,
                      size_t *have, struct blk_error *error);

void blk_window_close(struct blk_window *window);

/* --- gzip.c --- */

struct blk_gzip;

/* Begins a stream at the start of the window's file, or returns NULL without memory. WINDOW must outlive the stream. */
struct blk_gzip *blk_gzip_new(struct blk_window *window);

/* Reads the next WANT data bytes. *GOT is less than WANT only at the end of the data, and after a failure. */
blk_err blk_gzip_read(struct blk_gzip *gzip, void *buffer, size_t want, size_t *got, struct blk_error *error);

/* Goes back to the start of the data. */
void blk_gzip_restart(struct blk_gzip *gzip);
void blk_gzip_free(struct blk_gzip *gzip); /* accepts NULL */

/* --- blocks.c --- */

/* Finds and checks the header of the block at OFFSET. Fills all of BLOCK except the data offset. */
blk_err blk_locate(struct blk_window *window, uint64_t number, uint64_t offset, struct blk_block *block,
                   struct blk_error *error);

/* Decompresses and checks a located block. OUT has room for block->data_bytes. */
blk_err blk_decode(struct blk_window *window, struct blk_decoder *decoder, uint64_t number,
                   const struct blk_block *block, void *out, struct blk_error *error);

/* --- index.c --- */

/* The blocks of a file, in file order. A table with NULL blocks is not loaded. */
struct blk_table {
    const struct blk_block *blocks;
    size_t count;
    struct blk_block *own; /* NULL if the blocks are lent */
};

/* Loads the table from the .gzi beside the file, or else by a walk over all headers. */
blk_err blk_table_load(struct blk_window *window, struct blk_table *table, struct blk_error *error);

/* Fails if the table is loaded and has another block NUMBER than FOUND in the file. */
blk_err blk_table_check(const struct blk_table *table, const char *path, uint64_t number, const struct blk_block *found,
                        struct blk_error *error);

/* --- reader.c --- */

struct blk_reader {
    struct blk_window window;
    blk_kind kind;
    struct blk_decoder *decoder;
    struct blk_table table;
    struct blk_gzip *gzip; /* of a BLK_GZIP file only */

    uint64_t position;    /* data bytes up to the position */
    uint64_t next_offset; /* offset of the next block in the file, or of the next byte of a plain file */
    uint64_t next_number;
    unsigned char *data; /* the current block, decompressed */
    size_t data_bytes;
    size_t data_used;
};

#endif
