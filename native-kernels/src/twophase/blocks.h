/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The blocks of one file that all ranks write. Each rank packs blocks, and the ranks agree on the places in the file.
 */
#ifndef SLIPWAY_TWOPHASE_BLOCKS_H
#define SLIPWAY_TWOPHASE_BLOCKS_H

#include "slipway/twophase.h"

struct tp_blocks;

/* The destination of blocks. */
struct tp_target {
    const char *path; /* for messages */
    int fd;
    int index; /* descriptor of the .gzi; -1: no index */
};

/*
 * Makes a writer of blocks by OPTIONS. Local. Returns NULL without memory. COMM and TARGET must outlive the writer.
 */
struct tp_blocks *tp_blocks_new(MPI_Comm comm, const struct tp_write_options *options, const struct tp_target *target);

/*
 * Writes the data of all ranks, except the rest that does not fill a block. Collective. Returns TP_OK, or the failure
 * of this rank; the ranks have yet to agree.
 */
tp_err tp_blocks_write(struct tp_blocks *blocks, const void *data, size_t bytes, struct tp_error *error);

/* Writes the last block, the EOF marker and the index's head. Local; on rank 0. */
tp_err tp_blocks_end(struct tp_blocks *blocks, struct tp_error *error);

/* Frees BLOCKS. Local. Accepts NULL. */
void tp_blocks_free(struct tp_blocks *blocks);

#endif
