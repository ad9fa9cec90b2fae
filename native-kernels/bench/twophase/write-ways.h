/* SPDX-License-Identifier: Apache-2.0 */
/* The two ways in which all ranks write one compressed file that `bench write` compares. */
#ifndef SLIPWAY_WRITE_WAYS_H
#define SLIPWAY_WRITE_WAYS_H

#include "slipway/twophase.h"

enum { MOST_RANKS = 256 };

/* The data that this rank writes. */
struct written {
    MPI_Comm comm;
    const char *path;
    const char *data;
    size_t bytes;
    int level;
};

/* Writes and syncs the file, and writes the index and the marker. Collective. Returns NULL, or the failure. */
typedef const char *write_way(const struct written *what);

write_way write_by_rank0;

#endif
