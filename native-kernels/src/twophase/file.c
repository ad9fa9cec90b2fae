/* A file that all ranks read: from opening, through the ring, to closing. */
#include "internal.h"

#include <sched.h>
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

/* --- getting the next segment --- */

static uint64_t segment_of(const struct tp_file *file, uint32_t turn) {
    return file->first_segment + turn;
}

/* All that members do for a turn is done: it can be read, unless the leaders have to agree first. */
static void complete(struct tp_file *file, uint32_t turn, uint64_t bytes) {
    struct tp_slot *slot = tp_ring_slot(&file->ring, turn);
    if (!tp_plan_agrees(file->plan)) {
        tp_ring_fill(&file->ring, turn, bytes);
        return;
    }
    slot->bytes = bytes;
    atomic_store_explicit(&slot->decoded, turn + 1, memory_order_release);
}

/* Plain gzip without an exchange: the member that holds the stream fills the slot alone. */
static int fill_from_stream(struct tp_file *file, uint32_t turn) {
    size_t got = 0;
    if (file->source.stream == NULL || !tp_ring_is_free(&file->ring, turn) || tp_ring_claim(&file->ring, turn, 1) < 0)
        return 0;
    const int member = file->plan->place.member;
    struct tp_error error = {TP_OK, ""};
    if (tp_source_stream(&file->source, file->plan->layout.segment_bytes, tp_ring_data(&file->ring, turn), &got,
                         &error) != TP_OK)
        tp_ring_fail(&file->ring, turn, 0, member, &error);
    complete(file, turn, got);
    return 1;
}

static int is_ready_for_members(const struct tp_file *file, uint32_t turn) {
    if (!tp_plan_has_phase2(file->plan))
        return tp_ring_is_free(&file->ring, turn);
    const struct tp_slot *slot = tp_ring_slot(&file->ring, turn);
    return file->plan->layout.kind == BLK_BGZF &&
           atomic_load_explicit(&slot->arrived, memory_order_acquire) == turn + 1;
}

/* Read or decompress one piece of a turn that is ready, if there is one to be had. */
static int do_piece(struct tp_file *file, uint32_t turn) {
    const struct tp_layout *layout = &file->plan->layout;
    const uint64_t segment = segment_of(file, turn);
    const uint32_t pieces = tp_layout_pieces(layout, segment);
    const int64_t piece = tp_ring_claim(&file->ring, turn, pieces);
    if (piece < 0)
        return 0;
    const int member = file->plan->place.member;
    struct tp_error error = {TP_OK, ""};
    const unsigned char *raw = tp_plan_has_phase2(file->plan) ? tp_ring_raw(&file->ring, turn) : NULL;
    if (piece == 0 && raw == NULL && segment + file->ring.slots < layout->segments)
        tp_source_expect(&file->source, tp_layout_raw(layout, segment + file->ring.slots));
    if (tp_source_piece(&file->source, layout, segment, (uint32_t)piece, raw, tp_ring_data(&file->ring, turn),
                        &error) != TP_OK)
        tp_ring_fail(&file->ring, turn, (uint32_t)piece, member, &error);
    if (tp_ring_done(&file->ring, turn, pieces))
        complete(file, turn, tp_layout_data(layout, segment).bytes);
    return 1;
}

/* Something useful, if there is anything: for this turn, else for one ahead. */
static int work(struct tp_file *file, uint32_t turn) {
    if (file->plan->layout.kind == BLK_GZIP)
        return tp_plan_has_phase2(file->plan) ? 0 : fill_from_stream(file, turn);
    for (uint32_t ahead = 0; ahead < file->ring.slots; ahead++) {
        if (segment_of(file, turn + ahead) >= file->plan->layout.segments || !is_ready_for_members(file, turn + ahead))
            return 0; /* nor is one behind it */
        if (do_piece(file, turn + ahead))
            return 1;
    }
    return 0;
}

/*
 * Wait a little: asleep where nobody needs this rank to make progress. The rank that is waited for may itself wait, in
 * the caller's own communication, for this one to enter the MPI: so it does, now and then.
 */
