/* SPDX-License-Identifier: Apache-2.0 */
#include "blocks.h"
#include "base/files.h"
#include "base/rows.h"
#include "cut.h"
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PACKED_BYTES = 32 << 20, /* packed blocks that a rank holds; a call packs the excess twice */
    ENTRY_BYTES = 16,             /* of the index: two offsets */
    INDEX_HEAD_BYTES = 8,
    TAG_BLOCK = 0, /* bytes of a block that another rank packs */
    TAG_OPEN = 1   /* bytes of the last block */
};

struct tp_blocks {
    MPI_Comm comm;
    int rank, ranks;
    const struct tp_target *target;
    struct blk_packer *packer;
    size_t block_bytes;
    uint64_t data_bytes; /* of the calls so far */
    uint64_t file_bytes;
    uint64_t *counts;        /* of each rank: bytes of data, then of packed blocks */
    unsigned char *open;     /* on rank 0: data of the last block, which is not full */
    unsigned char *new_open; /* on rank 0: likewise after this call */
    unsigned char *edge;     /* the block in which this rank's data end, with the parts from other ranks */
    unsigned char *scratch;  /* one block as data, one packed block, or entries of the index */
    unsigned char *packed;   /* blocks one after another, as they lie in the file */
    size_t packed_bytes, capacity;
};

struct tp_blocks *tp_blocks_new(MPI_Comm comm, const struct tp_write_options *options, const struct tp_target *target) {
    struct tp_blocks *blocks = calloc(1, sizeof *blocks);
    if (blocks == NULL)
        return NULL;
    MPI_Comm_rank(comm, &blocks->rank);
    MPI_Comm_size(comm, &blocks->ranks);
    blocks->comm = comm;
    blocks->target = target;
    blocks->block_bytes = options->block_bytes != 0 ? options->block_bytes : BLK_DEFAULT_BLOCK_BYTES;
    blocks->packer = blk_packer_new(options->level);
    blocks->counts = calloc((size_t)blocks->ranks, sizeof *blocks->counts);
    blocks->open = malloc(blocks->block_bytes);
    blocks->new_open = malloc(blocks->block_bytes);
    blocks->edge = malloc(blocks->block_bytes);
    blocks->scratch = malloc(2 * BLK_MAX_FILE_BLOCK_BYTES);
    blocks->packed = sw_rows_grow(NULL, &blocks->capacity, BLK_MAX_FILE_BLOCK_BYTES, 1);
    if (blocks->packer != NULL && blocks->counts != NULL && blocks->open != NULL && blocks->new_open != NULL &&
        blocks->edge != NULL && blocks->scratch != NULL && blocks->packed != NULL)
        return blocks;
    tp_blocks_free(blocks);
    return NULL;
}

void tp_blocks_free(struct tp_blocks *blocks) {
    if (blocks == NULL)
        return;
    blk_packer_free(blocks->packer);
    free(blocks->counts);
    free(blocks->open);
    free(blocks->new_open);
    free(blocks->edge);
    free(blocks->scratch);
    free(blocks->packed);
    free(blocks);
}

/* One call of tp_blocks_write: the cut, and the data of this rank. */
struct call {
    struct tp_cut cut;
    const unsigned char *data;
};

/* --- bytes of blocks that begin on one rank and end on another --- */

/* Copies bytes of this rank to OUT. */
static void copy_own(const struct tp_blocks *blocks, const struct call *call, struct tp_stretch wanted,
                     unsigned char *out) {
    const struct tp_cut *cut = &call->cut;
    const struct tp_stretch kept = tp_stretch_both(wanted, (struct tp_stretch){cut->own.from, cut->given.from});
    const struct tp_stretch given = tp_stretch_both(wanted, cut->given);
    if (kept.until > kept.from)
        memcpy(out + (kept.from - wanted.from), blocks->open + (kept.from - cut->own.from), kept.until - kept.from);
    if (given.until > given.from)
        memcpy(out + (given.from - wanted.from), call->data + (given.from - cut->given.from), given.until - given.from);
}

/* Begins to send STRETCH, which belongs to this rank and is less than a block. */
static int give(const struct tp_blocks *blocks, const struct call *call, struct tp_stretch stretch, int owner, int tag,
                MPI_Request *request) {
    *request = MPI_REQUEST_NULL;
    if (stretch.until == stretch.from || owner == blocks->rank)
        return MPI_SUCCESS;
    return MPI_Isend(call->data + (stretch.from - call->cut.given.from), (int)(stretch.until - stretch.from), MPI_BYTE,
                     owner, tag, blocks->comm, request);
}

