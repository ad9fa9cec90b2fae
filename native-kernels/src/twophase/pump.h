/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What pump.c (turns), transfer.c (phase 2 of one segment) and rounds.c (agreement of the leaders) share.
 */
#ifndef SLIPWAY_TWOPHASE_PUMP_H
#define SLIPWAY_TWOPHASE_PUMP_H

#include "internal.h"

/* Phase 2 of one segment, under way. Its arrays must stay as they are until it is complete. */
struct tp_transfer {
    MPI_Request *requests; /* one for each part, as MBC needs, and one more */
    int count;
    int *send_counts, *receive_counts, *displacements; /* one for each leader */
    uint64_t bytes;                                    /* data, of plain gzip: sent before them */
};

/*
 * The numbers that a leader brings to a round. The round gives each leader the least value of each number. All values
 * are below 2^63, because MPICH 4.0 compares unsigned numbers as if they were signed.
 */
struct tp_word {
    uint64_t decoded;     /* turns that this leader is done with */
    uint64_t failure;     /* first turn that failed here << 32 | TP_DECODING | leader; TP_NO_FAILURE */
    uint64_t closing;     /* 1: this leader takes part only to end what is under way */
    uint64_t not_started; /* INT64_MAX less the number of turns whose phase 2 it has started */
};

/* A failure to read spoils the bytes of all leaders, who then fail to decompress them: the cause comes first. */
#define TP_DECODING (UINT32_C(1) << 31)

struct tp_pump {
    const struct tp_plan *plan;
    struct tp_ring *ring;
    struct tp_source *source;
    int leader, leaders;
    int access;                    /* which access rank this leader is, or -1 */
    struct tp_transfer *transfers; /* one for each slot */
    int *ints;
    MPI_Request *requests;

    uint64_t first_segment;
    uint64_t turns; /* how many there will be; UINT64_MAX until the end of plain gzip is seen */
    uint64_t started, arrived, decoded, agreed; /* turns */
    struct tp_word mine, all;                   /* of the round: not to be touched until it is complete */
    MPI_Request round;
    uint64_t failed; /* first failure here, as in a word */
    struct tp_error failure;
    int over; /* a failure is agreed on: nothing more will be read */

    unsigned idle;          /* calls since this leader last listened for a failure of the MPI elsewhere */
    struct tp_error broken; /* the failure of the MPI, here or there */
};

/* --- transfer.c --- */

/* Says which part of TURN this leader reads: its place among BYTES, the bytes of the segment. Zero: none. */
int tp_transfer_own_part(const struct tp_pump *pump, uint64_t turn, size_t bytes, struct tp_range *part);
/* Starts phase 2 of TURN, whose BYTES begin at PLACE. Returns the code of the MPI. */
int tp_transfer_start(struct tp_pump *pump, uint64_t turn, unsigned char *place, size_t bytes);

/* --- rounds.c --- */

/* Starts a round when this leader has more than is agreed on, and takes what a round has brought. */
tp_err tp_round_turn(struct tp_pump *pump, int *moved, struct tp_error *error);
/* Holds rounds until one to which all leaders came in order to end; *furthest: the turns that the furthest has started.
 */
tp_err tp_round_close(struct tp_pump *pump, uint64_t *furthest, struct tp_error *error);
/* Waits for COUNT requests, or for the failure of another leader. WHAT names the call. */
tp_err tp_round_wait(struct tp_pump *pump, int count, MPI_Request *requests, const char *what, struct tp_error *error);
/* Tells the other leaders that the MPI has failed here, as far as it still can. */
void tp_round_warn(struct tp_pump *pump, const struct tp_error *error);
/* Fails when another leader has told that the MPI failed there. */
tp_err tp_round_listen(struct tp_pump *pump, struct tp_error *error);

#endif
