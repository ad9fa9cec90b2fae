/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ways in which all ranks read all lines of a file that `bench read` compares: the library's, and its rivals. The
 * consumer is the same in all ways: it adds up every byte.
 */
#ifndef SLIPWAY_READ_WAYS_H
#define SLIPWAY_READ_WAYS_H

#include "base/clock.h"
#include "slipway/twophase.h"

enum { LINE_BYTES = 256, BUFFER_BYTES = 1 << 20 };

struct way {
    MPI_Comm comm; /* made for this one reading, so that earlier measurements do not count */
    const char *path;
    struct tp_options options; /* of the library's way; segment_bytes is the buffer of the others */
    uint64_t sum;              /* result of the consumer */
    uint64_t bytes;            /* bytes that the consumer has seen */
    double ended; /* sw_clock_seconds at the end of reading, before anything is closed; all ranks of a machine share
                     that clock */
    struct tp_info info; /* of the library's way */
};

/* Adds LINE to the sum, which depends on the order of the lines, too. */
static inline void consume(struct way *way, const char *line) {
    uint64_t words[LINE_BYTES / sizeof(uint64_t)], sum = 0;
    __builtin_memcpy(words, line, LINE_BYTES);
    for (size_t i = 0; i < LINE_BYTES / sizeof(uint64_t); i++)
        sum += words[i];
    way->sum = way->sum * 31 + sum;
    way->bytes += LINE_BYTES;
}

/* Each way returns NULL, or the failure; a failure of one rank may leave the others waiting, so the caller aborts. */
typedef const char *(*read_all)(struct way *way);

const char *read_posix(struct way *way);     /* the report's baseline: each rank, a system call a line */
const char *read_buffer(struct way *way);    /* each rank, a system call a buffer */
const char *read_broadcast(struct way *way); /* rank 0, MPI_Bcast a buffer */
const char *read_generic(struct way *way);   /* MPI_File_read_all a buffer */
const char *read_report(struct way *way); /* compressed: rank 0, MPI_Bcast a buffer, each rank inflates all by zlib */
const char *read_twophase(struct way *way);

#endif