/* Receives the parts of WANTED that the next ranks have. The first byte of WANTED goes to OUT. */
static int take(const struct tp_blocks *blocks, const struct tp_cut *cut, struct tp_stretch wanted, int tag,
                unsigned char *out) {
    int rc = MPI_SUCCESS;
    uint64_t from = cut->own.until;
    for (int other = cut->rank + 1; other < cut->ranks && from < wanted.until && rc == MPI_SUCCESS; other++) {
        const struct tp_stretch here = {from, from + cut->counts[other]}, both = tp_stretch_both(wanted, here);
        if (both.until > both.from)
            rc = MPI_Recv(out + (both.from - wanted.from), (int)(both.until - both.from), MPI_BYTE, other, tag,
                          blocks->comm, MPI_STATUS_IGNORE);
        from = here.until;
    }
    return rc;
}

/* Fills `edge` and, on rank 0, `new_open`. */
static int hand_over(struct tp_blocks *blocks, const struct call *call) {
    const struct tp_cut *cut = &call->cut;
    MPI_Request requests[2];
    int owner, rc;
    const struct tp_stretch head = tp_cut_head(cut, &owner), missing = tp_cut_missing(cut);
    const struct tp_stretch open = tp_stretch_both(cut->open, cut->own);
    rc = give(blocks, call, head, owner, TAG_BLOCK, &requests[0]);
    const int sent = give(blocks, call, open, 0, TAG_OPEN, &requests[1]);
    if (missing.until > missing.from) {
        const uint64_t begin = missing.until - cut->block_bytes;
        copy_own(blocks, call, (struct tp_stretch){begin, missing.from}, blocks->edge);
        if (rc == MPI_SUCCESS)
            rc = take(blocks, cut, missing, TAG_BLOCK, blocks->edge + (missing.from - begin));
    }
    if (cut->rank == 0) {
        copy_own(blocks, call, (struct tp_stretch){cut->open.from, open.until}, blocks->new_open);
        if (rc == MPI_SUCCESS)
            rc = take(blocks, cut, cut->open, TAG_OPEN, blocks->new_open);
    }
    const int waited = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return rc != MPI_SUCCESS ? rc : sent != MPI_SUCCESS ? sent : waited;
}

/* --- packing --- */

/* Returns the data of a block that this rank packs. */
static const unsigned char *data_of(const struct tp_blocks *blocks, const struct call *call, uint64_t number) {
    const struct tp_cut *cut = &call->cut;
    const struct tp_stretch block = {number * cut->block_bytes, (number + 1) * cut->block_bytes};
    if (block.until > cut->own.until)
        return blocks->edge;
    if (block.from >= cut->given.from)
        return call->data + (block.from - cut->given.from);
    copy_own(blocks, call, block, blocks->scratch);
    return blocks->scratch;
}

/* Packs as many blocks from FIRST on as there is room for. Returns the number of the first block that is not packed. */
static uint64_t pack(struct tp_blocks *blocks, const struct call *call, uint64_t first) {
    uint64_t number = first;
    blocks->packed_bytes = 0;
    for (; number < call->cut.last; number++) {
        const size_t needed = blocks->packed_bytes + BLK_MAX_FILE_BLOCK_BYTES;
        unsigned char *packed =
            needed <= MOST_PACKED_BYTES ? sw_rows_grow(blocks->packed, &blocks->capacity, needed, 1) : NULL;
        if (packed == NULL)
            break;
        blocks->packed = packed;
        blocks->packed_bytes += blk_packer_run(blocks->packer, data_of(blocks, call, number), blocks->block_bytes,
                                               packed + blocks->packed_bytes);
    }
    return number;
}

/* Returns the bytes that the blocks from FIRST on will have in the file. */
static uint64_t measure(struct tp_blocks *blocks, const struct call *call, uint64_t first) {
    uint64_t bytes = 0;
    for (uint64_t number = first; number < call->cut.last; number++)
        bytes += blk_packer_run(blocks->packer, data_of(blocks, call, number), blocks->block_bytes,
                                blocks->scratch + BLK_MAX_FILE_BLOCK_BYTES);
    return bytes;
}

/* --- writing --- */

static tp_err put(const struct tp_blocks *blocks, int fd, const void *bytes, size_t count, uint64_t offset,
                  struct tp_error *error) {
    if (count == 0 || sw_file_write_at(fd, bytes, count, offset) == 0)
        return TP_OK;
    return tp_fail(error, TP_ERR_IO, "%s: cannot write: %s", blocks->target->path, strerror(errno));
}

static void put_le64(unsigned char *out, uint64_t value) {
    for (int i = 0; i < 8; i++)
        out[i] = (unsigned char)(value >> 8 * i);
}

/* Returns the size of the block in the file: SAM/BAM format specification, section 4.1, BSIZE. */
static size_t size_of(const unsigned char *block) {
    return (size_t)(block[16] | (unsigned)block[17] << 8) + 1;
}

/* Writes the entries of the packed blocks, which begin with block FIRST at OFFSET. The first block of the file has no
 * entry. */
