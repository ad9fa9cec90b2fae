/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of one file that all ranks write, each its own, at places in the file that they agree on. */
#ifndef SLIPWAY_TWOPHASE_BLOCKS_H
#define SLIPWAY_TWOPHASE_BLOCKS_H

#include "slipway/twophase.h"

struct tp_blocks;

/* Where blocks go to. */
struct tp_target {
    const char *path; /* for messages */
    int fd;
    int index; /* descriptor of the .gzi; -1: none is wanted */
};

/*
 * Makes what writes the blocks that OPTIONS ask for. Local. Returns NULL without memory. COMM and TARGET must outlive
 * it.
 */
struct tp_blocks *tp_blocks_new(MPI_Comm comm, const struct tp_write_options *options, const struct tp_target *target);

/*
 * Writes what all ranks have, but for what is left of the last block. Collective. Returns TP_OK, or what failed on this
 * rank; the ranks have yet to agree.
 */
tp_err tp_blocks_write(struct tp_blocks *blocks, const void *data, size_t bytes, struct tp_error *error);

/* Writes the last block, the EOF marker and the index's head. Local; on rank 0. */
tp_err tp_blocks_end(struct tp_blocks *blocks, struct tp_error *error);

/* Frees BLOCKS. Local. Accepts NULL. */
void tp_blocks_free(struct tp_blocks *blocks);

#endif
