/* SPDX-License-Identifier: Apache-2.0 */
/*
 * blockfile: read and write block-compressed files (BGZF), and read plain and gzip files by the same functions.
 *
 * BGZF (SAM/BAM format specification, section 4.1) is a series of gzip members, each with an extra field BC that holds
 * the member's size, and an empty member of 28 bytes at the end (the EOF marker). So a program can find and decompress
 * any block alone, `zcat` reads the whole file, and a missing marker shows that a file was cut off. An index beside the
 * file (`NAME.gzi`, as `bgzip -i` writes it) gives the offset of every block at once.
 *
 *     struct blk_reader *reader;
 *     struct blk_error error;
 *     if (blk_open("prices.csv.gz", &reader, &error) != BLK_OK)
 *         return report(error.text);                  // one line that names file, block and offset
 *     while ((code = blk_read(reader, buffer, sizeof buffer, &got, &error)) == BLK_OK && got > 0)
 *         use(buffer, got);
 *     blk_close(reader);
 *
 * Units. Sizes and offsets are bytes. Names with "file" count compressed bytes on disk. Names with "data" count bytes
 * after decompression.
 *
 * Errors. ERROR may be NULL. A failure fills any other ERROR, and a success leaves ERROR as before. After a failure the
 * caller can only close the handle, unless the function says more. The library never exits, aborts or prints.
 *
 * Threads. All functions are local (no MPI) and block on file I/O only. The handles hold all state. One handle serves
 * one thread at a time. Different handles, also of one file, serve different threads at the same time.
 *
 * Memory, on the heap. A reader takes 1.1 MiB. After blk_index it also takes 24 to 48 bytes for each block of the file;
 * a lent table costs no memory. A decoder takes some 10 KiB. A writer takes the size of a block and, depending on the
 * level, up to 0.7 MiB for the compressor; with an index also 16 to 32 bytes for each block. On the stack, a call takes
 * at most 70 KiB.
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
    BLK_DEFAULT_BLOCK_BYTES = 16384,  /* data bytes per block; the report's block size (section 4) */
    BLK_MAX_BLOCK_BYTES = 65280,      /* largest block that surely fits the 16-bit size field when compressed */
    BLK_MAX_FILE_BLOCK_BYTES = 65536, /* largest block, in the file or decompressed */
    BLK_EOF_MARKER_BYTES = 28,
    BLK_ERROR_TEXT_BYTES = 320
};

typedef enum {
    BLK_OK = 0,
    BLK_ERR_ARGUMENT,  /* a parameter is out of range; the call had no effect */
    BLK_ERR_MEMORY,    /* an allocation failed */
    BLK_ERR_OPEN,      /* the file cannot be opened or created */
    BLK_ERR_IO,        /* a read, write or fsync failed */
    BLK_ERR_HEADER,    /* a block does not begin with a BGZF or gzip header */
    BLK_ERR_TRUNCATED, /* the file ends inside a block, or the EOF marker is missing */
    BLK_ERR_DEFLATE,   /* the compressed bytes of a block do not decode to the stated length */
    BLK_ERR_CRC,       /* a block decodes to data that do not match the CRC */
    BLK_ERR_INDEX      /* the .gzi does not describe this file */
} blk_err;

struct blk_error {
    blk_err code;
    char text[BLK_ERROR_TEXT_BYTES]; /* "FILE: block N at offset M: ..." */
};

