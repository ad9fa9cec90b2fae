/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of twophase share. From the bottom: errors, layout (how the file is cut), ring (the group's shared
 * memory), source (reading and decompressing a part), pump (phase 2), cost (the choice), plan, files: ring files and
 * shares. Not for other libraries. "With agreement": all ranks return the same, but for TP_ERR_MPI, which only those
 * return who see it.
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

/* Turns are counted in 32 bits, marks are one more, and a failure has its turn in the upper half of a positive number.
 */
#define MOST_TURNS (INT32_MAX - 2 * MAX_SLOTS)

/* --- errors.c --- */

/* Formats an error and returns CODE. */
tp_err tp_fail(struct tp_error *error, tp_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));
tp_err tp_from_blockfile(struct tp_error *error, const struct blk_error *cause);
/* Makes TP_ERR_MPI of RC, unless it is MPI_SUCCESS. WHAT names the call. */
tp_err tp_mpi(struct tp_error *error, int rc, const char *what);
/* Makes TP_ERR_MEMORY of RC, what sw_window_new for BYTES returned, unless it is MPI_SUCCESS. */
tp_err tp_window(struct tp_error *error, int rc, size_t bytes);
/*
 * Collective: all ranks learn of the failure of the lowest rank that has one (MINE.code != TP_OK), and every rank
 * returns it. MINE is in and out.
 */
tp_err tp_agree(MPI_Comm comm, struct tp_error *mine);

/* --- identity.c: which file it is --- */

/*
 * What a rank recognises a file by. All ranks compare its size and the time of its last change. Device and inode are
 * compared where `node_known` is set: on ranks that share memory with rank 0, and on ranks that have opened the file
 * before. Other ranks cannot compare them, since a network file system may give one file other numbers on each node.
 */
struct tp_identity {
    uint64_t bytes;
    uint64_t changed_ns; /* since 1970, of the contents */
    uint64_t device, inode;
    int node_known; /* device and inode are */
};

/*
 * Looks at the file that READER has open; messages name it PATH. UNIT is the number of bytes that its file system likes
 * to read at once. Local.
 */
tp_err tp_identity_look(const char *path, const struct blk_reader *reader, struct tp_identity *identity, size_t *unit,
                        struct tp_error *error);
/* Compares what STATUS says of PATH with IDENTITY, and adds to it what is not known yet. */
struct stat;
tp_err tp_identity_check(struct tp_identity *identity, const char *path, const struct stat *status,
                         struct tp_error *error);
/* The same for the file that READER has open. */
tp_err tp_identity_check_reader(struct tp_identity *identity, const char *path, const struct blk_reader *reader,
                                struct tp_error *error);

/* --- layout.c: how the file is cut into segments, and segments into pieces --- */

struct tp_layout {
    blk_kind kind;
    struct tp_identity identity;
    size_t unit_bytes; /* what the file system likes to read at once */
    uint64_t file_bytes;
    uint64_t data_bytes;  /* unknown, and 0, for plain gzip */
    uint64_t segments;    /* UINT64_MAX for plain gzip */
    size_t segment_bytes; /* room for the data of a segment */
    size_t raw_bytes;     /* room for the bytes of a segment as they lie in the file */
    size_t piece_bytes;
    struct sw_window tables; /* the two of a BGZF file, once a group */
    const struct blk_block *blocks;
    uint64_t block_count;
    const uint64_t *first_block; /* of each segment, and one more: the number of blocks */
    uint64_t blocks_per_piece;
};

struct tp_range {
    uint64_t offset;
    size_t bytes;
};

/*
 * Looks at the file (rank 0), tells all ranks what there is to know, and cuts. ASKED: data bytes of a segment, or 0.
 * With agreement.
 */
tp_err tp_layout_make(const struct sw_place *place, const char *path, size_t asked, struct tp_layout *layout,
                      struct tp_error *error);
