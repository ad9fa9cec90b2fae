/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declarations that the files of twophase share. From the bottom: errors, layout (the cut of the file), ring (the
 * group's shared memory), source (reading and decompressing a part), pump (phase 2), cost (the choice), plan, files:
 * ring files and shares. Not for other libraries. "With agreement": all ranks return the same code, except that only
 * the ranks which see TP_ERR_MPI return it.
 */
#ifndef SLIPWAY_TWOPHASE_INTERNAL_H
#define SLIPWAY_TWOPHASE_INTERNAL_H

#include "base/bell.h"
#include "node/place.h"
#include "node/window.h"
#include "slipway/blockfile.h"
#include "slipway/twophase.h"

#include <stdatomic.h>

enum {
    MAX_SEGMENT_BYTES = 1 << 30,
    MAX_SLOTS = 64,
    MIN_PIECE_BYTES = 32 << 10, /* data bytes that one rank reads or decompresses at a time */
    MAX_PIECE_BYTES = 128 << 10,
    CACHE_LINE = 64
};

/* The most turns of a file. Turns are counted in 32 bits, marks are turn + 1, and a failure has the turn in the upper
 * half of a positive number. */
#define MOST_TURNS (INT32_MAX - 2 * MAX_SLOTS)

/* --- errors.c --- */

/* Formats an error and returns CODE. */
tp_err tp_fail(struct tp_error *error, tp_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));
tp_err tp_from_blockfile(struct tp_error *error, const struct blk_error *cause);
/* Returns TP_OK for RC = MPI_SUCCESS, else fails with TP_ERR_MPI. WHAT names the call. */
tp_err tp_mpi(struct tp_error *error, int rc, const char *what);
/* Returns TP_OK for RC = MPI_SUCCESS, else fails with TP_ERR_MEMORY. RC is the result of sw_window_new for BYTES. */
tp_err tp_window(struct tp_error *error, int rc, size_t bytes);
/*
 * Makes all ranks return the failure of the lowest rank with a failure (MINE.code != TP_OK). Collective. MINE is in and
 * out.
 */
tp_err tp_agree(MPI_Comm comm, struct tp_error *mine);

/* --- identity.c: the identity of a file --- */

/*
 * The marks by which a rank recognises a file. All ranks compare the size and the time of the last change. Ranks
 * compare device and inode if `node_known` is set: on ranks that share memory with rank 0, and on ranks that have
 * opened the file before. Other ranks cannot compare them, since a network file system may give one file different
 * numbers on each node.
 */
struct tp_identity {
    uint64_t bytes;
    uint64_t changed_ns; /* since 1970, of the contents */
    uint64_t device, inode;
    int node_known; /* non-zero: `device` and `inode` are known */
};

/*
 * Reads the identity of the file that READER has open; messages name the file PATH. *unit is the number of bytes that
 * the file system prefers for one read. Local.
 */
tp_err tp_identity_look(const char *path, const struct blk_reader *reader, struct tp_identity *identity, size_t *unit,
                        struct tp_error *error);
/* Compares STATUS of PATH with IDENTITY, and adds marks that IDENTITY lacks. */
struct stat;
tp_err tp_identity_check(struct tp_identity *identity, const char *path, const struct stat *status,
                         struct tp_error *error);
/* Does the same for the file that READER has open. */
tp_err tp_identity_check_reader(struct tp_identity *identity, const char *path, const struct blk_reader *reader,
                                struct tp_error *error);

/* --- layout.c: the cut of the file into segments, and of segments into pieces --- */

struct tp_layout {
    blk_kind kind;
    struct tp_identity identity;
    size_t unit_bytes; /* preferred bytes of one read of the file system */
    uint64_t file_bytes;
    uint64_t data_bytes;  /* unknown, and 0, for plain gzip */
    uint64_t segments;    /* UINT64_MAX for plain gzip */
    size_t segment_bytes; /* room for the data of a segment */
    size_t raw_bytes;     /* room for the bytes of a segment in the file */
    size_t piece_bytes;
    struct sw_window tables; /* the two tables of a BGZF file, once per group */
    const struct blk_block *blocks;
    uint64_t block_count;
    const uint64_t *first_block; /* first block of each segment; the last entry is the number of blocks */
    uint64_t blocks_per_piece;
};

struct tp_range {
    uint64_t offset;
    size_t bytes;
};

/*
 * Looks at the file on rank 0, sends the facts to all ranks, and cuts the file. ASKED: data bytes of a segment, or 0.
 * With agreement.
 */
tp_err tp_layout_make(const struct sw_place *place, const char *path, size_t asked, struct tp_layout *layout,
                      struct tp_error *error);
