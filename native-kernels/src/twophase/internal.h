/* State of an open file and the agreement on errors. Not for other libraries. */
#ifndef SLIPWAY_TWOPHASE_INTERNAL_H
#define SLIPWAY_TWOPHASE_INTERNAL_H

#include "blockfile.h"
#include "twophase.h"

enum { ACCESS_RANK = 0 };

struct tp_file {
    char *path; /* for messages */
    MPI_Comm comm;
    int rank;
    struct blk_reader *reader; /* on the access rank only */
    struct tp_info info;
    size_t segment_bytes;
    size_t line_limit;
    char *segment; /* the user-space buffer */
    size_t filled;
    size_t used;
    int ended;
    char *line; /* a line that crosses segments is assembled here */
    size_t line_capacity;
};

/* Format an error; returns CODE. */
tp_err tp_fail(struct tp_error *error, tp_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));
tp_err tp_from_blockfile(struct tp_error *error, const struct blk_error *cause);

/*
 * Collective: all ranks learn of the failure of the lowest rank that has one (MINE.code != TP_OK), and every rank
 * returns it. MINE is in and out.
 */
tp_err tp_agree(MPI_Comm comm, struct tp_error *mine);

/* Collective: fetch the next segment into the buffer. At the end of the data sets `ended`. */
tp_err tp_next_segment(struct tp_file *file, struct tp_error *error);

#endif