void tp_layout_free(struct tp_layout *layout);
/* Return where the data, and the bytes in the file, of one segment lie. Not for plain gzip. */
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
 * One slot of the ring. Turn t (the t-th segment since the ring was started) uses slot t mod slots. All counters begin
 * at 0 when the ring is started; "t + 1" marks are 0 before the first turn. A slot goes through: free for t (released
 * by all members t / slots times) -> [arrived: the raw bytes are here] -> pieces claimed and done -> [decoded -> agreed
 * by the leaders] -> filled -> released by each member. The first bracket exists with phase 2, the second with more
 * than one group.
 */
struct tp_slot {
    /* What those who wait look at. */
    _Alignas(CACHE_LINE) struct sw_bell bell;
    _Atomic uint32_t arrived; /* turn + 1 */
    _Atomic uint32_t filled;  /* turn + 1 */
    _Atomic uint64_t failure; /* lowest piece << 32 | member that failed on it */
    uint64_t bytes;           /* data in the slot; written before `filled` */
    /* What those who work write. */
    _Alignas(CACHE_LINE) _Atomic uint64_t claim; /* turn << 32 | next piece */
    _Atomic uint32_t done;                       /* pieces done of the current turn */
    _Atomic uint32_t decoded;                    /* turn + 1 */
    _Atomic uint32_t released;                   /* how often a member has released this slot */
};

_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "ranks share these words, so no lock of one process may guard them");

/*
 * Where all members of a group meet while none uses the ring. It needs no MPI: so a leader on which the MPI has failed
 * can still tell the others.
 */
struct tp_gate {
    _Alignas(CACHE_LINE) struct sw_bell bell;
    _Atomic uint32_t arrived; /* members but the leader, since the ring was made */
    _Atomic uint32_t opened;  /* how often the leader has opened it */
    struct tp_error failure;  /* of the leader, written before `opened` and `given_up`; TP_OK */
    /* Not 0: the MPI has failed on the leader, and no turn will be filled any more. It stands here and not in a slot,
     * for a member may still be reading the turn that had the slot before. */
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

/* Collective over the group, with agreement over all. RAW_BYTES 0: none. */
tp_err tp_ring_make(const struct sw_place *place, size_t slots, size_t data_bytes, size_t raw_bytes,
                    struct tp_ring *ring, struct tp_error *error);
void tp_ring_free(struct tp_ring *ring);
/* Returns the bytes that tp_ring_make asks for; 0 where they do not fit in memory. */
size_t tp_ring_bytes(size_t members, size_t slots, size_t data_bytes, size_t raw_bytes);
/* Begins again at turn 0. One member calls it while no other uses the ring. */
void tp_ring_start(struct tp_ring *ring);

struct tp_slot *tp_ring_slot(const struct tp_ring *ring, uint32_t turn);
unsigned char *tp_ring_data(const struct tp_ring *ring, uint32_t turn);
unsigned char *tp_ring_raw(const struct tp_ring *ring, uint32_t turn);
struct tp_error *tp_ring_failure(const struct tp_ring *ring, uint32_t turn, int member);
int tp_ring_is_free(const struct tp_ring *ring, uint32_t turn);
/* Takes the next of PIECES pieces of a turn whose slot is free. Returns its number, or -1 when none is left. */
int64_t tp_ring_claim(const struct tp_ring *ring, uint32_t turn, uint32_t pieces);
/*
 * Notes the ERROR with which MEMBER failed on a piece. Of all failures of a turn, that of the lowest piece is kept.
 */
void tp_ring_fail(const struct tp_ring *ring, uint32_t turn, uint32_t piece, int member, const struct tp_error *error);
/* Counts a piece as done. Returns non-zero when it was the last one. */
int tp_ring_done(const struct tp_ring *ring, uint32_t turn, uint32_t pieces);
void tp_ring_fill(const struct tp_ring *ring, uint32_t turn, uint64_t bytes);
void tp_ring_release(const struct tp_ring *ring, uint32_t turn);

/* --- gate.c --- */

/* Tells the leader that a member has come to the next meeting, and does not use the ring. */
void tp_gate_arrive(struct tp_gate *gate);
/* Says whether members have come ARRIVALS times in all. */
int tp_gate_has(const struct tp_gate *gate, uint32_t arrivals);
/* Ends a meeting, which is counted from 1: the leader says that the ring has begun again, or which FAILURE it had. */
void tp_gate_open(struct tp_gate *gate, uint32_t meeting, const struct tp_error *failure);
/* Says whether a meeting has ended. Then `failure` may be read, until the member comes to the next one. */
int tp_gate_is_open(const struct tp_gate *gate, uint32_t meeting);
/* Tells the members, who wait for the bell AWAITED to ring, that the leader will fill no turn any more. */
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
    int restart;                 /* the stream is to be read from its start again */
    unsigned char *raw;          /* the bytes of one piece as they lie in the file; NULL where phase 2 brings those */
};

