/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twophase: the ranks of a communicator read one file together, or write one file together. A reading rank gets the
 * whole file or a share of the file.
 *
 * Phase 1: access ranks, spread over the nodes, read disjoint parts of a segment with large reads. Phase 2: the nodes
 * exchange these parts, compressed if the file is compressed, and each rank of a node decompresses some of the data
 * into one ring in shared memory. Reads and lines are served from the ring (Phan, Mitsumori, Natarajan and Yu,
 * "Middleware and Performance Issues for Financial Risk Analytics on Blue Gene/L", section 4: access nodes, MBC and
 * ATV, user-space buffer, compression). The ring, and decompressing once per node instead of once per rank, are our
 * additions.
 *
 *     struct tp_file *file;
 *     struct tp_error error;
 *     if (tp_open(comm, "positions.csv.gz", NULL, &file, &error) != TP_OK)
 *         return report(error.text);          // every rank is here with the same code and the same text
 *     while ((code = tp_read_line(file, &line, &length, &error)) == TP_OK && line != NULL)
 *         use(line, length);
 *     tp_close(file);
 *
 * Calls. Every function is collective over the communicator of the object, unless the function says "local": all ranks
 * make the same calls with the same sizes in the same order. Calls block. Offsets and sizes are bytes of data after
 * decompression; names with "file" are bytes on disk. The library never exits or calls MPI_Abort, and only
 * tp_plan_print prints.
 *
 * Errors. A call that fails returns the same code and text on every rank. Afterwards only the function that ends the
 * object may follow, unless the function says that TP_ERR_ARGUMENT leaves the object as before. ERROR may be NULL. A
 * failing call writes code and text to ERROR. A successful call may clear both: look at ERROR after a failure only.
 * Outputs such as *got have a meaning after success only, unless the function says more.
 *
 * TP_ERR_MPI. After a failed MPI call, a rank tells the other ranks of the group through shared memory, and the other
 * groups by a message if MPI still delivers one. So reads and seeks through a ring end on all ranks, with the same text
 * unless several ranks fail at once. A rank that is behind learns of the failure in an earlier call. A rank may wait
 * forever if the news does not reach that rank, or if MPI fails in a collective call (opening, tp_read_at, shares,
 * writing). MPI operations that were under way keep their memory and communicators until the process ends.
 *
 * Threads. An object belongs to one thread at a time; MPI_THREAD_SINGLE is then enough. Several threads of a rank may
 * use objects of different communicators at the same time with MPI_THREAD_MULTIPLE.
 *
 * Memory. The ranks of a group share a ring of `slots` segments (twice that memory, if phase 2 brings compressed bytes)
 * and the table of blocks of a BGZF file. tp_info states the size of this shared memory and of each rank's own memory.
 * These sizes do not include the lines that tp_read_line assembles (up to line_limit + 1 bytes per rank), the decoder
 * of a rank that decompresses (some 50 KB), and the 1.2 MB of each reading rank during tp_read_at of a BGZF file. While
 * a plan is made, rank 0 holds a second table of blocks.
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
    TP_DEFAULT_SEGMENT_BYTES = 1 << 20, /* the report's figure 6: larger buffers gain no speed; less for small files */
    TP_DEFAULT_LINE_LIMIT = 16 << 20,
    TP_ERROR_TEXT_BYTES = 320
};

typedef enum {
    TP_OK = 0,
    TP_ERR_ARGUMENT,  /* an option is out of range, or the call does not fit the object */
    TP_ERR_MEMORY,    /* an allocation failed on some rank */
    TP_ERR_OPEN,      /* a rank that reads or writes cannot open the file */
    TP_ERR_IO,        /* a read or write failed */
    TP_ERR_TRUNCATED, /* a compressed file is cut off, or a file became shorter while it was read */
    TP_ERR_CORRUPT,   /* a compressed file does not decode, a CRC does not match, or the .gzi belongs to another file */
    TP_ERR_LINE,      /* a line is longer than the limit */
    TP_ERR_MPI        /* an MPI call failed; the communicator may be unusable */
} tp_err;

struct tp_error {
    tp_err code;
    char text[TP_ERROR_TEXT_BYTES]; /* one line that names the file and, where known, the block and offset */
};