void tp_layout_free(struct tp_layout *layout);
/* Return the range of the data, and of the bytes in the file, of one segment. Not for plain gzip. */
struct tp_range tp_layout_data(const struct tp_layout *layout, uint64_t segment);
struct tp_range tp_layout_raw(const struct tp_layout *layout, uint64_t segment);
/* Returns the segment that holds a byte of the data. */
uint64_t tp_layout_find(const struct tp_layout *layout, uint64_t offset);
/* Returns the block of a BGZF file that holds a byte of the data. */
uint64_t tp_layout_block(const struct tp_layout *layout, uint64_t offset);
/* Returns the bytes of the tables that a group shares. */
size_t tp_layout_table_bytes(const struct tp_layout *layout);
/* Returns the most bytes that one piece of a BGZF file has in the file. */
size_t tp_layout_raw_piece(const struct tp_layout *layout);
uint32_t tp_layout_pieces(const struct tp_layout *layout, uint64_t segment);

/* --- ring.c: the group's shared memory --- */

#define TP_NO_FAILURE ((uint64_t)INT64_MAX)

/*
 * One slot of the ring. Turn t (the t-th segment since the start of the ring) uses slot t mod slots. All counters begin
 * at 0 at the start of the ring; marks of "t + 1" are 0 before the first turn. A slot goes through: free for t
 * (released by all members t / slots times) -> [arrived: the raw bytes are here] -> pieces claimed and done -> [decoded
 * -> agreed by the leaders] -> filled -> released by each member. The first bracket exists with phase 2, the second
 * with more than one group.
 */
struct tp_slot {
    /* Fields that waiting members read. */
    _Alignas(CACHE_LINE) struct sw_bell bell;
    _Atomic uint32_t arrived; /* turn + 1 */
    _Atomic uint32_t filled;  /* turn + 1 */
    _Atomic uint64_t failure; /* lowest failed piece << 32 | the member that failed on this piece */
    uint64_t bytes;           /* data in the slot; written before `filled` */
    /* Fields that working members write. */
    _Alignas(CACHE_LINE) _Atomic uint64_t claim; /* turn << 32 | next piece */
    _Atomic uint32_t done;                       /* pieces done of the current turn */
    _Atomic uint32_t decoded;                    /* turn + 1 */
    _Atomic uint32_t released;                   /* how often a member has released this slot */
};

_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "ranks share these words, so no lock of one process may guard them");

/*
 * A meeting place for all members of a group while no member uses the ring. A gate needs no MPI: so a leader can still
 * reach the members after a failure of MPI.
 */
struct tp_gate {
    _Alignas(CACHE_LINE) struct sw_bell bell;
    _Atomic uint32_t arrived; /* arrivals of members other than the leader, since the ring was made */
    _Atomic uint32_t opened;  /* how often the leader has opened the gate */
    struct tp_error failure;  /* of the leader, written before `opened` and `given_up`; TP_OK */
    /* Not 0: MPI has failed on the leader, and no further turn will be filled. The flag stands here and not in a slot,
     * because a member may still be reading the earlier turn of that slot. */
    _Atomic uint32_t given_up;
};

struct tp_ring {
    struct sw_window window;
    struct tp_gate *gate;
    size_t slots;
    int members;
    struct tp_slot *slot;
    struct tp_error *failures; /* slots x members */
    unsigned char *data;
    size_t data_stride;
    unsigned char *raw; /* NULL without raw bytes */
    size_t raw_stride;
};

/* Makes the ring of a group. Collective over the group, with agreement over all ranks. RAW_BYTES 0: no room for
 * compressed bytes. */
tp_err tp_ring_make(const struct sw_place *place, size_t slots, size_t data_bytes, size_t raw_bytes,
                    struct tp_ring *ring, struct tp_error *error);
void tp_ring_free(struct tp_ring *ring);
/* Returns the bytes that tp_ring_make allocates; 0 if they do not fit in memory. */
size_t tp_ring_bytes(size_t members, size_t slots, size_t data_bytes, size_t raw_bytes);
/* Restarts the ring at turn 0. One member calls this while no other member uses the ring. */
void tp_ring_start(struct tp_ring *ring);

struct tp_slot *tp_ring_slot(const struct tp_ring *ring, uint32_t turn);
unsigned char *tp_ring_data(const struct tp_ring *ring, uint32_t turn);
unsigned char *tp_ring_raw(const struct tp_ring *ring, uint32_t turn);
struct tp_error *tp_ring_failure(const struct tp_ring *ring, uint32_t turn, int member);
int tp_ring_is_free(const struct tp_ring *ring, uint32_t turn);
/* Claims the next of PIECES pieces of a turn with a free slot. Returns the number of the piece, or -1 when all are
 * claimed. */
int64_t tp_ring_claim(const struct tp_ring *ring, uint32_t turn, uint32_t pieces);
/*
 * Notes the ERROR with which MEMBER failed on a piece. Of all failures of a turn, the failure of the lowest piece is
 * kept.
 */
