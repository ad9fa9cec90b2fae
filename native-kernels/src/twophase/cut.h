/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cuts the data of all ranks in one call of tp_write into blocks: which rank packs which block, and which bytes go to
 * another rank first. Arithmetic only.
 *
 * A block belongs to the rank that has its first byte. Other ranks send their bytes of the block to that rank. Rank 0
 * keeps the last block for the next call as long as the block is not full: so rank 0's data begin with the kept bytes.
 */
#ifndef SLIPWAY_TWOPHASE_CUT_H
#define SLIPWAY_TWOPHASE_CUT_H

#include <stddef.h>
#include <stdint.h>

/* Offsets of data. */
struct tp_stretch {
    uint64_t from, until; /* UNTIL is the first byte behind the stretch; equal to FROM for an empty stretch */
};

struct tp_cut {
    uint64_t before;        /* data of all calls before this one */
    const uint64_t *counts; /* bytes of each rank in this call */
    int rank, ranks;
    uint64_t block_bytes;

    struct tp_stretch given; /* the bytes of this rank in this call */
    struct tp_stretch own;   /* likewise, on rank 0 including the kept bytes in front */
    struct tp_stretch open;  /* the data of the last block, which is not full */
    uint64_t first, last;    /* numbers of the blocks that this rank packs; LAST is the first block after them */
};

/* Fills the second half of CUT from the first. */
void tp_cut_make(struct tp_cut *cut);

/* Returns the data of RANK in this call. Rank 0's data begin with the kept bytes. */
struct tp_stretch tp_cut_of(const struct tp_cut *cut, int rank);

/* Returns the bytes of this rank that another rank packs, and that rank in *OWNER. Excludes the open block. */
struct tp_stretch tp_cut_head(const struct tp_cut *cut, int *owner);

/* Returns the bytes of this rank's last block that belong to later ranks. */
struct tp_stretch tp_cut_missing(const struct tp_cut *cut);

/* Returns the intersection of two stretches. */
struct tp_stretch tp_stretch_both(struct tp_stretch one, struct tp_stretch other);

#endif
