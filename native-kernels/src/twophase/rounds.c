/* SPDX-License-Identifier: Apache-2.0 */
/* Agreement of the leaders: rounds of words, and a warning when MPI fails on one leader. */
#include "pump.h"

#include <stdlib.h>

enum { WORD_NUMBERS = sizeof(struct tp_word) / sizeof(uint64_t) };

/* A leader listens for warnings once per this number of calls without work. */
enum { CALLS_BETWEEN_LISTENING = 16, WARNING_TAG = 1 };

static tp_err start_round(struct tp_pump *pump, int closing, struct tp_error *error) {
    pump->mine.decoded = pump->decoded;
    pump->mine.failure = pump->failed;
    pump->mine.closing = (uint64_t)closing;
    pump->mine.not_started = INT64_MAX - pump->started;
    return tp_mpi(error,
                  MPI_Iallreduce(&pump->mine, &pump->all, WORD_NUMBERS, MPI_INT64_T, MPI_MIN,
                                 pump->plan->place.verdicts, &pump->round),
                  "MPI_Iallreduce");
}

/*
 * Gives all members the error of the failed turn, which LEADER broadcasts. All leaders come to this broadcast: each
 * leader has done its part of the turn, and no leader has gone on to a later turn, because this turn is not filled (see
 * acquire in segments.c).
 */
static tp_err agree_on_failure(struct tp_pump *pump, uint64_t turn, int leader, struct tp_error *error) {
    struct tp_error *shown = tp_ring_failure(pump->ring, (uint32_t)turn, 0);
    if (leader == pump->leader)
        *shown = pump->failure;
    const int rc = MPI_Bcast(shown, (int)sizeof *shown, MPI_BYTE, leader, pump->plan->place.verdicts);
    if (tp_mpi(error, rc, "MPI_Bcast") != TP_OK)
        *shown = *error; /* members must find a failure here, even if the broadcast brought no failure */
    atomic_store(&tp_ring_slot(pump->ring, (uint32_t)turn)->failure, 0);
    tp_ring_fill(pump->ring, (uint32_t)turn, 0);
    pump->over = 1;
    return rc == MPI_SUCCESS ? TP_OK : error->code;
}

/* Ends a round: hands out the turns that all leaders have. */
static tp_err conclude(struct tp_pump *pump, struct tp_error *error) {
    const uint64_t failed = pump->all.failure == TP_NO_FAILURE ? UINT64_MAX : pump->all.failure >> 32;
    while (pump->agreed < pump->all.decoded && pump->agreed < failed) {
        const uint32_t turn = (uint32_t)pump->agreed;
        tp_ring_fill(pump->ring, turn, tp_ring_slot(pump->ring, turn)->bytes);
        pump->agreed++;
    }
    if (failed < pump->all.decoded && !pump->over)
        return agree_on_failure(pump, failed, (int)((uint32_t)pump->all.failure & ~TP_DECODING), error);
    return TP_OK;
}

tp_err tp_round_turn(struct tp_pump *pump, int *moved, struct tp_error *error) {
    if (pump->round == MPI_REQUEST_NULL) {
        if (pump->decoded == pump->agreed || pump->over)
            return TP_OK;
        *moved = 1;
        return start_round(pump, 0, error);
    }
    int complete;
    if (tp_mpi(error, MPI_Test(&pump->round, &complete, MPI_STATUS_IGNORE), "MPI_Iallreduce") != TP_OK || !complete)
        return error->code;
    *moved = 1;
    return conclude(pump, error);
}

tp_err tp_round_close(struct tp_pump *pump, uint64_t *furthest, struct tp_error *error) {
    int closed = 0;
    while (!closed) {
        if (pump->round == MPI_REQUEST_NULL && start_round(pump, 1, error) != TP_OK)
            return error->code;
        if (tp_round_wait(pump, 1, &pump->round, "MPI_Iallreduce", error) != TP_OK || conclude(pump, error) != TP_OK)
            return error->code;
        closed = pump->all.closing != 0;
    }
    *furthest = INT64_MAX - pump->all.not_started;
    return TP_OK;
}

tp_err tp_round_wait(struct tp_pump *pump, int count, MPI_Request *requests, const char *what, struct tp_error *error) {
    unsigned rests = 0;
    for (;;) {
        int complete;
        const int rc = MPI_Testall(count, requests, &complete, MPI_STATUSES_IGNORE);
        if (tp_mpi(error, rc, what) != TP_OK || complete || tp_round_listen(pump, error) != TP_OK)
            return error->code;
        tp_rest(&pump->plan->place, 1, NULL, 0, &rests);
    }
}

/* The warnings are sent without waiting for their receipt, so messages and error live as long as the pump. */
void tp_round_warn(struct tp_pump *pump, const struct tp_error *error) {
    if (pump->broken.code != TP_OK)
        return; /* another leader has warned this one */
    pump->broken = *error;
    for (int i = 0; i < pump->leaders; i++) {
        MPI_Request request;
        if (i != pump->leader && MPI_Isend(&pump->broken, (int)sizeof pump->broken, MPI_BYTE, i, WARNING_TAG,
                                           pump->plan->place.verdicts, &request) == MPI_SUCCESS)
            MPI_Request_free(&request);
    }
}

tp_err tp_round_listen(struct tp_pump *pump, struct tp_error *error) {
    MPI_Status status;
    int any = 0;
    if (++pump->idle % CALLS_BETWEEN_LISTENING != 0)
        return TP_OK;
    const MPI_Comm verdicts = pump->plan->place.verdicts;
    if (tp_mpi(error, MPI_Iprobe(MPI_ANY_SOURCE, WARNING_TAG, verdicts, &any, &status), "MPI_Iprobe") != TP_OK || !any)
        return error->code;
    const int rc = MPI_Recv(&pump->broken, (int)sizeof pump->broken, MPI_BYTE, status.MPI_SOURCE, WARNING_TAG, verdicts,
                            MPI_STATUS_IGNORE);
    if (tp_mpi(error, rc, "MPI_Recv") == TP_OK)
        *error = pump->broken;
    return error->code;
}
