/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that file.c, segments.c and readat.c share: a file that all ranks read together, through the rings of
 * their groups. */
#ifndef SLIPWAY_TWOPHASE_RINGFILE_H
#define SLIPWAY_TWOPHASE_RINGFILE_H

#include "internal.h"

struct tp_ring_file {
    struct tp_file base; /* first */
    int failed;        /* TP_ERR_MPI: the communicator must not be used any more, and pending operations will not end */
    uint32_t meetings; /* how often the group has met at the gate */
    struct tp_ring ring;
    struct tp_source source;
    struct tp_pump *pump;   /* leaders of more than one group */
    uint64_t first_segment; /* of turn 0 */
    uint32_t turn;
    int holding;                 /* the current turn's slot is not released yet */
    int *counts, *displacements; /* of tp_read_at, one for each rank */
};

/* --- segments.c --- */

/* The operation `advance` of a ring file. */
tp_err tp_ring_file_advance(struct tp_file *file, struct tp_error *error);

/* --- readat.c --- */

/* The operation `read_at` of a ring file. */
tp_err tp_ring_file_read_at(struct tp_file *file, struct tp_range range, void *buffer, size_t *got,
                            struct tp_error *error);

#endif