static tp_err put_entries(struct tp_blocks *blocks, uint64_t first, uint64_t offset, struct tp_error *error) {
    const size_t room = 2 * BLK_MAX_FILE_BLOCK_BYTES;
    uint64_t number = first, place = INDEX_HEAD_BYTES + ENTRY_BYTES * (first > 0 ? first - 1 : 0);
    size_t used = 0;
    for (size_t at = 0; at < blocks->packed_bytes; number++) {
        if (number > 0) {
            put_le64(blocks->scratch + used, offset + at);
            put_le64(blocks->scratch + used + 8, number * blocks->block_bytes);
            used += ENTRY_BYTES;
        }
        at += size_of(blocks->packed + at);
        if (used < room && at < blocks->packed_bytes)
            continue;
        if (put(blocks, blocks->target->index, blocks->scratch, used, place, error) != TP_OK)
            return error->code;
        place += used;
        used = 0;
    }
    return TP_OK;
}

/* Writes the packed blocks, which begin with block FIRST, at OFFSET. */
static tp_err put_packed(struct tp_blocks *blocks, uint64_t first, uint64_t offset, struct tp_error *error) {
    if (put(blocks, blocks->target->fd, blocks->packed, blocks->packed_bytes, offset, error) == TP_OK &&
        blocks->target->index >= 0)
        put_entries(blocks, first, offset, error);
    return error->code;
}

/* Writes this rank's blocks from OFFSET on. Blocks before UNTIL are packed already. */
static tp_err put_all(struct tp_blocks *blocks, const struct call *call, uint64_t until, uint64_t offset,
                      struct tp_error *error) {
    uint64_t first = call->cut.first;
    while (first < call->cut.last && error->code == TP_OK) {
        if (first != call->cut.first)
            until = pack(blocks, call, first);
        put_packed(blocks, first, offset, error);
        offset += blocks->packed_bytes;
        first = until;
    }
    return error->code;
}

static void keep_open(struct tp_blocks *blocks) {
    unsigned char *open = blocks->new_open;
    blocks->new_open = blocks->open;
    blocks->open = open;
}

tp_err tp_blocks_write(struct tp_blocks *blocks, const void *data, size_t bytes, struct tp_error *error) {
    const uint64_t given = bytes;
    struct call call = {.data = data};
    int rc = MPI_Allgather(&given, 1, MPI_UINT64_T, blocks->counts, 1, MPI_UINT64_T, blocks->comm);
    if (tp_mpi(error, rc, "MPI_Allgather of what the ranks write") != TP_OK)
        return error->code;
    call.cut = (struct tp_cut){.before = blocks->data_bytes,
                               .counts = blocks->counts,
                               .rank = blocks->rank,
                               .ranks = blocks->ranks,
                               .block_bytes = blocks->block_bytes};
    tp_cut_make(&call.cut);
    tp_mpi(error, hand_over(blocks, &call), "handing over parts of blocks");
    const uint64_t until = pack(blocks, &call, call.cut.first);
    const uint64_t packed = blocks->packed_bytes + measure(blocks, &call, until);
    rc = MPI_Allgather(&packed, 1, MPI_UINT64_T, blocks->counts, 1, MPI_UINT64_T, blocks->comm);
    tp_mpi(error, rc, "MPI_Allgather of the sizes of blocks");
    uint64_t offset = blocks->file_bytes;
    for (int rank = 0; rank < blocks->ranks; rank++) {
        offset += rank < blocks->rank ? blocks->counts[rank] : 0;
        blocks->file_bytes += blocks->counts[rank];
    }
    if (error->code == TP_OK)
        put_all(blocks, &call, until, offset, error);
    blocks->data_bytes = call.cut.open.until;
    keep_open(blocks);
    return error->code;
}

tp_err tp_blocks_end(struct tp_blocks *blocks, struct tp_error *error) {
    const size_t left = (size_t)(blocks->data_bytes % blocks->block_bytes);
    const uint64_t full = blocks->data_bytes / blocks->block_bytes, all = full + (left > 0);
    unsigned char head[INDEX_HEAD_BYTES];
    if (left > 0) {
        blocks->packed_bytes = blk_packer_run(blocks->packer, blocks->open, left, blocks->packed);
        if (put_packed(blocks, full, blocks->file_bytes, error) != TP_OK)
            return error->code;
        blocks->file_bytes += blocks->packed_bytes;
    }
    const size_t marker = blk_packer_run(blocks->packer, NULL, 0, blocks->packed);
    if (put(blocks, blocks->target->fd, blocks->packed, marker, blocks->file_bytes, error) != TP_OK)
        return error->code;
    put_le64(head, all > 0 ? all - 1 : 0);
    return blocks->target->index >= 0 ? put(blocks, blocks->target->index, head, sizeof head, 0, error) : TP_OK;
}