void tp_ring_fail(const struct tp_ring *ring, uint32_t turn, uint32_t piece, int member, const struct tp_error *error);
/* Counts a piece as done. Returns non-zero for the last piece. */
int tp_ring_done(const struct tp_ring *ring, uint32_t turn, uint32_t pieces);
void tp_ring_fill(const struct tp_ring *ring, uint32_t turn, uint64_t bytes);
void tp_ring_release(const struct tp_ring *ring, uint32_t turn);

/* --- gate.c --- */

/* Tells the leader that a member has come to the next meeting and does not use the ring. */
void tp_gate_arrive(struct tp_gate *gate);
/* Says whether members have arrived ARRIVALS times in all. */
int tp_gate_has(const struct tp_gate *gate, uint32_t arrivals);
/* Ends a meeting, counted from 1: tells the members that the ring has restarted, or the FAILURE of the leader. */
void tp_gate_open(struct tp_gate *gate, uint32_t meeting, const struct tp_error *failure);
/* Says whether a meeting has ended. Then `failure` may be read, until the member comes to the next one. */
int tp_gate_is_open(const struct tp_gate *gate, uint32_t meeting);
/* Tells the members, which wait for the bell AWAITED, that the leader will fill no further turn. */
void tp_gate_give_up(struct tp_gate *gate, struct sw_bell *awaited, const struct tp_error *failure);
/* Says whether the leader has given up. Then `failure` may be read. */
int tp_gate_is_given_up(const struct tp_gate *gate);

/* --- source.c: reading and decompressing a part --- */

struct tp_source {
    const char *path;
    const struct tp_layout *layout;
    int fd;
    struct blk_decoder *decoder; /* BGZF only */
    struct blk_reader *stream;   /* plain gzip only */
    int restart;                 /* read the stream from the start again */
    unsigned char *raw;          /* the bytes of one piece in the file; NULL if phase 2 brings them */
};

/* Tasks of a rank with the file. */
enum { TP_SOURCE_READS = 1, TP_SOURCE_DECODES = 2, TP_SOURCE_PIECES = 4 /* reads and decompresses piece by piece */ };

/*
 * Opens the file and checks that it is the file of LAYOUT. Local. SOURCE must be {.fd = -1}, and must be closed also
 * after a failure. PATH and LAYOUT must outlive SOURCE.
 */
tp_err tp_source_open(struct tp_source *source, const char *path, struct tp_layout *layout, unsigned parts,
                      struct tp_error *error);
void tp_source_close(struct tp_source *source);
/* Reads exactly RANGE of the file, or fails. */
tp_err tp_source_read(const struct tp_source *source, struct tp_range range, void *out, struct tp_error *error);
/* Tells the system which range will be read next. */
void tp_source_expect(const struct tp_source *source, struct tp_range range);
/*
 * Puts one piece of a segment in place in DATA, the data of the segment. RAW: the compressed bytes of the segment, or
 * NULL to read them. Not for plain gzip.
 */
tp_err tp_source_piece(struct tp_source *source, uint64_t segment, uint32_t piece, const unsigned char *raw,
                       unsigned char *data, struct tp_error *error);
/* Gets a RANGE inside the data. For a source that reads and decodes. Not for plain gzip. */
tp_err tp_source_data(struct tp_source *source, struct tp_range range, unsigned char *out, struct tp_error *error);
/* Gets the next WANT bytes of plain gzip; *got is less only at the end of the data. */
tp_err tp_source_stream(struct tp_source *source, size_t want, unsigned char *data, size_t *got,
                        struct tp_error *error);

/* --- cost.c: the choice --- */

struct tp_network {
    double bandwidth; /* bytes a second through the link of one leader; 0: not measured */
    double message;   /* seconds that a message costs a leader while others are under way */
    double copies;    /* copies of a broadcast that leave the root; 0: not measured */
    double took;      /* seconds that measuring took */
};

/*
 * Measures the network of PLACE, and keeps the figures with COMM, the caller's communicator. A later call for the same
 * COMM and the same kind of group takes the kept figures. COPIES_MATTER says whether to measure `copies` too.
 * Collective over all ranks of PLACE; every rank gets the same figures.
 */
tp_err tp_network_measure(MPI_Comm comm, tp_group group, const struct sw_place *place, int copies_matter,
                          struct tp_network *network, struct tp_error *error);
/* One of the ways that a plan may choose. */
struct tp_way {
    tp_phase2 phase2;
    int access_ranks;
    int parts;     /* of a segment: the access ranks read them in rotation */
    int under_way; /* segments with phase 2 under way at once */
    double bytes;  /* of a segment, in the file */
};

/*
 * Predicts the seconds of a segment. With an unmeasured network the result has no unit, and serves comparisons only.
 */
double tp_cost(const struct tp_network *network, int groups, const struct tp_way *way);

