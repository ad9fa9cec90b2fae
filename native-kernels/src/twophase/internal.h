/*
 * What the files of twophase share. From the bottom: errors, layout (how the file is cut), ring (the group's shared
 * memory), source (reading and decompressing a part), pump (phase 2), cost (the choice), plan,
 * file. Not for other libraries. "With agreement": all ranks return the same, but for TP_ERR_MPI, which only those
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

/* Format an error; returns CODE. */
tp_err tp_fail(struct tp_error *error, tp_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));
tp_err tp_from_blockfile(struct tp_error *error, const struct blk_error *cause);
/* TP_ERR_MPI unless RC is MPI_SUCCESS. WHAT names the call. */
tp_err tp_mpi(struct tp_error *error, int rc, const char *what);
/* TP_ERR_MEMORY unless RC, of sw_window_new for BYTES, is MPI_SUCCESS. */
tp_err tp_window(struct tp_error *error, int rc, size_t bytes);
/*
 * Collective: all ranks learn of the failure of the lowest rank that has one (MINE.code != TP_OK), and every rank
 * returns it. MINE is in and out.
 */
tp_err tp_agree(MPI_Comm comm, struct tp_error *mine);

/* --- layout.c: how the file is cut into segments, and segments into pieces --- */

struct tp_layout {
    blk_kind kind;
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

/* Look at the file (rank 0), share what there is to know, cut. ASKED: data bytes of a segment, or 0. With agreement. */
tp_err tp_layout_make(const struct sw_place *place, const char *path, size_t asked, struct tp_layout *layout,
                      struct tp_error *error);
void tp_layout_free(struct tp_layout *layout);
/* The data, and the bytes of the file, of one segment. Not for plain gzip. */
struct tp_range tp_layout_data(const struct tp_layout *layout, uint64_t segment);
struct tp_range tp_layout_raw(const struct tp_layout *layout, uint64_t segment);
/* The segment that holds a byte of the data. */
uint64_t tp_layout_find(const struct tp_layout *layout, uint64_t offset);
uint32_t tp_layout_pieces(const struct tp_layout *layout, uint64_t segment);

/* --- ring.c: the group's shared memory --- */

#define TP_NO_FAILURE ((uint64_t)INT64_MAX)

/*
 * One slot of the ring. Turn t (the t-th segment since the ring was started) uses slot t mod slots. All counters begin
 * at 0 when the ring is started; "t + 1" marks are 0 before the first turn. A slot goes through: free for t (released
 * by all members t / slots times) -> [arrived: the raw bytes are here] -> pieces claimed and done -> [decoded -> agreed
 * by the leaders] -> filled -> released by each member. The first bracket exists with an exchange, the second with more
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

struct tp_ring {
    struct sw_window window;
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
void tp_ring_barrier(const struct tp_ring *ring, MPI_Comm group);
/* Begin again at turn 0. One member calls it while no other uses the ring. */
void tp_ring_start(struct tp_ring *ring);

struct tp_slot *tp_ring_slot(const struct tp_ring *ring, uint32_t turn);
unsigned char *tp_ring_data(const struct tp_ring *ring, uint32_t turn);
unsigned char *tp_ring_raw(const struct tp_ring *ring, uint32_t turn);
struct tp_error *tp_ring_failure(const struct tp_ring *ring, uint32_t turn, int member);
int tp_ring_is_free(const struct tp_ring *ring, uint32_t turn);
/* Take the next piece of PIECES of a turn whose slot is free; -1 when there is none left. */
int64_t tp_ring_claim(const struct tp_ring *ring, uint32_t turn, uint32_t pieces);
/* Notes the ERROR with which MEMBER failed on a piece. Of all failures of a turn, that of the lowest piece is kept. */
void tp_ring_fail(const struct tp_ring *ring, uint32_t turn, uint32_t piece, int member, const struct tp_error *error);
/* Non-zero when this was the last piece. */
int tp_ring_done(const struct tp_ring *ring, uint32_t turn, uint32_t pieces);
void tp_ring_fill(const struct tp_ring *ring, uint32_t turn, uint64_t bytes);
void tp_ring_release(const struct tp_ring *ring, uint32_t turn);

/* --- source.c: reading and decompressing a part --- */

struct tp_source {
    const char *path;
    int fd;
    struct blk_decoder *decoder; /* BGZF only */
    struct blk_reader *stream;   /* plain gzip only */
    unsigned char *raw;          /* the bytes of one piece as they lie in the file; NULL where those are exchanged */
};

/* What a rank does with the file. */
enum { TP_SOURCE_READS = 1, TP_SOURCE_DECODES = 2, TP_SOURCE_PIECES = 4 /* reads and decompresses piece by piece */ };

/* Local. SOURCE is {.fd = -1}, and to be closed also when this fails. PATH must outlive it. */
tp_err tp_source_open(struct tp_source *source, const char *path, const struct tp_layout *layout, unsigned parts,
                      struct tp_error *error);
void tp_source_close(struct tp_source *source);
/* Exactly RANGE, or an error. */
tp_err tp_source_read(const struct tp_source *source, struct tp_range range, void *out, struct tp_error *error);
/* Tell the system what will be read next. */
void tp_source_expect(const struct tp_source *source, struct tp_range range);
/*
 * One piece of a segment into its place in DATA, the segment's. RAW: the segment's bytes as they lie in the file, or
 * NULL to read them. Not for plain gzip.
 */
tp_err tp_source_piece(struct tp_source *source, const struct tp_layout *layout, uint64_t segment, uint32_t piece,
                       const unsigned char *raw, unsigned char *data, struct tp_error *error);
/* The next WANT bytes of plain gzip; *got is less at the end of the data only. */
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
 * Measured once for each communicator COMM of a caller and each kind of group, and kept with it. Collective over all.
 * Every rank gets the same figures. COPIES_MATTER: measure that, too.
 */
tp_err tp_network_measure(MPI_Comm comm, tp_group group, const struct sw_place *place, int copies_matter,
                          struct tp_network *network, struct tp_error *error);
/* Predicted seconds to exchange BYTES; by a network that was not measured in no unit, good for comparing only. */
double tp_cost(const struct tp_network *network, int groups, tp_phase2 phase2, int access_ranks, double bytes);

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
    int for_shares;        /* made by tp_open_share: nothing is read together */
};