/* Returns the message for a code. Local. Static storage; never NULL. */
const char *tp_strerror(tp_err code);

/* --- plan: how a file will be read --- */

/* How phase 2 passes the data from the access ranks to the other groups. */
typedef enum {
    TP_PHASE2_AUTO,
    TP_PHASE2_NONE,      /* no phase 2: each group reads the whole file */
    TP_PHASE2_MBC,       /* one broadcast per part, one after another */
    TP_PHASE2_ATV,       /* one all-to-all, in which only access ranks send */
    TP_PHASE2_ALLGATHERV /* one all-gather, in which only access ranks contribute */
} tp_phase2;             /* plain gzip, which one rank decompresses, always goes by MBC */

/* Which ranks share one ring. One rank of each group takes part in phase 2. */
typedef enum {
    TP_GROUP_AUTO,
    TP_GROUP_NODE, /* the ranks of a node: MPI_COMM_TYPE_SHARED */
    TP_GROUP_RANK  /* each rank alone, without sharing, as in the report */
} tp_group;

/* The kind of records of which the shares of a file consist. */
typedef enum {
    TP_RECORDS_LINES,
    TP_RECORDS_CSV /* records of CSV (RFC 4180): a line end inside quotes does not end a record */
} tp_records;

/*
 * All zero means all defaults. The options must be equal on all ranks (TP_ERR_ARGUMENT). {.phase2 = TP_PHASE2_MBC,
 * .group = TP_GROUP_RANK, .access_ranks = 1} is the plain broadcast by rank 0.
 */
struct tp_options {
    tp_phase2 phase2;
    tp_group group;
    int access_ranks;     /* 1 to the number of groups; 0: the plan chooses */
    size_t segment_bytes; /* data bytes that phase 2 passes on at once (the user-space buffer); at most 1 GiB; 0: 1 MiB
                             or less */
    size_t slots;         /* segments in the ring, 2 to 64; 0: the plan chooses */
    size_t line_limit;    /* longest line that tp_read_line will assemble; 0: 16 MiB; SIZE_MAX: no limit */
    tp_records records;   /* the records that tp_open_share never cuts */
};

/* Describes a plan and its file. Memory sizes are those of an open file, see above. */
struct tp_info {
    tp_phase2 phase2; /* never AUTO; NONE if there is only one group */
    tp_group group;   /* never AUTO */
    int ranks;
    int groups;
    int access_ranks;
    int compressed;       /* non-zero: the file is decompressed on the way */
    int slow;             /* non-zero: plain gzip, which only one rank can decompress, from the start */
    uint64_t file_bytes;  /* size on disk */
    uint64_t data_bytes;  /* size of the data; 0 if unknown before the end (plain gzip) */
    size_t segment_bytes; /* as used: compressed segments hold at least one block */
    size_t slots;
    int parts;          /* parts of a segment: the access ranks read them in rotation; 0 without phase 2 */
    size_t rank_bytes;  /* own memory of the leader of a group, which has most; other ranks have less */
    size_t group_bytes; /* memory that the ranks of the largest group share: the ring, and the table of blocks */
};

struct tp_plan;
struct tp_file;

/*
 * Plans how all ranks of COMM read PATH: looks at the file and at the nodes of the ranks, measures the network once per
 * communicator, and chooses by the cost rule (which tp_plan_print states) all that OPTIONS leave open. OPTIONS may be
 * NULL for all defaults. The plan duplicates COMM, so the caller may free COMM at once. On success the caller owns
 * *plan and ends the plan with tp_plan_free. On failure *plan is NULL on every rank. One plan may open the file many
 * times, one after another.
 *
 * tp_plan_open opens PATH again on each rank that reads. PATH must still lead to the planned file, unchanged: else
 * TP_ERR_IO. All ranks compare the size and the time of the last change (in nanoseconds), so copies on disks of the
 * nodes must keep their times (cp -p). Ranks that share a ring with rank 0 also compare device and inode, and each rank
 * compares them with those of the previous opening. Ranks of other groups do not compare them with those of rank 0, as
 * a network file system may number a file differently on another node.
 */
tp_err tp_plan_new(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_plan **plan,
                   struct tp_error *error);

/* Prints the choice, the alternatives and the reasons in some lines. Local; meant for one rank. */
void tp_plan_print(const struct tp_plan *plan, FILE *out);