static void rest(struct tp_file *file, struct tp_slot *slot, uint32_t seen, unsigned *rests) {
    const struct sw_place *place = &file->plan->place;
    const unsigned patience = place->members <= place->cores ? 2000 : 1;
    const int yields = file->pump != NULL || *rests < patience;
    int any;
    if (yields)
        sched_yield();
    else
        sw_bell_wait(&slot->bell, seen);
    if (++*rests % 64 == 0 || !yields)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, place->group, &any, MPI_STATUS_IGNORE);
}

/* The MPI has failed this leader: its members must not wait for what will not come. */
static tp_err give_up(struct tp_file *file, uint32_t turn, const struct tp_error *error) {
    tp_ring_fail(&file->ring, turn, 0, 0, error);
    tp_ring_fill(&file->ring, turn, 0);
    file->failed = 1;
    return error->code;
}

/*
 * Wait until a turn can be read, and help meanwhile. `filled` is looked at before the pump is turned: so a leader that
 * has what it wants concludes no round later than the one that gave it, and cannot stand in an agreement on a failure
 * while another leader has gone on.
 */
static tp_err acquire(struct tp_file *file, uint32_t turn, struct tp_error *error) {
    struct tp_slot *slot = tp_ring_slot(&file->ring, turn);
    unsigned rests = 0;
    for (;;) {
        const uint32_t seen = atomic_load(&slot->bell.rings);
        int moved = 0;
        if (atomic_load_explicit(&slot->filled, memory_order_acquire) == turn + 1)
            break;
        if (file->pump != NULL && tp_pump_turn(file->pump, &moved, error) != TP_OK)
            return give_up(file, turn, error);
        if (!work(file, turn) && !moved)
            rest(file, slot, seen, &rests);
    }
    const uint64_t failure = atomic_load(&slot->failure);
    if (failure == TP_NO_FAILURE)
        return TP_OK;
    *error = *tp_ring_failure(&file->ring, turn, (int)(uint32_t)failure);
    file->failed = error->code == TP_ERR_MPI;
    return error->code;
}

static void let_go(struct tp_file *file) {
    if (file->holding)
        tp_ring_release(&file->ring, file->turn++);
    file->holding = 0;
}

static tp_err advance(struct tp_file *file, struct tp_error *error) {
    const int streamed = file->plan->layout.kind == BLK_GZIP;
    let_go(file);
    if (!streamed && segment_of(file, file->turn) >= file->plan->layout.segments) {
        file->ended = 1;
        return TP_OK;
    }
    if (file->turn > MOST_TURNS)
        return tp_fail(error, TP_ERR_ARGUMENT, "%s: has too many segments of %zu bytes; use larger ones",
                       file->plan->path, file->plan->layout.segment_bytes);
    const tp_err code = acquire(file, file->turn, error);
    if (code != TP_OK)
        return code;
    const uint64_t bytes = tp_ring_slot(&file->ring, file->turn)->bytes;
    file->holding = 1;
    file->at = (const char *)tp_ring_data(&file->ring, file->turn);
    file->end = file->at + bytes;
    file->behind += bytes;
    file->ended = streamed && bytes == 0;
    return TP_OK;
}

static tp_err settle(struct tp_file *file, struct tp_error *error) {
    return tp_agree(file->plan->place.all, error);
}

/* --- opening, seeking, closing --- */

/* Turn 0 will be SEGMENT. No rank uses the ring. */
static void begin_at(struct tp_file *file, uint64_t segment, uint64_t offset) {
    if (file->plan->place.member == 0)
        tp_ring_start(&file->ring);
    if (file->pump != NULL)
        tp_pump_start(file->pump, segment);
    file->first_segment = segment;
    file->turn = 0;
    file->holding = 0;
    file->ended = 0;
    file->at = file->end = NULL;
    file->behind = offset;
    tp_ring_barrier(&file->ring, file->plan->place.group);
}

/* All ranks of the group are out of the ring, and the leaders have nothing under way. */
static tp_err stop(struct tp_file *file, struct tp_error *error) {
    error->code = TP_OK;
    if (tp_mpi(error, MPI_Barrier(file->plan->place.group), "MPI_Barrier") == TP_OK && file->pump != NULL)
        tp_pump_drain(file->pump, error);
    return error->code;
}

