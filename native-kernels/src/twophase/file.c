/* SPDX-License-Identifier: Apache-2.0 */
/* A ring file: opening, seeking, closing. */
#include "ringfile.h"

#include <stdlib.h>
#include <string.h>

/* Returns the tasks of this rank with the file. */
static unsigned parts_of(const struct tp_plan *plan) {
    const struct sw_place *place = &plan->place;
    if (plan->layout.kind == BLK_GZIP) /* a stream has one reader in each group, or one in all */
        return place->member == 0 && (place->index == 0 || !tp_plan_has_phase2(plan)) ? TP_SOURCE_READS : 0;
    if (!tp_plan_has_phase2(plan))
        return TP_SOURCE_READS | TP_SOURCE_DECODES | TP_SOURCE_PIECES;
    for (int access = 0; access < plan->info.access_ranks; access++)
        if (place->member == 0 && tp_access_group(&plan->info, access) == place->index)
            return TP_SOURCE_READS | TP_SOURCE_DECODES;
    return TP_SOURCE_DECODES;
}

/* Leads a meeting: waits for all members, ends the transfers under way, and restarts the ring. */
static void lead_meeting(struct tp_ring_file *file, uint64_t segment, struct tp_error *error) {
    const struct sw_place *place = &file->base.plan->place;
    struct tp_gate *gate = file->ring.gate;
    const uint32_t all = file->meetings * (uint32_t)(place->members - 1);
    unsigned rests = 0;
    for (uint32_t seen = atomic_load(&gate->bell.rings); !tp_gate_has(gate, all); seen = atomic_load(&gate->bell.rings))
        tp_rest(place, file->pump != NULL, &gate->bell, seen, &rests);
    if (file->pump != NULL && tp_pump_drain(file->pump, error) == TP_OK)
        tp_pump_start(file->pump, segment);
    tp_ring_start(&file->ring);
    tp_gate_open(gate, file->meetings, error);
}

static void attend_meeting(struct tp_ring_file *file, struct tp_error *error) {
    struct tp_gate *gate = file->ring.gate;
    unsigned rests = 0;
    tp_gate_arrive(gate);
    for (uint32_t seen = atomic_load(&gate->bell.rings); !tp_gate_is_open(gate, file->meetings);
         seen = atomic_load(&gate->bell.rings))
        tp_rest(&file->base.plan->place, 0, &gate->bell, seen, &rests);
    *error = gate->failure;
}

/*
 * Restarts a file at SEGMENT, which becomes turn 0. All ranks of the group leave the ring, and the leaders end their
 * transfers. OFFSET is the data offset of the segment.
 */
static tp_err begin_at(struct tp_ring_file *file, uint64_t segment, uint64_t offset, struct tp_error *error) {
    error->code = TP_OK;
    file->meetings++;
    if (file->base.plan->place.member == 0)
        lead_meeting(file, segment, error);
    else
        attend_meeting(file, error);
    file->failed = file->base.plan->broken = error->code != TP_OK;
    file->first_segment = segment;
    file->turn = 0;
    file->holding = 0;
    file->base.ended = 0;
    file->base.at = file->base.end = NULL;
    file->base.behind = offset;
    return error->code;
}

static tp_err make_parts(struct tp_ring_file *file, struct tp_error *error) {
    struct tp_plan *plan = file->base.plan;
    struct tp_layout *layout = &plan->layout;
    const size_t raw = tp_plan_has_phase2(plan) && layout->kind == BLK_BGZF ? layout->raw_bytes : 0;
    tp_source_open(&file->source, plan->path, layout, parts_of(plan), error);
    if (tp_agree(plan->place.all, error) != TP_OK ||
        tp_ring_make(&plan->place, plan->info.slots, layout->segment_bytes, raw, &file->ring, error) != TP_OK)
        return error->code;
    const size_t ranks = (size_t)plan->place.ranks;
    file->counts = calloc(2 * ranks, sizeof *file->counts);
    if (file->counts == NULL)
        tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to open it", plan->path);
    else
        file->displacements = file->counts + ranks;
    if (error->code == TP_OK && tp_plan_agrees(plan) && plan->place.member == 0 &&
        tp_pump_make(plan, &file->ring, &file->source, &file->pump, error) == TP_OK)
        tp_pump_start(file->pump, 0);
    return tp_agree(plan->place.all, error);
}

static tp_err settle(struct tp_file *file, struct tp_error *error) {
    return tp_agree(file->plan->place.all, error);
}

/* Returns CODE without agreement: all ranks find the same end and the same failure at the same call. */
static tp_err conclude(struct tp_file *file, tp_err code, struct tp_error *error) {
    (void)file;
    (void)error;
    return code;
}