/* Groups read together: their leaders agree. */
int tp_plan_agrees(const struct tp_plan *plan);
/* Groups exchange what they read. */
int tp_plan_has_phase2(const struct tp_plan *plan);

/* The group that is access rank number ACCESS: spread evenly. */
int tp_access_group(const struct tp_info *info, int access);

/* --- pump.c: phase 2 and agreement, run by the leader of each group whenever it is in the library --- */

struct tp_pump;

/* Local, on leaders only. */
tp_err tp_pump_make(const struct tp_plan *plan, struct tp_ring *ring, struct tp_source *source, struct tp_pump **pump,
                    struct tp_error *error);
/* Begin at a segment; collective over the leaders in so far as all do the same. */
void tp_pump_start(struct tp_pump *pump, uint64_t first_segment);
/* Do what can be done without waiting. Non-zero *moved: something was. */
tp_err tp_pump_turn(struct tp_pump *pump, int *moved, struct tp_error *error);
/* Collective over the leaders, while no member uses the ring: end what is under way, on all of them alike. */
tp_err tp_pump_drain(struct tp_pump *pump, struct tp_error *error);
void tp_pump_free(struct tp_pump *pump);

/* --- file.c, read.c, share.c --- */

struct tp_share;

/* A file is read by its ring, or is a share. */
struct tp_file {
    struct tp_plan *plan;
    int owns_plan;
    const char *at; /* what is left of the current segment */
    const char *end;
    uint64_t behind; /* offset of `end` */
    int ended;
    int failed; /* TP_ERR_MPI: the communicator is of no use any more, and what is under way will not end */
    char *line; /* a line that crosses segments is assembled here */
    size_t line_capacity;
    /* Get the next segment to at .. end, or set `ended`. */
    tp_err (*advance)(struct tp_file *file, struct tp_error *error);
    /* Called where memory was asked for, whether it was had or not: makes the ranks agree where that is possible. */
    tp_err (*settle)(struct tp_file *file, struct tp_error *error);

    struct tp_share *share;

    struct tp_ring ring;
    struct tp_source source;
    struct tp_pump *pump;   /* leaders with an exchange */
    uint64_t first_segment; /* of turn 0 */
    uint32_t turn;
    int holding; /* the current turn's slot is not released yet */
};

/* At the end of a share, or at an error in it: wait for all ranks, and agree. Once; then it repeats what was agreed. */
tp_err tp_share_conclude(struct tp_file *file, tp_err code, struct tp_error *error);
void tp_share_free(struct tp_file *file);

#endif
