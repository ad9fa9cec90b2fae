/*
 * twophase: all ranks of a communicator read one file, and each gets all of it.
 *
 * Phase 1: access ranks read the file (and decompress it, see blockfile.h). Phase 2: what they read is distributed to
 * every rank, segment by segment, into a user-space buffer from which reads and lines are served (Phan, Mitsumori,
 * Natarajan and Yu, "Middleware and Performance Issues for Financial Risk Analytics on Blue Gene/L", section 4).
 * The plan says how phase 2 is done. For now there is one, TP_PLAN_BROADCAST: rank 0 is the access rank and
 * broadcasts each segment.
 *
 *     struct tp_file *file;
 *     struct tp_error error;
 *     if (tp_open(comm, "positions.csv.gz", NULL, &file, &error) != TP_OK)
 *         return report(error.text);          // every rank is here with the same code and the same text
 *     while ((code = tp_read_line(file, &line, &length, &error)) == TP_OK && line != NULL)
 *         use(line, length);
 *     tp_close(file);
 *
 * Every function that takes a tp_file is collective over the communicator of tp_open, unless it says "local": all
 * ranks make the same calls with the same sizes in the same order. Calls block; they communicate only when the buffer
 * runs empty, and then in collectives alone. Errors are agreed on: when a call fails, it fails on every rank with the
 * same code and text, so no rank is left waiting for another. After a failure only tp_close may follow.
 * Sizes are bytes of data after decompression. Nothing here exits or calls MPI_Abort.
 */
#ifndef SLIPWAY_TWOPHASE_H
#define SLIPWAY_TWOPHASE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TP_DEFAULT_SEGMENT_BYTES = 1 << 20, /* the report's figure 6: larger buffers gain nothing */
    TP_DEFAULT_LINE_LIMIT = 16 << 20,
    TP_ERROR_TEXT_BYTES = 320
};

typedef enum {
    TP_OK = 0,
    TP_ERR_ARGUMENT,  /* an option is out of its range */
    TP_ERR_MEMORY,    /* an allocation failed on some rank */
    TP_ERR_OPEN,      /* the access rank cannot open the file */
    TP_ERR_IO,        /* a read failed */
    TP_ERR_TRUNCATED, /* a compressed file is cut off */
    TP_ERR_CORRUPT,   /* a compressed file does not decode, or a CRC does not match */
    TP_ERR_LINE,      /* a line is longer than the limit */
    TP_ERR_MPI        /* an MPI call failed; the communicator may be unusable */
} tp_err;

struct tp_error {
    tp_err code;
    char text[TP_ERROR_TEXT_BYTES]; /* one line that names the file and, where known, the block and offset */
};

typedef enum {
    TP_PLAN_AUTO,     /* the library chooses; today always the broadcast */
    TP_PLAN_BROADCAST /* one access rank, MPI_Bcast of whole segments */
} tp_plan;

/* All zero means all defaults. Must be equal on all ranks. */
struct tp_options {
    tp_plan plan;
    size_t segment_bytes; /* data bytes moved by one distribution, and size of the buffer; 1 to 1 GiB */
    size_t line_limit;    /* longest line that tp_read_line will assemble */
};

struct tp_info {
    tp_plan plan;
    int access_ranks;
    int compressed;         /* non-zero: the file was decompressed on the way */
    int slow;               /* non-zero: plain gzip, which only one rank can decompress, from its start */
    uint64_t file_bytes;    /* size on disk */
    uint64_t data_bytes;    /* data delivered to each rank so far */
    uint64_t distributions; /* collectives used for them */
};

struct tp_file;

/* The message for a code. Local. Static storage, never NULL. */
const char *tp_strerror(tp_err code);

/*
 * Open PATH for reading by all ranks of COMM. Collective over COMM, which is duplicated; the caller may free its own
 * at once. PATH is looked up by the access rank only. OPTIONS may be NULL for the defaults; ERROR may be NULL.
 * On success *file is owned by the caller, who ends it with tp_close. On failure *file is NULL on every rank.
 */
tp_err tp_open(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
               struct tp_error *error);

/*
 * Read the next WANT bytes into BUFFER on every rank. *got is less than WANT only at the end of the data, and 0
 * after it. Collective.
 */
tp_err tp_read(struct tp_file *file, void *buffer, size_t want, size_t *got, struct tp_error *error);

/*
 * Read the next line, up to and without its LF (a CR before it is left in). *line points into the file's own
 * storage, is valid until the next call on FILE, and is followed by a NUL that *length does not count; the line
 * itself may hold NUL bytes. A last line without LF counts as one. At the end of the data *line is NULL and *length
 * is 0. May be mixed with tp_read. Collective.
 */
tp_err tp_read_line(struct tp_file *file, const char **line, size_t *length, struct tp_error *error);

/* What the file and the plan turned out to be. Local. */
struct tp_info tp_file_info(const struct tp_file *file);

/* Collective. Accepts NULL (on all ranks). */
void tp_close(struct tp_file *file);

#endif
