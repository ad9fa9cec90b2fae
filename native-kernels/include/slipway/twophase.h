/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twophase: the ranks of a communicator read one file together, and each gets all of it or its share of it; or they
 * write one file together.
 *
 * Phase 1: access ranks, spread over the nodes, read disjoint parts of a segment with large reads. Phase 2: the nodes
 * pass on what they read, compressed if the file is, and the ranks of a node share it through one ring in shared
 * memory, into which each decompresses a part. Reads and lines are served from there (Phan, Mitsumori, Natarajan and
 * Yu, "Middleware and Performance Issues for Financial Risk Analytics on Blue Gene/L", section 4: access nodes, MBC and
 * ATV, user-space buffer, compression; the ring, and decompressing once a node and not once a rank, are ours).
 *
 *     struct tp_file *file;
 *     struct tp_error error;
 *     if (tp_open(comm, "positions.csv.gz", NULL, &file, &error) != TP_OK)
 *         return report(error.text);          // every rank is here with the same code and the same text
 *     while ((code = tp_read_line(file, &line, &length, &error)) == TP_OK && line != NULL)
 *         use(line, length);
 *     tp_close(file);
 *
 * Calls. Every function is collective over the communicator that it or its object was opened with, unless it says
 * "local": all ranks make the same calls with the same sizes in the same order. Calls block. Offsets and sizes are
 * bytes of data after decompression, "file" ones bytes as they lie on disk. Nothing here exits, prints (but
 * tp_plan_print) or calls MPI_Abort.
 *
 * Errors. When a call fails, it fails on every rank with the same code and text. Afterwards only the function that ends
 * the object may follow; where TP_ERR_ARGUMENT leaves the object as it was, the function says so. ERROR may be NULL. A
 * failing call writes its code and its text. A call that succeeds may have cleared both: look at ERROR after a failure
 * only. Outputs such as *got have a meaning after success only, unless the function says more.
 *
 * TP_ERR_MPI. The rank on which a call of the MPI fails says so to the ranks of its group, through memory that they
 * share, and to the other groups by a message, if the MPI still carries one: so reads and seeks of a ring end on all
 * ranks, with the same text unless several ranks fail at once; a rank that is behind is told in an earlier call. Where
 * neither reaches a rank, or the MPI fails in a call that ranks make in concert (opening, tp_read_at, shares, writing),
 * a rank may be left waiting. What the MPI had under way keeps its memory and its communicators until the process ends.
 *
 * Threads. An object belongs to one thread at a time, for which MPI_THREAD_SINGLE is enough. Several threads of a rank
 * may use objects of different communicators at the same time with MPI_THREAD_MULTIPLE.
 *
 * Memory. The ranks of a group share a ring of `slots` segments (twice, where phase 2 brings compressed bytes) and, of
 * a BGZF file, the table of its blocks. tp_info says how much that is. It also says what each rank has for itself. To
 * both come what tp_read_line puts together, up to line_limit + 1 bytes a rank, the decoder of a rank that decompresses
 * (some 50 KB), and during tp_read_at of a BGZF file 1.2 MB on each rank that reads. While a plan is made, rank 0 holds
 * the table of blocks once more.
 */
#ifndef SLIPWAY_TWOPHASE_H
#define SLIPWAY_TWOPHASE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define TP_VERSION 400

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
    TP_PHASE2_MBC,       /* a broadcast per part, in turn */
    TP_PHASE2_ATV,       /* one all-to-all, in which only access ranks send */
    TP_PHASE2_ALLGATHERV /* one all-gather, in which only access ranks contribute */
} tp_phase2;             /* plain gzip, which one rank decompresses, goes by MBC whatever is asked for */

/* Who shares one ring. One rank of each group takes part in phase 2. */
typedef enum {
    TP_GROUP_AUTO,
    TP_GROUP_NODE, /* the ranks of a node: MPI_COMM_TYPE_SHARED */
    TP_GROUP_RANK  /* each rank alone: nothing is shared, as the report did it */
} tp_group;

/* What the shares of a file are made of. */
typedef enum {
    TP_RECORDS_LINES,
    TP_RECORDS_CSV /* records of CSV (RFC 4180): a line end inside of quotes does not end one */
} tp_records;

/*
 * All zero means all defaults. Must be equal on all ranks (TP_ERR_ARGUMENT). {.phase2 = TP_PHASE2_MBC, .group =
 * TP_GROUP_RANK, .access_ranks = 1} is the plain broadcast by rank 0.
 */
struct tp_options {
    tp_phase2 phase2;
    tp_group group;
    int access_ranks;     /* 1 to the number of groups; 0: the plan chooses */
    size_t segment_bytes; /* data bytes that phase 2 passes on at once, the user-space buffer; at most 1 GiB; 0: 1 MiB
                             or less */
    size_t slots;         /* segments in the ring, 2 to 64; 0: the plan chooses */
    size_t line_limit;    /* longest line that tp_read_line will assemble; 0: 16 MiB; SIZE_MAX: no limit */
    tp_records records;   /* what tp_open_share does not cut */
};

