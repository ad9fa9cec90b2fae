/*
 * Phase 2 among the leaders of the groups, without waiting, turn after turn:
 *
 *     exchange started -> exchanged -> [decompressed by the members] -> agreed -> filled
 *
 * Without an exchange each group's members do a turn by themselves, and the leaders agree only.
 *
 * Several exchanges are under way at once, as far as slots of the ring are free. Two kinds of collective run, each on a
 * communicator of its own, because each kind must begin in the same order on all leaders and the two do not keep pace:
 * exchanges, turn by turn; and rounds, one at a time, in which the leaders tell each other how far they have come. What
 * all have in good order is agreed and may be read; the lowest failure that all have passed is agreed, too. A leader
 * takes part in a round when it has more than is agreed, so all come to each round, and end after the same one.
 *
 * Cost of a turn of s bytes, L leaders, k access ranks: see cost.c; a round costs its latency, which is hidden by the
 * exchanges that are under way meanwhile.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_UNDER_WAY = 8 };

/* The end of plain gzip is seen late, and what is under way beyond it is for nothing. */
enum { MAX_STREAM_UNDER_WAY = 2 };

/* A failure to read spoils the bytes of all leaders, who then fail to decompress them: the cause comes first. */
#define DECODING (UINT32_C(1) << 31)

/* An exchange. Its arrays must stay as they are until it is complete. */
struct exchange {
    MPI_Request *requests; /* one for each access rank, as MBC needs */
    int count;
    int *send_counts, *receive_counts, *displacements; /* one for each leader */
    uint64_t bytes;                                    /* data, of plain gzip: sent before them */
};

/*
 * What a leader tells in a round; the least of each is what counts. All are positive as signed numbers, too: MPICH 4.0
 * compares unsigned ones as if they were signed.
 */
struct word {
    uint64_t decoded;     /* turns that this leader is done with */
    uint64_t failure;     /* first turn that failed here << 32 | DECODING | leader; TP_NO_FAILURE */
    uint64_t closing;     /* 1: this leader takes part only to end what is under way */
    uint64_t not_started; /* INT64_MAX less the number of exchanges it has started */
};
enum { WORD_NUMBERS = sizeof(struct word) / sizeof(uint64_t) };

struct tp_pump {
    const struct tp_plan *plan;
    struct tp_ring *ring;
    struct tp_source *source;
    int leader, leaders;
    int access;                 /* which access rank this leader is, or -1 */
    struct exchange *exchanges; /* one for each slot */
    int *ints;
    MPI_Request *requests;

    uint64_t first_segment;
    uint64_t turns; /* how many there will be; UINT64_MAX until the end of plain gzip is seen */
    uint64_t started, exchanged, decoded, agreed; /* turns */
    struct word mine, all;
    MPI_Request round;
    uint64_t failed; /* first failure here, as in a word */
    struct tp_error failure;
    int over; /* a failure is agreed on: nothing more will be read */
};

static int exchanges(const struct tp_pump *pump) {
    return tp_plan_has_phase2(pump->plan);
}

/* Between exchange and agreement members have to decompress, or there was no exchange and they do all. */
static int has_stage_for_members(const struct tp_pump *pump) {
    return pump->plan->layout.kind == BLK_BGZF || !exchanges(pump);
}

static unsigned char *place_of(const struct tp_pump *pump, uint64_t turn) {
    return has_stage_for_members(pump) ? tp_ring_raw(pump->ring, (uint32_t)turn)
                                       : tp_ring_data(pump->ring, (uint32_t)turn);
}

/* Where part ACCESS of some bytes begins: at a page, where the parts are large enough for that. */
static uint64_t begin_of(size_t bytes, int access, int parts) {
    const uint64_t exact = (uint64_t)bytes * (uint64_t)access / (uint64_t)parts;
    return access < parts && bytes / (size_t)parts >= 4 * SW_PAGE ? exact / SW_PAGE * SW_PAGE : exact;
}

/* Part ACCESS of the bytes of a segment: offset within them, and length. */
static struct tp_range part_of(size_t bytes, int access, int parts) {
    const uint64_t from = begin_of(bytes, access, parts), to = begin_of(bytes, access + 1, parts);
    const struct tp_range range = {from, (size_t)(to - from)};
    return range;
}

/* The bytes that are exchanged in a turn. Plain gzip has no known sizes: always the whole room. */
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

