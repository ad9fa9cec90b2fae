/*
 * twophase: the ranks of a communicator read one file together, and each gets all of it, its share of it, or writes its
 * part of one.
 *
 * Phase 1: access ranks, spread over the nodes, read disjoint parts of a segment with large reads. Phase 2: what they
 * read is exchanged among the nodes, compressed if the file is, and shared within a node through one ring in shared
 * memory, into which the ranks of the node decompress a part each; reads and lines are served from there (Phan,
 * Mitsumori, Natarajan and Yu, "Middleware and Performance Issues for Financial Risk Analytics on Blue Gene/L",
 * section 4: access nodes, MBC and ATV, user-space buffer, compression; the ring, and decompressing once a node and not
 * once a rank, are ours).
 *
 *     struct tp_file *file;
 *     struct tp_error error;
 *     if (tp_open(comm, "positions.csv.gz", NULL, &file, &error) != TP_OK)
 *         return report(error.text);          // every rank is here with the same code and the same text
 *     while ((code = tp_read_line(file, &line, &length, &error)) == TP_OK && line != NULL)
 *         use(line, length);
 *     tp_close(file);
 *
 * Every function is collective over the communicator that it or its object was opened with, unless it says "local": all
 * ranks make the same calls with the same sizes in the same order. Calls block. Errors are agreed on: when a call
 * fails, it fails on every rank with the same code and text, so no rank is left waiting for another (TP_ERR_MPI is seen
 * by the ranks of one node at least). After a failure only the function that ends the object may follow. Offsets and
 * sizes are bytes of data after decompression, "file" ones bytes as they lie on disk. An object belongs to one thread
 * at a time; MPI_THREAD_SINGLE is enough. ERROR may be NULL; it is written on failure. Nothing here exits, prints (but
 * tp_plan_print) or calls MPI_Abort.
 */
#ifndef SLIPWAY_TWOPHASE_H
#define SLIPWAY_TWOPHASE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define TP_VERSION 200

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TP_DEFAULT_SEGMENT_BYTES = 1 << 20, /* the report's figure 6: larger buffers gain nothing; less for small files */
    TP_DEFAULT_LINE_LIMIT = 16 << 20,
    TP_ERROR_TEXT_BYTES = 320
};

typedef enum {
    TP_OK = 0,
    TP_ERR_ARGUMENT,  /* an option is out of its range, or the call does not fit the object */
    TP_ERR_MEMORY,    /* an allocation failed on some rank */
    TP_ERR_OPEN,      /* a rank that reads or writes cannot open the file */
    TP_ERR_IO,        /* a read or write failed */
    TP_ERR_TRUNCATED, /* a compressed file is cut off, or a file became shorter while it was read */
    TP_ERR_CORRUPT,   /* a compressed file does not decode, a CRC does not match, or its .gzi is another file's */
    TP_ERR_LINE,      /* a line is longer than the limit */
    TP_ERR_MPI        /* an MPI call failed; the communicator may be unusable */
} tp_err;

struct tp_error {
    tp_err code;
    char text[TP_ERROR_TEXT_BYTES]; /* one line that names the file and, where known, the block and offset */
};

/* The message for a code. Local. Static storage, never NULL. */
const char *tp_strerror(tp_err code);

/* --- plan: how a file will be read --- */

/* Phase 2: how what the access ranks read gets to the other groups. */
typedef enum {
    TP_PHASE2_AUTO,
    TP_PHASE2_NONE,      /* not at all: each group reads the whole file itself */
    TP_PHASE2_MBC,       /* a broadcast per access rank, in turn */
    TP_PHASE2_ATV,       /* one all-to-all exchange, in which only access ranks send */
    TP_PHASE2_ALLGATHERV /* one all-gather, in which only access ranks contribute */
} tp_phase2;             /* plain gzip, which one rank decompresses, goes by MBC whatever is asked for */

/* Who shares one ring. One rank of each group takes part in phase 2. */
typedef enum {
    TP_GROUP_AUTO,
    TP_GROUP_NODE, /* the ranks of a node: MPI_COMM_TYPE_SHARED */
    TP_GROUP_RANK  /* each rank alone: nothing is shared, as the report did it */
} tp_group;

/*
 * All zero means all defaults. Must be equal on all ranks (TP_ERR_ARGUMENT). {.phase2 = TP_PHASE2_MBC, .group =
 * TP_GROUP_RANK, .access_ranks = 1} is the plain broadcast by rank 0.
 */
struct tp_options {
    tp_phase2 phase2;
    tp_group group;
    int access_ranks;     /* 1 to the number of groups; 0: the plan chooses */
    size_t segment_bytes; /* data bytes that are exchanged at once, the user-space buffer; 0: 1 MiB or less; at most 1
                             GiB */
    size_t slots;         /* segments in the ring, 2 to 64; 0: the plan chooses */
    size_t line_limit;    /* longest line that tp_read_line will assemble; 0: 16 MiB */
};

/* What a plan and its file turned out to be. */
struct tp_info {
    tp_phase2 phase2; /* never AUTO; NONE where there is but one group */
    tp_group group;   /* never AUTO */
    int ranks;
    int groups;
    int access_ranks;
    int compressed;       /* non-zero: the file is decompressed on the way */
    int slow;             /* non-zero: plain gzip, which only one rank can decompress, from its start */
    uint64_t file_bytes;  /* size on disk */
    uint64_t data_bytes;  /* size of the data; 0 where it is not known before the end (plain gzip) */
    size_t segment_bytes; /* as used: compressed segments hold at least one block */
    size_t slots;
};