static tp_err make_parts(struct tp_file *file, struct tp_error *error) {
    struct tp_plan *plan = file->plan;
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

static void free_parts(struct tp_file *file) {
    tp_pump_free(file->pump);
    tp_source_close(&file->source);
    tp_ring_free(&file->ring);
    free(file->line);
    free(file);
}

tp_err tp_plan_open(struct tp_plan *plan, struct tp_file **file, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    memset(mine, 0, sizeof *mine);
    *file = NULL;
    if (plan->is_open)
        return tp_fail(mine, TP_ERR_ARGUMENT, "%s: its plan has a file open; close that, or make another plan",
                       plan->path);
    struct tp_file *made = calloc(1, sizeof *made);
    if (made == NULL)
        tp_fail(mine, TP_ERR_MEMORY, "%s: not enough memory to open it", plan->path);
    if (tp_agree(plan->place.all, mine) != TP_OK) {
        free(made);
        return mine->code;
    }
    made->plan = plan;
    made->advance = advance;
    made->settle = settle;
    made->source.fd = -1;
    if (make_parts(made, mine) != TP_OK) {
        free_parts(made);
        return mine->code;
    }
    begin_at(made, 0, 0);
    plan->is_open = 1;
    *file = made;
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

/* Use up what lies before OFFSET in the segment that holds it. */
static tp_err skip_to(struct tp_file *file, uint64_t offset, struct tp_error *error) {
    while (tp_tell(file) < offset) {
        if (file->at == file->end && file->advance(file, error) != TP_OK)
            return error->code;
        if (file->ended)
            return TP_OK;
        const uint64_t left = (uint64_t)(file->end - file->at), missing = offset - tp_tell(file);
        file->at += missing < left ? missing : left;
    }
    return TP_OK;
}

static tp_err restart_stream(struct tp_file *file, struct tp_error *error) {
    struct blk_error cause;
    if (file->source.stream != NULL && blk_seek(file->source.stream, 0, &cause) != BLK_OK)
        tp_from_blockfile(error, &cause);
    return tp_agree(file->plan->place.all, error);
}

static tp_err go_to(struct tp_file *file, uint64_t offset, struct tp_error *error) {
    const struct tp_layout *layout = &file->plan->layout;
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
    return skip_to(file, offset, error);
}

tp_err tp_seek(struct tp_file *file, uint64_t offset, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    const struct tp_plan *plan = file->plan;
    const uint64_t before = tp_tell(file);
    memset(mine, 0, sizeof *mine);
    if (file->share != NULL)
        return tp_fail(mine, TP_ERR_ARGUMENT, "%s: a share cannot be sought in", plan->path);
    if (plan->layout.kind != BLK_GZIP && offset > plan->layout.data_bytes)
        return tp_fail(mine, TP_ERR_ARGUMENT, "%s: offset %llu is beyond the end of the data at %llu", plan->path,
                       (unsigned long long)offset, (unsigned long long)plan->layout.data_bytes);
    const uint64_t held = file->behind - (file->holding ? tp_ring_slot(&file->ring, file->turn)->bytes : 0);
    if (file->holding && offset >= held && offset < file->behind) {
        file->at = file->end - (file->behind - offset);
        return TP_OK;
    }
    if (go_to(file, offset, mine) != TP_OK || tp_tell(file) == offset)
        return mine->code;
    const uint64_t end = tp_tell(file);
    if (go_to(file, before, mine) != TP_OK)
        return mine->code;
    return tp_fail(mine, TP_ERR_ARGUMENT, "%s: offset %llu is beyond the end of the data at %llu", plan->path,
                   (unsigned long long)offset, (unsigned long long)end);
}

uint64_t tp_tell(const struct tp_file *file) {
    return file->behind - (uint64_t)(file->end - file->at);
}

const struct tp_plan *tp_file_plan(const struct tp_file *file) {
    return file->plan;
}

void tp_close(struct tp_file *file) {
    struct tp_error error;
    if (file == NULL)
        return;
    struct tp_plan *plan = file->owns_plan ? file->plan : NULL;
    if (file->share != NULL)
        tp_share_free(file);
    else if (!file->failed)
        stop(file, &error);
    file->plan->is_open = 0;
    free_parts(file);
    tp_plan_free(plan);
}