/* What a plan and its file turned out to be. Memory is that of a file while it is open, see above. */
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
    int parts;          /* of a segment: each is read by another access rank, in rotation; 0 without phase 2 */
    size_t rank_bytes;  /* memory that each rank has for itself; the leader of a group has most, and this is his */
    size_t group_bytes; /* memory that the ranks of the largest group share: the ring, and the table of blocks */
};

struct tp_plan;
struct tp_file;

/*
 * Plans to read PATH by all ranks of COMM: looks at the file and at where the ranks are, measures the network once for
 * a communicator, and chooses by the cost rule (tp_plan_print states it) what OPTIONS (NULL for all defaults) leave
 * open. COMM is duplicated; the caller may free its own at once. On success *plan is owned by the caller, who ends it
 * with tp_plan_free. On failure *plan is NULL on every rank. One plan may open its file many times, one after another.
 *
 * tp_plan_open opens PATH again, on each rank that reads. It must lead to the file that the plan was made for,
 * unchanged: else TP_ERR_IO. Compared are the size and the time of the last change (in nanoseconds), on all ranks, so
 * copies on disks of the nodes must have kept their times (cp -p). Device and inode are compared by ranks that share a
 * ring with rank 0, and by each rank with what it saw when it opened the file before; a network file system may number
 * a file differently on another node.
 */
tp_err tp_plan_new(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_plan **plan,
                   struct tp_error *error);

/* Prints the choice, what it was chosen from, and why, in some lines. Local; meant for one rank. */
void tp_plan_print(const struct tp_plan *plan, FILE *out);

/* Returns what the plan and its file turned out to be. Local. */
struct tp_info tp_plan_info(const struct tp_plan *plan);

/*
 * Opens the file of PLAN, which must outlive it, at offset 0: again and again, but one at a time (TP_ERR_ARGUMENT,
 * which leaves the open one as it was). On success *file is owned by the caller, who ends it with tp_close; on failure
 * it is NULL on every rank. After a TP_ERR_MPI of its file the plan opens no other (TP_ERR_MPI).
 */
tp_err tp_plan_open(struct tp_plan *plan, struct tp_file **file, struct tp_error *error);

/* Frees PLAN, whose file must have been closed. Accepts NULL (on all ranks). */
void tp_plan_free(struct tp_plan *plan);

/* --- reading all of a file on every rank --- */

/* Is tp_plan_new and tp_plan_open in one. The plan goes with the file. On failure *file is NULL on every rank. */
tp_err tp_open(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
               struct tp_error *error);

/*
 * Reads the next WANT bytes into BUFFER on every rank. *got is less than WANT only at the end of the data, and 0 after
 * it: so records of WANT bytes are read by one call each. After a failure *got is how many bytes came before it, and
 * BUFFER has these.
 */
tp_err tp_read(struct tp_file *file, void *buffer, size_t want, size_t *got, struct tp_error *error);

/*
 * Reads the next line, up to and without its LF (a CR before it is left in). *line points into storage that the ranks
 * share, must not be written to, and is valid until the next call on FILE. The byte after it is readable and is the LF,
 * or a NUL, so strtod and its like stop there; the line itself may hold NUL bytes. A last line without LF counts as
 * one. At the end of the data, and after a failure, *line is NULL and *length is 0. May be mixed with tp_read.
 */
tp_err tp_read_line(struct tp_file *file, const char **line, size_t *length, struct tp_error *error);

/*
 * Reads WANT bytes at OFFSET into BUFFER on every rank, and leaves the position of tp_read as it is. *got is less than
 * WANT only where the data end, and 0 at their end; after a failure it is 0, and BUFFER may have been written to. An
 * OFFSET beyond the end is TP_ERR_ARGUMENT. So are plain gzip, which would have to be decompressed from its start
 * twice, and shares. After TP_ERR_ARGUMENT reading may go on where it was. The access ranks (without phase 2: the ranks
 * of each group) read a part each, of 64 KiB at least, past the ring, and all ranks gather the parts: a call costs some
 * collectives, and suits few large pieces better than many small ones.
 */
tp_err tp_read_at(struct tp_file *file, uint64_t offset, void *buffer, size_t want, size_t *got,
                  struct tp_error *error);

/*
 * Goes to OFFSET, from where the next read goes on. An offset beyond the end is TP_ERR_ARGUMENT, after which reading
 * may go on where it was. Within the segment that is being read this costs nothing; else what is under way is dropped.
 * Plain gzip is decompressed again from its start to get there (beyond its end: twice). Not for shares
 * (TP_ERR_ARGUMENT).
 */
tp_err tp_seek(struct tp_file *file, uint64_t offset, struct tp_error *error);

/* Returns the plan by which FILE is read. Local; owned by FILE where tp_open made it. */
const struct tp_plan *tp_file_plan(const struct tp_file *file);

/* Returns the offset, in the data of the file, of what will be handed out next. Local. */
uint64_t tp_tell(const struct tp_file *file);