typedef enum {
    BLK_PLAIN, /* not compressed */
    BLK_BGZF,  /* blocks */
    BLK_GZIP   /* one gzip stream without block sizes: one thread reads from the start, slowly */
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
 * Opens the regular file PATH for reading and finds its kind from the first bytes. Refuses a name that ends in ".gz" if
 * the first bytes are not those of gzip (BLK_ERR_HEADER), rather than read the file as plain. Checks the EOF marker of
 * a BGZF file. The caller ends *reader with blk_close. After a failure *reader is NULL.
 */
blk_err blk_open(const char *path, struct blk_reader **reader, struct blk_error *error);

/* Returns the kind that blk_open found. BLK_GZIP warns that reading will be slow. */
blk_kind blk_reader_kind(const struct blk_reader *reader);

/* Returns the size that the file had on disk when it was opened. */
uint64_t blk_reader_file_bytes(const struct blk_reader *reader);

/*
 * Returns the descriptor of the file, for calls such as fstat that do not move the file position. The reader owns the
 * descriptor: the descriptor is valid until blk_close, and the caller must not close it.
 */
int blk_reader_fd(const struct blk_reader *reader);

/*
 * Reads the next WANT data bytes into BUFFER. *got is less than WANT only at the end of the data; after the end *got is
 * 0. After a failure *got counts the bytes before the damage. The call checks length and CRC of a BGZF block before
 * handing out bytes of the block. A plain gzip stream has one CRC at the end, so the call hands out the bytes before
 * checking the CRC.
 */
blk_err blk_read(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error);

/*
 * Loads the table of blocks of a BGZF file: from PATH.gzi if that file exists, else by a walk over the block headers.
 * The reader owns *blocks, which stay valid until blk_close or blk_lend_index. The table lists all blocks in file
 * order, including empty blocks and the EOF marker, so *count is at least 1. Refuses a .gzi that does not fit the file
 * (BLK_ERR_INDEX), and other kinds of files (BLK_ERR_ARGUMENT, after which reading may go on). After a failure *blocks
 * is NULL and *count 0. Does not move the position.
 */
blk_err blk_index(struct blk_reader *reader, const struct blk_block **blocks, size_t *count, struct blk_error *error);

/*
 * Decompresses block NUMBER, counted from 0 in the table of blk_index, into BUFFER of CAPACITY bytes; *got is the data
 * length of the block, and 0 after a failure. Loads the table if the reader has no table yet. Refuses a number beyond
 * the table and a block that does not fit (BLK_ERR_ARGUMENT, after which reading may go on). Does not move the
 * position.
 */
blk_err blk_read_block(struct blk_reader *reader, size_t number, void *buffer, size_t capacity, size_t *got,
                       struct blk_error *error);

/*
 * Moves the position of blk_read to data offset OFFSET, which may be the end of the data. An offset beyond the end is
 * BLK_ERR_ARGUMENT; the position then stays, and reading may go on. Finds the block of a BGZF file by blk_index.
 * Decompresses a gzip stream up to OFFSET; a move backwards, or to the end, decompresses from the start of the stream.
 */
blk_err blk_seek(struct blk_reader *reader, uint64_t offset, struct blk_error *error);

/*
 * Uses the COUNT entries of BLOCKS as the table of blocks of this file, so that many readers of one file share one
 * table. BLOCKS must come from blk_index for the same file and must outlive the reader, which does not own the table.
 * Refuses an empty table and files of other kinds than BGZF (BLK_ERR_ARGUMENT, after which reading may go on).
 */
blk_err blk_lend_index(struct blk_reader *reader, const struct blk_block *blocks, size_t count,
                       struct blk_error *error);

/* Closes the file and frees the reader. Accepts NULL. */
void blk_close(struct blk_reader *reader);

/* --- blocks from bytes that the caller has read --- */

struct blk_decoder;

/*
 * Returns a decoder for blocks of the file PATH, or NULL without memory. The caller ends the decoder with
 * blk_decoder_free. Messages name PATH, which must outlive the decoder.
 */
struct blk_decoder *blk_decoder_new(const char *path);

/*
 * Decompresses one block into OUT, which has room for block->data_bytes. BYTES are the block->file_bytes bytes of the
 * block in the file. The call checks header, lengths and CRC, so BYTES may be damaged. Messages name NUMBER. After a
 * failure OUT has no meaning, and the decoder may be used for other blocks.
 */
blk_err blk_decoder_run(struct blk_decoder *decoder, uint64_t number, const struct blk_block *block, const void *bytes,
                        void *out, struct blk_error *error);

/* Frees a decoder. Accepts NULL. */
void blk_decoder_free(struct blk_decoder *decoder);

/* --- blocks that the caller writes --- */

struct blk_packer;

/*
 * Makes a packer, which compresses blocks at LEVEL, 1 (fast) to 9 (small), or 0 for the default, 6. Returns NULL
 * without memory or for another level. The caller ends the packer with blk_packer_free. The codec takes less than 1 MiB
 * of memory.
 */
struct blk_packer *blk_packer_new(int level);

/*
 * Packs BYTES of data, at most BLK_MAX_BLOCK_BYTES, into one block in OUT, which has room for BLK_MAX_FILE_BLOCK_BYTES.
 * Returns the size of the block, or 0 for too many bytes. Equal data and level give equal blocks, the same as those of
 * blk_write. BYTES of 0 give the EOF marker of BLK_EOF_MARKER_BYTES.
 */
size_t blk_packer_run(struct blk_packer *packer, const void *data, size_t bytes, void *out);

/* Frees a packer. Accepts NULL. */
void blk_packer_free(struct blk_packer *packer);

/* --- writing --- */

struct blk_write_options {
    uint32_t block_bytes; /* data bytes per block, 1 to BLK_MAX_BLOCK_BYTES; 0 for the default */
    int level;            /* 1 (fast) to 9 (small); 0 for the default, 6 */
    int index;            /* non-zero: write PATH.gzi too */
};

/*
 * Creates PATH for BGZF output, or empties PATH. Refuses a folder or a symbolic link at PATH, and at PATH.gzi if
 * OPTIONS ask for an index (BLK_ERR_OPEN). Without an index, the call removes an old PATH.gzi, which would not fit the
 * new file, and refuses a folder of that name. A refusal leaves PATH and PATH.gzi as they were. OPTIONS may be NULL for
 * the defaults. The file appears under the name PATH at once: a caller that wants whole files only writes under a
 * temporary name and renames. The caller ends *writer with blk_finish or blk_abandon. After a failure *writer is NULL.
 */
blk_err blk_create(const char *path, const struct blk_write_options *options, struct blk_writer **writer,
                   struct blk_error *error);

/* Appends BYTES of data. After a failure the writer can only be abandoned. */
blk_err blk_write(struct blk_writer *writer, const void *data, size_t bytes, struct blk_error *error);

/*
 * Writes the last block, the EOF marker and the index, makes both files durable and closes them. Frees the writer, also
 * after a failure; the caller then removes the files or writes them anew.
 */
blk_err blk_finish(struct blk_writer *writer, struct blk_error *error);

/*
 * Closes the file without an EOF marker, so that readers recognise a cut-off file, and frees the writer. Accepts NULL.
 */
void blk_abandon(struct blk_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
