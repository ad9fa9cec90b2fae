/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs phase 2 among the leaders of the groups, without waiting, turn after turn:
 *
 *     transfer started -> arrived -> [decompressed by the members] -> agreed -> filled
 *
 * Without phase 2 the members of each group do a turn alone, and the leaders only agree.
 *
 * Several transfers are under way at once, one per free slot of the ring. Two kinds of collective run: transfers, turn
 * by turn; and rounds, one at a time, in which the leaders exchange their progress. Each kind has a separate
 * communicator, because all leaders must begin one kind in the same order, and the two kinds do not keep pace. A turn
 * that all leaders have decoded is agreed and may be read; the lowest failure that all leaders have passed is agreed,
 * too. A leader takes part in a round when its progress exceeds the agreed turns, so all leaders come to each round,
 * and end after the same round.
 *
 * The cost of a turn is in cost.c. A round costs its latency, which is hidden by the transfers that are under way
 * meanwhile.
 */
#include "pump.h"

#include <stdlib.h>

/* The end of plain gzip is seen late, so transfers beyond the end are wasted. */
enum { MAX_STREAM_UNDER_WAY = 2 };

/* Says whether the members work on a turn before the leaders agree: the members decompress the turn, or read the turn
 * without phase 2. */
static int has_stage_for_members(const struct tp_pump *pump) {
    return pump->plan->layout.kind == BLK_BGZF || !tp_plan_has_phase2(pump->plan);
}

static unsigned char *place_of(const struct tp_pump *pump, uint64_t turn) {
    return has_stage_for_members(pump) ? tp_ring_raw(pump->ring, (uint32_t)turn)
                                       : tp_ring_data(pump->ring, (uint32_t)turn);
}

/* Returns the bytes that phase 2 passes on in a turn. Plain gzip has no known sizes: always the whole room. */
static size_t bytes_of(const struct tp_pump *pump, uint64_t turn) {
    const struct tp_layout *layout = &pump->plan->layout;
    return layout->kind == BLK_GZIP ? layout->segment_bytes : tp_layout_raw(layout, pump->first_segment + turn).bytes;
}

static void note_failure(struct tp_pump *pump, uint64_t turn, uint32_t doing, const struct tp_error *error) {
    const uint64_t failed = turn << 32 | doing | (uint32_t)pump->leader;
    if (failed < pump->failed) {
        pump->failed = failed;
        pump->failure = *error;
    }
}

/* Reads this leader's part of a turn, if any, into PLACE. */
static void fetch_part(struct tp_pump *pump, uint64_t turn, unsigned char *place, struct tp_error *error) {
    const struct tp_range whole = tp_layout_raw(&pump->plan->layout, pump->first_segment + turn);
    struct tp_range part;
    if (!tp_transfer_own_part(pump, turn, whole.bytes, &part))
        return;
    place += part.offset;
    part.offset += whole.offset;
    tp_source_read(pump->source, part, place, error);
}

/* Makes the system begin to read this leader's part of a later turn. */
static void expect_part(struct tp_pump *pump, uint64_t turn) {
    struct tp_range whole, part;
    if (turn >= pump->turns)
        return;
    whole = tp_layout_raw(&pump->plan->layout, pump->first_segment + turn);
    if (!tp_transfer_own_part(pump, turn, whole.bytes, &part))
        return;
    part.offset += whole.offset;
    tp_source_expect(pump->source, part);
}

/* Phase 1. */
static void fetch(struct tp_pump *pump, uint64_t turn) {
    const struct tp_layout *layout = &pump->plan->layout;
    struct tp_error error = {TP_OK, ""};
    unsigned char *place = place_of(pump, turn);
    if (layout->kind == BLK_GZIP) {
        size_t got = 0;
        if (pump->leader == 0)
            tp_source_stream(pump->source, layout->segment_bytes, place, &got, &error);
        pump->transfers[turn % pump->ring->slots].bytes = got;
    } else {
        fetch_part(pump, turn, place, &error);
        expect_part(pump, turn + pump->ring->slots);
    }
    if (error.code != TP_OK)
        note_failure(pump, turn, 0, &error);
}