/* Where this leader's part of a turn lies in the file; OFFSET: within the turn's bytes. */
static struct tp_range own_part(const struct tp_pump *pump, uint64_t turn, uint64_t *offset) {
    const struct tp_range whole = tp_layout_raw(&pump->plan->layout, pump->first_segment + turn);
    struct tp_range part = part_of(whole.bytes, pump->access, pump->plan->info.access_ranks);
    *offset = part.offset;
    part.offset += whole.offset;
    return part;
}

/* Phase 1: read this leader's part into its place, and let the system begin with a later one. */
static void fetch(struct tp_pump *pump, uint64_t turn) {
    const struct tp_layout *layout = &pump->plan->layout;
    struct tp_error error = {TP_OK, ""};
    unsigned char *place = place_of(pump, turn);
    uint64_t offset;
    if (layout->kind == BLK_GZIP) {
        size_t got = 0;
        if (pump->leader == 0)
            tp_source_stream(pump->source, layout->segment_bytes, place, &got, &error);
        pump->exchanges[turn % pump->ring->slots].bytes = got;
    } else if (pump->access >= 0) {
        const struct tp_range part = own_part(pump, turn, &offset);
        tp_source_read(pump->source, part, place + offset, &error);
        if (turn + pump->ring->slots < pump->turns)
            tp_source_expect(pump->source, own_part(pump, turn + pump->ring->slots, &offset));
    }
    if (error.code != TP_OK)
        note_failure(pump, turn, 0, &error);
}

/* A broadcast for each access rank, in turn. */
static int start_mbc(struct tp_pump *pump, struct exchange *exchange, unsigned char *place, size_t bytes) {
    const struct tp_info *info = &pump->plan->info;
    int rc = MPI_SUCCESS;
    for (int access = 0; access < info->access_ranks && rc == MPI_SUCCESS; access++) {
        const struct tp_range part = part_of(bytes, access, info->access_ranks);
        rc = MPI_Ibcast(place + part.offset, (int)part.bytes, MPI_BYTE, tp_access_group(info, access),
                        pump->plan->place.leaders, &exchange->requests[exchange->count++]);
    }
    return rc;
}

static void set_counts(struct tp_pump *pump, struct exchange *exchange, size_t bytes) {
    const struct tp_info *info = &pump->plan->info;
    for (int i = 0; i < pump->leaders; i++)
        exchange->receive_counts[i] = exchange->displacements[i] = 0;
    for (int access = 0; access < info->access_ranks; access++) {
        const struct tp_range part = part_of(bytes, access, info->access_ranks);
        const int group = tp_access_group(info, access);
        exchange->receive_counts[group] = (int)part.bytes;
        exchange->displacements[group] = (int)part.offset;
    }
}

/*
 * One all-to-all in which an access rank sends its part to each other leader. Open MPI takes equal pointers for
 * MPI_IN_PLACE, though the bytes that are sent and received lie apart: what is received is told from a page before.
 */
static int start_atv(struct tp_pump *pump, struct exchange *exchange, unsigned char *place, size_t bytes) {
    set_counts(pump, exchange, bytes);
    const int mine = exchange->receive_counts[pump->leader];
    const int offset = exchange->displacements[pump->leader];
    for (int i = 0; i < pump->leaders; i++) {
        exchange->send_counts[i] = i == pump->leader ? 0 : mine;
        exchange->displacements[i] += SW_PAGE;
    }
    exchange->receive_counts[pump->leader] = 0; /* it is in its place already */
    return MPI_Ialltoallv(place + offset, exchange->send_counts, pump->ints, MPI_BYTE, place - SW_PAGE,
                          exchange->receive_counts, exchange->displacements, MPI_BYTE, pump->plan->place.leaders,
                          &exchange->requests[exchange->count++]);
}

static int start_allgatherv(struct tp_pump *pump, struct exchange *exchange, unsigned char *place, size_t bytes) {
    set_counts(pump, exchange, bytes);
    return MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, place, exchange->receive_counts, exchange->displacements,
                           MPI_BYTE, pump->plan->place.leaders, &exchange->requests[exchange->count++]);
}