/* Returns the description of the plan and its file. Local. */
struct tp_info tp_plan_info(const struct tp_plan *plan);

/*
 * Opens the file of PLAN at offset 0. PLAN must outlive *file. A plan may open its file repeatedly, but has one open
 * file at a time (else TP_ERR_ARGUMENT, which leaves the open file as before). On success the caller owns *file and
 * ends the file with tp_close; on failure *file is NULL on every rank. After TP_ERR_MPI from one file, the plan opens
 * no other file (TP_ERR_MPI).
 */
tp_err tp_plan_open(struct tp_plan *plan, struct tp_file **file, struct tp_error *error);

/* Frees PLAN. The file of the plan must have been closed. Accepts NULL (on all ranks). */
void tp_plan_free(struct tp_plan *plan);

/* --- reading all of a file on every rank --- */

/* Plans and opens in one call, like tp_plan_new and tp_plan_open. tp_close also frees the plan. On failure *file is
 * NULL on every rank. */
tp_err tp_open(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
               struct tp_error *error);

/*
 * Reads the next WANT bytes into BUFFER on every rank. *got is less than WANT only at the end of the data, and 0 after
 * the end: so one call reads one record of WANT bytes. After a failure *got counts the bytes before the failure, which
 * are in BUFFER.
 */
tp_err tp_read(struct tp_file *file, void *buffer, size_t want, size_t *got, struct tp_error *error);

/*
 * Reads the next line without the LF (a CR before the LF stays in the line). *line points into storage that the ranks
 * share, must not be written to, and is valid until the next call on FILE. The byte after the line is readable and is
 * the LF or a NUL, so functions such as strtod stop there; the line may hold NUL bytes. A last line without LF counts
 * as a line. At the end of the data, and after a failure, *line is NULL and *length is 0. Calls may be mixed with
 * tp_read.
 */
tp_err tp_read_line(struct tp_file *file, const char **line, size_t *length, struct tp_error *error);

/*
 * Reads WANT bytes at OFFSET into BUFFER on every rank without moving the position of tp_read. *got is less than WANT
 * only if the data end before, and 0 at the end of the data. After a failure *got is 0, and BUFFER may have been
 * written to. The call refuses an OFFSET beyond the end, shares, and plain gzip, which would need two decompressions
 * from the start (TP_ERR_ARGUMENT, after which reading may go on). The access ranks (without phase 2: the ranks of each
 * group) read one part each, of at least 64 KiB, without the ring, and all ranks gather the parts. A call costs some
 * collectives, so few large pieces are better than many small ones.
 */
tp_err tp_read_at(struct tp_file *file, uint64_t offset, void *buffer, size_t want, size_t *got,
                  struct tp_error *error);

/*
 * Moves the position of the next read to OFFSET. An offset beyond the end is TP_ERR_ARGUMENT, after which reading may
 * go on at the old position. A move within the current segment is free; any other move drops the transfers that are
 * under way. A move in plain gzip decompresses again from the start (to an offset beyond the end: twice). Refuses
 * shares (TP_ERR_ARGUMENT).
 */
tp_err tp_seek(struct tp_file *file, uint64_t offset, struct tp_error *error);

/* Returns the plan by which FILE is read. Local. FILE owns the plan if tp_open made the plan. */
const struct tp_plan *tp_file_plan(const struct tp_file *file);

/* Returns the offset, in the data of the file, of the next byte to be read. Local. */
uint64_t tp_tell(const struct tp_file *file);

/* Closes FILE on every rank, also before the end of the data. Accepts NULL (on all ranks). */
void tp_close(struct tp_file *file);

/* --- reading a share of a file on each rank --- */

