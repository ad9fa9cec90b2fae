/* A ring file: opening, seeking, closing. */
#include "ringfile.h"

#include <stdlib.h>
#include <string.h>

/* What this rank does with the file itself. */
static unsigned parts_of(const struct tp_plan *plan) {
    const struct sw_place *place = &plan->place;
    if (plan->layout.kind == BLK_GZIP) /* a stream has one reader in a group, or one in all */
        return place->member == 0 && (place->index == 0 || !tp_plan_has_phase2(plan)) ? TP_SOURCE_READS : 0;
    if (!tp_plan_has_phase2(plan))
        return TP_SOURCE_READS | TP_SOURCE_DECODES | TP_SOURCE_PIECES;
    for (int access = 0; access < plan->info.access_ranks; access++)
        if (place->member == 0 && tp_access_group(&plan->info, access) == place->index)
            return TP_SOURCE_READS | TP_SOURCE_DECODES;
    return TP_SOURCE_DECODES;
}

/* Turn 0 will be SEGMENT. No rank uses the ring. */
static void begin_at(struct tp_ring_file *file, uint64_t segment, uint64_t offset) {
    if (file->base.plan->place.member == 0)
        tp_ring_start(&file->ring);
    if (file->pump != NULL)
        tp_pump_start(file->pump, segment);
    file->first_segment = segment;
    file->turn = 0;
    file->holding = 0;
    file->base.ended = 0;
    file->base.at = file->base.end = NULL;
    file->base.behind = offset;
    tp_ring_barrier(&file->ring, file->base.plan->place.group);
}

/* All ranks of the group are out of the ring, and the leaders have nothing under way. */
static tp_err stop(struct tp_ring_file *file, struct tp_error *error) {
    error->code = TP_OK;
    if (tp_mpi(error, MPI_Barrier(file->base.plan->place.group), "MPI_Barrier") == TP_OK && file->pump != NULL)
        tp_pump_drain(file->pump, error);
    return error->code;
}

static tp_err make_parts(struct tp_ring_file *file, struct tp_error *error) {
    struct tp_plan *plan = file->base.plan;
    const struct tp_layout *layout = &plan->layout;
    const size_t raw = tp_plan_has_phase2(plan) && layout->kind == BLK_BGZF ? layout->raw_bytes : 0;
    tp_source_open(&file->source, plan->path, layout, parts_of(plan), error);
    if (tp_agree(plan->place.all, error) != TP_OK ||
        tp_ring_make(&plan->place, plan->info.slots, layout->segment_bytes, raw, &file->ring, error) != TP_OK)
        return error->code;
    if (tp_plan_agrees(plan) && plan->place.member == 0)
        tp_pump_make(plan, &file->ring, &file->source, &file->pump, error);
    return tp_agree(plan->place.all, error);
}

static tp_err settle(struct tp_file *file, struct tp_error *error) {
    return tp_agree(file->plan->place.all, error);
}

/* All ranks find the same end, and the same failure, without a word. */
static tp_err conclude(struct tp_file *file, tp_err code, struct tp_error *error) {
    (void)file;
    (void)error;
    return code;
}

/* Uses up what lies before OFFSET in the segment that holds it. */
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

static tp_err restart_stream(struct tp_ring_file *file, struct tp_error *error) {
    struct blk_error cause;
    if (file->source.stream != NULL && blk_seek(file->source.stream, 0, &cause) != BLK_OK)
        tp_from_blockfile(error, &cause);
    return tp_agree(file->base.plan->place.all, error);
}

static tp_err go_to(struct tp_ring_file *file, uint64_t offset, struct tp_error *error) {
    const struct tp_layout *layout = &file->base.plan->layout;
    if (stop(file, error) != TP_OK)
        return error->code;
    if (layout->kind == BLK_GZIP) {
        if (restart_stream(file, error) != TP_OK)
            return error->code;
        begin_at(file, 0, 0);
    } else if (offset == layout->data_bytes) {
        begin_at(file, layout->segments, offset);
    } else {
        const uint64_t segment = tp_layout_find(layout, offset);
        begin_at(file, segment, tp_layout_data(layout, segment).offset);
    }
    return skip_to(&file->base, offset, error);
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
    tp_pump_free(file->pump);
    tp_source_close(&file->source);
    tp_ring_free(&file->ring);
}

static void close_ring_file(struct tp_file *base) {
    struct tp_ring_file *file = (struct tp_ring_file *)base;
    struct tp_error error;
    if (!file->failed)
        stop(file, &error);
    base->plan->is_open = 0;
    free_parts(file);
}

static const struct tp_operations operations = {tp_ring_file_advance, settle, conclude, seek, close_ring_file};

tp_err tp_plan_open(struct tp_plan *plan, struct tp_file **file, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    memset(mine, 0, sizeof *mine);
    *file = NULL;
    if (plan->is_open)
        return tp_fail(mine, TP_ERR_ARGUMENT, "%s: its plan has a file open; close that, or make another plan",
                       plan->path);
    struct tp_ring_file *made = calloc(1, sizeof *made);
    if (made == NULL)
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
    begin_at(made, 0, 0);
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
