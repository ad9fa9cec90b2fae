/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the plan from the problem (file, ranks, options): applies the forced options, and chooses the others. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/*
 * Constants that decide the number of slots of a ring. A single group has at least two: one segment is read while
 * another is used. Small segments have more slots, because ranks drift apart. With several groups the ring holds 4 MiB
 * and at least four segments, so that several transfers and a round are under way at once; two large segments are
 * enough.
 */
enum { RING_BYTES = 1 << 20, PHASE2_RING_BYTES = 4 << 20, PHASE2_SLOTS = 4, LARGE_SEGMENT = 4 << 20 };

/* Fewer bytes are not worth a separate read, on any file system. */
enum { LEAST_READ_BYTES = 32 << 10 };

int tp_access_group(const struct tp_info *info, int access) {
    return (int)((long)access * info->groups / info->access_ranks);
}

int tp_plan_agrees(const struct tp_plan *plan) {
    return plan->place.groups > 1;
}

int tp_plan_has_phase2(const struct tp_plan *plan) {
    return plan->info.phase2 != TP_PHASE2_NONE;
}

static tp_err out_of_range(struct tp_error *error, const char *path, const char *what, long value, const char *range) {
    return tp_fail(error, TP_ERR_ARGUMENT, "%s: %s %ld is out of its range: %s", path, what, value, range);
}

static tp_err check(const struct tp_options *options, const char *path, struct tp_error *error) {
    if (options->phase2 < TP_PHASE2_AUTO || options->phase2 > TP_PHASE2_ALLGATHERV)
        return out_of_range(error, path, "phase2", (long)options->phase2, "see tp_phase2");
    if (options->group < TP_GROUP_AUTO || options->group > TP_GROUP_RANK)
        return out_of_range(error, path, "group", (long)options->group, "see tp_group");
    if (options->records < TP_RECORDS_LINES || options->records > TP_RECORDS_CSV)
        return out_of_range(error, path, "records", (long)options->records, "see tp_records");
    if (options->segment_bytes > MAX_SEGMENT_BYTES)
        return out_of_range(error, path, "segment_bytes", (long)options->segment_bytes, "at most 1 GiB");
    if (options->slots == 1 || options->slots > MAX_SLOTS)
        return out_of_range(error, path, "slots", (long)options->slots, "2 to 64");
    if (options->access_ranks < 0)
        return out_of_range(error, path, "access_ranks", options->access_ranks, "1 to the number of groups");
    return TP_OK;
}

static size_t choose_slots(const struct tp_info *info) {
    const int alone = info->groups == 1;
    const size_t room = alone ? RING_BYTES : PHASE2_RING_BYTES;
    const size_t least = alone || info->segment_bytes > LARGE_SEGMENT ? 2 : PHASE2_SLOTS;
    const size_t fitting = info->segment_bytes > 0 ? room / info->segment_bytes : least;
    if (fitting < least)
        return least;
    return fitting < MAX_SLOTS ? fitting : MAX_SLOTS;
}

static void describe(struct tp_plan *plan) {
    struct tp_info *info = &plan->info;
    const struct tp_layout *layout = &plan->layout;
    info->ranks = plan->place.ranks;
    info->groups = plan->place.groups;
    info->compressed = layout->kind != BLK_PLAIN;
    info->slow = layout->kind == BLK_GZIP;
    info->file_bytes = layout->file_bytes;
    info->data_bytes = layout->data_bytes;
    info->segment_bytes = layout->segment_bytes;
    info->slots = plan->options.slots != 0 ? plan->options.slots : choose_slots(info);
    plan->mean_raw_bytes = layout->kind == BLK_GZIP || layout->segments == 0
                               ? (double)layout->segment_bytes
                               : (double)layout->file_bytes / (double)layout->segments;
}