/* Phase 2 of the next turn begins. */
static tp_err start(struct tp_pump *pump, struct tp_error *error) {
    struct exchange *exchange = &pump->exchanges[pump->started % pump->ring->slots];
    unsigned char *place = place_of(pump, pump->started);
    const size_t bytes = bytes_of(pump, pump->started);
    int rc = MPI_SUCCESS;
    exchange->count = 0;
    if (pump->plan->layout.kind == BLK_GZIP)
        rc = MPI_Ibcast(&exchange->bytes, 1, MPI_UINT64_T, 0, pump->plan->place.leaders,
                        &exchange->requests[exchange->count++]);
    if (rc == MPI_SUCCESS)
        switch (pump->plan->info.phase2) {
        case TP_PHASE2_ATV:
            rc = start_atv(pump, exchange, place, bytes);
            break;
        case TP_PHASE2_ALLGATHERV:
            rc = start_allgatherv(pump, exchange, place, bytes);
            break;
        default:
            rc = start_mbc(pump, exchange, place, bytes);
            break;
        }
    pump->started++;
    return tp_mpi(error, rc, "starting an exchange");
}

static tp_err start_next(struct tp_pump *pump, int *moved, struct tp_error *error) {
    const uint64_t most = pump->plan->layout.kind == BLK_GZIP ? MAX_STREAM_UNDER_WAY : MAX_UNDER_WAY;
    if (!exchanges(pump) || pump->started >= pump->turns || pump->started - pump->exchanged >= most ||
        !tp_ring_is_free(pump->ring, (uint32_t)pump->started))
        return TP_OK;
    fetch(pump, pump->started);
    *moved = 1;
    return start(pump, error);
}

/* The bytes of a turn are here: members may decompress them, or there is nothing to decompress. */
static void arrive(struct tp_pump *pump) {
    const uint64_t turn = pump->exchanged++;
    struct tp_slot *slot = tp_ring_slot(pump->ring, (uint32_t)turn);
    if (!has_stage_for_members(pump)) {
        slot->bytes = pump->plan->layout.kind == BLK_GZIP
                          ? pump->exchanges[turn % pump->ring->slots].bytes
                          : tp_layout_data(&pump->plan->layout, pump->first_segment + turn).bytes;
        atomic_store_explicit(&slot->decoded, (uint32_t)turn + 1, memory_order_release);
        return;
    }
    atomic_store_explicit(&slot->arrived, (uint32_t)turn + 1, memory_order_release);
    sw_bell_ring(&slot->bell);
}

static tp_err take_arrivals(struct tp_pump *pump, int *moved, struct tp_error *error) {
    while (pump->exchanged < pump->started) {
        struct exchange *exchange = &pump->exchanges[pump->exchanged % pump->ring->slots];
        int complete;
        const int rc = MPI_Testall(exchange->count, exchange->requests, &complete, MPI_STATUSES_IGNORE);
        if (tp_mpi(error, rc, "an exchange") != TP_OK)
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
            note_failure(pump, turn, DECODING, tp_ring_failure(pump->ring, turn, (int)(uint32_t)failure));
        pump->decoded++;
        if (pump->plan->layout.kind == BLK_GZIP && slot->bytes == 0)
            pump->turns = pump->decoded; /* the turn without data shows the end */
    }
}

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
 * All leaders have passed the turn that failed: its error goes from the leader that has it to all members. No leader
 * stands elsewhere meanwhile: none can have gone beyond this turn, for it is not filled (see acquire in file.c).
 */
static tp_err agree_on_failure(struct tp_pump *pump, uint64_t turn, int leader, struct tp_error *error) {
    struct tp_error *shown = tp_ring_failure(pump->ring, (uint32_t)turn, 0);
    if (leader == pump->leader)
        *shown = pump->failure;
    const int rc = MPI_Bcast(shown, (int)sizeof *shown, MPI_BYTE, leader, pump->plan->place.verdicts);
    atomic_store(&tp_ring_slot(pump->ring, (uint32_t)turn)->failure, 0);
    tp_ring_fill(pump->ring, (uint32_t)turn, 0);
    pump->over = 1;
    return tp_mpi(error, rc, "MPI_Bcast");
}

/* A round has ended: hand out what all have. */
static tp_err conclude(struct tp_pump *pump, struct tp_error *error) {
    const uint64_t failed = pump->all.failure == TP_NO_FAILURE ? UINT64_MAX : pump->all.failure >> 32;
    while (pump->agreed < pump->all.decoded && pump->agreed < failed) {
        const uint32_t turn = (uint32_t)pump->agreed;
        tp_ring_fill(pump->ring, turn, tp_ring_slot(pump->ring, turn)->bytes);
        pump->agreed++;
    }
    if (failed < pump->all.decoded && !pump->over)
        return agree_on_failure(pump, failed, (int)((uint32_t)pump->all.failure & ~DECODING), error);
    return TP_OK;
}

