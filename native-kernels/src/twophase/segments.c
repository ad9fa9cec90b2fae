/* SPDX-License-Identifier: Apache-2.0 */
/* Segments from the ring: the work of a group's ranks for a segment, the wait for a segment, and its release. */
#include "ringfile.h"

static uint64_t segment_of(const struct tp_ring_file *file, uint32_t turn) {
    return file->first_segment + turn;
}

/* Ends the work of the members for a turn. The turn can be read now, unless the leaders have to agree first. */
static void complete(struct tp_ring_file *file, uint32_t turn, uint64_t bytes) {
    struct tp_slot *slot = tp_ring_slot(&file->ring, turn);
    if (!tp_plan_agrees(file->base.plan)) {
        tp_ring_fill(&file->ring, turn, bytes);
        return;
    }
    slot->bytes = bytes;
    atomic_store_explicit(&slot->decoded, turn + 1, memory_order_release);
    sw_bell_ring(&slot->bell); /* the leader may sleep */
}

/* Fills the slot of a turn of plain gzip without phase 2. Only the member with the stream can do this. */
static int fill_from_stream(struct tp_ring_file *file, uint32_t turn) {
    size_t got = 0;
    if (file->source.stream == NULL || !tp_ring_is_free(&file->ring, turn) || tp_ring_claim(&file->ring, turn, 1) < 0)
        return 0;
    const int member = file->base.plan->place.member;
    struct tp_error error = {TP_OK, ""};
    if (tp_source_stream(&file->source, file->base.plan->layout.segment_bytes, tp_ring_data(&file->ring, turn), &got,
                         &error) != TP_OK)
        tp_ring_fail(&file->ring, turn, 0, member, &error);
    complete(file, turn, got);
    return 1;
}

static int is_ready_for_members(const struct tp_ring_file *file, uint32_t turn) {
    if (!tp_plan_has_phase2(file->base.plan))
        return tp_ring_is_free(&file->ring, turn);
    const struct tp_slot *slot = tp_ring_slot(&file->ring, turn);
    return file->base.plan->layout.kind == BLK_BGZF &&
           atomic_load_explicit(&slot->arrived, memory_order_acquire) == turn + 1;
}

/* Reads or decompresses one piece of a ready turn. Returns 0 if no piece is left. */
static int do_piece(struct tp_ring_file *file, uint32_t turn) {
    const struct tp_layout *layout = &file->base.plan->layout;
    const uint64_t segment = segment_of(file, turn);
    const uint32_t pieces = tp_layout_pieces(layout, segment);
    const int64_t piece = tp_ring_claim(&file->ring, turn, pieces);
    if (piece < 0)
        return 0;
    const int member = file->base.plan->place.member;
    struct tp_error error = {TP_OK, ""};
    const unsigned char *raw = tp_plan_has_phase2(file->base.plan) ? tp_ring_raw(&file->ring, turn) : NULL;
    if (piece == 0 && raw == NULL && segment + file->ring.slots < layout->segments)
        tp_source_expect(&file->source, tp_layout_raw(layout, segment + file->ring.slots));
    if (tp_source_piece(&file->source, segment, (uint32_t)piece, raw, tp_ring_data(&file->ring, turn), &error) != TP_OK)
        tp_ring_fail(&file->ring, turn, (uint32_t)piece, member, &error);
    if (tp_ring_done(&file->ring, turn, pieces))
        complete(file, turn, tp_layout_data(layout, segment).bytes);
    return 1;
}

/* Does one piece of work for TURN, or else for a later turn. Returns 0 without work. */
static int work(struct tp_ring_file *file, uint32_t turn) {
    if (file->base.plan->layout.kind == BLK_GZIP)
        return tp_plan_has_phase2(file->base.plan) ? 0 : fill_from_stream(file, turn);
    for (uint32_t ahead = 0; ahead < file->ring.slots; ahead++) {
        if (segment_of(file, turn + ahead) >= file->base.plan->layout.segments ||
            !is_ready_for_members(file, turn + ahead))
            return 0; /* and no later turn is ready either */
        if (do_piece(file, turn + ahead))
            return 1;
    }
    return 0;
}

/* Tells the members, which would wait for TURN forever, that MPI has failed on their leader. */
static tp_err give_up(struct tp_ring_file *file, uint32_t turn, const struct tp_error *error) {
    tp_gate_give_up(file->ring.gate, &tp_ring_slot(&file->ring, turn)->bell, error);
    file->failed = file->base.plan->broken = 1;
    return error->code;
}

static tp_err take_failure_of_leader(struct tp_ring_file *file, struct tp_error *error) {
    *error = file->ring.gate->failure;
    file->failed = file->base.plan->broken = 1;
    return error->code;
}

/*
 * Waits until a turn can be read, and works meanwhile. The loop checks `filled` before the pump: so a leader that has
 * its turn concludes no later round, and cannot enter an agreement on a failure while another leader has gone on. The
 * loop reads `given_up` before `filled`: so a member reads all turns that its leader has read.
 */
static tp_err acquire(struct tp_ring_file *file, uint32_t turn, struct tp_error *error) {
    struct tp_slot *slot = tp_ring_slot(&file->ring, turn);
    unsigned rests = 0;
    for (;;) {
        const uint32_t seen = atomic_load(&slot->bell.rings);
        const int given_up = tp_gate_is_given_up(file->ring.gate);
        int moved = 0;
        if (atomic_load_explicit(&slot->filled, memory_order_acquire) == turn + 1)
            break;
        if (given_up)
            return take_failure_of_leader(file, error);
        if (file->pump != NULL && tp_pump_turn(file->pump, &moved, error) != TP_OK)
            return give_up(file, turn, error);
        if (!work(file, turn) && !moved)
            tp_rest(&file->base.plan->place, file->pump != NULL, &slot->bell, seen, &rests);
    }
    const uint64_t failure = atomic_load(&slot->failure);
    if (failure == TP_NO_FAILURE)
        return TP_OK;
    *error = *tp_ring_failure(&file->ring, turn, (int)(uint32_t)failure);
    file->failed = file->base.plan->broken = error->code == TP_ERR_MPI;
    return error->code;
}

static void let_go(struct tp_ring_file *file) {
    if (file->holding)
        tp_ring_release(&file->ring, file->turn++);
    file->holding = 0;
}

tp_err tp_ring_file_advance(struct tp_file *base, struct tp_error *error) {
    struct tp_ring_file *file = (struct tp_ring_file *)base;
    const struct tp_plan *plan = base->plan;
    const int streamed = plan->layout.kind == BLK_GZIP;
    let_go(file);
    if (!streamed && segment_of(file, file->turn) >= plan->layout.segments) {
        base->ended = 1;
        return TP_OK;
    }
    if (file->turn > MOST_TURNS)
        return tp_fail(error, TP_ERR_ARGUMENT, "%s: has too many segments of %zu bytes; use larger ones", plan->path,
                       plan->layout.segment_bytes);
    const tp_err code = acquire(file, file->turn, error);
    if (code != TP_OK)
        return code;
    const uint64_t bytes = tp_ring_slot(&file->ring, file->turn)->bytes;
    file->holding = 1;
    base->at = (const char *)tp_ring_data(&file->ring, file->turn);
    base->end = base->at + bytes;
    base->behind += bytes;
    base->ended = streamed && bytes == 0;
    return TP_OK;
}