/* Computes the memory that tp_plan_open will allocate. */
static void describe_memory(struct tp_plan *plan) {
    const struct tp_layout *layout = &plan->layout;
    struct tp_info *info = &plan->info;
    const int blocks = layout->kind == BLK_BGZF;
    const size_t members = (size_t)plan->place.largest_group, leaders = (size_t)info->groups;
    const size_t raw = blocks && tp_plan_has_phase2(plan) ? layout->raw_bytes : 0;
    info->group_bytes = tp_ring_bytes(members, info->slots, layout->segment_bytes, raw);
    info->group_bytes += tp_layout_table_bytes(layout);
    info->rank_bytes = sizeof *plan + 2 * (size_t)info->ranks * sizeof(int);
    if (tp_plan_agrees(plan))
        info->rank_bytes += tp_pump_bytes(leaders, info->slots, (size_t)info->parts);
    if (blocks && !tp_plan_has_phase2(plan))
        info->rank_bytes += tp_layout_raw_piece(layout);
}

void tp_plan_share(struct tp_plan *plan) {
    const struct tp_layout *layout = &plan->layout;
    plan->for_shares = 1;
    plan->info.rank_bytes = sizeof *plan + plan->info.segment_bytes + 1;
    plan->info.group_bytes = tp_layout_table_bytes(layout);
}

static int leaves_open(const struct tp_options *options, tp_phase2 phase2, int access_ranks) {
    return (options->phase2 == TP_PHASE2_AUTO || options->phase2 == phase2) &&
           (options->access_ranks == 0 || options->access_ranks == access_ranks);
}

size_t tp_plan_least_read(const struct tp_plan *plan) {
    const size_t unit = plan->layout.unit_bytes;
    return unit > LEAST_READ_BYTES ? unit : LEAST_READ_BYTES;
}

struct tp_way tp_plan_way(const struct tp_plan *plan, tp_phase2 phase2, int access_ranks) {
    const double worth = plan->mean_raw_bytes / (double)tp_plan_least_read(plan);
    const size_t most = plan->info.slots < TP_UNDER_WAY ? plan->info.slots : TP_UNDER_WAY;
    /* Half of the ring is read or decompressed while the other half is under way. */
    const struct tp_way way = {phase2, access_ranks,
                               worth < 1              ? 1
                               : worth < access_ranks ? (int)worth
                                                      : access_ranks,
                               (int)(most / 2), plan->mean_raw_bytes};
    return way;
}

/* Chooses, by the cost rule, the cheapest phase 2 that the options allow. */
static void choose_phase2(struct tp_plan *plan) {
    struct tp_info *info = &plan->info;
    double least = 0;
    for (int phase2 = TP_PHASE2_MBC; phase2 <= TP_PHASE2_ALLGATHERV; phase2++)
        for (int access = 1; access <= info->groups; access++) {
            if (!leaves_open(&plan->options, (tp_phase2)phase2, access))
                continue;
            const struct tp_way way = tp_plan_way(plan, (tp_phase2)phase2, access);
            const double cost = tp_cost(&plan->network, info->groups, &way);
            if (info->access_ranks == 0 || cost < least) {
                least = cost;
                info->phase2 = way.phase2;
                info->access_ranks = way.access_ranks;
                info->parts = way.parts;
            }
        }
}

static tp_err choose(struct tp_plan *plan, MPI_Comm comm, struct tp_error *error) {
    const struct tp_options *options = &plan->options;
    struct tp_info *info = &plan->info;
    if (options->access_ranks > info->groups)
        return tp_fail(error, TP_ERR_ARGUMENT, "%s: access_ranks %d is out of its range: 1 to %d, the number of groups",
                       plan->path, options->access_ranks, info->groups);
    if (info->groups == 1 || options->phase2 == TP_PHASE2_NONE) {
        info->phase2 = TP_PHASE2_NONE;
        info->access_ranks = info->groups;
        info->parts = 0;
    } else if (info->slow) { /* a stream has one reader */
        info->phase2 = TP_PHASE2_MBC;
        info->access_ranks = info->parts = 1;
    } else {
        const int few = options->access_ranks != 0 && options->access_ranks < info->groups;
        /* With all leaders as access ranks, ATV is the cheapest phase 2 on any network. */
        const int all = options->access_ranks == info->groups;
        const int forced = options->phase2 != TP_PHASE2_AUTO && options->access_ranks != 0;
        if (!forced && !all && tp_network_measure(comm, info->group, &plan->place, few, &plan->network, error) != TP_OK)
            return error->code;
        choose_phase2(plan);
    }
    describe_memory(plan);
    return TP_OK;
}