/* What a rank does with the file. */
enum { TP_SOURCE_READS = 1, TP_SOURCE_DECODES = 2, TP_SOURCE_PIECES = 4 /* reads and decompresses piece by piece */ };

/*
 * Opens the file and makes sure that it is the one of LAYOUT. Local. SOURCE is {.fd = -1}, and to be closed also when
 * this fails. PATH and LAYOUT must outlive it.
 */
tp_err tp_source_open(struct tp_source *source, const char *path, struct tp_layout *layout, unsigned parts,
                      struct tp_error *error);
void tp_source_close(struct tp_source *source);
/* Reads exactly RANGE of the file, or fails. */
tp_err tp_source_read(const struct tp_source *source, struct tp_range range, void *out, struct tp_error *error);
/* Tells the system what will be read next. */
void tp_source_expect(const struct tp_source *source, struct tp_range range);
/*
 * Gets one piece of a segment to its place in DATA, the segment's. RAW: the segment's bytes as they lie in the file, or
 * NULL to read them. Not for plain gzip.
 */
tp_err tp_source_piece(struct tp_source *source, uint64_t segment, uint32_t piece, const unsigned char *raw,
                       unsigned char *data, struct tp_error *error);
/* Gets a RANGE of the data, which must lie within them. For a source that reads and decodes. Not for plain gzip. */
tp_err tp_source_data(struct tp_source *source, struct tp_range range, unsigned char *out, struct tp_error *error);
/* Gets the next WANT bytes of plain gzip; *got is less at the end of the data only. */
tp_err tp_source_stream(struct tp_source *source, size_t want, unsigned char *data, size_t *got,
                        struct tp_error *error);

/* --- cost.c: the choice --- */

struct tp_network {
    double bandwidth; /* bytes a second through the link of one leader; 0: not measured */
    double message;   /* seconds that a message costs a leader while others are under way */
    double copies;    /* of a broadcast that leave its root; 0: not measured */
    double took;      /* seconds that measuring took */
};

/*
 * Measures the network of PLACE, and keeps the figures with COMM, the caller's communicator. A later call for the same
 * COMM and the same kind of group takes the kept figures. COPIES_MATTER says whether `copies` is measured, too.
 * Collective over all ranks of PLACE; every rank gets the same figures.
 */
tp_err tp_network_measure(MPI_Comm comm, tp_group group, const struct sw_place *place, int copies_matter,
                          struct tp_network *network, struct tp_error *error);
/* One of the ways that a plan may choose. */
struct tp_way {
    tp_phase2 phase2;
    int access_ranks;
    int parts;     /* of a segment: each is read by another access rank, in rotation */
    int under_way; /* segments whose phase 2 runs at once */
    double bytes;  /* of a segment, as they lie in the file */
};

/*
 * Predicts the seconds that a segment costs; by a network that was not measured in no unit, good for comparing only.
 */
double tp_cost(const struct tp_network *network, int groups, const struct tp_way *way);

/* --- plan.c --- */

struct tp_plan {
    char *path;                /* as given: files are opened by it, and messages name it */
    struct tp_options options; /* as asked */
    struct tp_info info;
    size_t line_limit;
    struct sw_place place;
    struct tp_layout layout;
    struct tp_network network;
    double mean_raw_bytes; /* of a segment */
    int is_open;           /* a file is open, and uses the plan's communicators */
    int broken;            /* the MPI has failed: its communicators are of no use any more */
    int for_shares;        /* made by tp_open_share: nothing is read together */
};

/* Says whether there are several groups, whose leaders must agree. */
int tp_plan_agrees(const struct tp_plan *plan);
/* Says whether phase 2 passes on what the access ranks read. */
int tp_plan_has_phase2(const struct tp_plan *plan);