/* Closes FILE; before the end of the data, too, if it does so on every rank. Accepts NULL (on all ranks). */
void tp_close(struct tp_file *file);

/* --- reading a share of a file on each rank --- */

/*
 * Opens PATH so that tp_read_line and tp_read give each rank its own share: the data are cut in as many equal parts as
 * there are ranks, and rank r gets the records that begin in part r. Together the ranks get each record once, in rank
 * order; a rank may get none. Each rank reads its part itself (and decompresses the blocks that hold it); plain gzip
 * has no parts, so every rank decompresses all of it twice, slowly: tp_plan_info says `slow`.
 *
 * Records are lines, or with {.records = TP_RECORDS_CSV} those of CSV: then a record that holds a line end in a quoted
 * field is one rank's, whole. tp_read_line gives its lines one by one, for a parser that puts them together. Whether a
 * part begins inside of quotes is known by the number of quotes in front of it, so on each rank but the last, opening
 * reads (and decompresses) the part once more, to count them: where there is one rank, or the parts fit into the page
 * cache and are not compressed, that costs next to nothing; for BGZF it doubles the time. Plain gzip is decompressed
 * three times. A quote that is nobody's (RFC 4180 allows none outside of quoted fields) makes lines of one record, as
 * it would for a parser that reads the whole file.
 *
 * Reads of a share are local, until its end: the call that finds the end of the data (no line, or fewer bytes than
 * wanted), or an error, waits for all ranks to come to theirs, and they agree: it fails everywhere if it fails
 * anywhere. tp_close before that agrees, too. Of OPTIONS only segment_bytes, line_limit and records count. Memory of a
 * rank: a segment, two blocks, 1 MiB, the table of blocks once a node, and the longest line that lies in two segments.
 */
tp_err tp_open_share(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
                     struct tp_error *error);

/* --- writing one file from all ranks --- */

/* All zero means a plain file. Must be equal on all ranks (TP_ERR_ARGUMENT). */
struct tp_write_options {
    int compress;         /* non-zero: BGZF */
    int level;            /* 1 (fast) to 9 (small); 0 for the default, 6 */
    uint32_t block_bytes; /* data bytes a block; 0 for the default: blockfile.h */
    int index;            /* non-zero: write PATH.gzi too */
};

struct tp_writer;

/*
 * Creates PATH, which has the name PATH.part (its index PATH.gzi.part) until tp_finish; so a PATH has one writer at a
 * time. A folder of that name is refused (TP_ERR_OPEN); a file or a symbolic link is replaced by tp_finish. All ranks
 * write to the file, so all nodes must share its folder (TP_ERR_OPEN), by a file system on which nodes may write
 * disjoint bytes of one file at the same time, as parallel file systems do; over NFS, run the ranks that write on one
 * node. OPTIONS may be NULL: not compressed. On success *writer is owned by the caller, who ends it with tp_finish or
 * tp_abandon; on failure it is NULL on every rank, and nothing is left.
 *
 * Memory of a rank: for a plain file 1 KiB. Compressed, three blocks, 128 KiB, the codec with less than 1 MiB, 8 bytes
 * for each rank, and at most 32 MiB of packed blocks.
 */
tp_err tp_create(MPI_Comm comm, const char *path, const struct tp_write_options *options, struct tp_writer **writer,
                 struct tp_error *error);

/*
 * Appends BYTES (which may differ between ranks, and be 0: DATA may then be NULL) of every rank, in rank order. The
 * ranks agree on places in the file, and each writes there what it has; of a compressed file each packs the blocks that
 * begin in its data, and sends at most two parts of blocks to other ranks. What does not fill a block waits on rank 0
 * for the next call: so few large calls are better than many small ones. A rank that packs more than 32 MiB in one call
 * packs what is beyond it twice, once to know its size. The file's bytes depend on the data alone, not on how ranks and
 * calls cut them.
 *
 * After a failure (TP_ERR_IO, TP_ERR_MPI) the file is lost: a further tp_write, tp_complete or tp_finish returns the
 * same error and writes nothing. Where the MPI failed, other ranks may have gone on.
 */
tp_err tp_write(struct tp_writer *writer, const void *data, size_t bytes, struct tp_error *error);

/*
 * Makes the file whole and durable under the name that it has before tp_finish. Only tp_finish or tp_abandon may
 * follow. For callers that want several files to be whole before the first one gets its name; else tp_finish does it.
 */
tp_err tp_complete(struct tp_writer *writer, struct tp_error *error);

/*
 * Syncs the file on every rank and gives it its name. The writer is gone either way. On failure no PATH.part is left,
 * and PATH is as it was before, or whole and new where only what comes after its renaming failed (its index, or syncing
 * its folder); an index that PATH had before may be gone.
 */
tp_err tp_finish(struct tp_writer *writer, struct tp_error *error);

/* Removes what was written, before any rank returns. Accepts NULL (on all ranks). */
void tp_abandon(struct tp_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