/* Refuses options that differ between ranks, which would lead to different collectives. */
static tp_err compare_options(const struct tp_options *mine, const char *path, MPI_Comm all, struct tp_error *error) {
    const uint64_t own[] = {(uint64_t)mine->phase2,        (uint64_t)mine->group, (uint64_t)mine->access_ranks,
                            (uint64_t)mine->segment_bytes, (uint64_t)mine->slots, (uint64_t)mine->line_limit,
                            (uint64_t)mine->records};
    uint64_t first[sizeof own / sizeof own[0]];
    memcpy(first, own, sizeof first);
    if (tp_mpi(error, MPI_Bcast(first, (int)(sizeof first / sizeof first[0]), MPI_UINT64_T, 0, all), "MPI_Bcast") !=
        TP_OK)
        return error->code;
    if (memcmp(first, own, sizeof first) != 0)
        tp_fail(error, TP_ERR_ARGUMENT, "%s: the options differ between ranks", path);
    return tp_agree(all, error);
}

static tp_err make(struct tp_plan *plan, MPI_Comm comm, struct tp_error *error) {
    const struct tp_options *options = &plan->options;
    plan->info.group = options->group == TP_GROUP_RANK ? TP_GROUP_RANK : TP_GROUP_NODE;
    plan->line_limit = options->line_limit != 0 ? options->line_limit : TP_DEFAULT_LINE_LIMIT;
    if (compare_options(options, plan->path, plan->place.all, error) != TP_OK ||
        tp_mpi(error, sw_place_make(plan->info.group == TP_GROUP_RANK, &plan->place),
               "finding out which ranks share a node") != TP_OK)
        return error->code;
    if (tp_layout_make(&plan->place, plan->path, options->segment_bytes, &plan->layout, error) != TP_OK)
        return error->code;
    describe(plan);
    return choose(plan, comm, error);
}

/* Allocates a plan, which may fail on one rank only. The plan takes over ALL. */
static struct tp_plan *allocate(const char *path, const struct tp_options *options, MPI_Comm all,
                                struct tp_error *error) {
    static const struct tp_options defaults;
    struct tp_plan *plan = calloc(1, sizeof *plan);
    if (plan != NULL)
        plan->path = strdup(path);
    if (plan == NULL || plan->path == NULL) {
        tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to open it", path);
        free(plan);
        return NULL;
    }
    plan->options = options != NULL ? *options : defaults;
    plan->place.group = plan->place.leaders = plan->place.verdicts = MPI_COMM_NULL;
    plan->place.all = all;
    check(&plan->options, path, error);
    return plan;
}

tp_err tp_plan_new(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_plan **plan,
                   struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    memset(mine, 0, sizeof *mine);
    *plan = NULL;
    MPI_Comm all;
    if (tp_mpi(mine, sw_place_dup(comm, &all), "MPI_Comm_dup") != TP_OK)
        return mine->code;
    struct tp_plan *made = allocate(path, options, all, mine);
    if (tp_agree(all, mine) == TP_OK)
        make(made, comm, mine);
    if (mine->code == TP_OK)
        *plan = made;
    else if (made != NULL)
        tp_plan_free(made);
    else
        MPI_Comm_free(&all);
    return mine->code;
}

struct tp_info tp_plan_info(const struct tp_plan *plan) {
    return plan->info;
}

void tp_plan_free(struct tp_plan *plan) {
    if (plan == NULL)
        return;
    if (!plan->broken) { /* otherwise MPI operations still use the communicators, and cannot be ended */
        tp_layout_free(&plan->layout);
        sw_place_free(&plan->place);
    }
    free(plan->path);
    free(plan);
}