/* --- plan.c --- */

struct tp_plan {
    char *path;                /* as given by the caller: opens files, and appears in messages */
    struct tp_options options; /* as requested */
    struct tp_info info;
    size_t line_limit;
    struct sw_place place;
    struct tp_layout layout;
    struct tp_network network;
    double mean_raw_bytes; /* of a segment */
    int is_open;           /* a file is open, and uses the plan's communicators */
    int broken;            /* MPI has failed: the communicators must not be used any more */
    int for_shares;        /* made by tp_open_share: ranks do not read together */
};

/* Says whether there are several groups, so that leaders must agree. */
int tp_plan_agrees(const struct tp_plan *plan);
/* Says whether phase 2 passes on data of the access ranks. */
int tp_plan_has_phase2(const struct tp_plan *plan);

/* Makes PLAN a plan for shares: each rank reads alone, without a ring. */
void tp_plan_share(struct tp_plan *plan);
/* Returns the group that is access rank number ACCESS. Access ranks are spread evenly. */
int tp_access_group(const struct tp_info *info, int access);

/* Returns the least number of bytes that an access rank reads at once, if a segment has that many. */
size_t tp_plan_least_read(const struct tp_plan *plan);

/* Returns the way in which PHASE2 and ACCESS_RANKS, which may differ from the plan's choice, would read PLAN's file. */
struct tp_way tp_plan_way(const struct tp_plan *plan, tp_phase2 phase2, int access_ranks);

/* --- rest.c: waiting --- */

/*
 * Rests for one turn of a waiting loop. The rest ends when BELL rings, counted from `rings` = SEEN. BELL may be NULL
 * for a busy rank. BUSY says that other ranks need this rank to make MPI calls, so that the rank never sleeps for long.
 * *rests counts the calls of one loop, and starts at 0. Sleeps get longer as the loop goes on.
 */
void tp_rest(const struct sw_place *place, int busy, struct sw_bell *bell, uint32_t seen, unsigned *rests);

/* --- pump.c: phase 2 and agreement, run by the leader of each group in every call of the library --- */

enum { TP_UNDER_WAY = 8 /* most segments with phase 2 under way at once */ };

struct tp_pump;

/* Makes the pump of a leader. Local. */
tp_err tp_pump_make(const struct tp_plan *plan, struct tp_ring *ring, struct tp_source *source, struct tp_pump **pump,
                    struct tp_error *error);
/* Starts the pump at a segment. All leaders must start alike. */
void tp_pump_start(struct tp_pump *pump, uint64_t first_segment);
/*
 * Does all work that needs no waiting. Sets *moved to non-zero if there was any. If MPI fails, warns the other leaders,
 * so that their next call fails with the same error.
 */
tp_err tp_pump_turn(struct tp_pump *pump, int *moved, struct tp_error *error);
/* Ends all transfers and rounds, on all leaders alike. Collective over the leaders, while no member uses the ring. */
tp_err tp_pump_drain(struct tp_pump *pump, struct tp_error *error);
/* Returns the bytes that tp_pump_make allocates. */
size_t tp_pump_bytes(size_t leaders, size_t slots, size_t parts);
/* Frees PUMP. Must not be called after a failure of MPI: pending operations never end, and use this memory. */
void tp_pump_free(struct tp_pump *pump);

/* --- read.c: bytes and lines of ring files and shares --- */

/* Operations that differ between a ring file (file.c) and a share (share.c). */
struct tp_operations {
    /* Gets the next segment to at .. end, or sets `ended`. */
    tp_err (*advance)(struct tp_file *file, struct tp_error *error);
    /* Ends an allocation. ERROR holds the failure of the allocation, if any. Makes the ranks agree where they can. */
    tp_err (*settle)(struct tp_file *file, struct tp_error *error);
    /* Ends reading: at the end of the data, with CODE TP_OK, or after a failure. Returns the code for the caller. */
    tp_err (*conclude)(struct tp_file *file, tp_err code, struct tp_error *error);
    tp_err (*seek)(struct tp_file *file, uint64_t offset, struct tp_error *error);
    tp_err (*read_at)(struct tp_file *file, struct tp_range range, void *buffer, size_t *got, struct tp_error *error);
    /* Frees the parts of a file, but not the struct. */
    void (*close)(struct tp_file *file);
};

/* The first member of a ring file, and of a share. */
struct tp_file {
    const struct tp_operations *operations;
    struct tp_plan *plan;
    int owns_plan;
    const char *at; /* the rest of the current segment */
    const char *end;
    uint64_t behind; /* offset of `end` */
    int ended;
    char *line; /* a line that crosses segments is assembled here */
    size_t line_capacity;
};

/* Makes sure that the current segment has data left, unless the data have ended. */
tp_err tp_file_refill(struct tp_file *file, struct tp_error *error);

#endif