static tp_err take_round(struct tp_pump *pump, int *moved, struct tp_error *error) {
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

tp_err tp_pump_turn(struct tp_pump *pump, int *moved, struct tp_error *error) {
    error->code = TP_OK;
    if (pump->over)
        return TP_OK;
    if (start_next(pump, moved, error) != TP_OK || take_arrivals(pump, moved, error) != TP_OK)
        return error->code;
    take_decoded(pump);
    return take_round(pump, moved, error);
}

/*
 * The leaders have gone unequally far ahead. They hold rounds until one to which all came in order to end; it says how
 * far the furthest is, and the others take part in what it has started, with whatever is in their places.
 */
tp_err tp_pump_drain(struct tp_pump *pump, struct tp_error *error) {
    error->code = TP_OK;
    pump->all.closing = 0;
    while (pump->all.closing == 0) {
        if (pump->round == MPI_REQUEST_NULL && start_round(pump, 1, error) != TP_OK)
            return error->code;
        if (tp_mpi(error, MPI_Wait(&pump->round, MPI_STATUS_IGNORE), "MPI_Iallreduce") != TP_OK ||
            conclude(pump, error) != TP_OK)
            return error->code;
    }
    const uint64_t furthest = INT64_MAX - pump->all.not_started;
    while (pump->exchanged < furthest) {
        if (pump->started < furthest && pump->started - pump->exchanged < pump->ring->slots) {
            if (start(pump, error) != TP_OK)
                return error->code;
            continue;
        }
        struct exchange *exchange = &pump->exchanges[pump->exchanged++ % pump->ring->slots];
        if (tp_mpi(error, MPI_Waitall(exchange->count, exchange->requests, MPI_STATUSES_IGNORE), "an exchange") !=
            TP_OK)
            return error->code;
    }
    return TP_OK;
}

static int find_access(const struct tp_info *info, int leader) {
    for (int access = 0; access < info->access_ranks; access++)
        if (tp_access_group(info, access) == leader)
            return access;
    return -1;
}

tp_err tp_pump_make(const struct tp_plan *plan, struct tp_ring *ring, struct tp_source *source, struct tp_pump **pump,
                    struct tp_error *error) {
    const size_t leaders = (size_t)plan->place.groups, slots = ring->slots;
    const size_t requests = (size_t)plan->info.access_ranks + 1;
    struct tp_pump *made = calloc(1, sizeof *made);
    *pump = made;
    if (made != NULL) {
        made->exchanges = calloc(slots, sizeof *made->exchanges);
        made->ints = calloc((3 * slots + 1) * leaders, sizeof *made->ints);
        made->requests = calloc(slots * requests, sizeof(MPI_Request));
    }
    if (made == NULL || made->exchanges == NULL || made->ints == NULL || made->requests == NULL)
        return tp_fail(error, TP_ERR_MEMORY, "%s: no memory for the exchange of %d groups", plan->path,
                       plan->place.groups);
    for (size_t i = 0; i < slots; i++) {
        int *ints = made->ints + (3 * i + 1) * leaders; /* the first LEADERS stay 0: where all send from */
        made->exchanges[i].requests = made->requests + i * requests;
        made->exchanges[i].send_counts = ints;
        made->exchanges[i].receive_counts = ints + leaders;
        made->exchanges[i].displacements = ints + 2 * leaders;
    }
    made->plan = plan;
    made->ring = ring;
    made->source = source;
    made->leader = plan->place.index;
    made->leaders = plan->place.groups;
    made->access = find_access(&plan->info, made->leader);
    return TP_OK;
}

void tp_pump_start(struct tp_pump *pump, uint64_t first_segment) {
    const struct tp_layout *layout = &pump->plan->layout;
    pump->first_segment = first_segment;
    pump->turns = layout->kind == BLK_GZIP ? UINT64_MAX : layout->segments - first_segment;
    pump->started = pump->exchanged = pump->decoded = pump->agreed = 0;
    pump->round = MPI_REQUEST_NULL;
    pump->failed = TP_NO_FAILURE;
    pump->over = 0;
}

void tp_pump_free(struct tp_pump *pump) {
    if (pump == NULL)
        return;
    free(pump->exchanges);
    free(pump->ints);
    free(pump->requests);
    free(pump);
}
