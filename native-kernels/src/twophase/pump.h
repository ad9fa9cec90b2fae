/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declarations that pump.c (turns), transfer.c (phase 2 of one segment) and rounds.c (agreement of the leaders) share.
 */
#ifndef SLIPWAY_TWOPHASE_PUMP_H
#define SLIPWAY_TWOPHASE_PUMP_H

#include "internal.h"

/* Phase 2 of one segment, under way. The arrays must not change until the transfer is complete. */
struct tp_transfer {
    MPI_Request *requests; /* one for each part, for MBC, and one more */
    int count;
    int *send_counts, *receive_counts, *displacements; /* one for each leader */
    uint64_t bytes;                                    /* data; for plain gzip, sent before the data */
};

/*
 * The numbers that a leader brings to a round. The round gives each leader the least value of each number. All values
 * are below 2^63, because MPICH 4.0 compares unsigned numbers as if they were signed.
 */
struct tp_word {
    uint64_t decoded;     /* turns that this leader has finished */
    uint64_t failure;     /* first turn that failed here << 32 | TP_DECODING | leader; TP_NO_FAILURE */
    uint64_t closing;     /* 1: this leader takes part only to end the pending operations */
    uint64_t not_started; /* INT64_MAX less the number of turns with phase 2 started on this leader */
};

/* A failure to read spoils the bytes of all leaders, who then fail to decompress them: the cause comes first. */
#define TP_DECODING (UINT32_C(1) << 31)

struct tp_pump {
    const struct tp_plan *plan;
    struct tp_ring *ring;
    struct tp_source *source;
    int leader, leaders;
    int access;                    /* number of this leader as access rank, or -1 */
    struct tp_transfer *transfers; /* one for each slot */
    int *ints;
    MPI_Request *requests;

    uint64_t first_segment;
    uint64_t turns;                             /* number of turns; UINT64_MAX until the end of plain gzip is seen */
    uint64_t started, arrived, decoded, agreed; /* turns */
    struct tp_word mine, all;                   /* of the round: must not be touched until the round is complete */
    MPI_Request round;
    uint64_t failed; /* first failure here, as in a word */
    struct tp_error failure;
    int over; /* a failure is agreed: no further turn will be read */

    unsigned idle;          /* calls since this leader last listened for a failure of MPI elsewhere */
    struct tp_error broken; /* the failure of MPI, on this leader or another */
};

/* --- transfer.c --- */

/* Finds the part of TURN that this leader reads: its place among BYTES, the bytes of the segment. Returns zero without
 * such a part. */
int tp_transfer_own_part(const struct tp_pump *pump, uint64_t turn, size_t bytes, struct tp_range *part);
/* Starts phase 2 of TURN. PLACE holds BYTES of the segment. Returns the result of MPI. */
int tp_transfer_start(struct tp_pump *pump, uint64_t turn, unsigned char *place, size_t bytes);

/* --- rounds.c --- */

/* Starts a round when this leader's progress exceeds the agreed turns, and takes the results of a finished round. */
tp_err tp_round_turn(struct tp_pump *pump, int *moved, struct tp_error *error);
/* Runs rounds until one to which all leaders came in order to end; *furthest: the turns that the furthest leader has
 * started. */
tp_err tp_round_close(struct tp_pump *pump, uint64_t *furthest, struct tp_error *error);
/* Waits for COUNT requests, or for the failure of another leader. WHAT names the call. */
tp_err tp_round_wait(struct tp_pump *pump, int count, MPI_Request *requests, const char *what, struct tp_error *error);
/* Warns the other leaders, as far as possible, that MPI has failed on this leader. */
void tp_round_warn(struct tp_pump *pump, const struct tp_error *error);
/* Fails if another leader has warned of a failure of MPI. */
tp_err tp_round_listen(struct tp_pump *pump, struct tp_error *error);

#endif