/* Starts phase 2 of the next turn. */
static tp_err start(struct tp_pump *pump, struct tp_error *error) {
    const uint64_t turn = pump->started++;
    return tp_mpi(error, tp_transfer_start(pump, turn, place_of(pump, turn), bytes_of(pump, turn)), "starting phase 2");
}

static tp_err start_next(struct tp_pump *pump, int *moved, struct tp_error *error) {
    const uint64_t most = pump->plan->layout.kind == BLK_GZIP ? MAX_STREAM_UNDER_WAY : TP_UNDER_WAY;
    if (!tp_plan_has_phase2(pump->plan) || pump->started >= pump->turns || pump->started - pump->arrived >= most ||
        !tp_ring_is_free(pump->ring, (uint32_t)pump->started))
        return TP_OK;
    fetch(pump, pump->started);
    *moved = 1;
    return start(pump, error);
}

/* Notes that the bytes of a turn are here: members may decompress them, if the file is compressed. */
static void arrive(struct tp_pump *pump) {
    const uint64_t turn = pump->arrived++;
    struct tp_slot *slot = tp_ring_slot(pump->ring, (uint32_t)turn);
    if (!has_stage_for_members(pump)) {
        slot->bytes = pump->plan->layout.kind == BLK_GZIP
                          ? pump->transfers[turn % pump->ring->slots].bytes
                          : tp_layout_data(&pump->plan->layout, pump->first_segment + turn).bytes;
        atomic_store_explicit(&slot->decoded, (uint32_t)turn + 1, memory_order_release);
        return;
    }
    atomic_store_explicit(&slot->arrived, (uint32_t)turn + 1, memory_order_release);
    sw_bell_ring(&slot->bell);
}

static tp_err take_arrivals(struct tp_pump *pump, int *moved, struct tp_error *error) {
    while (pump->arrived < pump->started) {
        struct tp_transfer *transfer = &pump->transfers[pump->arrived % pump->ring->slots];
        int complete;
        const int rc = MPI_Testall(transfer->count, transfer->requests, &complete, MPI_STATUSES_IGNORE);
        if (tp_mpi(error, rc, "phase 2") != TP_OK)
            return error->code;
        if (!complete)
            break;
        arrive(pump);
        *moved = 1;
    }
    return TP_OK;
}

static void take_decoded(struct tp_pump *pump) {
    while (pump->decoded < pump->turns) {
        const uint32_t turn = (uint32_t)pump->decoded;
        const struct tp_slot *slot = tp_ring_slot(pump->ring, turn);
        if (atomic_load_explicit(&slot->decoded, memory_order_acquire) != turn + 1)
            return;
        const uint64_t failure = atomic_load(&slot->failure);
        if (failure != TP_NO_FAILURE)
            note_failure(pump, turn, TP_DECODING, tp_ring_failure(pump->ring, turn, (int)(uint32_t)failure));
        pump->decoded++;
        if (pump->plan->layout.kind == BLK_GZIP && slot->bytes == 0)
            pump->turns = pump->decoded; /* the turn without data marks the end */
    }
}

tp_err tp_pump_turn(struct tp_pump *pump, int *moved, struct tp_error *error) {
    error->code = TP_OK;
    if (pump->over)
        return TP_OK;
    if (start_next(pump, moved, error) == TP_OK && take_arrivals(pump, moved, error) == TP_OK) {
        take_decoded(pump);
        tp_round_turn(pump, moved, error);
    }
    if (error->code == TP_OK && !*moved)
        tp_round_listen(pump, error);
    if (error->code != TP_OK)
        tp_round_warn(pump, error);
    return error->code;
}

/*
 * Takes part in the transfers that the furthest leader has started. The data that a late leader sends have no meaning.
 */
