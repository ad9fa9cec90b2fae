/* What file.c and segments.c share: a file that all ranks read together, through the rings of their groups. */
#ifndef SLIPWAY_TWOPHASE_RINGFILE_H
#define SLIPWAY_TWOPHASE_RINGFILE_H

#include "internal.h"

struct tp_ring_file {
    struct tp_file base; /* first */
    int failed;          /* TP_ERR_MPI: the communicator is of no use any more, and what is under way will not end */
    struct tp_ring ring;
    struct tp_source source;
    struct tp_pump *pump;   /* leaders of more than one group */
    uint64_t first_segment; /* of turn 0 */
    uint32_t turn;
    int holding; /* the current turn's slot is not released yet */
};

/* --- segments.c --- */

/* The operation `advance` of a ring file. */
tp_err tp_ring_file_advance(struct tp_file *file, struct tp_error *error);

#endif