struct tp_plan;
struct tp_file;

/*
 * Plan to read PATH by all ranks of COMM: look at the file and at where the ranks are, measure the network once for a
 * communicator, and choose by the cost rule (tp_plan_print states it) what OPTIONS (NULL for all defaults) leave open.
 * COMM is duplicated; the caller may free its own at once. PATH is opened again by tp_plan_open, and
 * must lead to the same file wherever a rank reads. On success *plan is
 * owned by the caller, who ends it with tp_plan_free. On failure *plan is NULL on every rank. One plan may open its
 * file many times, one after another.
 */
tp_err tp_plan_new(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_plan **plan,
                   struct tp_error *error);

/* Print the choice, what it was chosen from, and why, in some lines. Local; meant for one rank. */
void tp_plan_print(const struct tp_plan *plan, FILE *out);

/* Local. */
struct tp_info tp_plan_info(const struct tp_plan *plan);

/*
 * Open the file of PLAN, which must outlive it, at offset 0: again and again, but one at a time (TP_ERR_ARGUMENT). On
 * success *file is owned by the caller: tp_close.
 */
tp_err tp_plan_open(struct tp_plan *plan, struct tp_file **file, struct tp_error *error);

/* Accepts NULL (on all ranks). The file opened by PLAN must have been closed. */
void tp_plan_free(struct tp_plan *plan);

/* --- reading all of a file on every rank --- */

/* tp_plan_new and tp_plan_open in one; the plan goes with the file. */
tp_err tp_open(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
               struct tp_error *error);

/*
 * Read the next WANT bytes into BUFFER on every rank. *got is less than WANT only at the end of the data, and 0
 * after it: so records of WANT bytes are read by one call each.
 */
tp_err tp_read(struct tp_file *file, void *buffer, size_t want, size_t *got, struct tp_error *error);

/*
 * Read the next line, up to and without its LF (a CR before it is left in). *line points into storage that the ranks
 * share, must not be written to, and is valid until the next call on FILE. The byte after it is readable and is the LF,
 * or a NUL, so strtod and its like stop there; the line itself may hold NUL bytes. A last line without LF counts as
 * one. At the end of the data *line is NULL and *length is 0. May be mixed with tp_read.
 */
tp_err tp_read_line(struct tp_file *file, const char **line, size_t *length, struct tp_error *error);

/*
 * Go to OFFSET, from where the next read goes on. An offset beyond the end is TP_ERR_ARGUMENT, after which reading may
 * go on where it was. Plain gzip is decompressed again from its start to get there. Not for shares.
 */
tp_err tp_seek(struct tp_file *file, uint64_t offset, struct tp_error *error);

/* The plan by which FILE is read. Local; owned by FILE where tp_open made it. */
const struct tp_plan *tp_file_plan(const struct tp_file *file);

/* The offset, in the data of the file, of what will be handed out next. Local. */
uint64_t tp_tell(const struct tp_file *file);

/* May come before the end of the data, if it does on every rank. Accepts NULL (on all ranks). */
void tp_close(struct tp_file *file);

/* --- reading a share of a file on each rank --- */

/*
 * Open PATH so that tp_read_line and tp_read give each rank its own share: the data are cut in as many equal parts as
 * there are ranks, and rank r gets the lines that begin in part r. Together the ranks get each line once, in rank
 * order; a rank may get none. Each rank reads its part itself (and decompresses the blocks that hold it); plain gzip
 * has no parts, so every rank decompresses all of it twice, slowly: tp_plan_info says `slow`.
 *
 * Reads of a share are local, until its end: the call that finds the end of the data (no line, or fewer bytes than
 * wanted), or an error, waits for all ranks to come to theirs, and they agree: it fails everywhere if it fails
 * anywhere. tp_close before that agrees, too. Of OPTIONS only segment_bytes and line_limit count.
 */
tp_err tp_open_share(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
                     struct tp_error *error);

/* --- writing one file from all ranks --- */

struct tp_write_options {
    int compress;         /* non-zero: BGZF */
    int level;            /* 1 (fast) to 9 (small); 0 for the default, 6 */
    uint32_t block_bytes; /* data bytes a block; 0 for the default: blockfile.h */
    int index;            /* non-zero: write PATH.gzi too */
};

struct tp_writer;

/*
 * Create PATH. Rank 0 writes it, under the name PATH.part until tp_finish: so one writer of a PATH at a time. OPTIONS
 * may be NULL: not compressed. On success *writer is owned by the caller, who ends it with tp_finish or tp_abandon; on
 * failure it is NULL on every rank.
 */
tp_err tp_create(MPI_Comm comm, const char *path, const struct tp_write_options *options, struct tp_writer **writer,
                 struct tp_error *error);

/*
 * Append BYTES (which may differ between ranks, and be 0) of every rank, in rank order. Rank 0 holds at most 1 MiB of
 * them in buffers of its own. The file's bytes depend on the data alone, not on how ranks and calls cut them.
 */
tp_err tp_write(struct tp_writer *writer, const void *data, size_t bytes, struct tp_error *error);

/*
 * Sync the file and give it its name. The writer is gone either way. On failure PATH is as it was before, or whole and
 * new where only what comes after its renaming failed (its index, or syncing its folder); an index that PATH had before
 * may be gone.
 */
tp_err tp_finish(struct tp_writer *writer, struct tp_error *error);

/* Remove what was written. Accepts NULL (on all ranks). */
void tp_abandon(struct tp_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