static tp_err catch_up(struct tp_pump *pump, uint64_t furthest, struct tp_error *error) {
    while (pump->arrived < furthest) {
        if (pump->started < furthest && pump->started - pump->arrived < pump->ring->slots) {
            if (start(pump, error) != TP_OK)
                return error->code;
            continue;
        }
        struct tp_transfer *transfer = &pump->transfers[pump->arrived++ % pump->ring->slots];
        if (tp_round_wait(pump, transfer->count, transfer->requests, "phase 2", error) != TP_OK)
            return error->code;
    }
    return TP_OK;
}

tp_err tp_pump_drain(struct tp_pump *pump, struct tp_error *error) {
    uint64_t furthest = 0;
    error->code = TP_OK;
    if (tp_round_close(pump, &furthest, error) != TP_OK || catch_up(pump, furthest, error) != TP_OK)
        tp_round_warn(pump, error);
    return error->code;
}

static int find_access(const struct tp_info *info, int leader) {
    for (int access = 0; access < info->access_ranks; access++)
        if (tp_access_group(info, access) == leader)
            return access;
    return -1;
}

/* Divides INTS and REQUESTS among the transfers. */
static void divide_arrays(struct tp_pump *pump, size_t slots, size_t requests) {
    const size_t leaders = (size_t)pump->leaders;
    for (size_t i = 0; i < slots; i++) {
        int *ints = pump->ints + (3 * i + 1) * leaders; /* the first LEADERS stay 0: the send displacements of all */
        pump->transfers[i].requests = pump->requests + i * requests;
        pump->transfers[i].send_counts = ints;
        pump->transfers[i].receive_counts = ints + leaders;
        pump->transfers[i].displacements = ints + 2 * leaders;
    }
}

tp_err tp_pump_make(const struct tp_plan *plan, struct tp_ring *ring, struct tp_source *source, struct tp_pump **pump,
                    struct tp_error *error) {
    const size_t leaders = (size_t)plan->place.groups, slots = ring->slots;
    const size_t requests = (size_t)plan->info.parts + 1;
    struct tp_pump *made = calloc(1, sizeof *made);
    *pump = made;
    if (made != NULL) {
        made->transfers = calloc(slots, sizeof *made->transfers);
        made->ints = calloc((3 * slots + 1) * leaders, sizeof *made->ints);
        made->requests = calloc(slots * requests, sizeof(MPI_Request));
    }
    if (made == NULL || made->transfers == NULL || made->ints == NULL || made->requests == NULL)
        return tp_fail(error, TP_ERR_MEMORY, "%s: no memory for phase 2 among %d groups", plan->path,
                       plan->place.groups);
    made->plan = plan;
    made->ring = ring;
    made->source = source;
    made->leader = plan->place.index;
    made->leaders = plan->place.groups;
    made->access = find_access(&plan->info, made->leader);
    divide_arrays(made, slots, requests);
    return TP_OK;
}

size_t tp_pump_bytes(size_t leaders, size_t slots, size_t parts) {
    return sizeof(struct tp_pump) + slots * sizeof(struct tp_transfer) + (3 * slots + 1) * leaders * sizeof(int) +
           slots * (parts + 1) * sizeof(MPI_Request);
}

void tp_pump_start(struct tp_pump *pump, uint64_t first_segment) {
    const struct tp_layout *layout = &pump->plan->layout;
    pump->first_segment = first_segment;
    pump->turns = layout->kind == BLK_GZIP ? UINT64_MAX : layout->segments - first_segment;
    pump->started = pump->arrived = pump->decoded = pump->agreed = 0;
    pump->round = MPI_REQUEST_NULL;
    pump->failed = TP_NO_FAILURE;
    pump->over = 0;
}

void tp_pump_free(struct tp_pump *pump) {
    if (pump == NULL)
        return;
    free(pump->transfers);
    free(pump->ints);
    free(pump->requests);
    free(pump);
}
