/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How one call of tp_write cuts the data of all ranks into blocks: which rank packs which, and which bytes go to
 * another rank first. Arithmetic only.
 *
 * A block belongs to the rank that has its first byte. The bytes of it that other ranks have go to that rank. The last
 * block, as long as it is not full, is kept by rank 0 for the next call: so rank 0's data begin with what it keeps.
 */
#ifndef SLIPWAY_TWOPHASE_CUT_H
#define SLIPWAY_TWOPHASE_CUT_H

#include <stddef.h>
#include <stdint.h>

/* Offsets of data. */
struct tp_stretch {
    uint64_t from, until; /* UNTIL is the first one behind; FROM where nothing is in it */
};

struct tp_cut {
    uint64_t before;        /* data of all calls before this one */
    const uint64_t *counts; /* bytes that each rank has in this call */
    int rank, ranks;
    uint64_t block_bytes;

    struct tp_stretch given; /* the bytes that this rank was given in this call */
    struct tp_stretch own;   /* the same, on rank 0 with what it has kept in front */
    struct tp_stretch open;  /* the data of the last block, which is not full */
    uint64_t first, last;    /* numbers of the blocks that this rank packs; LAST is the first one behind */
};

/* Fills the second half of CUT from the first. */
void tp_cut_make(struct tp_cut *cut);

/* Returns the data that RANK has in this call. Those of rank 0 begin with the bytes that it has kept. */
struct tp_stretch tp_cut_of(const struct tp_cut *cut, int rank);

/* Returns the bytes of this rank that another rank packs, and in *OWNER that rank. Not those of the open block. */
struct tp_stretch tp_cut_head(const struct tp_cut *cut, int *owner);

/* Returns the bytes of this rank's last block that lie on ranks behind this one. */
struct tp_stretch tp_cut_missing(const struct tp_cut *cut);

/* Returns what is in both. */
struct tp_stretch tp_stretch_both(struct tp_stretch one, struct tp_stretch other);

#endif
