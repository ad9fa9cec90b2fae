/* SPDX-License-Identifier: Apache-2.0 */
/*
 * blockfile: read and write block-compressed files (BGZF), read plain and gzip files through the same door.
 *
 * BGZF (SAM/BAM format specification, section 4.1) is a series of gzip members, each with an extra field BC that
 * holds the member's size, and an empty member of 28 bytes at the end (the EOF marker). So any block can be found
 * and decompressed by itself, `zcat` reads the whole, and a file that was cut off is known by its missing marker.
 * An index beside the file (`NAME.gzi`, as `bgzip -i` writes it) gives the offset of every block at once.
 *
 *     struct blk_reader *reader;
 *     struct blk_error error;
 *     if (blk_open("prices.csv.gz", &reader, &error) != BLK_OK)
 *         return report(error.text);                  // one line that names file, block and offset
 *     while ((code = blk_read(reader, buffer, sizeof buffer, &got, &error)) == BLK_OK && got > 0)
 *         use(buffer, got);
 *     blk_close(reader);
 *
 * Units. Sizes and offsets are bytes. "file" ones count compressed bytes as they lie on disk, "data" ones count bytes
 * after decompression.
 *
 * Errors. ERROR may be NULL. Where it is not, a failure fills it, and a success leaves it as it was. After a failure
 * the handle can be closed, and nothing else, unless the function says more. Nothing here exits, aborts or prints.
 *
 * Threads. All functions are local (no MPI) and block on file I/O only. There is no state outside of the handles. One
 * handle serves one thread at a time; different handles serve different threads at the same time, also of one file.
 *
 * Memory, on the heap. A reader takes 1.1 MiB, and from blk_index on 24 bytes for each block of the file, or up to
 * twice that; a table that is lent costs nothing. A decoder takes some 10 KiB, a writer its block and, by its level, up
 * to 0.7 MiB for the compressor; with an index 16 bytes for each block, or up to twice that. On the stack, at most 70
 * KiB.
 */
#ifndef SLIPWAY_BLOCKFILE_H
#define SLIPWAY_BLOCKFILE_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define BLK_VERSION 400

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BLK_DEFAULT_BLOCK_BYTES = 16384,  /* data bytes a block; the report's block size (section 4) */
    BLK_MAX_BLOCK_BYTES = 65280,      /* largest block whose compressed form surely fits the 16-bit size field */
    BLK_MAX_FILE_BLOCK_BYTES = 65536, /* largest block, as it lies in the file or decompressed */
    BLK_EOF_MARKER_BYTES = 28,
    BLK_ERROR_TEXT_BYTES = 320
};

typedef enum {
    BLK_OK = 0,
    BLK_ERR_ARGUMENT,  /* a parameter is out of its range; nothing was done */
    BLK_ERR_MEMORY,    /* an allocation failed */
    BLK_ERR_OPEN,      /* the file cannot be opened or created */
    BLK_ERR_IO,        /* a read, write or fsync failed */
    BLK_ERR_HEADER,    /* a block does not begin with a header of its kind */
    BLK_ERR_TRUNCATED, /* the file ends inside a block, or the EOF marker is missing */
    BLK_ERR_DEFLATE,   /* the compressed bytes of a block do not decode to the length it states */
    BLK_ERR_CRC,       /* a block decodes, but not to the data that were written */
    BLK_ERR_INDEX      /* the .gzi does not describe this file */
} blk_err;

struct blk_error {
    blk_err code;
    char text[BLK_ERROR_TEXT_BYTES]; /* "FILE: block N at offset M: ..." */
};

typedef enum {
    BLK_PLAIN, /* not compressed: read as it is */
    BLK_BGZF,  /* blocks */
    BLK_GZIP   /* one gzip stream without block sizes: readable only from its start, one thread, slowly */
} blk_kind;

struct blk_reader;
struct blk_writer;

struct blk_block {
    uint64_t file_offset;
    uint64_t data_offset;
    uint32_t file_bytes;
    uint32_t data_bytes;
};

/* Returns the message for a code, for logs that hold no blk_error. Static storage; never NULL. */
const char *blk_strerror(blk_err code);

/*
 * Opens PATH, a regular file, for reading and finds out its kind from its first bytes. Refuses a name that ends in
 * ".gz" where the first bytes are not gzip's (BLK_ERR_HEADER): it is no plain file. Checks the EOF marker of a BGZF
 * file. The caller ends *reader with blk_close. After a failure *reader is NULL.
 */
blk_err blk_open(const char *path, struct blk_reader **reader, struct blk_error *error);

/* Returns the kind that blk_open found. BLK_GZIP warns that reading will be slow. */
blk_kind blk_reader_kind(const struct blk_reader *reader);

/* Returns the size of the file on disk, as it was when it was opened. */
uint64_t blk_reader_file_bytes(const struct blk_reader *reader);

/*
 * Returns the descriptor of the file, for calls such as fstat that leave its position as it is. It belongs to the
 * reader: it is valid until blk_close, and the caller must not close it.
 */
int blk_reader_fd(const struct blk_reader *reader);

/*
 * Reads the next WANT data bytes into BUFFER. *got is less than WANT only at the end of the data, and 0 after it. After
 * a failure *got counts the bytes that came before the damage. Bytes of a BGZF file are handed out after the length and
 * CRC of their block were checked. Those of a plain gzip stream are handed out before: its one CRC stands at its end.
 */
blk_err blk_read(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error);