/*
 * Opens PATH so that tp_read_line and tp_read give each rank a share of the records: the call cuts the data in as many
 * equal parts as there are ranks, and rank r gets the records that begin in part r. Together the ranks get each record
 * once, in rank order; a share may be empty. Each rank reads one part (and decompresses the blocks of that part). Plain
 * gzip has no parts, so every rank slowly decompresses the whole file twice: tp_plan_info says `slow`.
 *
 * Records are lines or, with {.records = TP_RECORDS_CSV}, records of CSV: one rank then gets the whole of a record with
 * a line end in a quoted field. tp_read_line gives the lines of such a record one by one, for a parser that joins them.
 * The number of quotes before a part shows whether the part begins inside quotes. So opening reads (and decompresses)
 * the part of each rank but the last once more to count quotes. The counting costs almost no time for one rank, or for
 * uncompressed parts that fit into the page cache; the counting doubles the time for BGZF, and decompresses plain gzip
 * a third time. A stray quote outside a quoted field, which RFC 4180 forbids, joins lines into one record, as for a
 * parser of the whole file.
 *
 * Reads of a share are local until the end: the call that finds the end of the data (no line, or fewer bytes than
 * wanted), or an error, waits for all ranks to reach their ends, and fails on every rank if one rank failed. tp_close
 * before the end agrees in the same way. Only segment_bytes, line_limit and records of OPTIONS count. Memory of a rank:
 * a segment, two blocks, 1 MiB, the longest line that lies in two segments, and the table of blocks once per node.
 */
tp_err tp_open_share(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
                     struct tp_error *error);

/* --- writing one file from all ranks --- */

/* All zero means a plain file. The options must be equal on all ranks (TP_ERR_ARGUMENT). */
struct tp_write_options {
    int compress;         /* non-zero: BGZF */
    int level;            /* 1 (fast) to 9 (small); 0 for the default, 6 */
    uint32_t block_bytes; /* data bytes per block; 0 for the default: blockfile.h */
    int index;            /* non-zero: write PATH.gzi too */
};

struct tp_writer;

/*
 * Creates a file under the name PATH.part (with an index PATH.gzi.part), which tp_finish renames to PATH. So PATH has
 * one writer at a time. The call refuses a folder at PATH (TP_ERR_OPEN); tp_finish replaces a file or a symbolic link.
 * All ranks write to the file, so all nodes must share the folder (TP_ERR_OPEN) on a file system that lets nodes write
 * disjoint bytes of one file at the same time, as parallel file systems do; over NFS, run the writing ranks on one
 * node. OPTIONS may be NULL: not compressed. On success the caller owns *writer and ends the writer with tp_finish or
 * tp_abandon. On failure *writer is NULL on every rank, and no file is left.
 *
 * Memory of a rank: 1 KiB for a plain file; for a compressed file three blocks, 128 KiB, the codec (less than 1 MiB), 8
 * bytes for each rank, and at most 32 MiB of packed blocks.
 */
tp_err tp_create(MPI_Comm comm, const char *path, const struct tp_write_options *options, struct tp_writer **writer,
                 struct tp_error *error);

/*
 * Appends the data of every rank, in rank order. BYTES may differ between ranks, and may be 0 (DATA may then be NULL).
 * The ranks agree on places in the file, and each rank writes its data there. For a compressed file each rank packs the
 * blocks that begin in its data, and sends at most two parts of blocks to other ranks. A rest that does not fill a
 * block waits on rank 0 for the next call: so few large calls are better than many small ones. A rank that packs more
 * than 32 MiB in one call packs the excess twice, first to find the packed size. The bytes of the file depend on the
 * data alone, not on how ranks and calls cut them.
 *
 * After a failure (TP_ERR_IO, TP_ERR_MPI) the file is lost: a further tp_write, tp_complete or tp_finish returns the
 * same error and writes no data. After TP_ERR_MPI other ranks may have gone on.
 */
tp_err tp_write(struct tp_writer *writer, const void *data, size_t bytes, struct tp_error *error);

/*
 * Makes the file whole and durable under the temporary name PATH.part. Only tp_finish or tp_abandon may follow. A
 * caller that writes several files calls tp_complete on all of them before the first tp_finish; other callers leave
 * this to tp_finish.
 */
tp_err tp_complete(struct tp_writer *writer, struct tp_error *error);

/*
 * Syncs the file on every rank, renames the file to PATH and frees the writer, also after a failure. A failure leaves
 * no PATH.part. PATH then is as before, unless only a step after the renaming failed (the index, or syncing the
 * folder): then PATH is whole and new. An old index of PATH may be gone.
 */
tp_err tp_finish(struct tp_writer *writer, struct tp_error *error);

/* Removes the written files before any rank returns, and frees the writer. Accepts NULL (on all ranks). */
void tp_abandon(struct tp_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