/* Makes PLAN one for shares, of which each rank reads its own: there is no ring. */
void tp_plan_share(struct tp_plan *plan);
/* Returns the group that is access rank number ACCESS. They are spread evenly. */
int tp_access_group(const struct tp_info *info, int access);

/* Returns the bytes that an access rank reads at once, at least, where a segment has as many. */
size_t tp_plan_least_read(const struct tp_plan *plan);

/* Returns how PLAN's file would be read by PHASE2 and ACCESS_RANKS, which need not be those that the plan has chosen.
 */
struct tp_way tp_plan_way(const struct tp_plan *plan, tp_phase2 phase2, int access_ranks);

/* --- rest.c: waiting --- */

/*
 * Rests for one turn of a loop that waits. A ring of BELL since its `rings` stood at SEEN ends the rest. BELL may be
 * NULL for a rank that is busy. BUSY says that other ranks need this one to make calls of the MPI, so that it never
 * sleeps for long. *rests counts the calls of one loop, and starts at 0. The longer the loop lasts, the longer are its
 * sleeps.
 */
void tp_rest(const struct sw_place *place, int busy, struct sw_bell *bell, uint32_t seen, unsigned *rests);

/* --- pump.c: phase 2 and agreement, run by the leader of each group whenever it is in the library --- */

enum { TP_UNDER_WAY = 8 /* segments whose phase 2 runs at once, at most */ };

struct tp_pump;

/* Makes the pump of a leader. Local. */
tp_err tp_pump_make(const struct tp_plan *plan, struct tp_ring *ring, struct tp_source *source, struct tp_pump **pump,
                    struct tp_error *error);
/* Begins at a segment; collective over the leaders in so far as all do the same. */
void tp_pump_start(struct tp_pump *pump, uint64_t first_segment);
/*
 * Does what can be done without waiting. Non-zero *moved: something was. When the MPI fails, it tells the other
 * leaders, whose next call fails with the same error.
 */
tp_err tp_pump_turn(struct tp_pump *pump, int *moved, struct tp_error *error);
/* Ends what is under way, on all leaders alike. Collective over the leaders, while no member uses the ring. */
tp_err tp_pump_drain(struct tp_pump *pump, struct tp_error *error);
/* Returns the bytes that tp_pump_make allocates. */
size_t tp_pump_bytes(size_t leaders, size_t slots, size_t parts);
/* Frees PUMP. Not after a failure of the MPI: what is under way will never end, and uses this memory. */
void tp_pump_free(struct tp_pump *pump);

/* --- read.c: bytes and lines, whatever the file is read by --- */

/* What is done in one way for a ring file (file.c) and in another for a share (share.c). */
struct tp_operations {
    /* Gets the next segment to at .. end, or sets `ended`. */
    tp_err (*advance)(struct tp_file *file, struct tp_error *error);
    /* Ends an allocation, also one that failed, whose error ERROR holds. Makes the ranks agree on it where they can. */
    tp_err (*settle)(struct tp_file *file, struct tp_error *error);
    /* Ends reading: at the end of the data, with CODE TP_OK, or after a failure. Returns the code for the caller. */
    tp_err (*conclude)(struct tp_file *file, tp_err code, struct tp_error *error);
    tp_err (*seek)(struct tp_file *file, uint64_t offset, struct tp_error *error);
    tp_err (*read_at)(struct tp_file *file, struct tp_range range, void *buffer, size_t *got, struct tp_error *error);
    /* Ends what the way of reading has, but for the struct itself. */
    void (*close)(struct tp_file *file);
};

/* The first member of a ring file, and of a share. */
struct tp_file {
    const struct tp_operations *operations;
    struct tp_plan *plan;
    int owns_plan;
    const char *at; /* what is left of the current segment */
    const char *end;
    uint64_t behind; /* offset of `end` */
    int ended;
    char *line; /* a line that crosses segments is assembled here */
    size_t line_capacity;
};

/* Makes sure that something is left of a segment, unless the data have ended. */
tp_err tp_file_refill(struct tp_file *file, struct tp_error *error);

#endif