/*
 * Loads the table of blocks of a BGZF file: from PATH.gzi where that exists, else by a walk over the block headers. The
 * reader owns *blocks, which stay valid until blk_close or blk_lend_index. They are all blocks in file order, also
 * empty ones and the EOF marker, so *count is at least 1. Refuses a .gzi that does not fit the file (BLK_ERR_INDEX),
 * and other kinds of files (BLK_ERR_ARGUMENT, after which reading may go on). After a failure *blocks is NULL and
 * *count 0. Does not move the position.
 */
blk_err blk_index(struct blk_reader *reader, const struct blk_block **blocks, size_t *count, struct blk_error *error);

/*
 * Decompresses block NUMBER, counted from 0 in the table of blk_index, into BUFFER of CAPACITY bytes; *got is its data
 * length, and 0 after a failure. Loads the table where it is not loaded. Refuses a number that the table does not have,
 * and a block that does not fit (BLK_ERR_ARGUMENT, after which reading may go on). Does not move the position.
 */
blk_err blk_read_block(struct blk_reader *reader, size_t number, void *buffer, size_t capacity, size_t *got,
                       struct blk_error *error);

/*
 * Goes to data offset OFFSET, from where blk_read goes on. An offset beyond the end of the data is BLK_ERR_ARGUMENT;
 * the position then is where it was, and reading may go on. The offset of the end itself is taken. Finds a block by
 * blk_index. Decompresses a gzip stream up to OFFSET; to go back, and to find its end, from its start.
 */
blk_err blk_seek(struct blk_reader *reader, uint64_t offset, struct blk_error *error);

/*
 * Uses BLOCKS, of which there are COUNT, as the table of blocks of this file instead of loading one: for many readers
 * of one file. It is what blk_index gave for the same file, and outlives the reader, which does not own it. Refuses an
 * empty table and other kinds of files than BGZF (BLK_ERR_ARGUMENT, after which reading may go on).
 */
blk_err blk_lend_index(struct blk_reader *reader, const struct blk_block *blocks, size_t count,
                       struct blk_error *error);

/* Closes the file and frees the reader. Accepts NULL. */
void blk_close(struct blk_reader *reader);

/* --- blocks whose bytes the caller has read himself --- */

struct blk_decoder;

/*
 * Returns a decoder of blocks of the file PATH, which the caller ends with blk_decoder_free; NULL without memory. PATH
 * is for messages, and outlives the decoder.
 */
struct blk_decoder *blk_decoder_new(const char *path);

/*
 * Decompresses one block into OUT, which has room for block->data_bytes. BYTES are its block->file_bytes bytes as they
 * lie in the file. They need not be what BLOCK says: header, lengths and CRC are checked. NUMBER is for messages.
 * After a failure OUT has no meaning, and the decoder may be used for other blocks.
 */
blk_err blk_decoder_run(struct blk_decoder *decoder, uint64_t number, const struct blk_block *block, const void *bytes,
                        void *out, struct blk_error *error);

/* Frees a decoder. Accepts NULL. */
void blk_decoder_free(struct blk_decoder *decoder);

/* --- blocks that the caller writes himself --- */

struct blk_packer;

/*
 * Makes what compresses blocks at LEVEL, 1 (fast) to 9 (small), or 0 for the default, 6. Returns NULL without memory or
 * for another level. The caller ends it with blk_packer_free. Memory: that of the codec, less than 1 MiB.
 */
struct blk_packer *blk_packer_new(int level);

/*
 * Packs BYTES of data, at most BLK_MAX_BLOCK_BYTES, into one block in OUT, which has room for BLK_MAX_FILE_BLOCK_BYTES.
 * Returns the size of the block, or 0 for too many bytes. Equal data and level give equal blocks, those of blk_write.
 * BYTES of 0 give the EOF marker, BLK_EOF_MARKER_BYTES.
 */
size_t blk_packer_run(struct blk_packer *packer, const void *data, size_t bytes, void *out);

/* Frees a packer. Accepts NULL. */
void blk_packer_free(struct blk_packer *packer);

/* --- writing --- */

struct blk_write_options {
    uint32_t block_bytes; /* data bytes a block, 1 to BLK_MAX_BLOCK_BYTES; 0 for the default */
    int level;            /* 1 (fast) to 9 (small); 0 for the default, 6 */
    int index;            /* non-zero: write PATH.gzi too */
};

/*
 * Creates PATH for BGZF output, or empties it. Refuses a folder or a symbolic link in its place, and in that of the
 * index where one is asked for (BLK_ERR_OPEN). Where no index is asked for, one that PATH had before is removed, for it
 * would not fit the new file; a folder in its place is refused, too. What is refused in these ways leaves PATH and its
 * index as they were. OPTIONS may be NULL for the defaults. The file appears under its name at once: a caller that
 * wants whole files only writes under a temporary name and renames. The caller ends *writer with blk_finish or
 * blk_abandon. After a failure *writer is NULL.
 */
blk_err blk_create(const char *path, const struct blk_write_options *options, struct blk_writer **writer,
                   struct blk_error *error);

/* Appends BYTES of data. After a failure the writer can only be abandoned. */
blk_err blk_write(struct blk_writer *writer, const void *data, size_t bytes, struct blk_error *error);

/*
 * Writes the last block, the EOF marker and the index, makes both files durable and closes them. Frees the writer, also
 * after a failure; the caller then removes what is on disk, or writes it anew.
 */
blk_err blk_finish(struct blk_writer *writer, struct blk_error *error);

/* Closes the file without an EOF marker, so that it is recognised as cut off, and frees the writer. Accepts NULL. */
void blk_abandon(struct blk_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
