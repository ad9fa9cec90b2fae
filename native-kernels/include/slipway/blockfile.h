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
 * All functions are local (no MPI) and block on file I/O only. A handle belongs to one thread at a time. Sizes and
 * offsets are bytes: "file" ones count compressed bytes as they lie on disk, "data" ones count bytes after
 * decompression. Nothing here exits, aborts or prints. `error` may be NULL; when it is not, it is written on failure.
 * Every failing call leaves the handle closable and nothing else: do not go on reading from it.
 */
#ifndef SLIPWAY_BLOCKFILE_H
#define SLIPWAY_BLOCKFILE_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define BLK_VERSION 200

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

/* The message for a code, for logs that hold no blk_error. Static storage; never NULL. */
const char *blk_strerror(blk_err code);

/*
 * Open PATH for reading and find out its kind from its first bytes. A name that ends in ".gz" with other first
 * bytes than gzip's is an error (BLK_ERR_HEADER), not a plain file. The EOF marker of a BGZF file is checked here.
 * On success *reader is owned by the caller, who ends it with blk_close. On failure *reader is NULL.
 */
blk_err blk_open(const char *path, struct blk_reader **reader, struct blk_error *error);

/* What blk_open found. BLK_GZIP is the flag that says: this will be slow. */
blk_kind blk_reader_kind(const struct blk_reader *reader);

/* Size of the file on disk, in bytes. */
uint64_t blk_reader_file_bytes(const struct blk_reader *reader);

/*
 * Read the next WANT data bytes into BUFFER. *got is less than WANT only at the end of the data, and 0 after it.
 * Lengths and CRCs are checked block by block before any byte of a block is handed out.
 */
blk_err blk_read(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error);

/*
 * Load the table of blocks of a BGZF file: from PATH.gzi where that exists, else by a walk over the block headers.
 * *blocks stays owned by the reader and valid until blk_close; it covers all blocks, empty ones and the EOF marker
 * included, in file order. A .gzi that does not fit the file is BLK_ERR_INDEX. BLK_ERR_ARGUMENT for other kinds.
 * Does not move the position of blk_read.
 */
blk_err blk_index(struct blk_reader *reader, const struct blk_block **blocks, size_t *count, struct blk_error *error);

/*
 * Decompress block NUMBER (0-based, by blk_index, which this calls when needed) into BUFFER of CAPACITY bytes;
 * *got is its data length. BLK_ERR_ARGUMENT when the number or the capacity does not fit. Does not move the
 * position of blk_read.
 */
blk_err blk_read_block(struct blk_reader *reader, size_t number, void *buffer, size_t capacity, size_t *got,
                       struct blk_error *error);

/*
 * Go to data offset OFFSET, from where blk_read goes on. An offset beyond the end of the data is BLK_ERR_ARGUMENT,
 * after which the position is the end. A block is found by blk_index; a gzip stream is decompressed up to there, and
 * again from its start to go back.
 */
blk_err blk_seek(struct blk_reader *reader, uint64_t offset, struct blk_error *error);

/*
 * Use BLOCKS as the table of blocks of this file instead of loading one: for many readers of one file. It must be what
 * blk_index gave for it, and outlive the reader, which does not own it. BLK_ERR_ARGUMENT for other kinds than BGZF.
 */
blk_err blk_lend_index(struct blk_reader *reader, const struct blk_block *blocks, size_t count,
                       struct blk_error *error);

/* Accepts NULL. */
void blk_close(struct blk_reader *reader);

/* --- blocks whose bytes the caller has read himself --- */

struct blk_decoder;

/* NULL without memory. Owned by the caller. */
struct blk_decoder *blk_decoder_new(void);

/*
 * Decompress one block into OUT, which has room for block->data_bytes. BYTES: its block->file_bytes bytes as they lie
 * in the file; they need not be what BLOCK says: header, lengths and CRC are checked. PATH and NUMBER are for messages.
 */
blk_err blk_decoder_run(struct blk_decoder *decoder, const char *path, uint64_t number, const struct blk_block *block,
                        const void *bytes, void *out, struct blk_error *error);

/* Accepts NULL. */
void blk_decoder_free(struct blk_decoder *decoder);

/* --- writing --- */

struct blk_write_options {
    uint32_t block_bytes; /* data bytes a block, 1 to BLK_MAX_BLOCK_BYTES; 0 for the default */
    int level;            /* 1 (fast) to 9 (small); 0 for the default, 6 */
    int index;            /* non-zero: write PATH.gzi too */
};

/*
 * Create PATH (truncating what was there) for BGZF output; OPTIONS may be NULL for the defaults. The file appears
 * under its name at once: a caller that wants whole files only writes under a temporary name and renames.
 * On success *writer is owned by the caller, who ends it with blk_finish or blk_abandon.
 */
blk_err blk_create(const char *path, const struct blk_write_options *options, struct blk_writer **writer,
                   struct blk_error *error);

/* Append BYTES of data. */
blk_err blk_write(struct blk_writer *writer, const void *data, size_t bytes, struct blk_error *error);

/* Write the last block, the EOF marker and the index, fsync both files, close, free. The writer is gone either way. */
blk_err blk_finish(struct blk_writer *writer, struct blk_error *error);

/* Close and free without a marker, so that what is on disk is recognised as incomplete. Accepts NULL. */
void blk_abandon(struct blk_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