/* Skips the data before OFFSET in the current segment. */
static tp_err skip_to(struct tp_file *file, uint64_t offset, struct tp_error *error) {
    while (tp_tell(file) < offset) {
        if (tp_file_refill(file, error) != TP_OK)
            return error->code;
        if (file->ended)
            return TP_OK;
        const uint64_t left = (uint64_t)(file->end - file->at), missing = offset - tp_tell(file);
        file->at += missing < left ? missing : left;
    }
    return TP_OK;
}

/* Finds the segment that holds OFFSET; *begin is the data offset of the segment. Plain gzip starts at 0. */
static uint64_t find_segment(const struct tp_layout *layout, uint64_t offset, uint64_t *begin) {
    *begin = 0;
    if (layout->kind == BLK_GZIP)
        return 0;
    *begin = offset;
    if (offset == layout->data_bytes)
        return layout->segments;
    const uint64_t segment = tp_layout_find(layout, offset);
    *begin = tp_layout_data(layout, segment).offset;
    return segment;
}

static tp_err go_to(struct tp_ring_file *file, uint64_t offset, struct tp_error *error) {
    uint64_t begin;
    const uint64_t segment = find_segment(&file->base.plan->layout, offset, &begin);
    file->source.restart = 1; /* for a stream only; only the rank that reads the stream looks at this */
    return begin_at(file, segment, begin, error) == TP_OK ? skip_to(&file->base, offset, error) : error->code;
}

static tp_err beyond_end(const struct tp_plan *plan, uint64_t offset, uint64_t end, struct tp_error *error) {
    return tp_fail(error, TP_ERR_ARGUMENT, "%s: offset %llu is beyond the end of the data at %llu", plan->path,
                   (unsigned long long)offset, (unsigned long long)end);
}

static tp_err seek(struct tp_file *base, uint64_t offset, struct tp_error *error) {
    struct tp_ring_file *file = (struct tp_ring_file *)base;
    const struct tp_plan *plan = base->plan;
    const uint64_t before = tp_tell(base);
    if (plan->layout.kind != BLK_GZIP && offset > plan->layout.data_bytes)
        return beyond_end(plan, offset, plan->layout.data_bytes, error);
    const uint64_t held = base->behind - (file->holding ? tp_ring_slot(&file->ring, file->turn)->bytes : 0);
    if (file->holding && offset >= held && offset < base->behind) {
        base->at = base->end - (base->behind - offset);
        return TP_OK;
    }
    if (go_to(file, offset, error) != TP_OK || tp_tell(base) == offset)
        return error->code;
    const uint64_t end = tp_tell(base);
    return go_to(file, before, error) == TP_OK ? beyond_end(plan, offset, end, error) : error->code;
}

static void free_parts(struct tp_ring_file *file) {
    tp_source_close(&file->source);
    free(file->counts);
    if (file->failed)
        return; /* transfers of MPI still use the ring and the pump, and cannot be ended */
    tp_pump_free(file->pump);
    tp_ring_free(&file->ring);
}

static void close_ring_file(struct tp_file *base) {
    struct tp_ring_file *file = (struct tp_ring_file *)base;
    struct tp_error error = {TP_OK, ""};
    if (!file->failed)
        begin_at(file, 0, 0, &error);
    base->plan->is_open = 0;
    free_parts(file);
}

static const struct tp_operations operations = {tp_ring_file_advance, settle,         conclude, seek,
                                                tp_ring_file_read_at, close_ring_file};

tp_err tp_plan_open(struct tp_plan *plan, struct tp_file **file, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    memset(mine, 0, sizeof *mine);
    *file = NULL;
    if (plan->is_open)
        return tp_fail(mine, TP_ERR_ARGUMENT, "%s: its plan has a file open; close that, or make another plan",
                       plan->path);
    struct tp_ring_file *made = calloc(1, sizeof *made);
    if (plan->broken)
        tp_fail(mine, TP_ERR_MPI, "%s: the MPI has failed its plan before; make another plan", plan->path);
    else if (made == NULL)
        tp_fail(mine, TP_ERR_MEMORY, "%s: not enough memory to open it", plan->path);
    if (tp_agree(plan->place.all, mine) != TP_OK) {
        free(made);
        return mine->code;
    }
    made->base.operations = &operations;
    made->base.plan = plan;
    made->source.fd = -1;
    if (make_parts(made, mine) != TP_OK) {
        free_parts(made);
        free(made);
        return mine->code;
    }
    plan->is_open = 1;
    *file = &made->base;
    return TP_OK;
}

tp_err tp_open(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
               struct tp_error *error) {
    struct tp_plan *plan;
    *file = NULL;
    tp_err code = tp_plan_new(comm, path, options, &plan, error);
    if (code != TP_OK)
        return code;
    code = tp_plan_open(plan, file, error);
    if (code != TP_OK)
        tp_plan_free(plan);
    else
        (*file)->owns_plan = 1;
    return code;
}
